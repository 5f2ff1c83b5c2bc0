#include "icons.h"

#include <QDir>
#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

#include <optional>

// Outside of any namespace: the macro declares a function of the global one.
static void initialiseResources() {
    Q_INIT_RESOURCE(spillway);
}

namespace spillway {

namespace {

QString pathOf(const QString &name) {
    initialiseResources();
    return QStringLiteral(":/icons/%1.svg").arg(name);
}

QByteArray sourceOf(const QString &name) {
    QFile file(pathOf(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QPixmap render(const QByteArray &svg, QSize size, double scale) {
    QPixmap pixmap(size * scale);
    pixmap.setDevicePixelRatio(scale);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    QSvgRenderer renderer(svg);
    renderer.setAspectRatioMode(Qt::KeepAspectRatio);
    renderer.render(&painter, QRectF(QPointF(0, 0), QSizeF(size)));
    return pixmap;
}

/// Draws the picture anew in the colour that the palette has at that moment.
class TintedEngine : public QIconEngine {
  public:
    TintedEngine(QString name, QPalette::ColorRole role, std::optional<QColor> fixed)
        : name_(std::move(name)), svg_(sourceOf(name_)), role_(role), fixed_(fixed) {}

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override {
        const double scale = painter->device() ? painter->device()->devicePixelRatio() : 1.0;
        painter->drawPixmap(rect, pixmapFor(rect.size(), mode, scale));
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override {
        return scaledPixmap(size, mode, state, 1.0);
    }

    /// Qt gives `size` in device pixels.
    QPixmap scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State, qreal) override {
        return pixmapFor(size, mode, 1.0);
    }

    [[nodiscard]] QIconEngine *clone() const override { return new TintedEngine(*this); }
    QString iconName() override { return name_; }
    bool isNull() override { return svg_.isEmpty(); }

  private:
    [[nodiscard]] QPixmap pixmapFor(QSize size, QIcon::Mode mode, double scale) const {
        const QColor colour = colourFor(mode);
        const QString key = QStringLiteral("spillway/%1/%2/%3x%4@%5")
                                .arg(name_, colour.name(QColor::HexArgb))
                                .arg(size.width())
                                .arg(size.height())
                                .arg(scale);
        QPixmap found;
        if (QPixmapCache::find(key, &found))
            return found;
        QByteArray tinted = svg_;
        tinted.replace("currentColor", colour.name().toLatin1());
        found = render(tinted, size, scale);
        QPixmapCache::insert(key, found);
        return found;
    }

    [[nodiscard]] QColor colourFor(QIcon::Mode mode) const {
        const QPalette palette = QGuiApplication::palette();
        if (mode == QIcon::Disabled)
            return palette.color(QPalette::Disabled, role_);
        if (mode == QIcon::Selected)
            return palette.color(QPalette::HighlightedText);
        return fixed_ ? *fixed_ : palette.color(QPalette::Active, role_);
    }

    QString name_;
    QByteArray svg_;
    QPalette::ColorRole role_;
    std::optional<QColor> fixed_;
};

} // namespace

QIcon icon(const QString &name, QPalette::ColorRole role) {
    return QIcon(new TintedEngine(name, role, {}));
}

QIcon icon(const QString &name, const QColor &colour) {
    return QIcon(new TintedEngine(name, QPalette::WindowText, colour));
}

QIcon applicationIcon() {
    QIcon result;
    const QByteArray svg = sourceOf(QStringLiteral("application"));
    for (const int size : {16, 24, 32, 48, 64, 128, 256})
        result.addPixmap(render(svg, {size, size}, 1.0));
    return result;
}

QStringList iconNames() {
    initialiseResources();
    QStringList names = QDir(QStringLiteral(":/icons")).entryList({QStringLiteral("*.svg")});
    for (QString &name : names)
        name.chop(4);
    return names;
}

} // namespace spillway
