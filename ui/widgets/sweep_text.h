#pragma once

#include "spillway.h"

#include <QDateTime>
#include <QString>

#include <optional>
#include <vector>

namespace spillway {

enum class SweepState { no_model, loading, ready, prompt, token, paused, failed };

/// A piece of the strip's line; pieces are separated by dots.
struct SweepPiece {
    enum class Style { plain, bold, warning, error };
    QString text;
    Style style = Style::plain;
    std::optional<Tier> tier; ///< its glyph stands before `emphasis`
    QString emphasis;         ///< bold, after the glyph: "waiting for: ◆ NVMe"
};

/// All that the strip knows; what it says follows from this alone.
struct SweepStatus {
    QString model;
    std::size_t layers = 0;
    std::array<std::size_t, 3> by_tier{};
    std::size_t texts = 1;
    LoadProgress load;
    SweepProgress sweep;
    double last_seconds = 0;    ///< of the last token's sweep; 0: none yet
    double average_seconds = 0; ///< moving average
    QString headline;           ///< no_model, paused, failed
    QString text;

    /// A token's sweep took `seconds`.
    void addTokenSeconds(double seconds);
    /// From 10 tokens a second on the eye cannot follow blocks.
    [[nodiscard]] bool fast() const { return average_seconds > 0 && average_seconds <= 0.1; }
    /// The layer at work, from 1.
    [[nodiscard]] std::size_t layerNow() const;
};

/// The left part of the line, most important first; later pieces are left out where there is no room.
std::vector<SweepPiece> sweepLine(SweepState state, const SweepStatus &status);
/// The right part: "last token 12.3 s · average 12.4 s · run ends about 14:52".
QString sweepNote(SweepState state, const SweepStatus &status, const QDateTime &now);
/// For screen readers.
QString sweepSummary(SweepState state, const SweepStatus &status);

} // namespace spillway
