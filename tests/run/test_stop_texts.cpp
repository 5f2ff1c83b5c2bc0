#include "run/stop_texts.h"

#include <QTest>

using namespace spillway;

class TestStopTexts : public QObject {
    Q_OBJECT
  private slots:
    void the_text_ends_before_the_first_stop_text_data() {
        QTest::addColumn<QStringList>("stops");
        QTest::addColumn<QStringList>("pieces");
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("found");
        QTest::newRow("none") << QStringList{} << QStringList{"a", "b"} << "ab" << false;
        QTest::newRow("empty ones are ignored") << QStringList{""} << QStringList{"a", "b"} << "ab" << false;
        QTest::newRow("in one piece") << QStringList{"END"} << QStringList{"one END two"} << "one " << true;
        QTest::newRow("over three pieces") << QStringList{"END"} << QStringList{"xE", "N", "Dy"} << "x" << true;
        QTest::newRow("a beginning that is none")
            << QStringList{"END"} << QStringList{"xEN", "X"} << "xENX" << false;
        QTest::newRow("it overlaps itself") << QStringList{"aab"} << QStringList{"aa", "ab"} << "a" << true;
        QTest::newRow("the earlier of two")
            << QStringList{"later", "now"} << QStringList{"a now later"} << "a " << true;
        QTest::newRow("held back at the end") << QStringList{"\n\n"} << QStringList{"a\n"} << "a\n" << false;
        QTest::newRow("more than one letter")
            << QStringList{"стоп"} << QStringList{"да, ст", "оп!"} << "да, " << true;
    }
    void the_text_ends_before_the_first_stop_text() {
        QFETCH(QStringList, stops);
        QFETCH(QStringList, pieces);
        QFETCH(QString, text);
        QFETCH(bool, found);
        std::vector<std::string> list;
        for (const QString &stop : stops) {
            list.push_back(stop.toStdString());
        }
        StopTexts finder(list);
        std::string out;
        for (const QString &piece : pieces) {
            out += finder.push(piece.toStdString());
        }
        out += finder.finish();
        QCOMPARE(QString::fromStdString(out), text);
        QCOMPARE(finder.found(), found);
    }

    void only_what_could_become_a_stop_text_is_held_back() {
        StopTexts finder({"END"});
        QCOMPARE(finder.push("abcE"), std::string("abc"));
        QCOMPARE(finder.push("x"), std::string("Ex"));
    }
};

QTEST_GUILESS_MAIN(TestStopTexts)
#include "test_stop_texts.moc"
