#include "widgets/placement_view.h"

#include "format.h"
#include "widgets/placement_painter.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace spillway {

namespace {

std::size_t at(Tier tier) {
    return static_cast<std::size_t>(tier);
}

LaneMetrics metricsOf(const QFont &font) {
    const QFontMetricsF metrics(font);
    LaneMetrics lanes;
    lanes.line_height = metrics.height();
    lanes.block_height = std::round(metrics.height() * 2.5);
    lanes.least_width = metrics.horizontalAdvance(QStringLiteral("888")) + 6;
    lanes.block_width = std::max(lanes.least_width, std::round(metrics.height() * 2.2));
    lanes.label_width = std::round(metrics.averageCharWidth() * 24) + 24;
    return lanes;
}

} // namespace

PlacementView::PlacementView(QWidget *parent) : QWidget(parent) {
    installBlockAccessibility();
    setObjectName(QStringLiteral("placementView"));
    setAccessibleName(tr("Placement of the layers"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
}

void PlacementView::setPlan(const Plan &plan) {
    const int layer = currentLayer();
    plan_ = plan;
    // While a handle is dragged it stays under the mouse, whatever the last answer's budget was.
    if (drag_ != Drag::budget)
        budgets_ = {plan.tier(Tier::gpu).budget, plan.tier(Tier::ram).budget};
    layOut();
    cursor_ = layer >= 0 ? geometry_.blockOfLayer(layer) : std::min(cursor_, blockCount() - 1);
    if (cursor_ < 0 && blockCount() > 0)
        cursor_ = std::max(0, geometry_.blockOfLayer(0));
    announceSummary(*this);
}

void PlacementView::setMachine(const Machine &machine, std::uint64_t own_bytes) {
    machine_ = machine;
    own_bytes_ = own_bytes;
    layOut();
}

void PlacementView::clear() {
    plan_.reset();
    geometry_ = {};
    cursor_ = -1;
    handle_.reset();
    endDrag();
    updateGeometry();
}

void PlacementView::setDragNote(const QString &note) {
    note_ = note;
    if (drag_ == Drag::budget)
        showNote(drag_position_.toPoint());
}

void PlacementView::showNote(const QPoint &position) {
    if (note_.isEmpty())
        return;
    // A tool tip of the same text does not move; a changing one does not flicker at a fixed place.
    QToolTip::showText(mapToGlobal(position + QPoint(12, 16)), note_, this);
}

void PlacementView::layOut() {
    if (!plan_)
        return;
    geometry_ = LaneGeometry(*plan_, machine_, width(), metricsOf(font()));
    setMinimumHeight(static_cast<int>(std::ceil(geometry_.height())));
    updateGeometry();
    update();
}

QSize PlacementView::sizeHint() const {
    return {840, static_cast<int>(std::ceil(geometry_.height()))};
}

QSize PlacementView::minimumSizeHint() const {
    return {420, static_cast<int>(std::ceil(geometry_.height()))};
}

void PlacementView::resizeEvent(QResizeEvent *) {
    layOut();
}

void PlacementView::changeEvent(QEvent *event) {
    if (event->type() == QEvent::FontChange)
        layOut();
    QWidget::changeEvent(event);
}

QRectF PlacementView::handleRect(Tier tier) const {
    if (!plan_ || tier == Tier::disk || geometry_.lane(tier).bar.isNull() || budgets_[at(tier)] == 0)
        return {};
    return PlacementPainter::handleRect(geometry_, *plan_, tier, budgets_[at(tier)]);
}

QPoint PlacementView::handlePosition(Tier tier) const {
    return handleRect(tier).center().toPoint();
}

std::optional<Tier> PlacementView::handleAt(const QPointF &point) const {
    for (const Tier tier : {Tier::gpu, Tier::ram})
        if (handleRect(tier).adjusted(-3, -3, 3, 3).contains(point))
            return tier;
    return std::nullopt;
}

int PlacementView::currentLayer() const {
    if (cursor_ < 0 || cursor_ >= blockCount())
        return -1;
    const LaneBlock &block = geometry_.blocks()[static_cast<std::size_t>(cursor_)];
    return block.kind == LaneBlock::Kind::layer ? block.layer : -1;
}

void PlacementView::setCurrentLayer(int layer) {
    const int block = geometry_.blockOfLayer(layer);
    if (block >= 0)
        setCursorBlock(block);
}

void PlacementView::setCursorBlock(int block) {
    if (blockCount() == 0)
        return;
    cursor_ = std::clamp(block, 0, blockCount() - 1);
    handle_.reset();
    update();
    announceBlock(*this, cursor_);
    emit currentLayerChanged(currentLayer());
}

QString PlacementView::summary() const {
    if (!plan_)
        return tr("No plan");
    const auto [gpu, ram, disk] = layersByTier(*plan_);
    return tr("%1 layers in GPU, %2 in RAM, %3 on NVMe; %4")
        .arg(gpu)
        .arg(ram)
        .arg(disk)
        .arg(predictedSpeedText(plan_->prediction));
}

QRect PlacementView::blockRect(int block) const {
    return block >= 0 && block < blockCount()
               ? geometry_.blocks()[static_cast<std::size_t>(block)].rect.toRect()
               : QRect();
}

QString PlacementView::blockText(int index) const {
    if (index < 0 || index >= blockCount())
        return {};
    const LaneBlock &block = geometry_.blocks()[static_cast<std::size_t>(index)];
    QString name;
    switch (block.kind) {
    case LaneBlock::Kind::layer:
        name = tr("Layer %1").arg(block.layer + 1);
        break;
    case LaneBlock::Kind::embedding:
        name = tr("Embedding");
        break;
    case LaneBlock::Kind::output:
        name = tr("Output head");
        break;
    case LaneBlock::Kind::context:
        name = tr("Context");
        break;
    case LaneBlock::Kind::staging:
        name = tr("Staging and work space");
        break;
    }
    QString text = tr("%1, %2, %3").arg(name, tierLabel(block.tier), bytesText(block.bytes));
    if (block.divided_share > 0)
        text += tr(", %1 % of it in %2")
                    .arg(std::lround(block.divided_share * 100))
                    .arg(tierLabel(block.divided_tier));
    if (block.pinned)
        text += tr(", pinned by you");
    return text;
}

void PlacementView::paintEvent(QPaintEvent *) {
    if (!plan_)
        return;
    QPainter painter(this);
    PlacementLook look;
    look.plan = &*plan_;
    look.machine = &machine_;
    look.own_bytes = own_bytes_;
    look.cursor = cursor_;
    look.focused = hasFocus();
    look.handle = handle_;
    look.budgets = budgets_;
    if (drag_ == Drag::block) {
        look.dragged = drag_block_;
        look.drag_position = drag_position_;
        const auto lane = geometry_.laneAt(drag_position_);
        if (lane && *lane != geometry_.blocks()[static_cast<std::size_t>(drag_block_)].tier)
            look.drop = lane;
    }
    PlacementPainter(painter, geometry_, look, font(), palette()).paint();
}

void PlacementView::focusInEvent(QFocusEvent *event) {
    if (cursor_ < 0 && blockCount() > 0)
        setCursorBlock(std::max(0, geometry_.blockOfLayer(0)));
    announceBlock(*this, cursor_);
    QWidget::focusInEvent(event);
    update();
}

bool PlacementView::event(QEvent *event) {
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        if (const auto tier = handleAt(help->pos()))
            QToolTip::showText(help->globalPos(),
                               tr("%1 budget: %2").arg(tierLabel(*tier), bytesText(budgets_[at(*tier)])), this);
        else
            QToolTip::showText(help->globalPos(), blockText(geometry_.blockAt(help->pos())), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace spillway
