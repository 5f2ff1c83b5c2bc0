#include "run/sampler.h"

#include "base/error.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace spillway {

namespace {

using Candidate = std::pair<float, int>; // logit (later weight), id

/// Best first; of equals the lower id.
bool better(const Candidate &a, const Candidate &b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
}

/// Each id that occurs among the last `range` is made less likely, once (Keskar et al. 2019).
void penalise(std::span<float> logits, std::span<const int> recent, const SamplerSettings &settings) {
    const std::size_t range =
        std::min(recent.size(), static_cast<std::size_t>(std::max(settings.repeat_range, 0)));
    std::vector<int> ids(recent.end() - static_cast<std::ptrdiff_t>(range), recent.end());
    std::ranges::sort(ids);
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    for (const int id : ids) {
        float &logit = logits[static_cast<std::size_t>(id)];
        logit = logit > 0 ? logit / settings.repeat_penalty : logit * settings.repeat_penalty;
    }
}

int greedy(std::span<const float> logits) {
    return static_cast<int>(std::ranges::max_element(logits) - logits.begin());
}

/// Keeps the k best and those equal to the last of them.
void keep_top_k(std::vector<Candidate> &candidates, std::size_t k) {
    if (k == 0 || k >= candidates.size()) {
        return;
    }
    std::ranges::nth_element(candidates, candidates.begin() + static_cast<std::ptrdiff_t>(k - 1), better);
    const float last = candidates[k - 1].first;
    std::erase_if(candidates, [last](const Candidate &c) { return c.first < last; });
}

/// Logits become weights relative to the best one, whose weight is 1. Expects the best first.
void to_weights(std::vector<Candidate> &candidates) {
    const float best = candidates.front().first;
    for (Candidate &candidate : candidates) {
        candidate.first = std::exp(candidate.first - best);
    }
}

/// Drops where the probability that lies before a candidate exceeds p (Holtzman et al. 2020).
void keep_top_p(std::vector<Candidate> &candidates, float p) {
    double total = 0;
    for (const Candidate &candidate : candidates) {
        total += static_cast<double>(candidate.first);
    }
    double before = 0;
    std::size_t kept = 0;
    while (kept < candidates.size() && (kept == 0 || before <= static_cast<double>(p) * total)) {
        before += static_cast<double>(candidates[kept++].first);
    }
    candidates.resize(kept);
}

} // namespace

void check(const SamplerSettings &settings) {
    const auto wrong = [](const std::string &name, const std::string &range) {
        throw Error(ErrorCode::invalid_argument, "The " + name + " is out of range.", "Set it " + range + ".");
    };
    if (!(settings.temperature >= 0) || !std::isfinite(settings.temperature)) {
        wrong("temperature", "to 0 (always the likeliest token) or above");
    }
    if (settings.top_k < 0) {
        wrong("top-k", "to 0 (off) or above");
    }
    if (!(settings.top_p > 0 && settings.top_p <= 1)) {
        wrong("top-p", "above 0 and at most to 1 (off)");
    }
    if (!(settings.min_p >= 0 && settings.min_p < 1)) {
        wrong("min-p", "from 0 (off) to below 1");
    }
    if (!(settings.repeat_penalty > 0) || !std::isfinite(settings.repeat_penalty)) {
        wrong("repetition penalty", "above 0; 1 is off");
    }
    if (settings.repeat_range < 0) {
        wrong("repetition range", "to 0 or above");
    }
}

Sampler::Sampler(const SamplerSettings &settings) : settings_(settings), random_(settings.seed) {
    check(settings);
}

int Sampler::sample(std::span<float> logits, std::span<const int> recent) {
    if (settings_.repeat_penalty != 1) {
        penalise(logits, recent, settings_);
    }
    if (settings_.temperature == 0) {
        return greedy(logits);
    }
    candidates_.clear();
    for (std::size_t i = 0; i < logits.size(); ++i) {
        candidates_.emplace_back(logits[i] / settings_.temperature, static_cast<int>(i));
    }
    keep_top_k(candidates_, static_cast<std::size_t>(settings_.top_k));
    if (settings_.min_p > 0) {
        const float best = std::ranges::max(candidates_, {}, &Candidate::first).first;
        const float least = best + std::log(settings_.min_p);
        std::erase_if(candidates_, [least](const Candidate &c) { return c.first < least; });
    }
    std::ranges::sort(candidates_, better);
    to_weights(candidates_);
    if (settings_.top_p < 1) {
        keep_top_p(candidates_, settings_.top_p);
    }
    double total = 0;
    for (const Candidate &candidate : candidates_) {
        total += static_cast<double>(candidate.first);
    }
    // 53 random bits, the same on every machine (the standard's distributions may differ between libraries).
    double left = static_cast<double>(random_() >> 11) * 0x1.0p-53 * total;
    for (const Candidate &candidate : candidates_) {
        left -= static_cast<double>(candidate.first);
        if (left < 0) {
            return candidate.second;
        }
    }
    return candidates_.back().second;
}

} // namespace spillway
