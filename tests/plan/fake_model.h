#pragma once

#include "hardware/machine.h"
#include "model/description.h"

/// Models and machines that exist only on paper, for the planner.
namespace spillway::test {

inline void add_tensor(ModelDescription &model, Role role, int layer, std::uint64_t rows, std::uint64_t cols,
                       BlockType type) {
    Tensor tensor{
        .name = "t" + std::to_string(model.tensors.size()), .role = role, .layer = layer, .type = type};
    tensor.rows = rows;
    tensor.cols = cols;
    tensor.offset = model.bytes;
    tensor.bytes = rows * row_bytes(type, cols);
    model.bytes += tensor.bytes;
    model.parameters += rows * cols;
    model.tensors.push_back(tensor);
}

/// A llama of the given shape, all matrices of `type`. Tied: without an output matrix.
inline ModelDescription fake_llama(std::size_t layers, std::size_t width, std::size_t feed_forward,
                                   std::size_t vocabulary, bool tied, BlockType type = BlockType::q8_0) {
    ModelDescription model;
    model.name = "paper model";
    model.architecture = "llama";
    model.spec = {.layers = layers,
                  .width = width,
                  .heads = width / 64,
                  .kv_heads = width / 64,
                  .head_dim = 64,
                  .feed_forward = feed_forward,
                  .vocabulary = vocabulary,
                  .context_length = 2048,
                  .rope_dims = 64,
                  .attention_scale = 0.125F};
    model.files = {{"/nowhere/paper.gguf", 0, 0}};
    add_tensor(model, Role::token_embedding, -1, vocabulary, width, type);
    for (int layer = 0; layer < static_cast<int>(layers); ++layer) {
        add_tensor(model, Role::attention_norm, layer, 1, width, BlockType::f32);
        for (const Role role :
             {Role::attention_q, Role::attention_k, Role::attention_v, Role::attention_output}) {
            add_tensor(model, role, layer, width, width, type);
        }
        add_tensor(model, Role::feed_forward_norm, layer, 1, width, BlockType::f32);
        add_tensor(model, Role::feed_forward_gate, layer, feed_forward, width, type);
        add_tensor(model, Role::feed_forward_up, layer, feed_forward, width, type);
        add_tensor(model, Role::feed_forward_down, layer, width, feed_forward, type);
    }
    add_tensor(model, Role::output_norm, -1, 1, width, BlockType::f32);
    if (!tied) {
        add_tensor(model, Role::output, -1, vocabulary, width, type);
    }
    model.files.front().size = model.bytes;
    return model;
}

/// A PC with `ram` bytes, all but an eighth free, a 5 GB/s drive and 40 GB/s RAM.
inline Machine fake_pc(std::uint64_t ram) {
    Machine machine;
    machine.cpu = "paper processor";
    machine.isa = "scalar";
    machine.cores = {{.processors = {0}}, {.processors = {1}}};
    machine.ram_total = ram;
    machine.ram_free = ram - ram / 8;
    machine.links.storage_to_ram = LinkSpeed{5e9, Source::preset, "paper"};
    machine.links.ram_to_cpu = LinkSpeed{40e9, Source::preset, "paper"};
    return machine;
}

} // namespace spillway::test
