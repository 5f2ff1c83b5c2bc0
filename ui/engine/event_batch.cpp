#include "engine/event_batch.h"

#include <utility>

namespace spillway {

bool EventGatherer::add(const Event &event) {
    const std::scoped_lock lock(mutex_);
    const bool first = pending_.isEmpty();
    if (const auto *load = std::get_if<LoadProgress>(&event)) {
        pending_.load = *load;
    } else if (const auto *sweep = std::get_if<SweepProgress>(&event)) {
        phase_ = sweep->phase;
        pending_.sweep = *sweep;
    } else if (const auto *token = std::get_if<TokenEvent>(&event)) {
        phase_ = SweepPhase::token; // progress is told too seldom to mark the first word
        pending_.tokens.push_back(*token);
    } else if (const auto *report = std::get_if<SweepReport>(&event)) {
        pending_.reports.emplace_back(*report, phase_);
    } else if (const auto *sample = std::get_if<Sample>(&event)) {
        pending_.samples.push_back(*sample);
    } else if (const auto *notice = std::get_if<Notice>(&event)) {
        pending_.notices.push_back(*notice);
    }
    return first;
}

EventBatch EventGatherer::take() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(pending_, {});
}

} // namespace spillway
