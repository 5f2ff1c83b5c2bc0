#include "desktop_driver.h"

#include "pages/write_page.h"
#include "translations.h"
#include "widgets/message_bar.h"
#include "write/chat_pane.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QPixmap>
#include <QtTest>

#include <set>

using namespace spillway;

namespace {

/// Different colours at the points of a grid.
std::size_t coloursIn(const QImage &image) {
    std::set<QRgb> colours;
    for (int y = 0; y < image.height(); y += 3) {
        for (int x = 0; x < image.width(); x += 3) {
            colours.insert(image.pixel(x, y));
        }
    }
    return colours.size();
}

} // namespace

/// Pictures of the real window, in both schemes, for people to look at. What a program can check: that they are
/// there, of the right size, and not of one colour.
class TestDesktopPictures : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void pages_data();
    void pages();
    void the_smallest_window();
    void in_russian();
    void cleanupTestCase();

  private:
    std::unique_ptr<DesktopDriver> desktop_;

    void take(const QString &name);
};

void TestDesktopPictures::initTestCase() {
    const QString model = demoModel();
    if (model.isEmpty()) {
        QSKIP("SPILLWAY_SMOLLM2 names no demo model");
    }
    desktop_ = std::make_unique<DesktopDriver>();
    QVERIFY(desktop_->open(model));
    desktop_->window().resize(1440, 900);
    desktop_->window().findChild<QAction *>("actionLive")->setChecked(true);
    desktop_->find<QWidget>("liveDock")->show();
    take("first-start-light");
    desktop_->setGreedy(120);
    desktop_->key(Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(desktop_->waitForTokens(60));
    Theme::apply(*qApp, Theme::Choice::light);
    take("write-generating-light");
    QVERIFY(desktop_->waitUntilReady());
}

void TestDesktopPictures::take(const QString &name) {
    QTest::qWait(400); // the charts repaint four times a second
    const QPixmap picture = desktop_->window().grab();
    const double scale = desktop_->window().devicePixelRatioF();
    QCOMPARE(picture.size(), desktop_->window().size() * scale);
    QVERIFY(coloursIn(picture.toImage()) > 20); // not blank
    QVERIFY(QDir().mkpath(SPILLWAY_SCREENSHOTS));
    const QString file = QString("%1/%2-%3x.png").arg(SPILLWAY_SCREENSHOTS, name).arg(scale);
    QVERIFY(picture.save(file));
    QVERIFY(QFileInfo(file).size() > 5000);
}

void TestDesktopPictures::pages_data() {
    QTest::addColumn<int>("page");
    QTest::addColumn<QString>("name");
    QTest::newRow("write") << static_cast<int>(Page::write) << "write";
    QTest::newRow("chat") << static_cast<int>(Page::write) << "chat";
    QTest::newRow("models") << static_cast<int>(Page::models) << "models";
    QTest::newRow("placement") << static_cast<int>(Page::placement) << "placement";
    QTest::newRow("machine") << static_cast<int>(Page::machine) << "machine";
    QTest::newRow("settings") << static_cast<int>(Page::settings) << "settings";
}

void TestDesktopPictures::pages() {
    QFETCH(int, page);
    QFETCH(QString, name);
    desktop_->window().showPage(static_cast<Page>(page));
    if (name == "chat") {
        desktop_->key(Qt::Key_N, Qt::ControlModifier);
        desktop_->window().writePage().actions().chat->trigger();
        QTest::keyClicks(QApplication::focusWidget(), "What is a lighthouse for?");
        desktop_->setGreedy(60);
        desktop_->key(Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(desktop_->waitForTokens(1));
        QVERIFY(desktop_->waitUntilReady());
    }
    for (const Theme::Choice choice : {Theme::Choice::light, Theme::Choice::dark}) {
        Theme::apply(*qApp, choice);
        take(name + (choice == Theme::Choice::light ? "-light" : "-dark"));
    }
}

void TestDesktopPictures::the_smallest_window() {
    Theme::apply(*qApp, Theme::Choice::light);
    desktop_->window().showPage(Page::write);
    desktop_->window().resize(1024, 680);
    Message message;
    message.kind = Message::Kind::error;
    message.id = "picture";
    message.headline = "3.1 GB short of RAM";
    message.text =
        "YaLM 100B with 2 texts of 1,024 tokens needs 27.9 GB; 24.8 GB may be used. Nothing was loaded.";
    message.buttons = {"Let more layers stream", "Context to 512 tokens"};
    desktop_->find<MessageBar>("messageBar")->post(message);
    take("smallest-light");
    QCOMPARE(desktop_->window().size(), QSize(1024, 680)); // nothing forced it wider
}

void TestDesktopPictures::in_russian() {
    desktop_->close();
    installTranslations(*qApp, "ru");
    QVERIFY(desktop_->open({}));
    desktop_->window().resize(1440, 900);
    take("write-russian-light");
    desktop_->window().showPage(Page::placement);
    take("placement-russian-light");
}

void TestDesktopPictures::cleanupTestCase() {
    if (desktop_) {
        desktop_->close();
    }
}

QTEST_MAIN(TestDesktopPictures)
#include "test_desktop_pictures.moc"
