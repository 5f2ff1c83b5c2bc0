#include "model/families/tensor_map.h"

#include "base/error.h"

#include <algorithm>

namespace spillway {

TensorMap::TensorMap(const Container &container) : container_(container) {
    unused_.reserve(container.tensors.size());
    for (const StoredTensor &tensor : container.tensors) {
        unused_.emplace(tensor.name, &tensor);
    }
}

void TensorMap::matrix(Role role, const std::string &name, std::uint64_t rows, std::uint64_t cols, int layer) {
    take(role, name, {cols, rows}, layer);
}

void TensorMap::vector(Role role, const std::string &name, std::uint64_t size, int layer) {
    take(role, name, {size}, layer);
}

void TensorMap::take(Role role, const std::string &name, const std::vector<std::uint64_t> &shape, int layer) {
    const auto found = unused_.find(name);
    if (found == unused_.end()) {
        throw Error(ErrorCode::damaged, container_.source() + ": the tensor " + name + " is missing.",
                    "The file was not converted completely: get it from another place.");
    }
    const StoredTensor &stored = *found->second;
    // Some tools write trailing dimensions of 1.
    std::vector<std::uint64_t> actual = stored.shape;
    while (actual.size() > shape.size() && actual.back() == 1) {
        actual.pop_back();
    }
    if (actual != shape) {
        throw Error(ErrorCode::damaged,
                    container_.source() + ": the tensor " + name + " has the shape " +
                        shape_text(stored.shape) + " where " + shape_text(shape) + " is expected.",
                    "The file's weights do not go with its key/values: get it from another place.");
    }
    tensors_.push_back({.name = stored.name,
                        .role = role,
                        .layer = layer,
                        .type = stored.type,
                        .rows = shape.size() > 1 ? shape[1] : 1,
                        .cols = shape[0],
                        .file = stored.file,
                        .offset = stored.offset,
                        .bytes = stored.bytes});
    unused_.erase(found);
}

std::vector<Tensor> TensorMap::finish() {
    if (unused_.empty()) {
        return std::move(tensors_);
    }
    const auto first = std::ranges::min_element(unused_, {}, [](const auto &entry) { return entry.first; });
    const std::size_t others = unused_.size() - 1;
    throw Error(ErrorCode::unsupported,
                container_.source() + ": the tensor " + std::string(first->first) +
                    (others > 0 ? " and " + std::to_string(others) + " more are" : " is") +
                    " not part of the " + container_.metadata.text("general.architecture", "model") +
                    " form that this program computes.",
                "This variant of the architecture is not supported yet: choose another model.");
}

} // namespace spillway
