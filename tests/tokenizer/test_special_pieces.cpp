#include "tokenizer/special_pieces.h"

#include <QtTest>

using namespace spillway;

class TestSpecialPieces : public QObject {
    Q_OBJECT

  private slots:
    void texts_are_split_data();
    void texts_are_split();
};

void TestSpecialPieces::texts_are_split_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("parse");
    QTest::addColumn<QString>("parts");
    QTest::newRow("nothing") << "" << true << "";
    QTest::newRow("plain") << "a < b" << true << "[a < b]";
    QTest::newRow("one") << "<x>" << true << "1";
    QTest::newRow("between") << "a<x>b" << true << "[a]1[b]";
    QTest::newRow("side by side") << "<x><x>" << true << "11";
    QTest::newRow("two kinds") << "<x><y>" << true << "12";
    QTest::newRow("longest of two that begin alike") << "<x>>" << true << "3";
    QTest::newRow("leftmost before longest") << "<<x>>" << true << "[<]3";
    QTest::newRow("not parsed") << "a<x>b" << false << "[a<x>b]";
    QTest::newRow("user defined is always found") << "a  b<x>" << false << "[a]4[b<x>]";
    QTest::newRow("unknown is special") << "<u>" << true << "5";
    QTest::newRow("normal pieces are not") << "hello" << true << "[hello]";
    QTest::newRow("cut off at the end") << "a<x" << true << "[a<x]";
}

void TestSpecialPieces::texts_are_split() {
    QFETCH(QString, text);
    QFETCH(bool, parse);
    QFETCH(QString, parts);
    using enum PieceKind;
    const Pieces pieces({"hello", "<x>", "<y>", "<x>>", "  ", "<u>", ""},
                        {normal, control, control, control, user_defined, unknown, control});
    QString actual;
    const std::string owned = text.toStdString();
    for (const SpecialPieces::Part &part : SpecialPieces(pieces).split(owned, parse)) {
        actual += part.id >= 0 ? QString::number(part.id)
                               : "[" + QString::fromStdString(std::string(part.text)) + "]";
    }
    QCOMPARE(actual, parts);
}

QTEST_GUILESS_MAIN(TestSpecialPieces)
#include "test_special_pieces.moc"
