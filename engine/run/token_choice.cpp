#include "run/token_choice.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace spillway {

namespace {

/// log(sum(exp(logits))), without overflow.
double log_sum(std::span<const float> logits) {
    const auto best = static_cast<double>(std::ranges::max(logits));
    double sum = 0;
    for (const float logit : logits) {
        sum += std::exp(static_cast<double>(logit) - best);
    }
    return best + std::log(sum);
}

} // namespace

float logprob(std::span<const float> logits, int id) {
    return static_cast<float>(static_cast<double>(logits[static_cast<std::size_t>(id)]) - log_sum(logits));
}

std::vector<TokenChoice> likeliest(std::span<const float> logits, std::size_t count) {
    std::vector<int> ids(logits.size());
    std::iota(ids.begin(), ids.end(), 0);
    const auto end = ids.begin() + static_cast<std::ptrdiff_t>(std::min(count, ids.size()));
    const auto better = [&](int a, int b) {
        const float x = logits[static_cast<std::size_t>(a)];
        const float y = logits[static_cast<std::size_t>(b)];
        return x != y ? x > y : a < b;
    };
    std::partial_sort(ids.begin(), end, ids.end(), better);
    const double sum = log_sum(logits);
    std::vector<TokenChoice> choices;
    for (auto id = ids.begin(); id != end; ++id) {
        choices.push_back(
            {*id, static_cast<float>(static_cast<double>(logits[static_cast<std::size_t>(*id)]) - sum)});
    }
    return choices;
}

} // namespace spillway
