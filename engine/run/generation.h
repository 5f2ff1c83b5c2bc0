#pragma once

#include "run/sampler.h"
#include "telemetry/events.h"

#include <cstdint>
#include <string>
#include <vector>

namespace spillway {

/// What to write. The prompt is ids, so that the caller decides about special pieces and chat forms.
struct GenerationRequest {
    std::vector<int> prompt;
    std::size_t max_tokens = 128;
    SamplerSettings sampling;
    std::vector<std::string> stop; ///< texts that end it; they are not part of the result
    bool ignore_eos = false;
    std::size_t variants = 1;
    std::size_t alternatives = 0; ///< how many alternatives each token reports
};

enum class Finish { stop, length, context, interrupted };

constexpr std::string_view finish_name(Finish finish) {
    constexpr std::array<std::string_view, 4> names = {"stop", "length", "length", "interrupted"};
    return names[static_cast<std::size_t>(finish)];
}

struct GeneratedVariant {
    std::string text; ///< of the new ids, whole characters, without the stop text
    std::vector<int> tokens;
    std::vector<TokenEvent> details; ///< one per token: logprob and alternatives
    Finish finish = Finish::length;
};

/// What came out and what it took; everything here was measured.
struct GenerationResult {
    std::size_t prompt_tokens = 0;
    std::size_t reused_tokens = 0; ///< of the prompt, found in the cache
    std::vector<GeneratedVariant> variants;
    double load_seconds = 0;
    double prefill_seconds = 0;
    double decode_seconds = 0;
    std::size_t prefill_tokens = 0; ///< positions computed for the prompt
    std::size_t decode_tokens = 0;  ///< positions computed for new tokens
    std::uint64_t disk_bytes = 0;
    std::uint64_t sweeps = 0;
    std::uint64_t peak_rss = 0;
    double seconds_per_token = 0; ///< decode; 0 where none was measured
    Limit limit = Limit::none;    ///< what the decode sweeps waited for most

    [[nodiscard]] double prefill_rate() const {
        return prefill_seconds > 0 ? static_cast<double>(prefill_tokens) / prefill_seconds : 0;
    }
    [[nodiscard]] double decode_rate() const {
        return decode_seconds > 0 ? static_cast<double>(decode_tokens) / decode_seconds : 0;
    }
};

} // namespace spillway
