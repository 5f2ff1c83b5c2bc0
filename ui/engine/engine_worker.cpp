#include "engine/engine_worker.h"

namespace spillway {

EngineWorker::Opened EngineWorker::open(const std::filesystem::path &path) {
    unload();
    model_.reset();
    known_ = {};
    auto model = std::make_shared<OpenedModel>(open_model(path));
    Machine machine = probe_machine({path});
    if (!machine.storage.empty()) {
        if (const auto links = load_links(data_dir_, machine, machine.storage.front())) {
            machine.links = *links;
        }
    }
    model_ = model;
    return {std::move(model), std::move(machine)};
}

void EngineWorker::load(const Plan &plan, const EventSink &events, const std::stop_token &stop) {
    unload(); // never two at once in memory
    if (!model_) {
        throw Error(ErrorCode::invalid_argument, "No model is open.", "Open a model first.");
    }
    session_ = Session::load(*model_, plan, events, stop);
}

GenerationOutcome EngineWorker::generate(const GenerationTask &task, const EventSink &events,
                                         const std::stop_token &stop) {
    if (!session_) {
        throw Error(ErrorCode::invalid_argument, "No model is loaded.", "Load the model first.");
    }
    GenerationOutcome outcome;
    outcome.prompt_ids = idsOf(task);
    GenerationRequest request;
    request.prompt = outcome.prompt_ids;
    request.max_tokens = task.max_tokens;
    request.sampling = task.sampling;
    request.stop = task.stop_texts;
    outcome.result = session_->generate(request, events, stop);
    remember(task, outcome);
    return outcome;
}

std::vector<int> EngineWorker::idsOf(const GenerationTask &task) const {
    if (!known_.ids.empty() && task.text == known_.text) {
        return known_.ids;
    }
    return encode_prompt(*model_->tokenizer, task.text, task.parse_special);
}

void EngineWorker::remember(const GenerationTask &task, const GenerationOutcome &outcome) {
    known_ = {};
    constexpr std::string_view replacement = "\xEF\xBF\xBD"; // a character that was cut off
    const GeneratedVariant &variant = outcome.result.variants.front();
    // A text that ended by itself has ids (the end, the stop text) that do not show.
    if (variant.finish != Finish::stop && !variant.text.ends_with(replacement)) {
        known_.text = task.text + variant.text;
        known_.ids = outcome.prompt_ids;
        known_.ids.insert(known_.ids.end(), variant.tokens.begin(), variant.tokens.end());
    }
}

std::array<MemoryUse, 3> EngineWorker::memory() const {
    return session_ ? session_->memory() : std::array<MemoryUse, 3>{};
}

std::uint64_t EngineWorker::sessionBytes() const {
    const std::array<MemoryUse, 3> tiers = memory();
    const MemoryUse &ram = tiers[static_cast<std::size_t>(Tier::ram)];
    return ram.total() - ram.other;
}

std::string EngineWorker::readMode() const {
    return session_ ? session_->read_mode() : std::string();
}

Machine EngineWorker::measure(Machine machine, const std::stop_token &stop, const MeasureProgress &progress) {
    MeasureRequest request;
    if (model_) {
        for (const FileIdentity &file : model_->description.files) {
            request.files.push_back(file.path);
        }
    }
    machine.links = measure_links(machine, request, stop, progress);
    if (model_) {
        machine.compute_bytes_per_s = measure_compute(model_->description, machine, 0, stop);
    }
    if (!machine.storage.empty()) {
        save_links(data_dir_, machine, machine.storage.front(), machine.links);
    }
    return machine;
}

} // namespace spillway
