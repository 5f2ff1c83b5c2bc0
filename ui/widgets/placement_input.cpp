// What mouse and keyboard do in the placement picture; how it is laid out and told is in placement_view.cpp.

#include "widgets/placement_view.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace spillway {

namespace {
std::size_t at(Tier tier) {
    return static_cast<std::size_t>(tier);
}
} // namespace

// ---- Mouse ----

void PlacementView::mousePressEvent(QMouseEvent *event) {
    if (event->button() != Qt::LeftButton || !plan_)
        return;
    press_ = drag_position_ = event->position();
    handle_ = handleAt(press_);
    if (handle_) {
        drag_ = Drag::budget;
        update();
        return;
    }
    drag_block_ = geometry_.blockAt(press_);
    if (drag_block_ >= 0) {
        drag_ = Drag::pressed;
        setCursorBlock(drag_block_);
    }
}

void PlacementView::mouseMoveEvent(QMouseEvent *event) {
    const bool over_handle = drag_ == Drag::budget || (drag_ == Drag::none && handleAt(event->position()));
    setCursor(over_handle ? Qt::SizeHorCursor : Qt::ArrowCursor);
    drag_position_ = event->position();
    if (drag_ == Drag::budget) {
        dragBudgetTo(event->position().x(), false);
    } else if (drag_ == Drag::pressed &&
               (event->position() - press_).manhattanLength() >= QApplication::startDragDistance() &&
               currentLayer() >= 0) {
        drag_ = Drag::block;
        update();
    } else if (drag_ == Drag::block) {
        update();
    }
}

void PlacementView::mouseReleaseEvent(QMouseEvent *event) {
    if (event->button() != Qt::LeftButton)
        return;
    if (drag_ == Drag::budget) {
        dragBudgetTo(event->position().x(), true);
        drag_ = Drag::none;
        return;
    }
    const Drag drag = drag_;
    const int block = drag_block_;
    endDrag();
    const auto lane = geometry_.laneAt(event->position());
    if (drag == Drag::block && lane && *lane != geometry_.blocks()[static_cast<std::size_t>(block)].tier)
        emit layerMoved(currentLayer(), *lane);
}

void PlacementView::endDrag() {
    drag_ = Drag::none;
    drag_block_ = -1;
    update();
}

void PlacementView::dragBudgetTo(double x, bool finished) {
    const Tier tier = *handle_;
    const std::uint64_t other = plan_->tier(tier).used.other;
    const std::uint64_t bytes = geometry_.bytesAt(tier, x);
    // A press without a move changes nothing: the handle may stand at the end of a scale that is shorter than
    // it.
    const bool moved = std::abs(x - press_.x()) >= 1;
    if (moved)
        budgets_[at(tier)] = std::max<std::uint64_t>(1, bytes - std::min(bytes, other));
    else if (!finished)
        return;
    update();
    showNote(drag_position_.toPoint());
    if (moved)
        emit budgetMoved(tier, budgets_[at(tier)], finished);
}

// ---- Keyboard ----

void PlacementView::keyPressEvent(QKeyEvent *event) {
    if (!plan_) {
        QWidget::keyPressEvent(event);
        return;
    }
    if (event->key() == Qt::Key_Escape && drag_ != Drag::none) {
        budgets_ = {plan_->tier(Tier::gpu).budget, plan_->tier(Tier::ram).budget};
        endDrag();
        return;
    }
    const bool plain = (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier)) == 0;
    if (handle_ && moveBudget(event->key(), event->modifiers()))
        return;
    switch (event->key()) {
    case Qt::Key_Left:
        moveCursor(-1, 0);
        return;
    case Qt::Key_Right:
        moveCursor(1, 0);
        return;
    case Qt::Key_Up:
        moveCursor(0, -1);
        return;
    case Qt::Key_Down:
        moveCursor(0, 1);
        return;
    case Qt::Key_Home:
        setCursorBlock(0);
        return;
    case Qt::Key_End:
        setCursorBlock(blockCount() - 1);
        return;
    default:
        break;
    }
    if (!plain || !layerKey(event->key()))
        QWidget::keyPressEvent(event);
}

/// Up from a lane's first row leads to its budget handle, down from there back into the row.
void PlacementView::moveCursor(int dx, int dy) {
    if (blockCount() == 0)
        return;
    if (handle_ && dy != 0) {
        const double handle_y = geometry_.lane(*handle_).bar.center().y();
        int best = -1;
        for (int i = 0; i < blockCount(); ++i) {
            const double distance =
                (geometry_.blocks()[static_cast<std::size_t>(i)].rect.center().y() - handle_y) * dy;
            if (distance > 0 &&
                (best < 0 ||
                 distance <
                     (geometry_.blocks()[static_cast<std::size_t>(best)].rect.center().y() - handle_y) * dy))
                best = i;
        }
        if (best >= 0)
            setCursorBlock(best);
        return;
    }
    const int next = geometry_.neighbour(cursor_, dx, dy);
    if (dy != 0 && cursor_ >= 0) {
        const LaneBlock &from = geometry_.blocks()[static_cast<std::size_t>(cursor_)];
        const LaneBlock &to = geometry_.blocks()[static_cast<std::size_t>(next)];
        const Tier target = dy < 0 ? from.tier : to.tier;
        const bool leaves_lane = next == cursor_ || from.tier != to.tier;
        if (leaves_lane && !handleRect(target).isNull() && (dy < 0 || from.tier != to.tier)) {
            handle_ = target;
            QToolTip::showText(mapToGlobal(handlePosition(target)), tr("Budget: Left and Right change it"),
                               this);
            update();
            return;
        }
    }
    setCursorBlock(next);
}

bool PlacementView::moveBudget(int key, Qt::KeyboardModifiers modifiers) {
    const std::uint64_t scale = geometry_.scale(*handle_);
    const std::uint64_t step =
        std::max<std::uint64_t>(1, scale / (modifiers.testFlag(Qt::ShiftModifier) ? 10 : 100));
    const std::uint64_t other = plan_->tier(*handle_).used.other;
    std::uint64_t &budget = budgets_[at(*handle_)];
    // A budget beyond the end of the scale begins to move at that end.
    const std::uint64_t most = scale - std::min(scale, other);
    budget = std::min(budget, most);
    switch (key) {
    case Qt::Key_Left:
        budget -= std::min(budget - 1, step);
        break;
    case Qt::Key_Right:
        budget = std::min(budget + step, most);
        break;
    case Qt::Key_Home:
        budget = 1;
        break;
    case Qt::Key_End:
        budget = most;
        break;
    default:
        return false;
    }
    update();
    emit budgetMoved(*handle_, budget, true);
    return true;
}

bool PlacementView::layerKey(int key) {
    const int layer = currentLayer();
    if (layer < 0 || handle_)
        return false;
    switch (key) {
    case Qt::Key_G:
        if (geometry_.lane(Tier::gpu).collapsed)
            return false;
        emit layerMoved(layer, Tier::gpu);
        return true;
    case Qt::Key_R:
        emit layerMoved(layer, Tier::ram);
        return true;
    case Qt::Key_N:
        emit layerMoved(layer, Tier::disk);
        return true;
    case Qt::Key_P:
        emit pinToggled(layer);
        return true;
    default:
        return false;
    }
}

} // namespace spillway
