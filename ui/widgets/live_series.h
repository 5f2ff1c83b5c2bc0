#pragma once

#include "spillway.h"

#include <QByteArray>

#include <vector>

namespace spillway {

/// The points of the live charts. Two views of one run, each of at most `capacity` points: the last 60 seconds
/// as they came, and the whole run, whose neighbours are merged two and two whenever it is full. Not a widget:
/// tested alone.
class LiveSeries {
  public:
    static constexpr std::size_t capacity = 600;
    static constexpr double window_seconds = 60;

    void clear();
    /// `sample.seconds` never goes back within a run; a point that does is left out.
    void add(const Sample &sample);
    [[nodiscard]] const std::vector<Sample> &lastMinute() const { return recent_; }
    [[nodiscard]] const std::vector<Sample> &wholeRun() const { return whole_; }
    /// How many samples a point of wholeRun() stands for.
    [[nodiscard]] std::size_t merged() const { return merged_; }

    /// Sweeps of tokens, seconds each: at most `capacity`, merged likewise.
    void addToken(double seconds);
    [[nodiscard]] const std::vector<double> &tokenSeconds() const { return tokens_; }
    /// How many tokens a value of tokenSeconds() stands for.
    [[nodiscard]] std::size_t tokensMerged() const { return tokens_merged_; }
    [[nodiscard]] std::size_t tokens() const { return token_count_; }
    /// Of all tokens of the run; 0 where there is none.
    [[nodiscard]] double averageTokenSeconds() const;

    /// RFC 4180, one line per point of the whole run, numbers with a point whatever the locale, units in the
    /// header.
    [[nodiscard]] QByteArray csv() const;

  private:
    std::vector<Sample> recent_;
    std::vector<Sample> whole_;
    Sample pending_;
    std::size_t pending_count_ = 0;
    std::size_t merged_ = 1;
    std::vector<double> tokens_;
    double pending_token_ = 0;
    std::size_t pending_tokens_ = 0;
    std::size_t tokens_merged_ = 1;
    std::size_t token_count_ = 0;
    double token_seconds_ = 0;
};

} // namespace spillway
