#pragma once

#include "spillway.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace spillway {

/// What to write after: the text, or the messages of a conversation rendered as the model wants them.
struct GenerationTask {
    std::string text;           ///< UTF-8; all that stands before the place where the model writes
    bool parse_special = false; ///< for rendered conversations
    SamplerSettings sampling;
    std::size_t max_tokens = 128;
    std::vector<std::string> stop_texts;
};

struct GenerationOutcome {
    std::vector<int> prompt_ids;
    GenerationResult result;
};

/// The blocking side of the controller: model and session, used by one thread at a time. Throws Error.
class EngineWorker {
  public:
    struct Opened {
        std::shared_ptr<const OpenedModel> model;
        Machine machine; ///< with the drive that holds the model, and its links where they were measured before
    };

    explicit EngineWorker(std::filesystem::path data_dir) : data_dir_(std::move(data_dir)) {}

    /// Lets go of the session and opens another model.
    Opened open(const std::filesystem::path &path);
    void load(const Plan &plan, const EventSink &events, const std::stop_token &stop);
    void unload() { session_.reset(); }
    GenerationOutcome generate(const GenerationTask &task, const EventSink &events,
                               const std::stop_token &stop);

    /// What the session holds, without the program itself; 0 where none is loaded.
    [[nodiscard]] std::uint64_t sessionBytes() const;
    [[nodiscard]] std::array<MemoryUse, 3> memory() const;
    [[nodiscard]] std::string readMode() const;

    /// Times the links with the model's files and keeps the result for the next start.
    Machine measure(Machine machine, const std::stop_token &stop, const MeasureProgress &progress);

  private:
    /// The ids of the last generation and the text that they stand for. Continuing from ids, not from text,
    /// keeps the boundary as the model drew it: 64 tokens and 64 more are the very same 128.
    struct Known {
        std::string text;
        std::vector<int> ids;
    };
    [[nodiscard]] std::vector<int> idsOf(const GenerationTask &task) const;
    void remember(const GenerationTask &task, const GenerationOutcome &outcome);

    std::filesystem::path data_dir_;
    std::shared_ptr<const OpenedModel> model_;
    std::unique_ptr<Session> session_;
    Known known_;
};

} // namespace spillway
