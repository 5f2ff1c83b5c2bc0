#pragma once

#include <QRectF>

#include <cstddef>
#include <vector>

namespace spillway {

/// Where the blocks of the sweep strip stand: pure arithmetic, tested without a window.
/// Up to `max_blocks` layers have a block each; above that neighbouring layers share one.
class SweepGeometry {
  public:
    static constexpr std::size_t max_blocks = 160;

    SweepGeometry() = default;
    SweepGeometry(const QRectF &area, std::size_t layers);

    [[nodiscard]] std::size_t blocks() const { return blocks_; }
    [[nodiscard]] std::size_t layers() const { return layers_; }
    /// Edges fall on whole pixels; gaps are 3, 2 or 1 px wide, whatever leaves the blocks widest.
    [[nodiscard]] QRectF block(std::size_t index) const;
    /// The layers [first, last) of a block.
    [[nodiscard]] std::size_t firstLayer(std::size_t block) const;
    [[nodiscard]] std::size_t lastLayer(std::size_t block) const { return firstLayer(block + 1); }
    [[nodiscard]] std::size_t blockOfLayer(std::size_t layer) const;
    /// The block at x, or -1 outside of the row. A gap belongs to the block before it.
    [[nodiscard]] int blockAt(double x) const;
    /// How much of a block is done when `layers_done` layers are, in 0..1.
    [[nodiscard]] double share(std::size_t block, double layers_done) const;

  private:
    QRectF area_;
    std::size_t layers_ = 0;
    std::size_t blocks_ = 0;
    double gap_ = 2;
};

} // namespace spillway
