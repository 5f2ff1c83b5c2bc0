#include "history/history_store.h"

#include "history/document_json.h"
#include "history/migrations.h"
#include "history/sql.h"
#include "sample_document.h"

#include <QFile>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QtTest>

using namespace spillway;

namespace {

QByteArray jsonOf(const GenerationRecord &generation) {
    return QJsonDocument(toJson(generation)).toJson();
}

/// A database as the first version of the program left it, with one text.
void makeVersion1(const std::string &file) {
    {
        QSqlDatabase database = QSqlDatabase::addDatabase("QSQLITE", "old");
        database.setDatabaseName(QString::fromStdString(file));
        QVERIFY(database.open());
        sql::run(database, "CREATE TABLE schema_version (version INTEGER NOT NULL)");
        sql::run(database, "INSERT INTO schema_version VALUES (1)");
        sql::run(database, "CREATE TABLE documents (id INTEGER PRIMARY KEY, title TEXT NOT NULL DEFAULT '',"
                           " mode TEXT NOT NULL DEFAULT 'notebook', text TEXT NOT NULL DEFAULT '',"
                           " spans TEXT NOT NULL DEFAULT '[]', turns TEXT NOT NULL DEFAULT '[]',"
                           " draft TEXT NOT NULL DEFAULT '', settings TEXT NOT NULL DEFAULT '{}',"
                           " cursor INTEGER NOT NULL DEFAULT 0, created TEXT NOT NULL, changed TEXT NOT NULL)");
        sql::run(database, "CREATE TABLE state (key TEXT PRIMARY KEY, value TEXT NOT NULL)");
        sql::run(database,
                 "INSERT INTO documents (id, text, spans, created, changed)"
                 " VALUES (5, 'old words', '[[4,0],[5,1]]', '2025-01-01T00:00:00Z', '2025-01-01T00:00:00Z')");
    }
    QSqlDatabase::removeDatabase("old");
}

void setVersion(const std::string &file, int version) {
    {
        QSqlDatabase database = QSqlDatabase::addDatabase("QSQLITE", "version");
        database.setDatabaseName(QString::fromStdString(file));
        QVERIFY(database.open());
        sql::run(database, "UPDATE schema_version SET version = ?", {version});
    }
    QSqlDatabase::removeDatabase("version");
}

} // namespace

class TestHistoryStore : public QObject {
    Q_OBJECT

  private slots:
    void init();
    void a_document_comes_back_as_it_was();
    void saving_again_replaces();
    void open_documents_keep_their_order();
    void an_unclean_end_is_noticed();
    void an_old_store_is_brought_up_to_date();
    void a_newer_store_is_refused_and_left_alone();
    void a_damaged_store_is_told_and_moved_aside();
    void damaged_spans_cost_only_the_colour();
    void what_is_not_there_is_told();

  private:
    std::unique_ptr<QTemporaryDir> folder_;
    std::string file_;
};

void TestHistoryStore::init() {
    folder_ = std::make_unique<QTemporaryDir>();
    file_ = folder_->filePath("sessions.sqlite").toStdString();
}

void TestHistoryStore::a_document_comes_back_as_it_was() {
    const Document document = sampleDocument();
    {
        HistoryStore store(file_);
        store.save(document);
        store.save(document.id, document.generations.front());
    }
    HistoryStore store(file_);
    const Document back = store.load(document.id);
    QCOMPARE(back.title, document.title);
    QCOMPARE(back.text, document.text);
    QVERIFY(back.turns == document.turns);
    QCOMPARE(back.draft, document.draft);
    QVERIFY(back.settings == document.settings);
    QCOMPARE(back.settings.sampling.seed, 18446744073709551615U);
    QCOMPARE(back.cursor, document.cursor);
    QCOMPARE(back.generations.size(), 1U);
    QCOMPARE(jsonOf(back.generations.front()), jsonOf(document.generations.front()));
    QCOMPARE(back.generations.front().header_hash, 0xfedcba9876543210U);
    QCOMPARE(back.created.toMSecsSinceEpoch(), document.created.toMSecsSinceEpoch());
}

void TestHistoryStore::saving_again_replaces() {
    HistoryStore store(file_);
    Document document = sampleDocument();
    store.save(document);
    document.text = OwnedText("new", 3);
    store.save(document);
    GenerationRecord generation = document.generations.front();
    store.save(document.id, generation);
    generation.finish = "length";
    store.save(document.id, generation);
    QCOMPARE(store.load(document.id).text.text(), "new");
    QCOMPARE(store.load(document.id).generations.size(), 1U);
    QCOMPARE(store.load(document.id).generations.front().finish, "length");
}

