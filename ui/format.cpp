#include "format.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>

namespace spillway {

namespace {

class Format {
    Q_DECLARE_TR_FUNCTIONS(Format)
};

/// The engine's units; those of sizes come first.
constexpr std::array<const char *, 15> units = {
    QT_TRANSLATE_NOOP("Format", "kB"),      QT_TRANSLATE_NOOP("Format", "MB"),
    QT_TRANSLATE_NOOP("Format", "GB"),      QT_TRANSLATE_NOOP("Format", "TB"),
    QT_TRANSLATE_NOOP("Format", "B"),       QT_TRANSLATE_NOOP("Format", "B/s"),
    QT_TRANSLATE_NOOP("Format", "kB/s"),    QT_TRANSLATE_NOOP("Format", "MB/s"),
    QT_TRANSLATE_NOOP("Format", "GB/s"),    QT_TRANSLATE_NOOP("Format", "TB/s"),
    QT_TRANSLATE_NOOP("Format", "ms"),      QT_TRANSLATE_NOOP("Format", "s"),
    QT_TRANSLATE_NOOP("Format", "min"),     QT_TRANSLATE_NOOP("Format", "h"),
    QT_TRANSLATE_NOOP("Format", "tokens/s")};
constexpr std::span byte_units = std::span(units).first<5>();

/// The engine's "12.2 s" as the user's language writes it.
QString localised(const std::string &english) {
    const std::size_t space = english.find(' ');
    QString text = QString::fromStdString(english.substr(0, space));
    text.replace(QLatin1Char('.'), QLocale().decimalPoint());
    const std::string unit = space == std::string::npos ? std::string() : english.substr(space + 1);
    const auto *known = std::ranges::find(units, unit, [](const char *name) { return std::string_view(name); });
    return known == units.end() ? QString::fromStdString(english)
                                : text + QLatin1Char(' ') + Format::tr(*known);
}

QString fixed(double value, int digits) {
    QLocale locale;
    locale.setNumberOptions(QLocale::OmitGroupSeparator);
    return locale.toString(value, 'f', digits);
}

} // namespace

QString bytesText(std::uint64_t bytes) {
    return localised(format_bytes(bytes));
}

std::optional<std::uint64_t> bytesFromText(const QString &text) {
    QString english = text.trimmed().replace(QLocale().decimalPoint(), QLatin1String("."));
    for (const char *unit : byte_units) {
        const QString name = Format::tr(unit);
        if (english.endsWith(name, Qt::CaseInsensitive)) {
            english.replace(english.size() - name.size(), name.size(), QLatin1String(unit));
            break;
        }
    }
    try {
        return parse_size(english.toStdString());
    } catch (const Error &) {
        return std::nullopt;
    }
}

QString rateText(double bytes_per_second) {
    if (!(bytes_per_second >= 0) || std::isinf(bytes_per_second))
        return notMeasured();
    return localised(format_rate(bytes_per_second));
}

QString secondsText(double seconds) {
    if (!(seconds >= 0) || std::isinf(seconds))
        return notMeasured();
    return localised(format_seconds(seconds));
}

QString speedText(double seconds_per_token) {
    if (!(seconds_per_token > 0) || std::isinf(seconds_per_token))
        return notMeasured();
    if (seconds_per_token > 1)
        return Format::tr("%1 per token").arg(secondsText(seconds_per_token));
    return localised(format_speed(seconds_per_token));
}

QString predictedSpeedText(const Prediction &prediction) {
    if (!(prediction.seconds_per_token > 0))
        return notMeasured();
    return Format::tr("about %1").arg(speedText(prediction.seconds_per_token));
}

QString countText(std::uint64_t count) {
    return QLocale().toString(static_cast<qulonglong>(count));
}

QString notMeasured() {
    return Format::tr("not measured yet");
}

QString layersText(std::size_t layers) {
    return layers == 1 ? Format::tr("1 layer") : Format::tr("%1 layers").arg(countText(layers));
}

SizePair sizePair(std::uint64_t first, std::uint64_t second) {
    // Drives are sold as 1,000 GB, and what is free of them is some hundred.
    if (second >= 1'000'000'000'000 && second < 10'000'000'000'000)
        return {fixed(static_cast<double>(first) / 1e9, 0),
                Format::tr("%1 GB").arg(countText(second / 1'000'000'000))};
    const QString whole = QString::fromStdString(format_bytes(second));
    const qsizetype space = whole.lastIndexOf(QLatin1Char(' '));
    const QString unit = whole.mid(space + 1);
    // The unit of the second, so that the two can be compared at a glance: "0.1 of 7.3 GB".
    double divisor = 1;
    for (const auto &[name, value] : {std::pair{"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}})
        if (unit == QLatin1String(name))
            divisor = value;
    if (first > 0 && first < second / 50)
        return {bytesText(first), bytesText(second)};
    const double amount = static_cast<double>(first) / divisor;
    const int digits = amount >= 99.5 || divisor == 1 ? 0 : amount >= 9.95 ? 1 : 2;
    const qsizetype point = whole.indexOf(QLatin1Char('.'));
    const int of_second = point < 0 ? 0 : static_cast<int>(space - point - 1);
    return {fixed(amount, std::min(digits, std::max(1, of_second))), bytesText(second)};
}

QString tierLabel(Tier tier) {
    switch (tier) {
    case Tier::gpu:
        return Format::tr("GPU");
    case Tier::ram:
        return Format::tr("RAM");
    case Tier::disk:
        return Format::tr("NVMe");
    }
    return {};
}

QString limitLabel(Limit limit) {
    switch (limit) {
    case Limit::disk:
        return Format::tr("NVMe");
    case Limit::cpu:
        return Format::tr("processor");
    case Limit::pcie:
        return Format::tr("PCIe");
    case Limit::gpu:
        return Format::tr("GPU");
    case Limit::none:
        return Format::tr("nothing");
    }
    return {};
}

std::optional<Tier> limitTier(Limit limit) {
    switch (limit) {
    case Limit::disk:
        return Tier::disk;
    case Limit::cpu:
        return Tier::ram;
    case Limit::gpu:
        return Tier::gpu;
    default:
        return std::nullopt;
    }
}

QString linkLabel(Link link) {
    switch (link) {
    case Link::storage_to_ram:
        return Format::tr("NVMe → RAM");
    case Link::ram_to_cpu:
        return Format::tr("RAM → CPU");
    case Link::ram_to_gpu:
        return Format::tr("RAM → GPU");
    case Link::gpu_to_gpu:
        return Format::tr("GPU memory");
    }
    return {};
}

Fit fitOf(const Plan &plan) {
    if (plan.streamed_bytes() > 0)
        return Fit::streams;
    bool gpu = false;
    bool ram = false;
    for (const Part &part : plan.parts) {
        gpu = gpu || part.tier == Tier::gpu;
        ram = ram || part.tier == Tier::ram;
    }
    if (gpu)
        return ram ? Fit::gpu_and_ram : Fit::gpu;
    return ram ? Fit::ram : Fit::unknown;
}

QString fitLabel(Fit fit) {
    switch (fit) {
    case Fit::unknown:
        return Format::tr("not known yet");
    case Fit::gpu:
        return Format::tr("Fits in GPU");
    case Fit::gpu_and_ram:
        return Format::tr("Fits in GPU + RAM");
    case Fit::ram:
        return Format::tr("Fits in RAM");
    case Fit::streams:
        return Format::tr("Streams from NVMe");
    case Fit::does_not_fit:
        return Format::tr("Does not fit");
    case Fit::damaged:
        return Format::tr("Damaged");
    case Fit::unsupported:
        return Format::tr("Not supported");
    }
    return {};
}

std::array<std::size_t, 3> layersByTier(const Plan &plan) {
    std::array<std::size_t, 3> counts{};
    for (std::size_t layer = 0; layer < plan.layers; ++layer)
        ++counts[static_cast<std::size_t>(plan.layer_tier(static_cast<int>(layer)))];
    return counts;
}

std::size_t dividedLayers(const Plan &plan) {
    std::vector<unsigned> tiers(plan.layers);
    for (const Part &part : plan.parts)
        if (part.layer >= 0 && static_cast<std::size_t>(part.layer) < plan.layers)
            tiers[static_cast<std::size_t>(part.layer)] |= 1U << static_cast<unsigned>(part.tier);
    std::size_t divided = 0;
    for (const unsigned mask : tiers)
        divided += (mask & (mask - 1)) != 0 ? 1 : 0;
    return divided;
}

} // namespace spillway
