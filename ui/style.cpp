#include "style.h"

#include "theme.h"

#include <QPainter>
#include <QStyleOption>

#include <algorithm>

namespace spillway {

namespace {
constexpr int button_height = 28;
constexpr int button_padding = 6; ///< at each side, beyond Fusion's own
constexpr int header_margin = 6;
} // namespace

int Style::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const {
    return metric == PM_HeaderMargin ? header_margin : QProxyStyle::pixelMetric(metric, option, widget);
}

QSize Style::sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &contents,
                              const QWidget *widget) const {
    QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
    switch (type) {
    case CT_PushButton:
        return {size.width() + 2 * button_padding, std::max(size.height(), button_height)};
    case CT_ToolButton:
        return {size.width() + 4, std::max(size.height(), button_height)};
    default:
        return size;
    }
}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                          const QWidget *widget) const {
    const bool button = element == PE_PanelButtonTool || element == PE_PanelButtonCommand;
    if (!button || !option->state.testFlag(State_On)) {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        return;
    }
    const Theme theme(option->palette);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(theme.colour(Theme::Role::accent));
    painter->setBrush(theme.ground(Theme::Role::accent));
    painter->drawRoundedRect(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    painter->restore();
}

} // namespace spillway