void TestHistoryStore::open_documents_keep_their_order() {
    HistoryStore store(file_);
    std::vector<qint64> ids;
    for (int i = 0; i < 4; ++i) {
        Document document;
        document.text = OwnedText(QString("Text %1").arg(i), 0);
        document.changed = document.changed.addSecs(i);
        store.save(document);
        ids.push_back(document.id);
    }
    store.setOpen({ids[2], ids[0]});
    QCOMPARE(store.openDocuments(), (std::vector<qint64>{ids[2], ids[0]}));
    const std::vector<HistoryStore::Entry> closed = store.closedDocuments(10);
    QCOMPARE(closed.size(), 2U);
    QCOMPARE(closed.front().title, "Text 3"); // the newest first
    QCOMPARE(store.closedDocuments(1).size(), 1U);
}

void TestHistoryStore::an_unclean_end_is_noticed() {
    {
        HistoryStore store(file_);
        const LastRun last = store.beginRun();
        QVERIFY(last.first);
        QVERIFY(last.clean);
        store.endRun();
    }
    {
        HistoryStore store(file_);
        const LastRun last = store.beginRun();
        QVERIFY(!last.first);
        QVERIFY(last.clean);
        store.save(sampleDocument());
    } // no endRun(): as after a crash
    HistoryStore store(file_);
    const LastRun last = store.beginRun();
    QVERIFY(!last.clean);
    QVERIFY(last.saved.isValid());
}

void TestHistoryStore::an_old_store_is_brought_up_to_date() {
    makeVersion1(file_);
    HistoryStore store(file_);
    Document document = store.load(5);
    QCOMPARE(document.text.text(), "old words");
    QCOMPARE(document.text.spans(), (std::vector<TextSpan>{{4, 0}, {5, 1}}));
    store.save(5, sampleDocument().generations.front());
    store.setOpen({5});
    QCOMPARE(store.load(5).generations.size(), 1U);
    QCOMPARE(store.openDocuments(), std::vector<qint64>{5});
}

void TestHistoryStore::a_newer_store_is_refused_and_left_alone() {
    { HistoryStore store(file_); }
    setVersion(file_, schemaVersion() + 1);
    try {
        HistoryStore store(file_);
        QFAIL("a store of a newer program was opened");
    } catch (const Error &error) {
        QCOMPARE(error.code(), ErrorCode::unsupported);
        QVERIFY(error.message().find("newer") != std::string::npos);
    }
    setVersion(file_, schemaVersion());
    HistoryStore store(file_); // nothing was changed in between
}

void TestHistoryStore::a_damaged_store_is_told_and_moved_aside() {
    QFile file(QString::fromStdString(file_));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(8192, 'x'));
    file.close();
    try {
        HistoryStore store(file_);
        QFAIL("rubbish was opened as a store");
    } catch (const Error &error) {
        QCOMPARE(error.code(), ErrorCode::damaged);
        QVERIFY(error.message().find("sessions.sqlite") != std::string::npos);
    }
    const std::filesystem::path aside = moveDamagedStore(file_);
    QCOMPARE(std::filesystem::file_size(aside), 8192U); // kept, not deleted
    HistoryStore store(file_);
    store.save(sampleDocument());
}

void TestHistoryStore::damaged_spans_cost_only_the_colour() {
    const Document document = sampleDocument();
    {
        HistoryStore store(file_);
        store.save(document);
    }
    {
        QSqlDatabase database = QSqlDatabase::addDatabase("QSQLITE", "damage");
        database.setDatabaseName(QString::fromStdString(file_));
        QVERIFY(database.open());
        sql::run(database, "UPDATE documents SET spans = '[[1,0]]'");
    }
    QSqlDatabase::removeDatabase("damage");
    HistoryStore store(file_);
    QCOMPARE(store.load(document.id).text.text(), document.text.text());
}

void TestHistoryStore::what_is_not_there_is_told() {
    HistoryStore store(file_);
    QVERIFY_EXCEPTION_THROWN((void)store.load(12345), Error);
    QVERIFY_EXCEPTION_THROWN(HistoryStore(folder_->filePath("no/such/folder/s.sqlite").toStdString()), Error);
}

QTEST_GUILESS_MAIN(TestHistoryStore)
#include "test_history_store.moc"
