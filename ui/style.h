#pragma once

#include <QProxyStyle>

namespace spillway {

/// Fusion with a little more room, and with what is chosen tinted in the accent.
class Style : public QProxyStyle {
    Q_OBJECT
  public:
    Style() : QProxyStyle(QStringLiteral("Fusion")) {}

    [[nodiscard]] int pixelMetric(PixelMetric metric, const QStyleOption *option,
                                  const QWidget *widget) const override;
    [[nodiscard]] QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                                         const QWidget *widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override;
};

} // namespace spillway
