#include "frame/nav_rail.h"

#include "icons.h"
#include "theme.h"

#include <QAction>
#include <QActionGroup>
#include <QLayout>
#include <QPainter>
#include <QStyleOptionFocusRect>
#include <QToolButton>

namespace spillway {

namespace {

constexpr QSize button_size(68, 54);
constexpr int icon_size = 22;

/// Icon above name; the page shown has the accent's ground and edge.
class RailButton : public QToolButton {
  public:
    explicit RailButton(QAction *action) {
        setDefaultAction(action);
        setFocusPolicy(Qt::TabFocus);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); // as wide as the longest name
    }
    [[nodiscard]] QSize sizeHint() const override {
        const QFontMetrics metrics(Theme::smallFont(font()));
        const int width = metrics.horizontalAdvance(text()) + 12;
        return {std::max(width, button_size.width()), button_size.height() - 16 + metrics.height()};
    }

  protected:
    void paintEvent(QPaintEvent *) override {
        const Theme theme(palette());
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const QRectF frame = QRectF(rect()).adjusted(2.5, 1.5, -2.5, -1.5);
        if (isChecked() || underMouse()) {
            painter.setPen(isChecked() ? theme.colour(Theme::Role::accent) : theme.colour(Theme::Role::line));
            painter.setBrush(isChecked() ? theme.ground(Theme::Role::accent)
                                         : palette().color(QPalette::Button));
            painter.drawRoundedRect(frame, 3, 3);
        }
        const QRect picture((width() - icon_size) / 2, 8, icon_size, icon_size);
        icon().paint(&painter, picture);
        QFont font = Theme::smallFont(this->font());
        painter.setFont(isChecked() ? Theme::boldFont(font) : font);
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(QRect(0, picture.bottom() + 3, width(), height() - picture.bottom() - 6),
                         Qt::AlignCenter, text());
        if (hasFocus()) {
            QStyleOptionFocusRect option;
            option.initFrom(this);
            option.rect = frame.toRect().adjusted(2, 2, -2, -2);
            style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, this);
        }
    }
};

struct Entry {
    Page page;
    QString name;
    const char *icon;
    const char *shortcut;
};

} // namespace

NavRail::NavRail(QWidget *parent)
    : FlatToolBar("navRail", Qt::RightEdge, parent), group_(new QActionGroup(this)) {
    setWindowTitle(tr("Pages"));
    setOrientation(Qt::Vertical);
    layout()->setContentsMargins(3, 4, 4, 4);
    const Entry entries[] = {{Page::write, tr("Write"), "write", "Ctrl+1"},
                             {Page::models, tr("Models"), "models", "Ctrl+2"},
                             {Page::placement, tr("Placement"), "placement", "Ctrl+3"},
                             {Page::machine, tr("Machine"), "machine", "Ctrl+5"},
                             {Page::settings, tr("Settings"), "settings", "Ctrl+,"}};
    for (const Entry &entry : entries) {
        auto *action = new QAction(icon(entry.icon), entry.name, this);
        action->setCheckable(true);
        action->setShortcut(QKeySequence(QLatin1String(entry.shortcut)));
        action->setToolTip(QStringLiteral("%1 (%2)").arg(entry.name, action->shortcut().toString()));
        group_->addAction(action);
        actions_[static_cast<int>(entry.page)] = action;
        if (entry.page == Page::settings) {
            auto *space = new QWidget;
            space->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
            addWidget(space);
        }
        addWidget(new RailButton(action));
        connect(action, &QAction::triggered, this, [this, page = entry.page] { emit chosen(page); });
    }
}

void NavRail::setCurrent(Page page) {
    action(page)->setChecked(true);
}

} // namespace spillway
