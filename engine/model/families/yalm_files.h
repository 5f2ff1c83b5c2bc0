#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace spillway {

/// Files of a YaLM checkpoint of L layers: number 0 holds the embedding, 1 the projector, 3 to L + 2 the
/// layers, L + 4 the output. The numbers between are layers without weights in the pipeline that trained it.
struct YalmFiles {
    std::filesystem::path folder;
    std::size_t layers = 0;

    [[nodiscard]] std::filesystem::path embedding() const { return file(0); }
    [[nodiscard]] std::filesystem::path projector() const { return file(1); }
    [[nodiscard]] std::filesystem::path layer(std::size_t index) const { return file(3 + index); }
    [[nodiscard]] std::filesystem::path output() const { return file(4 + layers); }

  private:
    [[nodiscard]] std::filesystem::path file(std::size_t number) const;
};

/// "layer_04-model_00-model_states.pt" for 4.
std::string yalm_file_name(std::size_t number);

/// Whether `name` is the name of a checkpoint's file.
bool is_yalm_file_name(const std::string &name);

/// Works out from the names in `folder` how many layers there are, and checks that all files are there. Throws
/// Error: not_found naming the missing file, unsupported for a checkpoint that is divided between GPUs or has
/// files that do not belong to it.
YalmFiles find_yalm_files(const std::filesystem::path &folder);

} // namespace spillway
