#pragma once

#include "base/block_type.h"
#include "model/formats/pickle.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace spillway {

/// Numbers of one type that lie in one piece in a file; tensors are views of it, several may share one.
struct TorchStorage {
    BlockType type = BlockType::f32;
    std::uint64_t elements = 0;
    std::uint64_t offset = 0; ///< of its first byte in the file; the container tells

    [[nodiscard]] std::uint64_t bytes() const { return elements * block_type_info(type).bytes; }
};
/// By their keys in the pickle.
using TorchStorages = std::map<std::string, TorchStorage, std::less<>>;

/// A tensor of a state dict. Element [i, j] is number i * stride[0] + j * stride[1] from `offset` on.
struct TorchTensor {
    std::string name;
    BlockType type = BlockType::f32;   ///< f32, f16 or bf16
    std::vector<std::uint64_t> shape;  ///< as PyTorch tells it; no size is 0
    std::vector<std::uint64_t> stride; ///< in elements, one per dimension; dimensions of size 1 do not count
    std::uint64_t offset = 0;          ///< of the first element, in bytes from the file's beginning
    std::uint64_t storage_begin = 0;   ///< of the bytes in the file within which every element lies, checked
    std::uint64_t storage_end = 0;

    [[nodiscard]] std::uint64_t elements() const;
    [[nodiscard]] std::uint64_t bytes() const { return elements() * block_type_info(type).bytes; }
    /// Row-major without gaps: its bytes lie in one piece from `offset` on.
    [[nodiscard]] bool is_contiguous() const;
};

/// The names that a pickle of a state dict may use beside OrderedDict.
std::span<const std::string_view> state_dict_names();

/// All storages that `pickle` refers to; their offsets are 0 still. Throws Error (damaged, unsupported) naming
/// `path`, the file that the pickle is of, for messages.
TorchStorages storages_of(const Pickle &pickle, const std::filesystem::path &path);

/// The tensors of a pickled dictionary {name: tensor or Parameter}, in its order; names are unique. Offsets,
/// sizes and strides are checked against the storages. Throws Error (damaged, unsupported) naming `path` and
/// the tensor.
std::vector<TorchTensor> tensors_of(const Pickle &pickle, const TorchStorages &storages,
                                    const std::filesystem::path &path);

} // namespace spillway
