#pragma once

#include "spillway.h"

#include <cmath>

/// Values made by hand, so that the window's parts can be tested and looked at without an engine: the example
/// PC of the design with a model of 80 layers over all three tiers, and a small model of 30 layers that lies in
/// RAM.
namespace spillway::samples {

inline constexpr std::uint64_t giga = 1'000'000'000;
inline constexpr std::uint64_t mega = 1'000'000;

inline ModelDescription describe(const std::string &name, std::size_t layers, std::size_t width,
                                 std::size_t feed_forward, std::size_t vocabulary, BlockType type, bool tied) {
    ModelDescription model;
    model.name = name;
    model.architecture = "llama";
    model.format = "GGUF v3";
    model.type_summary = std::string(block_type_info(type).name);
    model.spec.layers = layers;
    model.spec.width = width;
    model.spec.head_dim = 64;
    model.spec.heads = width / 64;
    model.spec.kv_heads = model.spec.heads / 3;
    model.spec.feed_forward = feed_forward;
    model.spec.vocabulary = vocabulary;
    model.spec.context_length = 8192;
    const auto add = [&](const std::string &tensor, Role role, int layer, std::uint64_t rows,
                         std::uint64_t cols) {
        const BlockType stored = rows == 1 ? BlockType::f32 : type;
        const std::uint64_t bytes = rows * row_bytes(stored, cols);
        model.tensors.push_back({tensor, role, layer, stored, rows, cols, 0, model.bytes, bytes});
        model.bytes += bytes;
        model.parameters += rows * cols;
    };
    add("token_embd.weight", Role::token_embedding, -1, vocabulary, width);
    for (int layer = 0; layer < static_cast<int>(layers); ++layer) {
        const std::string stem = "blk." + std::to_string(layer) + ".";
        add(stem + "attn_norm.weight", Role::attention_norm, layer, 1, width);
        add(stem + "attn_q.weight", Role::attention_q, layer, width, width);
        add(stem + "attn_k.weight", Role::attention_k, layer, width / 3 / 64 * 64, width);
        add(stem + "attn_v.weight", Role::attention_v, layer, width / 3 / 64 * 64, width);
        add(stem + "attn_output.weight", Role::attention_output, layer, width, width);
        add(stem + "ffn_norm.weight", Role::feed_forward_norm, layer, 1, width);
        add(stem + "ffn_gate.weight", Role::feed_forward_gate, layer, feed_forward, width);
        add(stem + "ffn_up.weight", Role::feed_forward_up, layer, feed_forward, width);
        add(stem + "ffn_down.weight", Role::feed_forward_down, layer, width, feed_forward);
    }
    add("output_norm.weight", Role::output_norm, -1, 1, width);
    if (!tied)
        add("output.weight", Role::output, -1, vocabulary, width);
    model.files.push_back({"/models/" + name + ".gguf", model.bytes + 4096, 0});
    model.metadata = {
        {"general.architecture", "llama"},
        {"general.name", name},
        {"llama.block_count", std::to_string(layers)},
        {"tokenizer.ggml.tokens", "[\"<|endoftext|>\", \"<|im_start|>\", ... 49152 in all]"},
        {"tokenizer.chat_template", "{% for message in messages %}\n{{ message['content'] }}\n{% endfor %}"}};
    return model;
}

/// About 107 GB in 80 layers.
inline ModelDescription large_model() {
    return describe("YaLM 100B, int8", 80, 10240, 28160, 128000, BlockType::q8_0, false);
}

inline ModelDescription small_model() {
    return describe("SmolLM2 135M Instruct", 30, 576, 1536, 49152, BlockType::q4_1, true);
}

/// Parts of a model as the planner makes them: attention and feed-forward per layer, output, embedding.
inline std::vector<Part> parts_of(const ModelDescription &model) {
    std::vector<Part> parts;
    parts.push_back({-1, PartKind::embedding, 0, Tier::disk, Processor::cpu, false, {}});
    for (int layer = 0; layer < static_cast<int>(model.spec.layers); ++layer) {
        parts.push_back({layer, PartKind::attention, 0, Tier::disk, Processor::cpu, false, {}});
        parts.push_back({layer, PartKind::feed_forward, 0, Tier::disk, Processor::cpu, false, {}});
    }
    parts.push_back({-1, PartKind::output, 0, Tier::ram, Processor::cpu, false, {}});
    const bool tied = model.find(Role::output) == nullptr;
    for (std::size_t i = 0; i < model.tensors.size(); ++i) {
        const Tensor &tensor = model.tensors[i];
        std::size_t at = parts.size() - 1;
        if (tensor.layer >= 0)
            at = 1 + 2 * static_cast<std::size_t>(tensor.layer) +
                 (tensor.role >= Role::feed_forward_norm ? 1 : 0);
        else if (tensor.role == Role::token_embedding && !tied)
            at = 0;
        parts[at].tensors.push_back(i);
        parts[at].bytes += tensor.is_vector() ? 0 : tensor.bytes;
    }
    return parts;
}

inline Plan plan_frame(const ModelDescription &model) {
    Plan plan;
    plan.model_name = model.name;
    plan.model_path = model.files.front().path.string();
    plan.architecture = model.architecture;
    plan.layers = model.spec.layers;
    plan.model_bytes = model.bytes;
    plan.parameters = model.parameters;
    plan.parts = parts_of(model);
    plan.threads = 8;
    plan.isa = "avx2";
    return plan;
}

/// Layers 1, 17, 33, .. on the GPU, every other fourth in RAM, the rest streamed; layer 2 is divided.
inline Plan large_plan() {
    const ModelDescription model = large_model();
    Plan plan = plan_frame(model);
    for (Part &part : plan.parts) {
        if (part.layer < 0)
            continue;
        part.tier = part.layer % 16 == 0 ? Tier::gpu : part.layer % 4 == 0 ? Tier::ram : Tier::disk;
        part.computed_on = part.tier == Tier::gpu ? Processor::gpu : Processor::cpu;
        if (part.layer == 1 && part.kind == PartKind::attention)
            part.tier = Tier::ram;
        part.pinned = part.layer == 64;
    }
    for (const Part &part : plan.parts)
        plan.tier(part.tier).used.weights += part.tier == Tier::disk ? 0 : part.bytes;
    plan.tier(Tier::gpu).budget = 7'300 * mega;
    plan.tier(Tier::gpu).used.context = 210 * mega;
    plan.tier(Tier::gpu).used.staging = 100 * mega;
    plan.tier(Tier::gpu).used.other = 100 * mega;
    plan.tier(Tier::ram).budget = 23'800 * mega;
    plan.tier(Tier::ram).used.context = 3'150 * mega;
    plan.tier(Tier::ram).used.staging = 500 * mega;
    plan.tier(Tier::ram).used.scratch = 40 * mega;
    plan.tier(Tier::ram).used.other = 580 * mega;
    plan.slice_bytes = 16 * mega;
    plan.ring_slices = 31;
    plan.ring_bytes = 500 * mega;
    plan.kv_bytes = 3'360 * mega;
    plan.context = 1024;
    plan.prompt_rows = 64;
    plan.prediction = {12.2, Limit::disk, 12.1, 0.6, 0.05, 2.5, 0.06, true};
    plan.reasons = {
        "NVMe decides the time. The model is 107 GB; 28 GB of it stay in GPU and RAM, the rest is read from "
        "the "
        "drive for every token.",
        "5 layers fill the GPU. The next 15 fill RAM and are computed by the processor where they lie: sending "
        "them to the GPU would be slower for one text.",
        "NVMe layers are spread between the others, so the drive never waits.",
        "One eighth of RAM, 4.2 GB, is kept free: going over what is free can cost 8 times the speed."};
    return plan;
}

inline Plan small_plan() {
    Plan plan = plan_frame(small_model());
    for (Part &part : plan.parts) {
        part.tier = Tier::ram;
        plan.tier(Tier::ram).used.weights += part.bytes;
    }
    plan.tier(Tier::ram).budget = 12'600 * mega;
    plan.tier(Tier::ram).used.context = 47 * mega;
    plan.tier(Tier::ram).used.scratch = 9 * mega;
    plan.tier(Tier::ram).used.other = 96 * mega;
    plan.kv_bytes = 47 * mega;
    plan.context = 2048;
    plan.threads = 2;
    plan.prediction = {0.0085, Limit::cpu, 0, 0.0065, 0, 0.0085, 0, true};
    plan.reasons = {"The whole model lies in RAM, so the processor decides the time.",
                    "No GPU is used: no driver answered."};
    return plan;
}

/// The small model with a budget below its size: every third layer stays.
inline Plan small_streaming_plan() {
    Plan plan = small_plan();
    plan.tier(Tier::ram).used.weights = 0;
    for (Part &part : plan.parts) {
        part.tier = part.layer >= 0 && part.layer % 3 != 0 ? Tier::disk : Tier::ram;
        plan.tier(Tier::ram).used.weights += part.tier == Tier::ram ? part.bytes : 0;
    }
    plan.tier(Tier::ram).budget = 130 * mega;
    plan.tier(Tier::ram).used.staging = 16 * mega;
    plan.slice_bytes = 2 * MiB;
    plan.ring_slices = 8;
    plan.ring_bytes = 16 * MiB;
    plan.prediction = {0.021, Limit::disk, 0.021, 0.0065, 0, 0.0085, 0, true};
    return plan;
}

inline LinkSpeed speed(double gigabytes, const std::string &how) {
    return {gigabytes * 1e9, Source::measured, how};
}

inline Machine example_machine() {
    Machine machine;
    machine.name = "desk";
    machine.cpu = "AMD Ryzen 7 5800X";
    for (int core = 0; core < 8; ++core)
        machine.cores.push_back({{core, core + 8}, 0, 0});
    machine.hardware_threads = 16;
    machine.caches = {{1, 32 * KiB, 1, 8}, {2, 512 * KiB, 1, 8}, {3, 32 * MiB, 8, 1}};
    machine.numa_nodes = {{0, 33'600 * mega, 8}};
    machine.isa = "avx2";
    machine.ram_total = 33'600 * mega;
    machine.ram_free = 4'800 * mega;
    machine.gpus = {{"GeForce RTX 3070 Ti", 8'420 * mega, 500 * mega, "0000:0a:00.0", 31.5e9, true}};
    machine.drives = {{"nvme0n1", "Samsung SSD 980 PRO 1TB", 1000 * giga, "259:0", 7.9e9, false}};
    machine.storage = {{"/models", "nvme0n1p2", "ext4", true, 4096, 1000 * giga, 236 * giga}};
    machine.links.storage_to_ram = speed(6.9, "direct reads, 4 MiB, 16 at once");
    machine.links.storage_to_ram_together = speed(6.6, "direct reads, 4 MiB, 16 at once");
    machine.links.ram_to_cpu = speed(41.8, "8 threads, 2 GB");
    machine.links.ram_to_cpu_together = speed(40.0, "8 threads, 2 GB");
    machine.links.ram_to_gpu = speed(24.6, "pinned, 256 MiB");
    machine.links.gpu_to_gpu = speed(552, "1 GB");
    machine.compute_bytes_per_s = 40.6e9;
    return machine;
}

/// No GPU, nothing measured, a drive that refuses direct reads, a limit on memory.
inline Machine bare_machine() {
    Machine machine;
    machine.name = "virtual";
    machine.cpu = "Intel(R) Xeon(R) Processor @ 2.60GHz";
    machine.cores = {{{0}, 0, 0}, {{1}, 0, 0}};
    machine.hardware_threads = 2;
    machine.caches = {{3, 36 * MiB, 2, 1}};
    machine.isa = "avx512";
    machine.ram_total = 16'800 * mega;
    machine.ram_free = 14'200 * mega;
    machine.ram_limit = 12'000 * mega;
    machine.locked_limit = 8 * MiB;
    machine.drives = {{"vda", "", 250 * giga, "254:0", 0, true}};
    machine.storage = {{"/home/someone/models with a rather long name", "vda1", "overlay", false, 4096,
                        250 * giga, 61 * giga}};
    return machine;
}

inline std::vector<Temperature> temperatures() {
    return {{Temperature::Of::drive, "nvme0n1", 66, 81},
            {Temperature::Of::gpu, "nvidia", 47, 83},
            {Temperature::Of::processor, "k10temp", 61, 90}};
}

/// One sweep of the plan, as it might be measured.
inline SweepReport report_of(const Plan &plan, double seconds) {
    SweepReport report;
    report.rows = 1;
    report.seconds = seconds;
    report.layers.resize(plan.layers + 2);
    for (const Part &part : plan.parts) {
        if (part.layer < 0)
            continue;
        LayerTimes &layer = report.layers[static_cast<std::size_t>(part.layer)];
        layer.compute_seconds += plan.prediction.cpu_seconds / static_cast<double>(plan.layers) / 2;
        if (part.tier == Tier::disk) {
            layer.disk_bytes += part.bytes;
            layer.wait_seconds += seconds / static_cast<double>(plan.layers) / 2.4;
        }
        layer.ram_bytes += part.bytes;
    }
    return report;
}

/// A point of the live charts at `seconds`, with the plan's memory.
inline Sample sample_at(const Plan &plan, double seconds, double disk, double ram, double tokens_per_second) {
    Sample sample;
    sample.seconds = seconds;
    for (std::size_t tier = 0; tier < 3; ++tier)
        sample.memory[tier] = plan.tiers[tier].used;
    sample.bytes_per_second = {disk * 1e9 * (1 - 0.02 * std::sin(seconds * 3)),
                               ram * 1e9 * (1 + 0.25 * std::sin(seconds * 7)), 0.1e9, 0};
    sample.tokens_per_second = tokens_per_second;
    return sample;
}

} // namespace spillway::samples
