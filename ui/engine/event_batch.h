#pragma once

#include "spillway.h"

#include <mutex>
#include <optional>
#include <vector>

namespace spillway {

/// What the engine told since the last time: every token, report and sample, and of progress the newest.
struct EventBatch {
    std::optional<LoadProgress> load;
    std::vector<TokenEvent> tokens;
    std::vector<std::pair<SweepReport, SweepPhase>> reports; ///< with what the sweep was for
    std::optional<SweepProgress> sweep;
    std::vector<Sample> samples;
    std::vector<Notice> notices;

    [[nodiscard]] bool isEmpty() const {
        return !load && tokens.empty() && reports.empty() && !sweep && samples.empty() && notices.empty();
    }
};

/// Gathers events on the engine's thread until another thread takes them. Nothing is lost: of what is only a
/// picture of the moment the newest is kept, of all else everything.
class EventGatherer {
  public:
    /// True where nothing was waiting before: the taker must be woken once.
    bool add(const Event &event);
    EventBatch take();

  private:
    std::mutex mutex_;
    EventBatch pending_;
    SweepPhase phase_ = SweepPhase::prompt; ///< of the sweep that runs
};

} // namespace spillway
