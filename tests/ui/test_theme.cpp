#include "icons.h"
#include "theme.h"

#include <QApplication>
#include <QImage>
#include <QPushButton>
#include <QTest>

namespace spillway {

using ColourRole = Theme::Role;

class TestTheme : public QObject {
    Q_OBJECT

  private slots:
    void text_can_be_read_data() { schemes(); }
    void text_can_be_read() {
        QFETCH(bool, dark);
        const QPalette palette = Theme::palette(dark);
        const Theme theme(palette);
        QCOMPARE(theme.isDark(), dark);
        const QList<QColor> grounds = {palette.color(QPalette::Window), palette.color(QPalette::Base)};
        for (const QColor &ground : grounds) {
            for (const ColourRole role : {ColourRole::secondary, ColourRole::accent_text, ColourRole::warning,
                                          ColourRole::error, ColourRole::done})
                verifyContrast(theme.colour(role), ground, 4.5);
            verifyContrast(palette.color(QPalette::WindowText), ground, 4.5);
            for (const Tier tier : all_tiers)
                verifyContrast(theme.tier(tier).text, ground, 4.5);
        }
        for (const ColourRole role :
             {ColourRole::warning, ColourRole::error, ColourRole::done, ColourRole::accent_text})
            verifyContrast(theme.colour(role), theme.ground(role), 4.5);
        verifyContrast(palette.color(QPalette::HighlightedText), palette.color(QPalette::Highlight), 4.5);
        for (const Tier tier : all_tiers) {
            const Theme::TierColours colours = theme.tier(tier);
            verifyContrast(colours.on_fill, colours.fill, 4.5);
            verifyContrast(colours.text, colours.tint, 4.5);
        }
    }

    void edges_can_be_seen_data() { schemes(); }
    void edges_can_be_seen() {
        QFETCH(bool, dark);
        const QPalette palette = Theme::palette(dark);
        const Theme theme(palette);
        for (const Tier tier : all_tiers)
            for (const auto ground : {QPalette::Window, QPalette::Base})
                verifyContrast(theme.tier(tier).edge, palette.color(ground), 3);
    }

    void tiers_rise_in_luminance_data() { schemes(); }
    void tiers_rise_in_luminance() {
        QFETCH(bool, dark);
        const Theme theme(Theme::palette(dark));
        const auto brightness = [&](Tier tier) { return contrastRatio(theme.tier(tier).fill, Qt::black); };
        QVERIFY(brightness(Tier::gpu) < brightness(Tier::ram));
        QVERIFY(brightness(Tier::ram) < brightness(Tier::disk));
    }

    void contrast_is_that_of_the_standard() {
        QCOMPARE(contrastRatio(Qt::black, Qt::white), 21.0);
        QCOMPARE(contrastRatio(Qt::white, Qt::white), 1.0);
        // The well-known grey that just passes on white.
        QVERIFY(std::abs(contrastRatio(QColor(0x76, 0x76, 0x76), Qt::white) - 4.54) < 0.01);
    }

    void a_change_of_scheme_reaches_open_widgets() {
        Theme::apply(*qApp, Theme::Choice::light);
        QPushButton button;
        QVERIFY(!Theme(button.palette()).isDark());
        Theme::apply(*qApp, Theme::Choice::dark);
        QTRY_VERIFY(Theme(button.palette()).isDark());
        Theme::apply(*qApp, Theme::Choice::light);
        QTRY_VERIFY(!Theme(button.palette()).isDark());
    }

    void every_icon_has_one_colour_and_follows_the_scheme() {
        const QStringList names = iconNames();
        for (const char *needed :
             {"write",    "models",  "placement", "runs",   "machine",   "settings", "play",   "stop",
              "continue", "redo",    "undo",      "export", "panel",     "close",    "plus",   "pin",
              "search",   "warning", "info",      "check",  "automatic", "pause",    "folder", "live"})
            QVERIFY2(names.contains(QLatin1String(needed)), needed);
        for (const QString &name : names) {
            if (name == QStringLiteral("application"))
                continue;
            for (const auto choice : {Theme::Choice::light, Theme::Choice::dark}) {
                Theme::apply(*qApp, choice);
                const QColor expected = QApplication::palette().color(QPalette::WindowText);
                const QImage image = icon(name).pixmap(QSize(32, 32)).toImage();
                int solid = 0;
                for (int y = 0; y < image.height(); ++y)
                    for (int x = 0; x < image.width(); ++x)
                        if (const QColor colour = image.pixelColor(x, y); colour.alpha() == 255) {
                            ++solid;
                            // Where strokes overlap the renderer may round.
                            QVERIFY2(std::abs(colour.red() - expected.red()) <= 2 &&
                                         std::abs(colour.green() - expected.green()) <= 2 &&
                                         std::abs(colour.blue() - expected.blue()) <= 2,
                                     qPrintable(name + QLatin1Char(' ') + colour.name()));
                        }
                QVERIFY2(solid > 5, qPrintable(name));
            }
        }
        Theme::apply(*qApp, Theme::Choice::light);
    }

    void icons_are_sharp_on_dense_screens() {
        const QPixmap pixmap = icon(QStringLiteral("write")).pixmap(QSize(16, 16), 2.0);
        QCOMPARE(pixmap.size(), QSize(32, 32));
        QCOMPARE(pixmap.devicePixelRatio(), 2.0);
    }

    void an_unknown_icon_is_null() { QVERIFY(icon(QStringLiteral("no such picture")).isNull()); }

  private:
    static void schemes() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }

    static void verifyContrast(const QColor &one, const QColor &other, double least) {
        const double ratio = contrastRatio(one, other);
        QVERIFY2(ratio >= least,
                 qPrintable(QStringLiteral("%1 on %2: %3").arg(one.name(), other.name()).arg(ratio)));
    }
};

} // namespace spillway

QTEST_MAIN(spillway::TestTheme)
#include "test_theme.moc"
