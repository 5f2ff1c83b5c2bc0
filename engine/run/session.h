#pragma once

#include "run/decoder.h"
#include "run/engine.h"
#include "run/text_writer.h"

namespace spillway {

/// Session over the parts of this folder. See run/engine.h.
class EngineSession final : public Session {
  public:
    /// Takes the memory; load() reads the weights.
    EngineSession(const OpenedModel &model, const Plan &plan);

    void load_weights(const EventSink &events, const std::stop_token &stop);

    GenerationResult generate(const GenerationRequest &request, const EventSink &events,
                              const std::stop_token &stop) override;
    std::vector<float> logits(std::span<const int> tokens, bool all, const std::stop_token &stop) override;

    [[nodiscard]] const Plan &plan() const override { return plan_; }
    [[nodiscard]] std::string read_mode() const override;
    [[nodiscard]] double load_seconds() const override { return load_seconds_; }
    [[nodiscard]] std::array<MemoryUse, 3> memory() const override;

  private:
    /// One text of a generation on its way.
    struct Text {
        Text(const Tokenizer &tokenizer, const GenerationRequest &request, std::size_t variant);

        std::size_t variant;
        std::vector<int> ids; ///< prompt and what was written
        Sampler sampler;
        TextWriter writer;
        GeneratedVariant result;
        bool done = false;
    };

    void check_request(const GenerationRequest &request) const;
    void check_ids(std::span<const int> ids) const;
    MonitorSources monitor_sources();
    /// Computes ids[done..] of text 0 in chunks; answers the logits after the last.
    std::span<float> prefill(std::span<const int> ids, SweepMonitor &monitor, GenerationResult &result);
    void write(std::vector<Text> &texts, const GenerationRequest &request, std::span<float> first_logits,
               const EventSink &events, SweepMonitor &monitor, GenerationResult &result);
    void choose_token(Text &text, std::span<float> logits, const GenerationRequest &request, double seconds,
                      const EventSink &events);
    /// One sweep over `rows`; on failure the cache is put right before the error goes on.
    std::span<float> sweep(std::span<const DecoderRow> rows, SweepMonitor &monitor);

    OpenedModel model_;
    Plan plan_;
    std::unique_ptr<Device> device_;
    Weights weights_;
    KvCache cache_;
    std::unique_ptr<Decoder> decoder_; ///< made once the vectors are loaded
    std::vector<int> cached_;          ///< ids whose keys and values text 0 holds
    double load_seconds_ = 0;
};

} // namespace spillway
