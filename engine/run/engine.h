#pragma once

#include "plan/plan.h"
#include "run/generation.h"
#include "tokenizer/tokenizer.h"

#include <memory>
#include <stop_token>

namespace spillway {

/// A model whose headers were read and checked: what it is and how it reads text. No weights.
struct OpenedModel {
    ModelDescription description;
    std::shared_ptr<const Tokenizer> tokenizer;
    std::string chat_template; ///< Jinja source, "" where it has none
};

/// Throws Error naming what is wrong with which file. Some milliseconds to half a second (the vocabulary).
OpenedModel open_model(const std::filesystem::path &path);

/// A plan carried out: resident weights in place, the rest being read ahead. One thread at a time calls it;
/// events come on that thread. Destroying it releases everything.
class Session {
  public:
    /// Loads. Emits LoadProgress, Notice. Throws Error; whatever was taken is released then. A plan for another
    /// model or machine is refused.
    static std::unique_ptr<Session> load(const OpenedModel &model, const Plan &plan, const EventSink &events,
                                         const std::stop_token &stop);
    virtual ~Session() = default;

    /// Writes on after request.prompt. The longest beginning that the cache still holds from the last call is
    /// not computed again. A stop ends it within 100 ms or one read with Finish::interrupted, keeping what was
    /// written; errors throw. Emits SweepProgress, TokenEvent, SweepReport, Sample.
    virtual GenerationResult generate(const GenerationRequest &request, const EventSink &events,
                                      const std::stop_token &stop) = 0;

    /// Logits [positions, vocabulary] after the last, or after every position of `tokens`.
    virtual std::vector<float> logits(std::span<const int> tokens, bool all, const std::stop_token &stop) = 0;

    [[nodiscard]] virtual const Plan &plan() const = 0;
    [[nodiscard]] virtual std::string read_mode() const = 0; ///< "direct reads through io_uring"
    [[nodiscard]] virtual double load_seconds() const = 0;
    /// What each tier holds for this session now.
    [[nodiscard]] virtual std::array<MemoryUse, 3> memory() const = 0;
};

} // namespace spillway
