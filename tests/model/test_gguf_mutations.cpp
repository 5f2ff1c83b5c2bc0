#include "base/error.h"
#include "model/open.h"

#include <QTemporaryDir>
#include <QtTest>

#include <array>
#include <cstring>
#include <fstream>
#include <random>
#include <sys/resource.h>

using namespace spillway;

namespace {

/// The header of sound.gguf: everything before its weights.
constexpr std::size_t header_bytes = 1216;

long peak_kilobytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

/// Damages `bytes` as files are damaged: flipped bytes, false numbers, cuts, insertions.
void mutate(std::string &bytes, std::mt19937 &random) {
    static constexpr std::array<std::uint64_t, 10> numbers = {
        0, 1, 0x7f, 0xff, 0x7fffffff, 0xffffffff, 1ULL << 32, 1ULL << 61, ~0ULL >> 1, ~0ULL};
    const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random() % limit); };
    const std::size_t changes = 1 + below(4);
    for (std::size_t i = 0; i < changes && bytes.size() > 16; ++i) {
        const std::size_t at = below(std::min(header_bytes, bytes.size() - 8));
        switch (below(6)) {
        case 0:
            bytes[at] = static_cast<char>(random());
            break;
        case 1: {
            const std::uint64_t number = numbers[below(numbers.size())];
            std::memcpy(bytes.data() + at, &number, below(2) == 0 ? 4 : 8);
            break;
        }
        case 2:
            bytes[at] = static_cast<char>(bytes[at] + (below(2) == 0 ? 1 : -1));
            break;
        case 3:
            bytes.erase(at, 1 + below(16));
            break;
        case 4:
            bytes.insert(at, bytes.substr(below(bytes.size() - 16), 1 + below(16)));
            break;
        default:
            bytes.resize(below(bytes.size()));
            break;
        }
    }
}

} // namespace

class TestGgufMutations : public QObject {
    Q_OBJECT

  private slots:
    void damaged_files_give_errors_and_nothing_else();
};

void TestGgufMutations::damaged_files_give_errors_and_nothing_else() {
    const std::string sound = read_text(SPILLWAY_TEST_DATA "/gguf/sound.gguf");
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("mutated.gguf").toStdString();
    std::mt19937 random(20240726);
    int opened = 0;
    int refused = 0;
    const long before = peak_kilobytes();
    for (int i = 0; i < 2000; ++i) {
        std::string bytes = sound;
        mutate(bytes, random);
        std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
        try {
            open_model_headers(path);
            ++opened;
        } catch (const Error &error) {
            ++refused;
            const QString message = QString::fromStdString(error.message());
            QVERIFY2(message.contains("mutated.gguf"), qPrintable(message));
            QVERIFY(error.code() != ErrorCode::internal && error.code() != ErrorCode::io);
            QVERIFY(!error.hint().empty());
        }
    }
    qInfo("%d opened, %d refused", opened, refused);
    // Both happen: a changed name or weight is no flaw, a changed length is.
    QVERIFY(opened > 20);
    QVERIFY(refused > 1000);
    // Files of 30 KB: nothing may be allocated by a false number.
    QVERIFY2(peak_kilobytes() - before < 64 * 1024, qPrintable(QString::number(peak_kilobytes() - before)));
}

QTEST_GUILESS_MAIN(TestGgufMutations)
#include "test_gguf_mutations.moc"
