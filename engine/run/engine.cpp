#include "run/engine.h"

#include "base/units.h"
#include "hardware/probe.h"
#include "model/open.h"
#include "run/session.h"
#include "run/vocabulary.h"

#include <algorithm>
#include <array>

namespace spillway {

namespace {

/// Later ones run only where the earlier ones do.
constexpr std::array<std::string_view, 3> instruction_sets = {"scalar", "avx2", "avx512"};

std::size_t rank(std::string_view isa) {
    return static_cast<std::size_t>(std::ranges::find(instruction_sets, isa) - instruction_sets.begin());
}

void check_plan(const OpenedModel &model, const Plan &plan) {
    const ModelDescription &description = model.description;
    if (plan.header_hash != description.header_hash || plan.model_bytes != description.bytes) {
        throw Error(ErrorCode::invalid_argument,
                    "The plan was made for another model than " + description.name + ".",
                    "Make a plan for this model.");
    }
    if (rank(plan.isa) > rank(instruction_set())) {
        throw Error(ErrorCode::invalid_argument,
                    "The plan was made for another PC: this processor does not know \"" + plan.isa + "\".",
                    "Make the plan again on this PC.");
    }
    if (std::ranges::any_of(plan.parts, [](const Part &part) { return part.tier == Tier::gpu; })) {
        throw Error(ErrorCode::invalid_argument, "The plan places layers on a GPU, and none can be used here.",
                    "Make the plan again on this PC.");
    }
    for (const FileIdentity &file : description.files) {
        if (identify(file.path).size != file.size) {
            throw Error(ErrorCode::damaged, file.path.string() + " has changed since it was opened.",
                        "Open the model again.");
        }
    }
    const std::uint64_t planned = plan.tier(Tier::ram).planned();
    const std::uint64_t free = free_ram();
    if (planned > free) {
        throw ShortOfMemory(Tier::ram, planned - free,
                            format_bytes(planned - free) + " short of RAM: the plan takes " +
                                format_bytes(planned) + ", and " + format_bytes(free) + " are free now.",
                            {"Make the plan again, or close other programs."});
    }
}

} // namespace

OpenedModel open_model(const std::filesystem::path &path) {
    ModelHeaders headers = open_model_headers(path);
    Vocabulary vocabulary = vocabulary_from(headers.metadata);
    OpenedModel model;
    model.chat_template = vocabulary.chat_template;
    model.tokenizer = make_tokenizer(std::move(vocabulary));
    model.description = std::move(headers.description);
    if (static_cast<std::size_t>(model.tokenizer->size()) > model.description.spec.vocabulary) {
        throw Error(ErrorCode::damaged,
                    path.string() + ": the vocabulary has " + std::to_string(model.tokenizer->size()) +
                        " pieces, the embedding " + std::to_string(model.description.spec.vocabulary) +
                        " rows.",
                    "The file contradicts itself: get it again.");
    }
    return model;
}

std::unique_ptr<Session> Session::load(const OpenedModel &model, const Plan &plan, const EventSink &events,
                                       const std::stop_token &stop) {
    check_plan(model, plan);
    auto session = std::make_unique<EngineSession>(model, plan);
    session->load_weights(events, stop);
    return session;
}

} // namespace spillway
