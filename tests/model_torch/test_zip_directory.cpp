#include "base/error.h"
#include "model/formats/zip_directory.h"
#include "torch_writer.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cstring>
#include <functional>

using namespace spillway;

namespace {

/// Replaces the number at `at`.
template <typename T> std::function<void(std::string &)> set(std::size_t at, T value) {
    return [at, value](std::string &bytes) { std::memcpy(bytes.data() + at, &value, sizeof(T)); };
}

/// Two entries: "a/one" 9 bytes at byte 35, "a/two" 4 bytes at byte 79; the directory from byte 83 has two
/// entries of 51 bytes; the zip64 end record is at byte 185, its locator at 241, the end record at 261.
ZipWriter two_entries() {
    ZipWriter zip;
    zip.add("a/one", "first one");
    zip.add("a/two", "next");
    return zip;
}
constexpr std::size_t first_entry = 83;
constexpr std::size_t second_entry = 134;
constexpr std::size_t end64_record = 185;
constexpr std::size_t locator = 241;
constexpr std::size_t end_record = 261;

struct Flaw {
    const char *name;
    ErrorCode code;
    std::function<void(std::string &)> make;
    QStringList words;
};

const std::vector<Flaw> &flaws() {
    using enum ErrorCode;
    static const std::vector<Flaw> list = {
        {"compressed", unsupported, set(second_entry + 10, std::uint16_t{8}), {"a/two", "compressed", "8"}},
        {"encrypted", unsupported, set(second_entry + 8, std::uint16_t{1}), {"a/two", "encrypted"}},
        {"two sizes", damaged, set(second_entry + 20, 3U), {"a/two", "3 and 4"}},
        {"entry behind the end", damaged, set(second_entry + 42, 5000U), {"a/two", "byte 5000", "283 bytes"}},
        {"entry within the directory", damaged, set(second_entry + 42, 83U), {"a/two", "byte 83"}},
        {"entry is no header", damaged, set(second_entry + 42, 20U), {"a/two", "byte 20", "zip header"}},
        {"content into the directory", damaged, set(37 + 7 + 26, std::uint16_t{6}), {"a/two", "byte 83"}},
        {"content too long",
         damaged,
         [](std::string &bytes) {
             set(first_entry + 20, 49U)(bytes);
             set(first_entry + 24, 49U)(bytes);
         },
         {"a/one", "49 bytes"}},
        {"same name",
         damaged,
         [](std::string &bytes) { bytes.replace(second_entry + 46, 5, "a/one"); },
         {"a/one", "twice"}},
        {"no directory entry", damaged, set(second_entry, 0U), {"its byte 51"}},
        {"directory entry too long",
         damaged,
         set(second_entry + 28, std::uint16_t{6}),
         {"byte 51", "ends behind it"}},
        {"directory behind the end",
         damaged,
         set(end64_record + 48, std::uint64_t{4000}),
         {"byte 4000", "283"}},
        {"directory offset huge", damaged, set(end64_record + 48, ~std::uint64_t{0}), {"18446744073709551615"}},
        {"directory size huge",
         damaged,
         set(end64_record + 40, ~std::uint64_t{0} - 80),
         {"18446744073709551535 bytes"}},
        {"entry count huge",
         damaged,
         set(end64_record + 32, std::uint64_t{1} << 60),
         {"1152921504606846976 entries"}},
        {"one entry too many", damaged, set(end64_record + 32, std::uint64_t{3}), {"3 entries"}},
        {"zip64 record behind the end", damaged, set(locator + 8, std::uint64_t{4000}), {"zip64", "byte 4000"}},
        {"zip64 record on the locator", damaged, set(locator + 8, std::uint64_t{186}), {"zip64", "byte 186"}},
        {"no zip64 record", damaged, set(locator + 8, std::uint64_t{100}), {"zip64", "byte 100"}},
        {"cut", damaged, [](std::string &bytes) { bytes.resize(200); }, {"cut off", "200 bytes"}},
        {"cut by one byte", damaged, [](std::string &bytes) { bytes.pop_back(); }, {"cut off", "282 bytes"}},
        {"cut to nothing", damaged, [](std::string &bytes) { bytes.resize(5); }, {"cut off", "5 bytes"}},
    };
    return list;
}

} // namespace

class TestZipDirectory : public QObject {
    Q_OBJECT

  private slots:
    void entries_are_found_data();
    void entries_are_found();
    void flaw_gives_its_error_data();
    void flaw_gives_its_error();
    void directory_at_4_gib_is_found();
    void zip_is_told_from_others();

  private:
    File written(const std::string &bytes) {
        const std::filesystem::path path = folder_.filePath("a.zip").toStdString();
        write_whole(path, bytes);
        return File::open(path);
    }
    QTemporaryDir folder_;
};

