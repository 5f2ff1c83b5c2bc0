#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace spillway {

struct Problem {
    std::string file;
    std::string tensor;
    std::uint64_t offset = 0;
    std::string message;
};

/// Opens the model, then reads every byte of its tensors and looks for reads that fail and float weights that
/// are not finite. progress(done, total) in bytes. An empty list: sound. What cannot be opened gives one
/// problem.
std::vector<Problem> verify_model(const std::filesystem::path &path,
                                  const std::function<void(std::uint64_t, std::uint64_t)> &progress,
                                  const std::stop_token &stop);

} // namespace spillway
