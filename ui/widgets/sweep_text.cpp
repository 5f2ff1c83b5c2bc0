#include "widgets/sweep_text.h"

#include "format.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace spillway {

namespace {

class Sweep {
    Q_DECLARE_TR_FUNCTIONS(Sweep)
};

using Style = SweepPiece::Style;

QString timeLeft(double seconds) {
    return Sweep::tr("%1 left").arg(secondsText(seconds));
}

double loadSecondsLeft(const LoadProgress &load) {
    std::uint64_t left = 0;
    for (std::size_t i = 0; i < load.bytes_done.size(); ++i)
        left += load.bytes_total[i] - std::min(load.bytes_done[i], load.bytes_total[i]);
    return load.bytes_per_second > 0 ? static_cast<double>(left) / load.bytes_per_second : 0;
}

void addWaiting(std::vector<SweepPiece> &line, Limit limit) {
    if (limit == Limit::none)
        return;
    line.push_back({Sweep::tr("waiting for:"), Style::plain, limitTier(limit), limitLabel(limit)});
}

/// "5 layers in GPU, 15 in RAM, 60 stream from NVMe"
QString placeText(const SweepStatus &status) {
    const std::array<QString, 3> places = {Sweep::tr("%1 in GPU"), Sweep::tr("%1 in RAM"),
                                           Sweep::tr("%1 stream from NVMe")};
    QStringList parts;
    for (std::size_t tier = 0; tier < places.size(); ++tier) {
        const std::size_t count = status.by_tier[tier];
        if (count > 0)
            parts << places[tier].arg(parts.isEmpty() ? layersText(count) : countText(count));
    }
    return parts.join(QStringLiteral(", "));
}

void addLayer(std::vector<SweepPiece> &line, const SweepStatus &status) {
    line.push_back(
        {Sweep::tr("layer %1 of %2").arg(status.layerNow()).arg(status.layers), Style::plain, {}, {}});
}

std::vector<SweepPiece> promptLine(const SweepStatus &status) {
    std::vector<SweepPiece> line;
    const QString tokens = countText(status.sweep.tokens);
    line.push_back(
        {status.sweep.token > 0
             ? Sweep::tr("Reading the prompt, %1 of %2 tokens").arg(countText(status.sweep.token), tokens)
             : Sweep::tr("Reading the prompt, %1 tokens").arg(tokens),
         Style::bold,
         {},
         {}});
    addLayer(line, status);
    if (status.sweep.seconds_left > 0)
        line.push_back({timeLeft(status.sweep.seconds_left), Style::bold, {}, {}});
    addWaiting(line, status.sweep.waiting_for);
    return line;
}

std::vector<SweepPiece> tokenLine(const SweepStatus &status) {
    const QString token = countText(status.sweep.token);
    const QString tokens = countText(status.sweep.tokens);
    std::vector<SweepPiece> line;
    line.push_back({status.texts > 1
                        ? Sweep::tr("%1 texts, token %2 of %3").arg(status.texts).arg(token, tokens)
                        : Sweep::tr("Token %1 of %2").arg(token, tokens),
                    Style::bold,
                    {},
                    {}});
    if (status.fast()) {
        line.push_back(
            {Sweep::tr("%1 on average").arg(speedText(status.average_seconds)), Style::plain, {}, {}});
        addWaiting(line, status.sweep.waiting_for);
        return line;
    }
    addLayer(line, status);
    if (status.sweep.seconds_left > 0)
        line.push_back({timeLeft(status.sweep.seconds_left), Style::bold, {}, {}});
    addWaiting(line, status.sweep.waiting_for);
    return line;
}

} // namespace

void SweepStatus::addTokenSeconds(double seconds) {
    if (!(seconds > 0))
        return;
    last_seconds = seconds;
    // The average follows within about a second of tokens, and within four tokens where one takes longer.
    const double weight = std::clamp(seconds, 0.02, 0.25);
    average_seconds = average_seconds > 0 ? average_seconds + weight * (seconds - average_seconds) : seconds;
}

std::size_t SweepStatus::layerNow() const {
    const double computed = std::max(0.0, std::floor(sweep.computed));
    return std::min(layers, static_cast<std::size_t>(computed) + 1);
}

std::vector<SweepPiece> sweepLine(SweepState state, const SweepStatus &status) {
    std::vector<SweepPiece> line;
    switch (state) {
    case SweepState::no_model:
        line.push_back({status.headline, Style::plain, {}, {}});
        break;
    case SweepState::loading: {
        line.push_back({Sweep::tr("Loading %1").arg(status.model), Style::bold, {}, {}});
        line.push_back(
            {Sweep::tr("layer %1 of %2").arg(status.load.layer).arg(status.load.layers), Style::plain, {}, {}});
        const double left = loadSecondsLeft(status.load);
        if (left > 0)
            line.push_back({timeLeft(left), Style::bold, {}, {}});
        break;
    }
    case SweepState::ready:
        line.push_back({Sweep::tr("%1 is loaded").arg(status.model), Style::bold, {}, {}});
        line.push_back({placeText(status), Style::plain, {}, {}});
        line.push_back({Sweep::tr("ready"), Style::bold, {}, {}});
        break;
    case SweepState::prompt:
        return promptLine(status);
    case SweepState::token:
        return tokenLine(status);
    case SweepState::paused:
        line.push_back({status.headline, Style::warning, {}, {}});
        line.push_back({status.text, Style::plain, {}, {}});
        break;
    case SweepState::failed:
        line.push_back({status.headline, Style::error, {}, {}});
        line.push_back({status.text, Style::plain, {}, {}});
        break;
    }
    std::erase_if(line, [](const SweepPiece &piece) { return piece.text.isEmpty(); });
    return line;
}

QString sweepNote(SweepState state, const SweepStatus &status, const QDateTime &now) {
    QStringList parts;
    switch (state) {
    case SweepState::ready:
        if (status.average_seconds > 0)
            parts << Sweep::tr("last run %1").arg(speedText(status.average_seconds));
        else
            parts << Sweep::tr("Ctrl+Return generates");
        break;
    case SweepState::loading:
        if (status.load.bytes_per_second > 0)
            parts << Sweep::tr("%1 from NVMe").arg(rateText(status.load.bytes_per_second));
        break;
    case SweepState::token: {
        if (status.last_seconds <= 0)
            break;
        if (!status.fast()) {
            parts << Sweep::tr("last token %1").arg(secondsText(status.last_seconds));
            parts << Sweep::tr("average %1").arg(secondsText(status.average_seconds));
        }
        const std::size_t coming = status.sweep.tokens - std::min(status.sweep.tokens, status.sweep.token);
        const double left = status.sweep.seconds_left + static_cast<double>(coming) * status.average_seconds;
        if (left >= 90)
            parts << Sweep::tr("run ends about %1")
                         .arg(QLocale().toString(now.addMSecs(static_cast<qint64>(left * 1000)).time(),
                                                 QStringLiteral("HH:mm")));
        else if (left >= 1)
            parts << Sweep::tr("at most %1 to go").arg(secondsText(std::ceil(left)));
        break;
    }
    default:
        break;
    }
    return parts.join(QStringLiteral("  ·  "));
}

QString sweepSummary(SweepState state, const SweepStatus &status) {
    QStringList words;
    for (const SweepPiece &piece : sweepLine(state, status))
        words << (piece.emphasis.isEmpty() ? piece.text : piece.text + QLatin1Char(' ') + piece.emphasis);
    return words.join(QStringLiteral(", "));
}

} // namespace spillway
