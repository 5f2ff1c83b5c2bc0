#include "history/history_writer.h"

#include "history/history_store.h"
#include "sample_document.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using namespace spillway;

class TestHistoryWriter : public QObject {
    Q_OBJECT

  private slots:
    void what_is_told_to_be_saved_is_on_the_drive();
    void everything_is_saved_when_it_ends();
    void a_failure_is_told_and_the_next_save_tries_again();
};

void TestHistoryWriter::what_is_told_to_be_saved_is_on_the_drive() {
    QTemporaryDir folder;
    const std::string file = folder.filePath("s.sqlite").toStdString();
    HistoryWriter writer(file);
    const Document document = sampleDocument();
    bool told = false;
    writer.save(document, document.generations.front(), [&](bool good) {
        told = good;
        HistoryStore reader(file); // another connection sees it: it is committed
        QCOMPARE(reader.load(document.id).text, document.text);
        QCOMPARE(reader.load(document.id).generations.size(), 1U);
    });
    QTRY_VERIFY(told);
}

void TestHistoryWriter::everything_is_saved_when_it_ends() {
    QTemporaryDir folder;
    const std::string file = folder.filePath("s.sqlite").toStdString();
    Document document = sampleDocument();
    {
        HistoryWriter writer(file);
        for (int i = 0; i < 50; ++i) {
            document.text = OwnedText(QString("version %1").arg(i), 0);
            writer.save(document, {});
        }
        writer.setOpen({document.id});
        writer.endRun();
    }
    HistoryStore store(file);
    QCOMPARE(store.load(document.id).text.text(), "version 49");
    QCOMPARE(store.openDocuments(), std::vector<qint64>{document.id});
    QVERIFY(store.beginRun().clean);
}

void TestHistoryWriter::a_failure_is_told_and_the_next_save_tries_again() {
    QTemporaryDir folder;
    HistoryWriter writer(folder.filePath("later/s.sqlite").toStdString());
    QSignalSpy failed(&writer, &HistoryWriter::failed);
    std::optional<bool> good;
    writer.save(sampleDocument(), {}, [&](bool result) { good = result; });
    QTRY_VERIFY(good.has_value());
    QVERIFY(!*good);
    QCOMPARE(failed.count(), 1);
    QVERIFY(QDir(folder.path()).mkdir("later"));
    good.reset();
    writer.save(sampleDocument(), {}, [&](bool result) { good = result; });
    QTRY_VERIFY(good.has_value());
    QVERIFY(*good);
}

QTEST_GUILESS_MAIN(TestHistoryWriter)
#include "test_history_writer.moc"
