#include "base/block_type.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <set>

using namespace spillway;

class TestBlockType : public QObject {
    Q_OBJECT

  private slots:
    void sizes_are_those_of_the_format_data();
    void sizes_are_those_of_the_format();
    void every_id_of_the_format_is_there();
    void rows_are_whole_blocks();
};

void TestBlockType::sizes_are_those_of_the_format_data() {
    QTest::addColumn<QJsonObject>("entry");
    QFile file(SPILLWAY_TEST_DATA "/base/block_types.json");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonArray entries = QJsonDocument::fromJson(file.readAll()).array();
    QCOMPARE(entries.size(), 26);
    for (const QJsonValue &entry : entries) {
        QTest::newRow(qPrintable(entry["type"].toString())) << entry.toObject();
    }
    // Not in that list; from ggml's definitions.
    const auto row = [](const char *name, int id, int elements, int bytes) {
        QTest::newRow(name) << QJsonObject{{"type", name}, {"id", id}, {"block", elements}, {"bytes", bytes}};
    };
    row("Q8_1", 9, 32, 36);
    row("Q8_K", 15, 256, 292);
    row("I8", 24, 1, 1);
    row("I16", 25, 1, 2);
    row("I32", 26, 1, 4);
    row("I64", 27, 1, 8);
    row("F64", 28, 1, 8);
    row("Q1_0", 41, 128, 18);
    row("Q2_0", 42, 64, 18);
}

void TestBlockType::sizes_are_those_of_the_format() {
    QFETCH(QJsonObject, entry);
    const BlockTypeInfo *info = find_block_type(static_cast<std::uint32_t>(entry["id"].toInt()));
    QVERIFY(info != nullptr);
    QCOMPARE(QString::fromStdString(std::string(info->name)), entry["type"].toString());
    QCOMPARE(info->elements, static_cast<std::uint32_t>(entry["block"].toInt()));
    QCOMPARE(info->bytes, static_cast<std::uint32_t>(entry["bytes"].toInt()));
    QCOMPARE(&block_type_info(info->type), info);
}

void TestBlockType::every_id_of_the_format_is_there() {
    // 4, 5, 31 to 33 and 36 to 38 were removed from the format.
    const std::set<std::uint32_t> removed = {4, 5, 31, 32, 33, 36, 37, 38};
    for (std::uint32_t id = 0; id <= 42; ++id) {
        QCOMPARE(find_block_type(id) == nullptr, removed.contains(id));
    }
    QVERIFY(find_block_type(43) == nullptr);
    QVERIFY(find_block_type(0xffffffff) == nullptr);
    QCOMPARE(block_types().size(), std::size_t{35});
}

void TestBlockType::rows_are_whole_blocks() {
    QCOMPARE(row_bytes(BlockType::q4_1, 576), std::size_t{360});
    QCOMPARE(row_bytes(BlockType::f16, 3), std::size_t{6});
    QCOMPARE(row_bytes(BlockType::q6_k, 512), std::size_t{420});
}

QTEST_GUILESS_MAIN(TestBlockType)
#include "test_block_type.moc"