void TestZipDirectory::entries_are_found_data() {
    QTest::addColumn<bool>("end64");
    QTest::addColumn<bool>("zip64");
    QTest::addColumn<QByteArray>("comment");
    QTest::newRow("as PyTorch writes it") << true << false << QByteArray();
    QTest::newRow("no zip64 end record") << false << false << QByteArray();
    QTest::newRow("zip64 fields") << true << true << QByteArray();
    QTest::newRow("comment") << true << false << QByteArray("written for a test");
    QTest::newRow("longest comment") << false << false << QByteArray(65535, 'c');
    QTest::newRow("comment like an end record")
        << false << false << QByteArray("PK\x05\x06" + QByteArray(30, 'x'));
}

void TestZipDirectory::entries_are_found() {
    QFETCH(bool, end64);
    QFETCH(bool, zip64);
    QFETCH(QByteArray, comment);
    ZipWriter zip = two_entries();
    zip.add("a/empty", "");
    zip.end64 = end64;
    zip.comment = comment.toStdString();
    zip.entries[1].zip64 = zip64;
    const File file = written(zip.bytes());
    const ZipDirectory directory = read_zip_directory(file);
    QCOMPARE(directory.entries.size(), std::size_t{3});
    for (const ZipWriter::Entry &entry : zip.entries) {
        const ZipEntry *found = directory.find(entry.name);
        QVERIFY(found != nullptr);
        std::string content(static_cast<std::size_t>(found->size), '\0');
        file.read_at(found->offset, std::as_writable_bytes(std::span(content)));
        QCOMPARE(content, entry.content);
    }
    QVERIFY(directory.find("a/three") == nullptr);
    QVERIFY(directory.find("a") == nullptr);
}

void TestZipDirectory::flaw_gives_its_error_data() {
    QTest::addColumn<std::size_t>("index");
    for (std::size_t i = 0; i < flaws().size(); ++i) {
        QTest::newRow(flaws()[i].name) << i;
    }
}

void TestZipDirectory::flaw_gives_its_error() {
    QFETCH(std::size_t, index);
    const Flaw &flaw = flaws()[index];
    std::string bytes = two_entries().bytes();
    QCOMPARE(bytes.size(), end_record + 22);
    flaw.make(bytes);
    const File file = written(bytes);
    try {
        read_zip_directory(file);
        QFAIL("it was read");
    } catch (const Error &error) {
        const QString message = QString::fromStdString(error.message());
        QCOMPARE(error.code(), flaw.code);
        QStringList words = flaw.words;
        words << "a.zip";
        for (const QString &word : words) {
            QVERIFY2(message.contains(word), qPrintable("\"" + word + "\" is not in: " + message));
        }
        QVERIFY(!error.hint().empty());
    }
}

/// A sparse file: offsets above 32 bits, as in a layer of 2.5 GB and more.
void TestZipDirectory::directory_at_4_gib_is_found() {
    const std::uint64_t far = (std::uint64_t{1} << 32) + 4096;
    ZipWriter zip = two_entries();
    zip.entries[1].zip64 = true;
    std::string bytes = zip.bytes();
    const std::size_t content_end = first_entry;
    std::string head = bytes.substr(0, content_end);
    std::string tail = bytes.substr(content_end);
    // The second entry moves behind the gap; so do the directory and the zip64 record.
    const std::size_t moved = 44;
    const std::string second = head.substr(moved);
    const std::uint64_t shift = far - moved;
    const std::size_t directory_bytes = tail.find("PK\x06\x06");
    set(directory_bytes - 8, far)(tail);
    set(directory_bytes + 48, first_entry + shift)(tail);
    set(directory_bytes + 56 + 8, first_entry + directory_bytes + shift)(tail);
    const std::filesystem::path path = folder_.filePath("far.zip").toStdString();
    QFile file(QString::fromStdString(path.string()));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(head.data(), moved);
    QVERIFY(file.seek(static_cast<qint64>(far)));
    file.write((second + tail).data(), static_cast<qint64>(second.size() + tail.size()));
    file.close();
    const ZipDirectory directory = read_zip_directory(File::open(path));
    const ZipEntry *entry = directory.find("a/two");
    QVERIFY(entry != nullptr);
    QCOMPARE(entry->offset, far + 35);
    QCOMPARE(entry->size, std::uint64_t{4});
    QCOMPARE(directory.offset, far + second.size());
}

void TestZipDirectory::zip_is_told_from_others() {
    const std::string zip = two_entries().bytes();
    QVERIFY(is_zip(std::as_bytes(std::span(zip))));
    QVERIFY(!is_zip(std::as_bytes(std::span("GGUF"))));
    QVERIFY(!is_zip({}));
}

QTEST_GUILESS_MAIN(TestZipDirectory)
#include "test_zip_directory.moc"
