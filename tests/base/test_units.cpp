#include "base/error.h"
#include "base/units.h"

#include <QtTest>

using namespace spillway;

class TestUnits : public QObject {
    Q_OBJECT

  private slots:
    void sizes_are_read_data();
    void sizes_are_read();
    void what_is_no_size_is_refused_data();
    void what_is_no_size_is_refused();
    void bytes_are_written_with_three_digits_data();
    void bytes_are_written_with_three_digits();
    void times_and_speeds_are_written_data();
    void times_and_speeds_are_written();
    void rounding_goes_to_multiples();
};

void TestUnits::sizes_are_read_data() {
    QTest::addColumn<quint64>("bytes");
    const auto row = [](const char *text, std::uint64_t bytes) { QTest::newRow(text) << quint64{bytes}; };
    row("0", 0);
    row("4096", 4096);
    row("8MiB", 8 * MiB);
    row("8 mib", 8 * MiB);
    row("1.5GiB", GiB + GiB / 2);
    row("1KiB", 1024);
    row("1kB", 1000);
    row("2.5 MB", 2'500'000);
    row("100MB", 100'000'000);
    row("3 GB", 3'000'000'000);
    row("2TB", 2'000'000'000'000);
    row("1TiB", 1024 * GiB);
    row("7B", 7);
    // A decimal point in a size of many digits must not be lost to a float's rounding.
    row("98362432", 98362432);
    row("9007199254740993", 9007199254740993);
}

void TestUnits::sizes_are_read() {
    QFETCH(quint64, bytes);
    QCOMPARE(quint64{parse_size(QTest::currentDataTag())}, bytes);
}

void TestUnits::what_is_no_size_is_refused_data() {
    QTest::addColumn<QString>("text");
    for (const char *text : {"", " ", "MiB", "-1", "-1MiB", "1XB", "1 2", "1MiBs", "nan", "inf", "1e30",
                             "99999999TiB", "0x10", "+-1", "ten"}) {
        QTest::newRow(*text == '\0' ? "(empty)" : text) << QString::fromLatin1(text);
    }
}

void TestUnits::what_is_no_size_is_refused() {
    QFETCH(QString, text);
    try {
        parse_size(text.toStdString());
        QFAIL("it was read");
    } catch (const Error &error) {
        QVERIFY(error.code() == ErrorCode::invalid_argument);
        QVERIFY(error.message().find("\"" + text.toStdString() + "\"") != std::string::npos);
        QVERIFY(!error.hint().empty());
    }
}

void TestUnits::bytes_are_written_with_three_digits_data() {
    QTest::addColumn<quint64>("bytes");
    const auto row = [](const char *text, std::uint64_t bytes) {
        QTest::addRow("%s of %llu", text, static_cast<unsigned long long>(bytes)) << quint64{bytes};
    };
    row("0 B", 0);
    row("999 B", 999);
    row("1.00 kB", 1000);
    row("98.4 MB", 98362432);
    row("1.34 GB", 1'340'000'000);
    row("9.99 MB", 9'994'000);
    row("10.0 MB", 9'996'000);
    row("99.9 MB", 99'940'000);
    row("100 MB", 99'960'000);
    row("999 MB", 999'400'000);
    row("1.00 GB", 999'600'000);
    row("201 GB", 201'000'000'000);
    row("1.00 TB", 999'600'000'000);
    row("18446744 TB", ~std::uint64_t{0});
}

void TestUnits::bytes_are_written_with_three_digits() {
    QFETCH(quint64, bytes);
    const QString expected = QString::fromLatin1(QTest::currentDataTag()).section(" of ", 0, 0);
    QCOMPARE(QString::fromStdString(format_bytes(bytes)), expected);
    QCOMPARE(QString::fromStdString(format_rate(static_cast<double>(bytes))), expected + "/s");
}

void TestUnits::times_and_speeds_are_written_data() {
    QTest::addColumn<double>("seconds");
    QTest::addColumn<QString>("time");
    QTest::addColumn<QString>("speed");
    QTest::newRow("0.4 ms") << 0.0004 << "0.4 ms"
                            << "2500 tokens/s";
    QTest::newRow("82 ms") << 0.082 << "82 ms"
                           << "12 tokens/s";
    QTest::newRow("nearly 10 ms") << 0.00996 << "10 ms"
                                  << "100 tokens/s";
    QTest::newRow("nearly a second") << 0.9996 << "1.0 s"
                                     << "1.0 tokens/s";
    QTest::newRow("6.4 s") << 6.4 << "6.4 s"
                           << "6.4 s per token";
    QTest::newRow("12.2 s") << 12.2 << "12.2 s"
                            << "12.2 s per token";
    QTest::newRow("119 s") << 119.4 << "119 s"
                           << "119 s per token";
    QTest::newRow("26 min") << 1560.0 << "26 min"
                            << "26 min per token";
    QTest::newRow("3.2 h") << 11520.0 << "3.2 h"
                           << "3.2 h per token";
}

void TestUnits::times_and_speeds_are_written() {
    QFETCH(double, seconds);
    QFETCH(QString, time);
    QFETCH(QString, speed);
    QCOMPARE(QString::fromStdString(format_seconds(seconds)), time);
    QCOMPARE(QString::fromStdString(format_speed(seconds)), speed);
}

void TestUnits::rounding_goes_to_multiples() {
    QCOMPARE(round_up(0, 32), std::uint64_t{0});
    QCOMPARE(round_up(1, 32), std::uint64_t{32});
    QCOMPARE(round_up(32, 32), std::uint64_t{32});
    QCOMPARE(round_down(63, 32), std::uint64_t{32});
    QCOMPARE(round_up(100, 24), std::uint64_t{120});
}

QTEST_GUILESS_MAIN(TestUnits)
#include "test_units.moc"
