#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace spillway {

/// A key's value. Integers of every width are widened, so a reader need not care how a tool wrote them.
using MetadataValue =
    std::variant<std::uint64_t, std::int64_t, double, bool, std::string, std::vector<std::int64_t>,
                 std::vector<double>, std::vector<bool>, std::vector<std::string>>;

/// Keys in the file's order do not matter; they are unique. Getters throw Error(damaged) naming the file and
/// the key when it is missing or of another kind, or answer `fallback` when it is missing.
class Metadata {
  public:
    Metadata() = default;
    /// `source`: the file's name, for messages.
    explicit Metadata(std::string source) : source_(std::move(source)) {}

    void add(std::string key, MetadataValue value) { values_.emplace(std::move(key), std::move(value)); }
    [[nodiscard]] bool contains(std::string_view key) const { return values_.contains(key); }
    [[nodiscard]] const MetadataValue *find(std::string_view key) const;

    [[nodiscard]] std::uint64_t unsigned_integer(std::string_view key) const;
    [[nodiscard]] std::uint64_t unsigned_integer(std::string_view key, std::uint64_t fallback) const;
    [[nodiscard]] double number(std::string_view key) const;
    [[nodiscard]] double number(std::string_view key, double fallback) const;
    [[nodiscard]] bool boolean(std::string_view key, bool fallback) const;
    [[nodiscard]] std::string text(std::string_view key) const;
    [[nodiscard]] std::string text(std::string_view key, std::string fallback) const;
    [[nodiscard]] const std::vector<std::string> &texts(std::string_view key) const;
    [[nodiscard]] std::vector<std::int64_t> integers(std::string_view key) const;
    [[nodiscard]] std::vector<double> numbers(std::string_view key) const;

    [[nodiscard]] const std::map<std::string, MetadataValue, std::less<>> &all() const { return values_; }

  private:
    [[nodiscard]] const MetadataValue &require(std::string_view key) const;

    std::string source_;
    std::map<std::string, MetadataValue, std::less<>> values_;
};

/// A value as one line for people: "32", "llama", "49152 strings: <|endoftext|>, <|im_start|>, ...".
std::string describe(const MetadataValue &value);

} // namespace spillway
