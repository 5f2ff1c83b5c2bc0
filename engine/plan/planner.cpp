#include "plan/planner.h"

#include "base/units.h"
#include "compute/cpu/cpu_device.h"
#include "plan/cost_model.h"
#include "plan/memory.h"
#include "plan/parts.h"
#include "plan/reasons.h"
#include "storage/weight_store.h"

#include <algorithm>
#include <bit>

namespace spillway {

namespace {

constexpr std::size_t default_context = 4096;
/// Positions computed together while a prompt is read: more than this gains little, fewer than `least` wastes
/// sweeps.
constexpr std::size_t most_prompt_rows = 256;
constexpr std::size_t least_prompt_rows = 16;
/// Slices in the ring from which on the drive is never seen waiting (depth 16 of the measurements, and one at
/// work).
constexpr std::uint64_t wanted_slices = 24;

/// What the arrangement with the least memory takes, and what is added to it as the budget allows.
struct Needs {
    std::uint64_t vectors = 0; ///< norms and the like, always resident as f32
    std::uint64_t kv = 0;
    std::uint64_t minimum_ring = 0;
    std::vector<std::uint64_t> part_memory; ///< per part, when resident
    std::uint64_t all_parts = 0;
};

class Planner {
  public:
    Planner(const ModelDescription &model, const Machine &machine, const PlanRequest &request)
        : model_(model), machine_(machine), request_(request) {}

    Plan make();
    std::uint64_t minimum();

  private:
    void resolve_request();
    void measure_needs();
    [[nodiscard]] std::uint64_t scratch(std::size_t rows) const;
    [[nodiscard]] std::uint64_t least() const;
    [[nodiscard]] std::size_t least_rows() const;
    [[nodiscard]] std::size_t rows_within(std::uint64_t bytes) const;
    [[nodiscard]] std::uint64_t available_ram() const;
    void refuse_if_short(std::uint64_t budget) const;
    void place_all();
    std::uint64_t place_pinned();
    void place_some(std::uint64_t budget);
    void fill(std::uint64_t space);
    void account(std::uint64_t budget);

