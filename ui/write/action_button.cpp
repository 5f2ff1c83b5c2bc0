#include "write/action_button.h"

#include "theme.h"

#include <QAction>
#include <QStyleOptionButton>
#include <QStylePainter>

#include <algorithm>

namespace spillway {

namespace {

constexpr int padding = 10;
constexpr int gap = 6;
constexpr int icon_size = 16;
constexpr int button_height = 28;

} // namespace

ActionButton::ActionButton(QAction *action, Look look, QWidget *parent)
    : QPushButton(parent), action_(action), look_(look) {
    setFocusPolicy(Qt::TabFocus); // a click leaves the focus in the text
    setFlat(look == Look::flat);
    connect(action, &QAction::changed, this, &ActionButton::followAction);
    connect(this, &QPushButton::clicked, action, &QAction::trigger);
    followAction();
}

void ActionButton::followAction() {
    setEnabled(action_->isEnabled());
    setVisible(action_->isVisible());
    const QString name = action_->iconText();
    setText(name);
    setIcon(action_->icon());
    setToolTip(hint().isEmpty() ? action_->toolTip()
                                : QStringLiteral("%1 (%2)").arg(action_->toolTip(), hint()));
    setAccessibleName(name);
    updateGeometry();
    update();
}

QString ActionButton::hint() const {
    return action_->shortcut().toString(QKeySequence::NativeText);
}

QFont ActionButton::nameFont() const {
    return look_ == Look::primary ? Theme::boldFont(font()) : font();
}

int ActionButton::widthOf(bool compact) const {
    int width = 2 * padding + (icon().isNull() ? 0 : icon_size);
    if (showsName(compact)) {
        width += (icon().isNull() ? 0 : gap) + QFontMetrics(nameFont()).horizontalAdvance(text());
    }
    if (showsHint(compact) && !hint().isEmpty()) {
        width += gap + QFontMetrics(Theme::smallFont(font())).horizontalAdvance(hint());
    }
    return width;
}

void ActionButton::setCompact(bool compact) {
    if (compact_ != compact) {
        compact_ = compact;
        updateGeometry();
        update();
    }
}

QSize ActionButton::sizeHint() const {
    return {widthOf(compact_), std::max(button_height, QFontMetrics(font()).height() + 8)};
}

void ActionButton::paintEvent(QPaintEvent *) {
    QStylePainter painter(this);
    QStyleOptionButton option;
    initStyleOption(&option);
    QColor ink = palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::ButtonText);
    if (look_ == Look::primary) {
        const QColor accent = palette().color(QPalette::Active, QPalette::Highlight);
        const QColor ground = palette().color(QPalette::Window);
        ink = palette().color(QPalette::Active, QPalette::HighlightedText);
        option.palette.setColor(
            QPalette::Button, isEnabled() ? accent : [&] {
                return QColor::fromRgbF((accent.redF() + ground.redF()) / 2,
                                        (accent.greenF() + ground.greenF()) / 2,
                                        (accent.blueF() + ground.blueF()) / 2);
            }());
    }
    option.text.clear();
    option.icon = {};
    painter.drawControl(QStyle::CE_PushButton, option);

    QRect rest = rect().adjusted(padding, 0, -padding, 0);
    if (!icon().isNull()) {
        const QRect place(rest.left(), rest.center().y() - icon_size / 2 + 1, icon_size, icon_size);
        icon().paint(&painter, place, Qt::AlignCenter, isEnabled() ? QIcon::Normal : QIcon::Disabled);
        rest.setLeft(place.right() + 1 + gap);
    }
    if (!showsName(compact_)) {
        return;
    }
    painter.setPen(ink);
    painter.setFont(nameFont());
    painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter, text());
    if (showsHint(compact_)) {
        rest.setLeft(rest.left() + painter.fontMetrics().horizontalAdvance(text()) + gap);
        painter.setFont(Theme::smallFont(font()));
        QColor faint = ink;
        faint.setAlphaF(look_ == Look::primary ? 0.85F : 0.7F);
        painter.setPen(faint);
        painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter, hint());
    }
}

} // namespace spillway
