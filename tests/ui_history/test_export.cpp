#include "export/exporter.h"

#include "sample_document.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

using namespace spillway;

namespace {

QByteArray written(const Document &document, const char *id) {
    return exportFormatForSuffix(id)->write(document);
}

QJsonObject writtenJson(const Document &document) {
    return QJsonDocument::fromJson(written(document, "json")).object();
}

} // namespace

class TestExport : public QObject {
    Q_OBJECT

  private slots:
    void every_format_is_found_by_its_suffix();
    void plain_text_is_the_text_byte_for_byte();
    void markdown_keeps_line_ends_within_paragraphs();
    void html_escapes_everything_and_marks_the_models_words();
    void json_pieces_put_together_are_the_text();
    void json_has_all_that_is_needed_to_generate_again();
    void conversations_name_their_speakers_data();
    void conversations_name_their_speakers();
    void a_file_is_written_whole_or_not_at_all();
};

void TestExport::every_format_is_found_by_its_suffix() {
    QCOMPARE(exportFormats().size(), 4U);
    for (const ExportFormat &format : exportFormats()) {
        QCOMPARE(exportFormatForSuffix(QString(format.suffix).toUpper()), &format);
    }
    QCOMPARE(exportFormatForSuffix("docx"), nullptr);
}

void TestExport::plain_text_is_the_text_byte_for_byte() {
    const Document document = sampleDocument();
    QCOMPARE(written(document, "txt"), document.text.text().toUtf8());
}

void TestExport::markdown_keeps_line_ends_within_paragraphs() {
    Document document;
    document.text = OwnedText("# Title\n\nfirst\nsecond\n\nthird", 0);
    QCOMPARE(written(document, "md"), "# Title\n\nfirst  \nsecond\n\nthird\n");
}

void TestExport::html_escapes_everything_and_marks_the_models_words() {
    const QString html = QString::fromUtf8(written(sampleDocument(), "html"));
    QVERIFY(html.contains(QString::fromUtf8("<title>Ключ &amp; &lt;замок&gt;</title>")));
    QVERIFY(html.contains(QString::fromUtf8("Once <span class=\"model\">“upon” </span>a time")));
    QVERIFY(html.contains("&lt;b&gt;&amp;amp;&lt;/b&gt;"));
    QVERIFY(!html.contains("<b>"));
    QVERIFY(!html.contains('%'));
    QVERIFY(html.contains("color: #0b57a8"));
    QVERIFY(html.contains("color: #8cc2ff"));
}

void TestExport::json_pieces_put_together_are_the_text() {
    const Document document = sampleDocument();
    const QJsonObject json = writtenJson(document);
    QCOMPARE(json["format"].toString(), "spillway-document");
    QCOMPARE(json["version"].toInt(), 1);
    QString text;
    for (const QJsonValue &piece : json["pieces"].toArray()) {
        text += piece["text"].toString();
    }
    QCOMPARE(text, document.text.text());
    QCOMPARE(json["text"].toString(), document.text.text());
    QCOMPARE(json["pieces"][1]["owner"].toString(), "model");
    QCOMPARE(json["pieces"][1]["generation"].toInt(), 1);
    QCOMPARE(json["messages"].toArray().size(), 3);
}

void TestExport::json_has_all_that_is_needed_to_generate_again() {
    const QJsonObject json = writtenJson(sampleDocument());
    const QJsonValue generation = json["generations"][0];
    QCOMPARE(generation["sampling"]["seed"].toString(), "18446744073709551615");
    QCOMPARE(generation["sampling"]["temperature"].toDouble(), 0.7);
    QCOMPARE(generation["model"]["header_hash"].toString(), "fedcba9876543210");
    QCOMPARE(generation["model"]["bytes"].toInteger(), 98362432);
    QCOMPARE(generation["prompt_ids"].toArray(), (QJsonArray{1, 2, 3}));
    QCOMPARE(generation["plan"]["numerics"].toString(), "precise");
    QCOMPARE(generation["plan"]["context"].toInt(), 4096);
    QCOMPARE(
        generation["command"].toString(),
        "spillway-cli generate '/models/it'\\''s tiny.gguf' --tokens 1,2,3 --max-tokens 77 --temperature 0.7 "
        "--top-k 12 --top-p 0.85 --min-p 0.15 --repeat-penalty 1.2 --seed 18446744073709551615 --context 4096 "
        "--numerics precise --stop '\n\n' --stop 'THE '\\''END'\\'''");
}

void TestExport::conversations_name_their_speakers_data() {
    QTest::addColumn<QString>("format");
    QTest::addColumn<QString>("expected");
    QTest::newRow("txt") << "txt"
                         << "Instruction:\nBe brief.\n\nYou:\nWhy?\n\nModel:\nSo.\nYes.\n";
    QTest::newRow("md") << "md"
                        << "**Instruction:**\n\nBe brief.\n\n**You:**\n\nWhy?\n\n**Model:**\n\nSo.  \nYes.\n\n";
}

void TestExport::conversations_name_their_speakers() {
    QFETCH(QString, format);
    QFETCH(QString, expected);
    Document document = sampleDocument();
    document.mode = WriteMode::chat;
    QCOMPARE(QString::fromUtf8(written(document, qPrintable(format))), expected);
}

void TestExport::a_file_is_written_whole_or_not_at_all() {
    QTemporaryDir folder;
    const Document document = sampleDocument();
    for (const ExportFormat &format : exportFormats()) {
        const QString path = folder.filePath(QString::fromUtf8("Ключ.") + format.suffix);
        exportDocument(document, format, path.toStdString());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), format.write(document));
    }
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 4);
    QVERIFY_EXCEPTION_THROWN(
        exportDocument(document, exportFormats().front(), folder.filePath("no/such/x.txt").toStdString()),
        Error);
}

QTEST_GUILESS_MAIN(TestExport)
#include "test_export.moc"
