#include "base/error.h"
#include "model/formats/pickle.h"
#include "model/formats/torch_file.h"

#include <QTemporaryDir>
#include <QtTest>

#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <new>
#include <random>

using namespace spillway;

namespace {

/// Of all memory that was asked for since the program began.
std::atomic<std::size_t> allocated{0};

} // namespace

// Counts what a reader asks for, whether it uses it or not.
void *operator new(std::size_t bytes) {
    allocated += bytes;
    if (void *memory = std::malloc(bytes)) {
        return memory;
    }
    throw std::bad_alloc();
}
void operator delete(void *memory) noexcept {
    std::free(memory);
}
void operator delete(void *memory, std::size_t) noexcept {
    std::free(memory);
}

namespace {

const std::filesystem::path data = SPILLWAY_TEST_DATA "/yalm";

/// Where damage does most: not in the weights.
struct Region {
    std::size_t begin;
    std::size_t end;
};

/// Damages `bytes` within `region` as files are damaged: flipped bytes, false numbers, cuts, insertions.
void mutate(std::string &bytes, Region region, std::mt19937 &random) {
    static constexpr std::array<std::uint64_t, 10> numbers = {
        0, 1, 0x7f, 0xff, 0x7fffffff, 0xffffffff, 1ULL << 32, 1ULL << 44, ~0ULL >> 1, ~0ULL};
    const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random() % limit); };
    const std::size_t changes = 1 + below(3);
    for (std::size_t i = 0; i < changes && bytes.size() > region.begin + 32; ++i) {
        const std::size_t end = std::min(region.end, bytes.size());
        const std::size_t at = region.begin + below(end - region.begin - 8);
        switch (below(7)) {
        case 0:
            bytes[at] = static_cast<char>(random());
            break;
        case 1:
            std::memcpy(bytes.data() + at, &numbers[below(numbers.size())], below(2) == 0 ? 4 : 8);
            break;
        case 2:
            bytes[at] = static_cast<char>(bytes[at] + (below(2) == 0 ? 1 : -1));
            break;
        case 3:
            bytes.erase(at, 1 + below(8));
            break;
        case 4:
            bytes.insert(at, bytes.substr(region.begin + below(end - region.begin - 16), 1 + below(16)));
            break;
        case 5: // another opcode
            bytes[at] = "(NJKM)X]aebcQRhjqrstu}.\x80\x85\x86\x87\x88\x89\x8a"[below(29)];
            break;
        default:
            if (below(4) == 0) {
                bytes.resize(at);
            }
            break;
        }
    }
}

/// Calls read() and answers whether it succeeded. All else than an Error that names `name`, or more memory than
/// `limit` bytes asked for, fails the test.
template <typename Read> bool survives(const Read &read, const char *name, std::size_t limit) {
    const std::size_t before = allocated;
    bool opened = false;
    std::string message = name;
    try {
        read();
        opened = true;
    } catch (const Error &error) {
        message = error.message();
        if (error.hint().empty() || error.code() == ErrorCode::internal || error.code() == ErrorCode::io) {
            message = "a wrong code or no hint: " + error.message();
        }
    }
    const std::size_t taken = allocated - before;
    if (taken > limit) {
        qFatal("%zu bytes were allocated, the limit is %zu: %s", taken, limit, message.c_str());
    }
    if (message.find(name) == std::string::npos) {
        qFatal("the message does not name the file: %s", message.c_str());
    }
    return opened;
}

} // namespace

class TestTorchMutations : public QObject {
    Q_OBJECT

  private slots:
    void damaged_files_give_errors_and_nothing_else_data();
    void damaged_files_give_errors_and_nothing_else();
    void damaged_pickles_give_errors_and_nothing_else();
    void small_pickles_cannot_ask_for_much();
};

void TestTorchMutations::damaged_files_give_errors_and_nothing_else_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("tail"); // the zip directory, else the pickles in front
    const QString zip = "bad/wrong-shape/layer_03-model_00-model_states.pt";
    const QString views = "tiny-bf16-views/layer_07-model_00-model_states.pt";
    const QString legacy = "bad/truncated-legacy/layer_03-model_00-model_states.pt";
    QTest::newRow("pickle of a zip") << zip << false;
    QTest::newRow("directory of a zip") << zip << true;
    QTest::newRow("pickle of views") << views << false;
    QTest::newRow("directory of views") << views << true;
    QTest::newRow("legacy") << legacy << false;
}

void TestTorchMutations::damaged_files_give_errors_and_nothing_else() {
    QFETCH(QString, file);
    QFETCH(bool, tail);
    const std::string sound = read_text(data / file.toStdString());
    Region region{0, 2300};
    if (tail) {
        region = {sound.rfind("PK\x03\x04"), sound.size()};
    }
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("mutated.pt").toStdString();
    std::mt19937 random(20240726);
    int opened = 0;
    constexpr int budget = 1500;
    for (int i = 0; i < budget; ++i) {
        std::string bytes = sound;
        mutate(bytes, region, random);
        std::filesystem::remove(path); // some file systems flush a file that replaces another
        std::ofstream(path, std::ios::binary) << bytes;
        opened += survives([&] { read_torch_file(path); }, "mutated.pt", 32 * bytes.size() + 4096) ? 1 : 0;
    }
    qInfo("%d opened, %d refused", opened, budget - opened);
    // Both happen: a changed name or checksum is no flaw, a changed length is.
    QVERIFY(opened > 50);
    QVERIFY(opened < budget * 3 / 4);
}

void TestTorchMutations::damaged_pickles_give_errors_and_nothing_else() {
    const std::string file = read_text(data / "tiny-bf16-views/layer_04-model_00-model_states.pt");
    const std::size_t begin = file.find("\x80\x02");
    const std::string sound = file.substr(begin, file.find("PK\x07\x08") - begin);
    QVERIFY(sound.size() > 500);
    const std::filesystem::path path = "mutated.pt";
    std::mt19937 random(20240726);
    int opened = 0;
    constexpr int budget = 40'000;
    for (int i = 0; i < budget; ++i) {
        std::string bytes = sound;
        mutate(bytes, {2, bytes.size()}, random);
        const auto read = [&] {
            const Pickle pickle =
                read_pickle(std::as_bytes(std::span(bytes)), {.path = path}, state_dict_names());
            TorchStorages storages = storages_of(pickle, path);
            tensors_of(pickle, storages, path);
        };
        opened += survives(read, "mutated.pt", 64 * bytes.size() + 4096) ? 1 : 0;
    }
    qInfo("%d read, %d refused", opened, budget - opened);
    QVERIFY(opened > 1000);
    QVERIFY(opened < budget * 3 / 4);
}

/// The most costly values of a byte each, as many as are allowed, and the largest number in the memo.
void TestTorchMutations::small_pickles_cannot_ask_for_much() {
    const std::filesystem::path path = "small.pt";
    for (const std::string &middle : {std::string(1 << 18, ')'), std::string(1 << 18, '}'),
                                      "Nr" + std::string("\xff\xff\x03\x00", 4), std::string(63, '(')}) {
        const std::string bytes = "\x80\x02" + middle + ".";
        survives([&] { read_pickle(std::as_bytes(std::span(bytes)), {.path = path}, {}); }, "small.pt",
                 128 * bytes.size() + 4096);
    }
}

QTEST_GUILESS_MAIN(TestTorchMutations)
#include "test_torch_mutations.moc"
