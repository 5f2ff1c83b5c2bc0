#include "widgets/accessible_blocks.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>
#include <QWidget>

#include <vector>

namespace spillway {

namespace {

/// One block. It lives as long as its list, but a screen reader may ask later, hence the guarded widget.
class AccessibleBlock : public QAccessibleInterface, public QAccessibleActionInterface {
  public:
    AccessibleBlock(QWidget *widget, BlockSource *source, int index)
        : widget_(widget), source_(source), index_(index) {}

    [[nodiscard]] bool isValid() const override { return widget_ && index_ < source_->blockCount(); }
    [[nodiscard]] QObject *object() const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface *parent() const override {
        return widget_ ? QAccessible::queryAccessibleInterface(widget_) : nullptr;
    }
    [[nodiscard]] QAccessibleInterface *child(int) const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface *childAt(int, int) const override { return nullptr; }
    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface *) const override { return -1; }
    [[nodiscard]] QAccessible::Role role() const override { return QAccessible::ListItem; }

    [[nodiscard]] QString text(QAccessible::Text kind) const override {
        return kind == QAccessible::Name && isValid() ? source_->blockText(index_) : QString();
    }
    void setText(QAccessible::Text, const QString &) override {}

    [[nodiscard]] QRect rect() const override {
        if (!isValid())
            return {};
        const QRect local = source_->blockRect(index_);
        return {widget_->mapToGlobal(local.topLeft()), local.size()};
    }

    [[nodiscard]] QAccessible::State state() const override {
        QAccessible::State state;
        state.focusable = true;
        state.selectable = true;
        if (!isValid()) {
            state.invalid = true;
            return state;
        }
        state.selected = source_->currentBlock() == index_;
        state.focused = state.selected && widget_->hasFocus();
        return state;
    }

    void *interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface *>(this) : nullptr;
    }
    [[nodiscard]] QStringList actionNames() const override { return {pressAction()}; }
    void doAction(const QString &action) override {
        if (action == pressAction() && isValid())
            source_->activateBlock(index_);
    }
    [[nodiscard]] QStringList keyBindingsForAction(const QString &) const override { return {}; }

  private:
    QPointer<QWidget> widget_;
    BlockSource *source_;
    int index_;
};

class AccessibleBlockList : public QAccessibleWidget {
  public:
    AccessibleBlockList(QWidget *widget, BlockSource *source)
        : QAccessibleWidget(widget, QAccessible::List), source_(source) {}

    ~AccessibleBlockList() override {
        for (const QAccessible::Id id : ids_)
            if (id != 0)
                QAccessible::deleteAccessibleInterface(id);
    }

    [[nodiscard]] int childCount() const override { return source_->blockCount(); }

    [[nodiscard]] QAccessibleInterface *child(int index) const override {
        if (index < 0 || index >= childCount())
            return nullptr;
        const auto at = static_cast<std::size_t>(index);
        if (ids_.size() <= at)
            ids_.resize(at + 1, 0);
        if (ids_[at] == 0)
            ids_[at] = QAccessible::registerAccessibleInterface(new AccessibleBlock(widget(), source_, index));
        return QAccessible::accessibleInterface(ids_[at]);
    }

    [[nodiscard]] QAccessibleInterface *childAt(int x, int y) const override {
        const QPoint local = widget()->mapFromGlobal(QPoint(x, y));
        for (int i = 0; i < childCount(); ++i)
            if (source_->blockRect(i).contains(local))
                return child(i);
        return nullptr;
    }

    [[nodiscard]] int indexOfChild(const QAccessibleInterface *wanted) const override {
        for (std::size_t i = 0; i < ids_.size(); ++i)
            if (ids_[i] != 0 && QAccessible::accessibleInterface(ids_[i]) == wanted)
                return static_cast<int>(i);
        return -1;
    }

    [[nodiscard]] QAccessibleInterface *focusChild() const override {
        return widget()->hasFocus() ? child(source_->currentBlock()) : nullptr;
    }

    [[nodiscard]] QString text(QAccessible::Text kind) const override {
        if (kind == QAccessible::Value || kind == QAccessible::Description)
            return source_->summary();
        return QAccessibleWidget::text(kind);
    }

  private:
    BlockSource *source_;
    mutable std::vector<QAccessible::Id> ids_;
};

QAccessibleInterface *makeInterface(const QString &, QObject *object) {
    auto *source = dynamic_cast<BlockSource *>(object);
    auto *widget = qobject_cast<QWidget *>(object);
    return source && widget ? new AccessibleBlockList(widget, source) : nullptr;
}

} // namespace

void installBlockAccessibility() {
    // Qt keeps a list of factories and does not look for doubles.
    static const bool installed = [] {
        QAccessible::installFactory(makeInterface);
        return true;
    }();
    Q_UNUSED(installed)
}

void announceBlock(QWidget &widget, int block) {
    if (!QAccessible::isActive() || block < 0)
        return;
    QAccessibleEvent event(&widget, QAccessible::Focus);
    event.setChild(block);
    QAccessible::updateAccessibility(&event);
}

void announceSummary(QWidget &widget) {
    if (!QAccessible::isActive())
        return;
    QAccessibleEvent event(&widget, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

} // namespace spillway
