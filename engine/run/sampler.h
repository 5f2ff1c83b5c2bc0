#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace spillway {

/// How the next token is drawn. Applied in this order: repetition penalty, temperature, top-k, min-p, top-p.
struct SamplerSettings {
    float temperature = 0.8F; ///< 0: greedy, the lowest id wins a tie
    int top_k = 40;           ///< 0: off; ties of the last survive
    float top_p = 0.95F;      ///< 1: off; drops where the cumulative probability before a token exceeds it
    float min_p = 0.05F;      ///< 0: off; drops below this share of the best
    float repeat_penalty =
        1;                  ///< 1: off; divides positive, multiplies negative logits of recent ids (CTRL 2019)
    int repeat_range = 64;  ///< how many last ids are recent
    std::uint64_t seed = 0; ///< the same seed gives the same text
    bool operator==(const SamplerSettings &) const = default;
};

/// Draws ids from logits. Holds the random state; one per text.
class Sampler {
  public:
    explicit Sampler(const SamplerSettings &settings);

    /// `logits` [vocabulary] is changed. `recent`: all ids of the text so far.
    int sample(std::span<float> logits, std::span<const int> recent);

  private:
    SamplerSettings settings_;
    std::mt19937_64 random_;
    std::vector<std::pair<float, int>> candidates_;
};

/// Throws Error(invalid_argument) naming the setting that has no meaning (a negative temperature, top_p over
/// 1).
void check(const SamplerSettings &settings);

} // namespace spillway
