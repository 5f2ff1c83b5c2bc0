#include "base/error.h"
#include "base/file.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include <array>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <functional>
#include <sys/resource.h>

using namespace spillway;

namespace {

std::string as_text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

template <typename Function> Error error_of(Function function) {
    try {
        function();
    } catch (const Error &error) {
        return error;
    }
    return {ErrorCode::internal, "nothing was thrown"};
}

} // namespace

class TestFile : public QObject {
    Q_OBJECT

  private slots:
    void any_place_can_be_read();
    void reading_past_the_end_is_damage();
    void missing_files_are_named();
    void moved_files_stay_open();
    void written_files_are_whole();
    void failed_write_leaves_the_old_file();
    void identity_changes_with_the_file();

  private:
    [[nodiscard]] std::filesystem::path path(const char *name) const {
        return folder_.filePath(QString::fromLatin1(name)).toStdString();
    }
    QTemporaryDir folder_;
};

void TestFile::any_place_can_be_read() {
    write_whole(path("a"), "0123456789");
    const File file = File::open(path("a"));
    QCOMPARE(file.size(), std::uint64_t{10});
    std::array<std::byte, 4> part{};
    file.read_at(3, part);
    QCOMPARE(as_text(part), std::string("3456"));
    file.read_at(6, part);
    QCOMPARE(as_text(part), std::string("6789"));
    file.read_at(10, {}); // nothing at the end is no error
}

void TestFile::reading_past_the_end_is_damage() {
    write_whole(path("short"), "0123456789");
    const File file = File::open(path("short"));
    std::array<std::byte, 4> part{};
    const Error error = error_of([&] { file.read_at(8, part); });
    QVERIFY(error.code() == ErrorCode::damaged);
    QVERIFY2(error.message().find("short ends at byte 10, 2 bytes too early") != std::string::npos,
             error.what());
    QVERIFY(!error.hint().empty());
    QVERIFY(error_of([&] { file.read_at(100, part); }).code() == ErrorCode::damaged);
}

void TestFile::missing_files_are_named() {
    for (const auto &action : std::vector<std::function<void()>>{
             [&] { File::open(path("absent")); }, [&] { File::try_open_direct(path("absent")); },
             [&] { identify(path("absent")); }, [&] { read_text(path("absent")); }}) {
        const Error error = error_of(action);
        QVERIFY(error.code() == ErrorCode::not_found);
        QVERIFY2(error.message().find("absent") != std::string::npos, error.what());
    }
}

void TestFile::moved_files_stay_open() {
    write_whole(path("moved"), "abc");
    File first = File::open(path("moved"));
    File second = std::move(first);
    QVERIFY(second.valid());
    QCOMPARE(second.size(), std::uint64_t{3});
    const int descriptor = second.descriptor();
    second = File();
    // Assigning closes what was there, at the latest when the other side goes.
    QVERIFY(!second.valid());
    QVERIFY(fcntl(descriptor, F_GETFD) == -1);
}

void TestFile::written_files_are_whole() {
    std::string bytes(3'000'000, 'x');
    bytes[1] = '\0';
    write_whole(path("whole"), bytes);
    QVERIFY(read_text(path("whole")) == bytes);
    write_whole(path("whole"), "");
    QCOMPARE(read_text(path("whole")), std::string());
    QVERIFY(!std::filesystem::exists(path("whole.incomplete")));
}

void TestFile::failed_write_leaves_the_old_file() {
    write_whole(path("kept"), "old");
    // A limit on the size of files stands for a full drive.
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{1000, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    const Error error = error_of([&] { write_whole(path("kept"), std::string(5000, 'n')); });
    setrlimit(RLIMIT_FSIZE, &before);
    QVERIFY2(error.code() == ErrorCode::io, error.what());
    QVERIFY2(error.message().find("kept") != std::string::npos, error.what());
    QCOMPARE(read_text(path("kept")), std::string("old"));
    QVERIFY(!std::filesystem::exists(path("kept.incomplete")));
    // Into a folder's place, and into a folder that is not there.
    QVERIFY(QDir(folder_.path()).mkpath("folder/inner"));
    QVERIFY(error_of([&] { write_whole(path("folder"), "x"); }).code() == ErrorCode::io);
    QVERIFY(!std::filesystem::exists(path("folder.incomplete")));
    QVERIFY(error_of([&] { write_whole(path("absent/x"), "x"); }).code() == ErrorCode::not_found);
}

void TestFile::identity_changes_with_the_file() {
    write_whole(path("same"), "abc");
    const FileIdentity first = identify(path("same"));
    QCOMPARE(first.size, std::uint64_t{3});
    QVERIFY(first == identify(path("same")));
    std::filesystem::last_write_time(path("same"),
                                     std::filesystem::file_time_type::clock::now() + std::chrono::seconds(2));
    QVERIFY(first != identify(path("same")));
}

QTEST_GUILESS_MAIN(TestFile)
#include "test_file.moc"
