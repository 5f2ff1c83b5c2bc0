#include "plan/parts.h"

#include <algorithm>

namespace spillway {

namespace {

PartKind kind_of(Role role, bool tied) {
    switch (role) {
    case Role::token_embedding:
        return tied ? PartKind::output : PartKind::embedding;
    case Role::output_norm:
    case Role::output:
        return PartKind::output;
    case Role::feed_forward_norm:
    case Role::feed_forward_gate:
    case Role::feed_forward_up:
    case Role::feed_forward_down:
        return PartKind::feed_forward;
    case Role::rope_factors:
        return PartKind::embedding;
    default:
        return PartKind::attention;
    }
}

} // namespace

std::vector<Part> model_parts(const ModelDescription &model) {
    std::vector<Part> parts;
    parts.push_back({.layer = -1, .kind = PartKind::embedding, .tensors = {}});
    for (int layer = 0; layer < static_cast<int>(model.spec.layers); ++layer) {
        parts.push_back({.layer = layer, .kind = PartKind::attention, .tensors = {}});
        parts.push_back({.layer = layer, .kind = PartKind::feed_forward, .tensors = {}});
    }
    parts.push_back({.layer = -1, .kind = PartKind::output, .tensors = {}});

    const bool tied = model.find(Role::output) == nullptr;
    for (std::size_t i = 0; i < model.tensors.size(); ++i) {
        const Tensor &tensor = model.tensors[i];
        const PartKind kind = kind_of(tensor.role, tied);
        const auto part = std::ranges::find_if(
            parts, [&](const Part &p) { return p.kind == kind && p.layer == tensor.layer; });
        part->tensors.push_back(i);
        part->bytes += tensor.is_vector() ? 0 : tensor.bytes;
    }
    return parts;
}

std::vector<StoredMatrix> stored_matrices(const ModelDescription &model, const std::vector<Part> &parts) {
    std::vector<StoredMatrix> matrices;
    for (const Part &part : parts) {
        for (const std::size_t index : part.tensors) {
            const Tensor &tensor = model.tensors[index];
            if (!tensor.is_vector()) {
                matrices.push_back({.file = tensor.file,
                                    .offset = tensor.offset,
                                    .row_bytes = row_bytes(tensor.type, tensor.cols),
                                    .rows = tensor.rows,
                                    .resident = part.tier == Tier::ram,
                                    .streamed = part.tier == Tier::disk && part.kind != PartKind::embedding});
            }
        }
    }
    return matrices;
}

std::vector<int> spread_order(std::size_t layers) {
    constexpr double golden = 0.6180339887498949;
    std::vector<bool> taken(layers, false);
    std::vector<int> order;
    double position = 0.5;
    while (order.size() < layers) {
        auto layer = static_cast<std::size_t>(position * static_cast<double>(layers)) % layers;
        while (taken[layer]) {
            layer = (layer + 1) % layers;
        }
        taken[layer] = true;
        order.push_back(static_cast<int>(layer));
        position += golden;
        position -= static_cast<double>(static_cast<int>(position));
    }
    return order;
}

} // namespace spillway
