#include "format.h"
#include "frame/nav_rail.h"
#include "translations.h"
#include "write/write_actions.h"

#include <QAction>
#include <QApplication>
#include <QtTest>

using namespace spillway;

/// The words that the design lays down for Russian, where the program shows them.
class TestTranslations : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { installTranslations(*qApp, "ru"); }
    void the_pages_have_their_names();
    void the_actions_have_their_names();
    void fits_have_their_names_data();
    void fits_have_their_names();
    void numbers_follow_the_language();
};

void TestTranslations::the_pages_have_their_names() {
    const NavRail rail;
    QCOMPARE(rail.action(Page::write)->text(), QString::fromUtf8("Текст"));
    QCOMPARE(rail.action(Page::models)->text(), QString::fromUtf8("Модели"));
    QCOMPARE(rail.action(Page::placement)->text(), QString::fromUtf8("Размещение"));
    QCOMPARE(rail.action(Page::machine)->text(), QString::fromUtf8("Компьютер"));
    QCOMPARE(rail.action(Page::settings)->text(), QString::fromUtf8("Настройки"));
}

void TestTranslations::the_actions_have_their_names() {
    QObject owner;
    const WriteActions actions(&owner);
    const auto name = [](const QAction *action) { return action->text().remove('&'); };
    QCOMPARE(name(actions.generate), QString::fromUtf8("Писать"));
    QCOMPARE(name(actions.stop), QString::fromUtf8("Стоп"));
    QCOMPARE(name(actions.go_on), QString::fromUtf8("Продолжить"));
    QCOMPARE(name(actions.regenerate), QString::fromUtf8("Заново"));
    QCOMPARE(name(actions.notebook), QString::fromUtf8("Блокнот"));
    QCOMPARE(name(actions.chat), QString::fromUtf8("Чат"));
}

void TestTranslations::fits_have_their_names_data() {
    QTest::addColumn<int>("fit");
    QTest::addColumn<QString>("name");
    QTest::newRow("gpu") << static_cast<int>(Fit::gpu) << QString::fromUtf8("Помещается в GPU");
    QTest::newRow("gpu and ram") << static_cast<int>(Fit::gpu_and_ram)
                                 << QString::fromUtf8("Помещается в GPU и ОЗУ");
    QTest::newRow("streams") << static_cast<int>(Fit::streams) << QString::fromUtf8("Читается с NVMe");
    QTest::newRow("does not fit") << static_cast<int>(Fit::does_not_fit) << QString::fromUtf8("Не помещается");
}

void TestTranslations::fits_have_their_names() {
    QFETCH(int, fit);
    QFETCH(QString, name);
    QCOMPARE(fitLabel(static_cast<Fit>(fit)), name);
}

void TestTranslations::numbers_follow_the_language() {
    Prediction prediction;
    prediction.seconds_per_token = 12.2;
    QCOMPARE(predictedSpeedText(prediction), QString::fromUtf8("около 12,2 с на токен"));
    QCOMPARE(bytesText(3'100'000'000), QString::fromUtf8("3,10 ГБ"));
    QCOMPARE(bytesFromText(QString::fromUtf8("3,10 ГБ")), std::optional<std::uint64_t>(3'100'000'000));
    QCOMPARE(bytesFromText("2 GiB"), std::optional<std::uint64_t>(2 * GiB));
    QCOMPARE(bytesFromText(QString::fromUtf8("много")), std::nullopt);
}

QTEST_MAIN(TestTranslations)
#include "test_translations.moc"
