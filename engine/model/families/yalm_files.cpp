#include "model/families/yalm_files.h"

#include "base/error.h"

#include <charconv>
#include <optional>
#include <set>
#include <string_view>

namespace spillway {

namespace {

constexpr std::size_t first_layer = 3;
/// Output's number less the count of layers.
constexpr std::size_t output_shift = 4;

struct FileNumbers {
    std::size_t layer = 0;
    std::size_t shard = 0; ///< of a checkpoint that is divided between GPUs
};

/// Takes `text` off the front of `rest`.
bool take(std::string_view &rest, std::string_view text) {
    if (!rest.starts_with(text)) {
        return false;
    }
    rest.remove_prefix(text.size());
    return true;
}

/// Takes two to four digits off the front of `rest`.
std::optional<std::size_t> take_number(std::string_view &rest) {
    std::size_t number = 0;
    const char *begin = rest.data();
    const char *end = std::from_chars(begin, begin + rest.size(), number).ptr;
    const auto digits = static_cast<std::size_t>(end - begin);
    if (digits < 2 || digits > 4) {
        return std::nullopt;
    }
    rest.remove_prefix(digits);
    return number;
}

std::optional<FileNumbers> parse(std::string_view name) {
    if (!take(name, "layer_")) {
        return std::nullopt;
    }
    const auto layer = take_number(name);
    if (!layer || !take(name, "-model_")) {
        return std::nullopt;
    }
    const auto shard = take_number(name);
    if (!shard || name != "-model_states.pt") {
        return std::nullopt;
    }
    return FileNumbers{*layer, *shard};
}

std::set<std::size_t> numbers_in(const std::filesystem::path &folder) {
    std::set<std::size_t> numbers;
    std::error_code failure;
    for (auto entry = std::filesystem::directory_iterator(folder, failure);
         !failure && entry != std::filesystem::directory_iterator(); entry.increment(failure)) {
        const std::string name = entry->path().filename().string();
        const auto found = parse(name);
        if (found && found->shard != 0) {
            throw Error(ErrorCode::unsupported,
                        (folder / name).string() + ": the checkpoint is divided between several GPUs.",
                        "Merge its model_00, model_01, ... files first.");
        }
        if (found) {
            numbers.insert(found->layer);
        }
    }
    if (failure) {
        throw Error(ErrorCode::io, "Cannot look into " + folder.string() + ": " + failure.message() + ".",
                    "Check that the folder is there and that you may read it.");
    }
    return numbers;
}

/// The last file is the output's, and no file is numbered one less. Where one is, the output's is missing.
std::size_t count_layers(const std::set<std::size_t> &numbers) {
    const std::size_t last = numbers.empty() ? 0 : *numbers.rbegin();
    if (last > output_shift && !numbers.contains(last - 1)) {
        return last - output_shift;
    }
    return last >= first_layer ? last - first_layer + 1 : 1;
}

} // namespace

std::string yalm_file_name(std::size_t number) {
    return "layer_" + std::string(number < 10 ? "0" : "") + std::to_string(number) +
           "-model_00-model_states.pt";
}

bool is_yalm_file_name(const std::string &name) {
    return parse(name).has_value();
}

std::filesystem::path YalmFiles::file(std::size_t number) const {
    return folder / yalm_file_name(number);
}

YalmFiles find_yalm_files(const std::filesystem::path &folder) {
    std::set<std::size_t> numbers = numbers_in(folder);
    YalmFiles files{folder, count_layers(numbers)};
    std::set<std::size_t> missing;
    const auto expect = [&](std::size_t number) {
        if (numbers.erase(number) == 0) {
            missing.insert(number);
        }
    };
    expect(0);
    expect(1);
    for (std::size_t layer = 0; layer < files.layers; ++layer) {
        expect(first_layer + layer);
    }
    expect(files.layers + output_shift);
    if (!missing.empty()) {
        const std::size_t others = missing.size() - 1;
        throw Error(
            ErrorCode::not_found,
            (folder / yalm_file_name(*missing.begin())).string() + " is missing" +
                (others > 0 ? ", and " + std::to_string(others) + " more files of the checkpoint" : "") +
                ": the other files are those of " + std::to_string(files.layers) + " layers.",
            "Get the missing files, or finish the download, and put them into the folder.");
    }
    if (!numbers.empty()) {
        throw Error(ErrorCode::unsupported,
                    (folder / yalm_file_name(*numbers.begin())).string() + " is not a part of a YaLM of " +
                        std::to_string(files.layers) + " layers.",
                    "Take it out of the folder if it comes from another checkpoint.");
    }
    return files;
}

} // namespace spillway
