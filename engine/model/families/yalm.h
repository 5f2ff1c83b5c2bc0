#pragma once

#include "model/container.h"
#include "model/description.h"

#include <cstddef>
#include <filesystem>

namespace spillway {

/// What the tensors of a YaLM checkpoint do not tell.
struct YalmOptions {
    std::size_t heads =
        0; ///< 0: from config.json, or 128 where the hidden width is the published model's, 10240
};

/// Whether `path` is a folder that holds a file of a YaLM checkpoint (layer_NN-model_00-model_states.pt), or is
/// such a file.
bool is_yalm_checkpoint(const std::filesystem::path &path);

/// Opens all files of the YaLM checkpoint (Yandex 2022) in the folder `path`, or in that of the file `path`,
/// and fills description.spec and description.tensors; no weight is read. Sizes are those of the tensors. A
/// side-car config.json may tell `heads` and `max_position`. Tensors are named as in the original model:
/// "transformer.layers.0.attention.dense.weight". Answers what is left to tell of the checkpoint: files,
/// format, metadata (general.architecture is "yalm"), hash; its `tensors` are empty. Throws Error (not_found,
/// damaged, unsupported, invalid_argument) naming the file and the tensor, entry or byte, also where one of the
/// many files is missing or was cut off.
Container open_yalm(const std::filesystem::path &path, const YalmOptions &options,
                    ModelDescription &description);

} // namespace spillway
