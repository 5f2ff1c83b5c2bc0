#pragma once

#include "plan/plan.h"
#include "storage/weight_store.h"

namespace spillway {

/// The model's parts in sweep order: embedding, each layer's attention and feed-forward, output. A tied
/// embedding belongs to the output, which reads all of it at every sweep; the part `embedding` is then empty.
std::vector<Part> model_parts(const ModelDescription &model);

/// The parts' matrices as the storage sees them, in the parts' order and within a part in its tensors' order;
/// vectors, which are always resident, are left out.
std::vector<StoredMatrix> stored_matrices(const ModelDescription &model, const std::vector<Part> &parts);

/// The order in which layers are made resident so that at any moment those chosen lie evenly between the
/// others: each next layer is the golden ratio of the model further on (the low-discrepancy sequence of Weyl).
std::vector<int> spread_order(std::size_t layers);

} // namespace spillway
