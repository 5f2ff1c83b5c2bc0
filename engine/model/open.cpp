#include "model/open.h"

#include "base/error.h"
#include "model/container.h"
#include "model/families/llama.h"
#include "model/formats/gguf.h"

#include <algorithm>
#include <array>
#include <map>

namespace spillway {

namespace {

/// A file format is one file in formats/ and one line here.
struct Format {
    std::string_view name;
    bool (*recognises)(std::span<const std::byte> beginning);
    Container (*read)(const std::filesystem::path &path);
};
constexpr std::array formats = std::to_array<Format>({
    {"GGUF", is_gguf, read_gguf},
});

/// A model family is one file in families/ and one line per general.architecture here.
struct Family {
    std::string_view architecture;
    void (*describe)(const Container &container, ModelDescription &description);
};
constexpr std::array families = std::to_array<Family>({
    {"llama", describe_llama},
});

template <typename Table, typename Name> std::string listed(const Table &table, Name name) {
    std::string list;
    for (const auto &entry : table) {
        list += (list.empty() ? "" : ", ") + std::string(entry.*name);
    }
    return list;
}

/// The first bytes as they can be shown: "GGML", "PK..".
std::string printable(std::span<const std::byte> bytes) {
    std::string text;
    for (const std::byte byte : bytes) {
        const char c = static_cast<char>(byte);
        text += c >= ' ' && c <= '~' ? c : '.';
    }
    return text;
}

const Format &format_of(const std::filesystem::path &path) {
    const File file = File::open(path);
    std::array<std::byte, 4> start{};
    const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(file.size(), start.size()));
    const std::span beginning = std::span(start).first(length);
    file.read_at(0, beginning);
    const auto found =
        std::ranges::find_if(formats, [&](const Format &format) { return format.recognises(beginning); });
    if (found == formats.end()) {
        throw Error(ErrorCode::unsupported,
                    path.string() + " is not a " + listed(formats, &Format::name) + " file: it begins with \"" +
                        printable(beginning) + "\" (the magic).",
                    "Choose a model file in this format; a download that failed may hold a web page instead.");
    }
    return *found;
}

const Family &family_of(const Container &container) {
    const std::string architecture = container.metadata.text("general.architecture");
    const auto found = std::ranges::find(families, architecture, &Family::architecture);
    if (found == families.end()) {
        throw Error(ErrorCode::unsupported,
                    container.source() + ": the architecture \"" + architecture.substr(0, 64) +
                        "\" is not known.",
                    "Known architectures: " + listed(families, &Family::architecture) + ".");
    }
    return *found;
}

/// The type that holds most bytes; the lower id of two equals.
std::string main_type(const std::vector<Tensor> &tensors) {
    std::map<BlockType, std::uint64_t> bytes;
    for (const Tensor &tensor : tensors) {
        bytes[tensor.type] += tensor.bytes;
    }
    const auto most = std::ranges::max_element(bytes, {}, [](const auto &entry) { return entry.second; });
    return most == bytes.end() ? "" : std::string(block_type_info(most->first).name);
}

void summarise(const Container &container, ModelDescription &description) {
    description.name = container.metadata.text("general.name", "");
    if (description.name.empty()) {
        description.name = container.files.front().path.stem().string();
    }
    description.format = container.format;
    description.files = container.files;
    description.header_hash = container.header_hash;
    description.type_summary = main_type(description.tensors);
    for (const Tensor &tensor : description.tensors) {
        description.bytes += tensor.bytes;
        description.parameters += tensor.rows * tensor.cols;
    }
    for (const auto &[key, value] : container.metadata.all()) {
        description.metadata.emplace_back(key, describe(value));
    }
}

} // namespace

ModelHeaders open_model_headers(const std::filesystem::path &path) {
    Container container = format_of(path).read(path);
    const Family &family = family_of(container);
    ModelHeaders headers;
    headers.description.architecture = family.architecture;
    family.describe(container, headers.description);
    summarise(container, headers.description);
    headers.metadata = std::move(container.metadata);
    return headers;
}

} // namespace spillway
