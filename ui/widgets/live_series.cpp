#include "widgets/live_series.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace spillway {

namespace {

/// Neighbours become one point: rates are averaged, and of memory and time the later value holds.
Sample merge(const Sample &first, double first_weight, const Sample &second, double second_weight) {
    const double sum = first_weight + second_weight;
    Sample merged = second;
    for (std::size_t link = 0; link < merged.bytes_per_second.size(); ++link)
        merged.bytes_per_second[link] =
            (first.bytes_per_second[link] * first_weight + second.bytes_per_second[link] * second_weight) / sum;
    merged.tokens_per_second =
        (first.tokens_per_second * first_weight + second.tokens_per_second * second_weight) / sum;
    return merged;
}

template <typename T, typename Merge> void halve(std::vector<T> &points, Merge merge_two) {
    for (std::size_t i = 0; i + 1 < points.size(); i += 2)
        points[i / 2] = merge_two(points[i], points[i + 1]);
    points.resize(points.size() / 2);
}

void addNumber(QByteArray &line, double value) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::general, 9).ptr;
    line.append(',').append(text, end - text);
}

} // namespace

void LiveSeries::clear() {
    *this = {};
}

void LiveSeries::add(const Sample &sample) {
    if (!std::isfinite(sample.seconds) || (!recent_.empty() && sample.seconds < recent_.back().seconds))
        return;
    recent_.push_back(sample);
    // One that is a little too old stays, so that the line reaches the chart's left edge.
    const double oldest = sample.seconds - window_seconds;
    const auto keep =
        std::ranges::find_if(recent_, [&](const Sample &point) { return point.seconds > oldest; });
    if (keep - recent_.begin() > 1)
        recent_.erase(recent_.begin(), keep - 1);
    if (recent_.size() > capacity)
        recent_.erase(recent_.begin(), recent_.end() - capacity);

    pending_ = pending_count_ == 0 ? sample : merge(pending_, static_cast<double>(pending_count_), sample, 1);
    if (++pending_count_ < merged_)
        return;
    whole_.push_back(pending_);
    pending_count_ = 0;
    if (whole_.size() >= capacity) {
        halve(whole_, [](const Sample &a, const Sample &b) { return merge(a, 1, b, 1); });
        merged_ *= 2;
    }
}

void LiveSeries::addToken(double seconds) {
    if (!(seconds > 0) || std::isinf(seconds))
        return;
    ++token_count_;
    token_seconds_ += seconds;
    pending_token_ += seconds;
    if (++pending_tokens_ < tokens_merged_)
        return;
    tokens_.push_back(pending_token_ / static_cast<double>(pending_tokens_));
    pending_token_ = 0;
    pending_tokens_ = 0;
    if (tokens_.size() >= capacity) {
        halve(tokens_, [](double a, double b) { return (a + b) / 2; });
        tokens_merged_ *= 2;
    }
}

double LiveSeries::averageTokenSeconds() const {
    return token_count_ > 0 ? token_seconds_ / static_cast<double>(token_count_) : 0;
}

QByteArray LiveSeries::csv() const {
    QByteArray text = "seconds,tokens_per_second,storage_to_ram_bytes_per_second,ram_to_cpu_bytes_per_second,"
                      "ram_to_gpu_bytes_per_second,gpu_to_gpu_bytes_per_second";
    for (const Tier tier : {Tier::gpu, Tier::ram})
        for (const char *content : {"weights", "context", "staging", "scratch", "other"})
            text.append(',')
                .append(tier_name(tier).data(), static_cast<qsizetype>(tier_name(tier).size()))
                .append('_')
                .append(content)
                .append("_bytes");
    text.append("\r\n");
    for (const Sample &point : whole_) {
        QByteArray line;
        addNumber(line, point.seconds);
        addNumber(line, point.tokens_per_second);
        for (const double rate : point.bytes_per_second)
            addNumber(line, rate);
        for (const Tier tier : {Tier::gpu, Tier::ram}) {
            const MemoryUse &use = point.memory[static_cast<std::size_t>(tier)];
            for (const std::uint64_t bytes : {use.weights, use.context, use.staging, use.scratch, use.other})
                line.append(',').append(QByteArray::number(static_cast<qulonglong>(bytes)));
        }
        text.append(line.sliced(1)).append("\r\n");
    }
    return text;
}

} // namespace spillway
