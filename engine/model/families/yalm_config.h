#pragma once

#include <cstddef>
#include <filesystem>

namespace spillway {

/// config.json beside a YaLM checkpoint: {"heads": 128, "max_position": 1024}; other keys do not matter.
struct YalmConfig {
    std::filesystem::path path;      ///< of the file, there or not
    std::size_t heads = 0;           ///< 0: not told
    std::size_t max_position = 1024; ///< the published model's longest sequence
};

/// The defaults where there is no such file. Throws Error (damaged, io) naming it.
YalmConfig read_yalm_config(const std::filesystem::path &folder);

/// The count of attention heads for a hidden `width`: `wanted` unless it is 0, else the config's, else 128
/// where the width is the published model's, 10240. Throws Error: not_found where nothing tells it, damaged
/// (config) or invalid_argument (wanted) where it does not divide the width into heads of even width.
std::size_t yalm_heads(std::size_t wanted, const YalmConfig &config, std::size_t width);

} // namespace spillway
