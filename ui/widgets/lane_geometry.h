#pragma once

#include "spillway.h"

#include <QRectF>

#include <optional>
#include <vector>

namespace spillway {

/// A rectangle of the placement picture that stands for bytes.
struct LaneBlock {
    enum class Kind { layer, embedding, output, context, staging };

    Kind kind = Kind::layer;
    int layer = -1; ///< of Kind::layer, from 0
    Tier tier = Tier::disk;
    std::uint64_t bytes = 0;
    bool pinned = false;
    Tier divided_tier = Tier::disk; ///< where the smaller share of a divided layer lies
    double divided_share = 0;       ///< and how much that is; 0: not divided
    QRectF rect;
};

/// A tier's stretch of the picture.
struct Lane {
    Tier tier = Tier::gpu;
    bool collapsed = false; ///< the machine has no such memory
    QRectF rect;
    QRectF label;
    QRectF bar; ///< null: no capacity bar (the drive)
};

/// What the picture needs of fonts.
struct LaneMetrics {
    double label_width = 172;
    double line_height = 17;
    double block_height = 43;
    double block_width = 37; ///< of an average layer
    double least_width = 30; ///< that a layer's number needs
};

/// Where everything of the placement picture stands: pure arithmetic, tested without a window. Three lanes,
/// GPU, RAM, NVMe; in each the layers that lie there, as wide as their bytes, in rows. The capacity bars run
/// from 0 to the installed memory, or to twice what the model needs where that is less, so that the budget can
/// be set finely.
class LaneGeometry {
  public:
    LaneGeometry() = default;
    LaneGeometry(const Plan &plan, const Machine &machine, double width, const LaneMetrics &metrics);

    [[nodiscard]] double height() const { return height_; }
    [[nodiscard]] const std::array<Lane, 3> &lanes() const { return lanes_; }
    [[nodiscard]] const Lane &lane(Tier tier) const { return lanes_[static_cast<std::size_t>(tier)]; }
    [[nodiscard]] const std::vector<LaneBlock> &blocks() const { return blocks_; }
    /// Index into blocks(), -1 where there is none.
    [[nodiscard]] int blockAt(const QPointF &point) const;
    [[nodiscard]] int blockOfLayer(int layer) const;
    [[nodiscard]] std::optional<Tier> laneAt(const QPointF &point) const;
    /// The next block from `block` in a direction: within its lane by (dx), in the row or lane below (dy).
    [[nodiscard]] int neighbour(int block, int dx, int dy) const;

    /// Bytes at the right end of a tier's bar; 0: it has none.
    [[nodiscard]] std::uint64_t scale(Tier tier) const { return scales_[static_cast<std::size_t>(tier)]; }
    [[nodiscard]] double xOf(Tier tier, std::uint64_t bytes) const;
    [[nodiscard]] std::uint64_t bytesAt(Tier tier, double x) const;

  private:
    void collectBlocks(const Plan &plan);
    void layOutLane(Tier tier, const Plan &plan, double top, double width, const LaneMetrics &metrics);

    std::array<Lane, 3> lanes_{};
    std::array<std::uint64_t, 3> scales_{};
    std::vector<LaneBlock> blocks_; ///< by lane, then in layer order
    double height_ = 0;
};

/// Installed memory of a tier: RAM, or that of the usable GPUs; 0 for the drive and where there is none.
std::uint64_t installedBytes(const Machine &machine, Tier tier);

} // namespace spillway
