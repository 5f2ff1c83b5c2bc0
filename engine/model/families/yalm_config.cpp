#include "model/families/yalm_config.h"

#include "base/file.h"
#include "model/formats/file_error.h"

#include <cstdint>
#include <nlohmann/json.hpp>

namespace spillway {

namespace {

constexpr std::uint64_t largest_config = 1 << 20;
constexpr std::uint64_t largest_number = 1 << 30;
constexpr std::size_t published_width = 10240;
constexpr std::size_t published_heads = 128;

/// The positive integer `key`; `fallback` where there is none.
std::size_t number(const nlohmann::json &json, const char *key, std::size_t fallback,
                   const std::filesystem::path &path) {
    const auto found = json.find(key);
    if (found == json.end()) {
        return fallback;
    }
    if (!found->is_number_unsigned() || *found == 0U || *found > largest_number) {
        throw damaged_file(path, "\"" + std::string(key) +
                                     "\" is not a positive integer: " + quotable(found->dump(-1, ' ', true)));
    }
    return found->get<std::size_t>();
}

} // namespace

YalmConfig read_yalm_config(const std::filesystem::path &folder) {
    YalmConfig config{.path = folder / "config.json"};
    std::error_code failure;
    if (!std::filesystem::exists(config.path, failure)) {
        return config;
    }
    if (identify(config.path).size > largest_config) {
        throw damaged_file(config.path, "it is too long to be the side-car of a YaLM checkpoint");
    }
    const auto json = nlohmann::json::parse(read_text(config.path), nullptr, false);
    if (!json.is_object()) {
        throw damaged_file(config.path, "it is not a JSON object");
    }
    config.heads = number(json, "heads", 0, config.path);
    config.max_position = number(json, "max_position", config.max_position, config.path);
    return config;
}

std::size_t yalm_heads(std::size_t wanted, const YalmConfig &config, std::size_t width) {
    std::size_t heads = wanted != 0 ? wanted : config.heads;
    if (heads == 0) {
        if (width != published_width) {
            throw Error(ErrorCode::not_found,
                        config.path.string() +
                            " is missing or has no \"heads\": the number of attention heads is "
                            "not known, as the tensors do not tell it.",
                        "Write {\"heads\": N} into that file, or give the number as an option.");
        }
        heads = published_heads;
    }
    if (width % heads == 0 && width / heads % 2 == 0) {
        return heads;
    }
    const std::string what = std::to_string(heads) + " attention heads do not divide the hidden width " +
                             std::to_string(width) + " into heads of even width";
    if (wanted != 0) {
        throw Error(ErrorCode::invalid_argument, what + ".",
                    "Give the number of heads the model was trained with.");
    }
    throw Error(ErrorCode::damaged, config.path.string() + ": " + what + ".",
                "Correct \"heads\" in that file: it is 128 for the published model.");
}

} // namespace spillway
