#pragma once

#include "hardware/machine.h"

#include <functional>
#include <stop_token>

namespace spillway {

/// What has been measured so far, for a progress line: "RAM to processor", fraction in 0..1.
using MeasureProgress = std::function<void(std::string_view what, double fraction)>;

struct MeasureRequest {
    std::vector<std::filesystem::path> files; ///< real model files to read from; empty: storage is not measured
    int threads = 0;                          ///< 0: one per physical core
    double seconds_per_point = 0.5;
};

/// Times the links of this machine: direct reads of `files` at several block sizes and depths, RAM read by the
/// processor, and both at once. Best of the points for "alone"; stops within 100 ms. Writes nothing.
Links measure_links(const Machine &machine, const MeasureRequest &request, const std::stop_token &stop,
                    const MeasureProgress &progress = {});

/// Measured links kept between runs in `data_dir`/links.json, one entry per machine, drive and version.
/// load answers nothing where there is no entry or it is for another machine; results carry Source::cached.
std::optional<Links> load_links(const std::filesystem::path &data_dir, const Machine &machine,
                                const Storage &storage);
void save_links(const std::filesystem::path &data_dir, const Machine &machine, const Storage &storage,
                const Links &links);

} // namespace spillway
