#pragma once

#include "spillway.h"

#include <QString>

#include <optional>

namespace spillway {

/// Numbers as the window shows them: always with their unit, never NaN, and "not measured yet" for what is
/// unknown.
QString bytesText(std::uint64_t bytes);
/// "7.3 GB" as bytesText() writes it, or "6.8 GiB", or a bare number; nothing for what is no size.
std::optional<std::uint64_t> bytesFromText(const QString &text);
QString rateText(double bytes_per_second);
QString secondsText(double seconds);
/// "12.4 s per token" below one token per second, else "118 tokens/s".
QString speedText(double seconds_per_token);
/// speedText with "about " before it: for predictions.
QString predictedSpeedText(const Prediction &prediction);
/// 1024 as "1,024" in the user's locale.
QString countText(std::uint64_t count);
QString notMeasured();
/// "1 layer", "80 layers".
QString layersText(std::size_t layers);

/// "7.1" of "7.1 of 7.3 GB": two sizes in the unit of the second; a first that is far smaller keeps its own.
struct SizePair {
    QString first;
    QString second; ///< with the unit
};
SizePair sizePair(std::uint64_t first, std::uint64_t second);

/// "GPU", "RAM", "NVMe".
QString tierLabel(Tier tier);
/// The resource in words: "NVMe", "processor", "PCIe", "GPU".
QString limitLabel(Limit limit);
/// The tier whose colour and glyph go with a limit, where one does.
std::optional<Tier> limitTier(Limit limit);
/// "NVMe → RAM", ...
QString linkLabel(Link link);

/// Whether a model fits on this PC.
enum class Fit { unknown, gpu, gpu_and_ram, ram, streams, does_not_fit, damaged, unsupported };
Fit fitOf(const Plan &plan);
QString fitLabel(Fit fit);

/// Layers by the tier that holds most of each: "5 layers GPU, 15 RAM, 60 NVMe" in numbers.
std::array<std::size_t, 3> layersByTier(const Plan &plan);
/// Layers whose parts lie in more than one tier.
std::size_t dividedLayers(const Plan &plan);

} // namespace spillway
