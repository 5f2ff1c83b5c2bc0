#pragma once

#include "widgets/lane_geometry.h"
#include "widgets/painting.h"

#include <QPainter>

namespace spillway {

/// What the placement picture shows beside the geometry.
struct PlacementLook {
    const Plan *plan = nullptr;
    const Machine *machine = nullptr;
    std::uint64_t own_bytes = 0; ///< that this process holds now, to tell others' memory from it
    int cursor = -1;             ///< block with the keyboard cursor
    bool focused = false;
    std::optional<Tier> handle;             ///< the budget handle that has the cursor
    std::array<std::uint64_t, 2> budgets{}; ///< of gpu and ram as shown now, while dragging ahead of the plan
    int dragged = -1;                       ///< block under the mouse's button
    QPointF drag_position;
    std::optional<Tier> drop; ///< lane that would take it
};

/// Paints the placement picture: labels, capacity bars with their budget handles, blocks.
class PlacementPainter {
  public:
    PlacementPainter(QPainter &painter, const LaneGeometry &geometry, const PlacementLook &look,
                     const QFont &font, const QPalette &palette);

    void paint();

    /// Where a tier's budget handle stands, with its grip above the bar.
    static QRectF handleRect(const LaneGeometry &geometry, const Plan &plan, Tier tier, std::uint64_t budget);

  private:
    void paintLane(const Lane &lane);
    void paintLabel(const Lane &lane);
    void paintBar(const Lane &lane);
    void paintBarEnd(const Lane &lane);
    void paintHandle(const Lane &lane);
    void paintBlock(int index, const QRectF &rect);
    void paintBlockText(const LaneBlock &block, const QRectF &rect, const QColor &colour);

    QPainter &painter_;
    const LaneGeometry &geometry_;
    const PlacementLook &look_;
    QFont font_;
    QPalette palette_;
    Theme theme_;
};

/// The lines beside a lane: device, what is used of it, layers.
QString laneDevice(const Machine &machine, Tier tier);
QString laneUse(const Plan &plan, Tier tier);
QString laneLayers(const Plan &plan, Tier tier);

} // namespace spillway
