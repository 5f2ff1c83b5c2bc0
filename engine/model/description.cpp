#include "model/description.h"

#include "base/error.h"

#include <algorithm>

namespace spillway {

const Tensor *ModelDescription::find(Role role, int layer) const {
    const auto found = std::ranges::find_if(
        tensors, [&](const Tensor &tensor) { return tensor.role == role && tensor.layer == layer; });
    return found == tensors.end() ? nullptr : &*found;
}

const Tensor &ModelDescription::output_matrix() const {
    for (const Role role : {Role::output, Role::token_embedding}) {
        if (const Tensor *tensor = find(role)) {
            return *tensor;
        }
    }
    throw Error(ErrorCode::internal, "The description of " + name + " has neither an output nor an embedding.",
                "Open the model again.");
}

} // namespace spillway