    const ModelDescription &model_;
    const Machine &machine_;
    const PlanRequest &request_;
    Plan plan_;
    Needs needs_;
};

void Planner::resolve_request() {
    const DecoderSpec &spec = model_.spec;
    if (request_.batch == 0 || request_.context == std::size_t{0}) {
        throw Error(ErrorCode::invalid_argument, "A plan needs at least one text and one position.",
                    "Set the context and the texts at once to 1 or more.");
    }
    if (request_.context && spec.context_length > 0 && *request_.context > spec.context_length) {
        throw Error(ErrorCode::invalid_argument,
                    "A context of " + std::to_string(*request_.context) +
                        " tokens is longer than the model's " + std::to_string(spec.context_length) + ".",
                    "Ask for " + std::to_string(spec.context_length) + " tokens or fewer.");
    }
    if (request_.numerics != Numerics::precise) {
        throw Error(ErrorCode::unsupported,
                    "The arithmetic \"" + std::string(numerics_name(request_.numerics)) +
                        "\" does not exist for " + model_.architecture + " models.",
                    "Use --numerics precise.");
    }
    const std::size_t trained = spec.context_length > 0 ? spec.context_length : default_context;
    const int cores = std::max(static_cast<int>(machine_.cores.size()), 1);

    plan_.model_name = model_.name;
    plan_.model_path = model_.files.empty() ? std::string() : model_.files.front().path.string();
    plan_.architecture = model_.architecture;
    plan_.layers = spec.layers;
    plan_.model_bytes = model_.bytes;
    plan_.parameters = model_.parameters;
    plan_.header_hash = model_.header_hash;
    plan_.context = request_.context.value_or(std::min(trained, default_context));
    plan_.batch = request_.batch;
    plan_.threads = request_.threads.value_or(cores);
    if (plan_.threads < 1 || plan_.threads > 1024) {
        throw Error(ErrorCode::invalid_argument, std::to_string(plan_.threads) + " threads cannot compute.",
                    "Use one thread per core, here " + std::to_string(cores) + ".");
    }
    if (machine_.this_system && plan_.threads <= cores) {
        for (int i = 0; i < plan_.threads; ++i) {
            plan_.processors.push_back(machine_.cores[static_cast<std::size_t>(i)].processors.front());
        }
    }
    plan_.isa = machine_.isa;
    plan_.numerics = request_.numerics;
    plan_.parts = model_parts(model_);
    // Bigger models have bigger matrices; a slice is a thousandth of the model, a size that drives read at full
    // speed.
    plan_.slice_bytes = request_.slice_bytes.value_or(
        std::clamp(std::uint64_t{1} << std::bit_width(model_.bytes / 1024), 1 * MiB, 16 * MiB));
}

void Planner::measure_needs() {
    for (const Tensor &tensor : model_.tensors) {
        if (tensor.is_vector()) {
            needs_.vectors += tensor.cols * sizeof(float);
        }
    }
    for (Part &part : plan_.parts) {
        std::uint64_t memory = 0;
        for (const std::size_t index : part.tensors) {
            const Tensor &tensor = model_.tensors[index];
            memory += tensor.is_vector() ? 0 : resident_memory(tensor.offset, tensor.bytes);
        }
        needs_.part_memory.push_back(memory);
        needs_.all_parts += memory;
        part.tier = Tier::disk;
    }
    needs_.kv = kv_cache_bytes(model_.spec, plan_.context, plan_.batch);
    needs_.minimum_ring = minimum_ring(stored_matrices(model_, plan_.parts), plan_.slice_bytes);
}

/// Scratch of the decoder and, per text, what its sampler sorts.
std::uint64_t Planner::scratch(std::size_t rows) const {
    const std::uint64_t attention =
        cpu_attention_scratch_bytes(static_cast<std::size_t>(plan_.threads), plan_.context);
    const std::uint64_t sampler = 3 * model_.spec.vocabulary * sizeof(float);
    return scratch_layout(model_.spec, rows, plan_.batch, attention).bytes + plan_.batch * sampler;
}

std::uint64_t Planner::least() const {
    const std::uint64_t weights = std::min(needs_.minimum_ring, needs_.all_parts);
    return needs_.vectors + needs_.kv + scratch(least_rows()) + weights;
}

/// Positions computed together where memory is tightest: as asked for, but each text has its row.
std::size_t Planner::least_rows() const {
    return std::max(request_.prompt_rows.value_or(std::min(least_prompt_rows, plan_.context)), plan_.batch);
}

/// The most positions at once whose scratch stays within `bytes` over that of least_rows().
std::size_t Planner::rows_within(std::uint64_t bytes) const {
    std::size_t rows = least_rows();
    if (request_.prompt_rows) {
        return rows;
    }
    const std::size_t most = std::min(most_prompt_rows, plan_.context);
    const std::uint64_t base = scratch(rows);
    while (rows < most && scratch(std::min(2 * rows, most)) - base <= bytes) {
        rows = std::min(2 * rows, most);
    }
    return rows;
}

std::uint64_t Planner::available_ram() const {
    const std::uint64_t whole = machine_.ram_budget(machine_.this_system ? request_.program_bytes : 0);
    return whole > request_.program_bytes ? whole - request_.program_bytes : 0;
}

void Planner::refuse_if_short(std::uint64_t budget) const {
    const std::uint64_t needed = least();
    if (needed <= budget) {
        return;
    }
    const std::uint64_t missing = needed - budget;
    std::vector<std::string> options;
    if (needed <= available_ram()) {
        options.push_back("Set a RAM budget of " + format_bytes(needed) + " or more (" +
                          std::to_string(needed) + " bytes).");
    }
    // What one position of context costs tells by how much a shorter one would help.
    const std::uint64_t per_block = kv_cache_bytes(model_.spec, kv_block_positions, plan_.batch);
    const std::uint64_t blocks = (missing + per_block - 1) / per_block;
    const std::uint64_t all_blocks = needs_.kv / per_block;
    if (blocks < all_blocks) {
        options.push_back("Ask for a context of " + std::to_string((all_blocks - blocks) * kv_block_positions) +
                          " tokens or fewer.");
    }
    if (plan_.batch > 1) {
        options.emplace_back("Write fewer texts at once.");
    }
    if (options.empty()) {
        options.emplace_back("Close other programs, or use a PC with more RAM.");
    }
    throw ShortOfMemory(Tier::ram, missing,
                        format_bytes(missing) + " short of RAM: " + model_.name + " with a context of " +
                            std::to_string(plan_.context) + " tokens needs at least " + format_bytes(needed) +
                            ", and " + format_bytes(budget) + " may be used.",
                        std::move(options));
}

void Planner::place_all() {
    for (Part &part : plan_.parts) {
        part.tier = Tier::ram;
    }
}

/// Takes parts in an order that keeps the resident layers evenly spread, the large ones first so that little is
/// left over.
void Planner::fill(std::uint64_t space) {
    const auto take = [&](PartKind kind, int layer) {
        for (std::size_t i = 0; i < plan_.parts.size(); ++i) {
            Part &part = plan_.parts[i];
            if (part.kind == kind && part.layer == layer && part.tier == Tier::disk && !part.pinned &&
                needs_.part_memory[i] <= space) {
                part.tier = Tier::ram;
                space -= needs_.part_memory[i];
            }
        }
    };
    const std::vector<int> order = spread_order(model_.spec.layers);
    take(PartKind::output, -1);
    for (const PartKind kind : {PartKind::feed_forward, PartKind::attention}) {
        for (const int layer : order) {
            take(kind, layer);
        }
    }
    take(PartKind::embedding, -1);
}

/// Puts pinned parts where the user wants them; answers the RAM that they take.
std::uint64_t Planner::place_pinned() {
    std::uint64_t used = 0;
    for (const Pin &pin : request_.pins) {
        for (std::size_t i = 0; i < plan_.parts.size(); ++i) {
            Part &part = plan_.parts[i];
            if (part.kind == pin.kind && part.layer == pin.layer) {
                part.pinned = true;
                part.tier = pin.tier == Tier::disk ? Tier::disk : Tier::ram;
                used += part.tier == Tier::ram ? needs_.part_memory[i] : 0;
            }
        }
    }
    return used;
}

void Planner::place_some(std::uint64_t budget) {
    const std::uint64_t pinned = place_pinned();
    const std::uint64_t fixed = needs_.vectors + needs_.kv + scratch(least_rows()) + needs_.minimum_ring;
    if (fixed + pinned > budget) {
        const std::uint64_t missing = fixed + pinned - budget;
        throw ShortOfMemory(Tier::ram, missing,
                            format_bytes(missing) + " short of RAM: the pinned layers do not fit into " +
                                format_bytes(budget) + ".",
                            {"Pin fewer layers to RAM, or raise the RAM budget."});
    }
    const std::uint64_t spare = budget - fixed - pinned;
    // With the smallest ring: what has to be streamed at least. Ring and prompt rows may then take a share of
    // it, so that they do not drive out more than they help when nearly everything fits.
    const std::vector<Part> only_pinned = plan_.parts;
    fill(spare);
    const std::uint64_t share = std::min(plan_.streamed_bytes() / 8, spare / 4);
    plan_.parts = only_pinned;

    plan_.prompt_rows = rows_within(share);
    plan_.ring_bytes =
        std::max(std::min(needs_.minimum_ring + share, wanted_slices * plan_.slice_bytes), needs_.minimum_ring);
    fill(budget - pinned - needs_.vectors - needs_.kv - scratch(plan_.prompt_rows) - plan_.ring_bytes);
    if (plan_.streamed_bytes() == 0) {
        plan_.ring_bytes = 0;
    }
    plan_.ring_slices = plan_.ring_bytes / plan_.slice_bytes;
}

void Planner::account(std::uint64_t budget) {
    TierUse &ram = plan_.tier(Tier::ram);
    ram.budget = budget;
    ram.used.weights = needs_.vectors;
    for (std::size_t i = 0; i < plan_.parts.size(); ++i) {
        if (plan_.parts[i].tier == Tier::ram) {
            ram.used.weights += needs_.part_memory[i];
        }
    }
    ram.used.context = needs_.kv;
    ram.used.staging = plan_.ring_bytes;
    ram.used.scratch = scratch(plan_.prompt_rows);
    ram.used.other = request_.program_bytes;
    plan_.kv_bytes = needs_.kv;
    plan_.peak_ram = ram.used.total();
    TierUse &disk = plan_.tier(Tier::disk);
    disk.used.weights = model_.bytes;
    disk.budget = model_.bytes;
}

Plan Planner::make() {
    resolve_request();
    measure_needs();
    const std::uint64_t available = available_ram();
    const std::uint64_t budget = std::min(request_.ram_budget.value_or(available), available);
    refuse_if_short(budget);

    const std::uint64_t everything = needs_.vectors + needs_.kv + scratch(least_rows()) + needs_.all_parts;
    if (everything <= budget && request_.pins.empty()) {
        plan_.prompt_rows = rows_within(budget - everything);
        place_all();
    } else {
        place_some(budget);
    }
    account(budget);
    plan_.prediction = predict(plan_, machine_);
    plan_.reasons = reasons_of(plan_, machine_, request_);
    return std::move(plan_);
}

std::uint64_t Planner::minimum() {
    resolve_request();
    measure_needs();
    return least();
}

void check_types(const ModelDescription &model, const Machine &machine) {
    const std::unique_ptr<Device> device = make_cpu_device(machine.this_system ? machine.isa : "scalar", 1);
    for (const Tensor &tensor : model.tensors) {
        if (!device->supports(tensor.type)) {
            throw Error(ErrorCode::unsupported,
                        "Tensor " + tensor.name + " is stored as " +
                            std::string(block_type_info(tensor.type).name) +
                            ", which this program cannot compute.",
                        "Use the model in another type, for example Q4_1, Q8_0 or F16.");
        }
    }
}

} // namespace

Plan make_plan(const ModelDescription &model, const Machine &machine, const PlanRequest &request) {
    check_types(model, machine);
    return Planner(model, machine, request).make();
}

std::uint64_t minimum_ram_budget(const ModelDescription &model, const Machine &machine,
                                 const PlanRequest &request) {
    return Planner(model, machine, request).minimum();
}

} // namespace spillway
