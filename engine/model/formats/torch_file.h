#pragma once

#include "base/file.h"
#include "model/formats/state_dict.h"

#include <cstdint>
#include <string>
#include <vector>

namespace spillway {

/// A file of torch.save that holds a dictionary of tensors, opened: no weight has been read.
struct TorchFile {
    FileIdentity identity;
    std::string format;               ///< "PyTorch zip", "PyTorch legacy" (before 1.6)
    std::vector<TorchTensor> tensors; ///< in the file's order, which means nothing; names are unique
    std::uint64_t header_hash = 0;    ///< of the pickles and the zip directory

    /// Null when there is none.
    [[nodiscard]] const TorchTensor *find(std::string_view name) const;
};

/// Opens `path`. Its pickle is read, never executed. Every tensor lies within the file, checked: a file that
/// was cut off is found here. Throws Error (not_found, io, damaged, unsupported) naming the file and the
/// tensor, the entry, the storage or the byte.
TorchFile read_torch_file(const std::filesystem::path &path);

} // namespace spillway
