#include "widgets/sweep_geometry.h"

#include <algorithm>
#include <cmath>

namespace spillway {

SweepGeometry::SweepGeometry(const QRectF &area, std::size_t layers)
    : area_(area), layers_(layers), blocks_(std::min(layers, max_blocks)) {
    // Gaps may take a quarter of the row at most.
    for (gap_ = 3; gap_ > 1 && gap_ * static_cast<double>(blocks_) > area_.width() / 4; --gap_) {
    }
}

QRectF SweepGeometry::block(std::size_t index) const {
    if (index >= blocks_)
        return {};
    const double pitch = (area_.width() + gap_) / static_cast<double>(blocks_);
    const double left = std::round(area_.left() + pitch * static_cast<double>(index));
    const double right = std::round(area_.left() + pitch * static_cast<double>(index + 1)) - gap_;
    return {left, area_.top(), std::max(1.0, right - left), area_.height()};
}

std::size_t SweepGeometry::firstLayer(std::size_t block) const {
    return blocks_ == 0 ? 0 : block * layers_ / blocks_;
}

std::size_t SweepGeometry::blockOfLayer(std::size_t layer) const {
    if (blocks_ == 0)
        return 0;
    // The inverse of firstLayer(): the last block that begins at or before the layer.
    return std::min(blocks_ - 1, ((layer + 1) * blocks_ - 1) / layers_);
}

int SweepGeometry::blockAt(double x) const {
    if (blocks_ == 0 || x < area_.left() || x > area_.right())
        return -1;
    const double pitch = (area_.width() + gap_) / static_cast<double>(blocks_);
    auto index =
        static_cast<std::size_t>(std::clamp((x - area_.left()) / pitch, 0.0, static_cast<double>(blocks_ - 1)));
    if (index + 1 < blocks_ && x >= block(index + 1).left())
        ++index;
    else if (index > 0 && x < block(index).left())
        --index;
    return static_cast<int>(index);
}

double SweepGeometry::share(std::size_t block, double layers_done) const {
    const auto first = static_cast<double>(firstLayer(block));
    const auto last = static_cast<double>(lastLayer(block));
    return last > first ? std::clamp((layers_done - first) / (last - first), 0.0, 1.0) : 0;
}

} // namespace spillway
