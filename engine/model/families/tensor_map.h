#pragma once

#include "model/container.h"
#include "model/description.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace spillway {

/// Takes tensors out of a container by name, in the order in which a sweep uses them, and checks each one's
/// shape. What is left at the end is something the family does not know. Throws Error naming the file, the
/// tensor, the shape found and the shape expected.
class TensorMap {
  public:
    explicit TensorMap(const Container &container);

    [[nodiscard]] bool contains(const std::string &name) const { return unused_.contains(name); }

    /// The matrix `name` [rows, cols]; damaged when it is missing or of another shape.
    void matrix(Role role, const std::string &name, std::uint64_t rows, std::uint64_t cols, int layer = -1);
    /// The vector `name` of `size` numbers.
    void vector(Role role, const std::string &name, std::uint64_t size, int layer = -1);

    /// The tensors taken, in order. unsupported when the container holds others: a model computed without some
    /// of its weights would write nonsense.
    std::vector<Tensor> finish();

  private:
    void take(Role role, const std::string &name, const std::vector<std::uint64_t> &shape, int layer);

    const Container &container_;
    std::unordered_map<std::string_view, const StoredTensor *> unused_;
    std::vector<Tensor> tensors_;
};

} // namespace spillway
