#include "plan/plan_json.h"

#include <nlohmann/json.hpp>

namespace spillway {

using nlohmann::json;

namespace {

constexpr std::string_view plan_format = "spillway-plan";
constexpr int plan_version = 1;

/// The enumerator whose name is `name`; the names are those that the *_name functions write.
template <typename Enumeration, typename Names>
Enumeration named(const std::string &name, Names name_of, int count, const char *key) {
    for (int i = 0; i < count; ++i) {
        if (name_of(static_cast<Enumeration>(i)) == name) {
            return static_cast<Enumeration>(i);
        }
    }
    throw Error(ErrorCode::damaged,
                "The plan file's \"" + std::string(key) + "\" is \"" + name + "\", which means nothing.",
                "Make the plan again.");
}

json to_json(const MemoryUse &use) {
    return {{"weights", use.weights},
            {"context", use.context},
            {"staging", use.staging},
            {"scratch", use.scratch},
            {"other", use.other}};
}

json to_json(const Part &part) {
    return {{"layer", part.layer},
            {"kind", part_kind_name(part.kind)},
            {"bytes", part.bytes},
            {"tier", tier_name(part.tier)},
            {"computed_on", part.computed_on == Processor::gpu ? "gpu" : "cpu"},
            {"pinned", part.pinned},
            {"tensors", part.tensors}};
}

json to_json(const TierUse &tier) {
    return {{"budget", tier.budget}, {"used", tier.planned()}, {"items", to_json(tier.used)}};
}

json to_json(const Prediction &prediction) {
    return {{"seconds_per_token", prediction.seconds_per_token},
            {"limit", limit_name(prediction.limit)},
            {"measured_links", prediction.measured_links},
            {"seconds",
             {{"disk", prediction.disk_seconds},
              {"ram", prediction.ram_seconds},
              {"pcie", prediction.pcie_seconds},
              {"cpu", prediction.cpu_seconds},
              {"gpu", prediction.gpu_seconds}}}};
}

MemoryUse memory_use_from(const json &value) {
    return {.weights = value.at("weights"),
            .context = value.at("context"),
            .staging = value.at("staging"),
            .scratch = value.at("scratch"),
            .other = value.at("other")};
}

Part part_from(const json &value) {
    Part part;
    part.layer = value.at("layer");
    part.kind = named<PartKind>(value.at("kind"), part_kind_name, 5, "kind");
    part.bytes = value.at("bytes");
    part.tier = named<Tier>(value.at("tier"), tier_name, 3, "tier");
    part.computed_on = value.at("computed_on") == "gpu" ? Processor::gpu : Processor::cpu;
    part.pinned = value.at("pinned");
    part.tensors = value.at("tensors").get<std::vector<std::size_t>>();
    return part;
}

Prediction prediction_from(const json &value) {
    const json &seconds = value.at("seconds");
    return {.seconds_per_token = value.at("seconds_per_token"),
            .limit = named<Limit>(value.at("limit"), limit_name, 5, "limit"),
            .disk_seconds = seconds.at("disk"),
            .ram_seconds = seconds.at("ram"),
            .pcie_seconds = seconds.at("pcie"),
            .cpu_seconds = seconds.at("cpu"),
            .gpu_seconds = seconds.at("gpu"),
            .measured_links = value.at("measured_links")};
}

Plan read_plan(const json &value) {
    Plan plan;
    const json &model = value.at("model");
    plan.model_name = model.at("name");
    plan.model_path = model.at("path");
    plan.architecture = model.at("architecture");
    plan.layers = model.at("layers");
    plan.model_bytes = model.at("bytes");
    plan.parameters = model.at("parameters");
    plan.header_hash = model.at("header_hash");
    for (const json &part : value.at("parts")) {
        plan.parts.push_back(part_from(part));
    }
    for (const Tier tier : all_tiers) {
        const json &use = value.at("tiers").at(std::string(tier_name(tier)));
        plan.tier(tier) = {.budget = use.at("budget"), .used = memory_use_from(use.at("items"))};
    }
    plan.ring_slices = value.at("ring").at("slices");
    plan.slice_bytes = value.at("ring").at("slice_bytes");
    plan.ring_bytes = value.at("ring").at("bytes");
    plan.kv_tier = named<Tier>(value.at("kv_cache").at("tier"), tier_name, 3, "kv_cache.tier");
    plan.kv_bytes = value.at("kv_cache").at("bytes");
    plan.peak_ram = value.at("peak_ram");
    plan.context = value.at("context");
    plan.batch = value.at("batch");
    plan.prompt_rows = value.at("prompt_rows");
    plan.threads = value.at("threads");
    plan.processors = value.at("processors").get<std::vector<int>>();
    plan.isa = value.at("isa");
    plan.numerics = named<Numerics>(value.at("numerics"), numerics_name, 3, "numerics");
    plan.prediction = prediction_from(value.at("prediction"));
    plan.reasons = value.at("reasons").get<std::vector<std::string>>();
    return plan;
}

json to_json(const std::optional<LinkSpeed> &speed) {
    if (!speed) {
        return nullptr;
    }
    return {{"bytes_per_s", speed->bytes_per_s}, {"source", source_name(speed->source)}, {"how", speed->how}};
}

} // namespace

json to_json(const Plan &plan) {
    json parts = json::array();
    for (const Part &part : plan.parts) {
        parts.push_back(to_json(part));
    }
    json tiers;
    for (const Tier tier : all_tiers) {
        tiers[std::string(tier_name(tier))] = to_json(plan.tier(tier));
    }
    return {
        {"format", plan_format},
        {"version", plan_version},
        {"fits", true},
        {"model",
         {{"name", plan.model_name},
          {"path", plan.model_path},
          {"architecture", plan.architecture},
          {"layers", plan.layers},
          {"bytes", plan.model_bytes},
          {"parameters", plan.parameters},
          {"header_hash", plan.header_hash}}},
        {"parts", parts},
        {"tiers", tiers},
        {"ring", {{"slices", plan.ring_slices}, {"slice_bytes", plan.slice_bytes}, {"bytes", plan.ring_bytes}}},
        {"kv_cache", {{"tier", tier_name(plan.kv_tier)}, {"bytes", plan.kv_bytes}}},
        {"peak_ram", plan.peak_ram},
        {"context", plan.context},
        {"batch", plan.batch},
        {"prompt_rows", plan.prompt_rows},
        {"threads", plan.threads},
        {"processors", plan.processors},
        {"isa", plan.isa},
        {"numerics", numerics_name(plan.numerics)},
        {"prediction", to_json(plan.prediction)},
        {"reasons", plan.reasons}};
}

Plan plan_from_json(const json &value) {
    try {
        if (value.at("format") != plan_format) {
            throw Error(ErrorCode::damaged, "This is not a plan of Spillway.", "Save one with plan --json.");
        }
        if (value.at("version") != plan_version) {
            throw Error(ErrorCode::unsupported, "This plan was saved by another version of Spillway.",
                        "Make the plan again with this version.");
        }
        return read_plan(value);
    } catch (const json::exception &error) {
        throw Error(ErrorCode::damaged, std::string("The plan file cannot be read: ") + error.what() + ".",
                    "Make the plan again.");
    }
}

json to_json(const Links &links) {
    return {{"storage_to_ram", to_json(links.storage_to_ram)},
            {"ram_to_cpu", to_json(links.ram_to_cpu)},
            {"ram_to_gpu", to_json(links.ram_to_gpu)},
            {"gpu_to_gpu", to_json(links.gpu_to_gpu)},
            {"contention",
             {{"storage_to_ram", to_json(links.storage_to_ram_together)},
              {"ram_to_cpu", to_json(links.ram_to_cpu_together)}}}};
}

json to_json(const Machine &machine) {
    json gpus = json::array();
    for (const Gpu &gpu : machine.gpus) {
        gpus.push_back({{"name", gpu.name},
                        {"memory_total", gpu.memory_total},
                        {"memory_free", gpu.memory_free ? json(*gpu.memory_free) : json(nullptr)},
                        {"usable", gpu.usable}});
    }
    json storage = json::array();
    for (const Storage &place : machine.storage) {
        storage.push_back({{"path", place.path.string()},
                           {"device", place.device},
                           {"file_system", place.file_system},
                           {"direct_io", place.direct_io},
                           {"size", place.size},
                           {"free", place.free}});
    }
    json drives = json::array();
    for (const Drive &drive : machine.drives) {
        drives.push_back({{"device", drive.device}, {"model", drive.model}, {"bytes", drive.bytes}});
    }
    return {{"name", machine.name},
            {"cpu", machine.cpu},
            {"cores", machine.cores.size()},
            {"hardware_threads", machine.hardware_threads},
            {"isa", machine.isa},
            {"ram_total", machine.ram_total},
            {"ram_free", machine.ram_free},
            {"ram_limit", machine.ram_limit ? json(*machine.ram_limit) : json(nullptr)},
            {"ram_budget", machine.ram_budget()},
            {"gpus", gpus},
            {"drives", drives},
            {"storage", storage}};
}

json to_json(const ShortOfMemory &error) {
    return {{"fits", false},
            {"short", {{"tier", tier_name(error.tier())}, {"bytes", error.bytes()}}},
            {"message", error.message()},
            {"options", error.options()}};
}

} // namespace spillway
