#include "base/error.h"
#include "gguf_writer.h"
#include "model/formats/gguf.h"
#include "model/open.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <ctime>

using namespace spillway;

namespace {

const QString data_folder = QStringLiteral(SPILLWAY_TEST_DATA "/gguf/");

/// What an error about each file must tell besides the file's name.
struct Expectation {
    const char *file;
    ErrorCode code;
    QStringList words;
};

const std::vector<Expectation> &expectations() {
    using enum ErrorCode;
    static const std::vector<Expectation> list = {
        {"bad_magic", unsupported, {"GGUF", "magic", "GGML"}},
        {"version_1", unsupported, {"GGUF version 1", "not supported"}},
        {"tensor_count_huge", damaged, {"tensor count 1152921504606846976"}},
        {"string_length_huge", damaged, {"4611686018427387904", "length"}},
        {"array_length_huge", damaged, {"tokenizer.ggml.scores", "2305843009213693952"}},
        {"offset_past_end", damaged, {"blk.0.ffn_down.weight", "behind the end"}},
        {"overlapping_tensors", damaged, {"blk.0.attn_k.weight", "share bytes"}},
        {"dims_overflow", damaged, {"blk.0.ffn_down.weight", "overflow"}},
        {"block_size_mismatch", damaged, {"blk.0.ffn_down.weight", "40", "Q4_0", "32"}},
        {"five_dims", damaged, {"blk.0.ffn_down.weight", "5 dimensions"}},
        {"duplicate_tensor", damaged, {"blk.0.ffn_up.weight", "twice"}},
        {"duplicate_key", damaged, {"llama.block_count", "twice"}},
        {"alignment_0", damaged, {"general.alignment 0"}},
        {"alignment_3", damaged, {"general.alignment 3", "power of two"}},
        {"truncated_data", damaged, {"ends within the data", "blk.0.ffn_down.weight"}},
        {"truncated_header", damaged, {"ends within the key/values"}},
        {"unknown_type", unsupported, {"blk.0.ffn_down.weight", "unknown type 200"}},
        {"unknown_value_type", damaged, {"x.y", "unknown value type 77"}},
        {"missing_key", damaged, {"llama.block_count", "missing"}},
        {"missing_tensor", damaged, {"blk.0.attn_v.weight", "missing"}},
        {"wrong_shape", damaged, {"blk.0.attn_v.weight", "32 x 16", "32 x 32"}},
        {"array_of_arrays", unsupported, {"x.nested", "array of arrays"}},
    };
    return list;
}

} // namespace

class TestGguf : public QObject {
    Q_OBJECT

  private slots:
    void sound_file_opens();
    void broken_file_gives_one_clear_error_data();
    void broken_file_gives_one_clear_error();
    void every_broken_file_is_expected();
    void every_value_type_is_read();
    void every_block_type_has_its_size_data();
    void every_block_type_has_its_size();
    void header_hash_tells_headers_apart();
    void what_is_no_model_is_refused_data();
    void what_is_no_model_is_refused();
    void large_vocabulary_is_read_quickly();

  private:
    std::filesystem::path temporary(const char *name) const {
        return folder_.filePath(QString::fromLatin1(name)).toStdString();
    }
    QTemporaryDir folder_;
};

void TestGguf::sound_file_opens() {
    const ModelHeaders headers = open_model_headers((data_folder + "sound.gguf").toStdString());
    QCOMPARE(headers.description.format, std::string("GGUF v3"));
    QCOMPARE(headers.description.name, std::string("sound"));
    QCOMPARE(headers.description.tensors.size(), std::size_t{11});
    QCOMPARE(headers.description.files.front().size, std::uint64_t{30880});
    const Tensor *down = headers.description.find(Role::feed_forward_down, 0);
    QVERIFY(down != nullptr);
    // The last of the file: its 32 x 32 floats end where the file does.
    QCOMPARE(down->bytes, std::uint64_t{4096});
    QCOMPARE(down->offset + down->bytes, std::uint64_t{30880});
}

void TestGguf::broken_file_gives_one_clear_error_data() {
    QTest::addColumn<int>("code");
    QTest::addColumn<QStringList>("words");
    for (const Expectation &expectation : expectations()) {
        QTest::newRow(expectation.file) << static_cast<int>(expectation.code) << expectation.words;
    }
}

void TestGguf::broken_file_gives_one_clear_error() {
    QFETCH(int, code);
    QFETCH(QStringList, words);
    const QString file = QString::fromLatin1(QTest::currentDataTag()) + ".gguf";
    const std::clock_t start = std::clock();
    try {
        open_model_headers((data_folder + file).toStdString());
        QFAIL("it opened");
    } catch (const Error &error) {
        const QString message = QString::fromStdString(error.message());
        QCOMPARE(static_cast<int>(error.code()), code);
        words << file;
        for (const QString &word : words) {
            QVERIFY2(message.contains(word), qPrintable("\"" + word + "\" is not in: " + message));
        }
        QVERIFY(message.endsWith('.'));
        QVERIFY(!error.hint().empty());
    }
    QVERIFY(std::clock() - start < CLOCKS_PER_SEC / 10);
}

void TestGguf::every_broken_file_is_expected() {
    QFile file(data_folder + "expect.json");
    QVERIFY(file.open(QIODevice::ReadOnly));
    QStringList told = QJsonDocument::fromJson(file.readAll()).object().keys();
    QStringList tested{"sound.gguf"};
    for (const Expectation &expectation : expectations()) {
        tested << QString::fromLatin1(expectation.file) + ".gguf";
    }
    tested.sort();
    told.sort();
    QCOMPARE(tested, told);
    QCOMPARE(QDir(data_folder).entryList({"*.gguf"}, QDir::Files, QDir::Name), told);
}

void TestGguf::every_value_type_is_read() {
    GgufWriter writer;
    writer.add_as("u8", 0, std::uint8_t{200});
    writer.add_as("i8", 1, std::int8_t{-100});
    writer.add_as("u16", 2, std::uint16_t{60000});
    writer.add_as("i16", 3, std::int16_t{-30000});
    writer.add_as("u32", 4, std::uint32_t{4000000000U});
    writer.add_as("i32", 5, std::int32_t{-2000000000});
    writer.add_as("f32", 6, 0.5F);
    writer.add_as("bool", 7, std::uint8_t{1});
    writer.add("text", std::string("vier"));
    writer.add_as("u64", 10, std::uint64_t{1} << 60);
    writer.add_as("i64", 11, -(std::int64_t{1} << 60));
    writer.add_as("f64", 12, 0.25);
    writer.add_array_as("u8s", 0, std::vector<std::uint8_t>{1, 255});
    writer.add_array_as("i16s", 3, std::vector<std::int16_t>{-2, 3});
    writer.add_array_as("f32s", 6, std::vector<float>{1.5F});
    writer.add_array_as("bools", 7, std::vector<std::uint8_t>{1, 0});
    writer.add("texts", std::vector<std::string>{"a", "", "c"});
    writer.write(temporary("values.gguf"));
    const Container container = read_gguf(temporary("values.gguf"));
    const Metadata &metadata = container.metadata;
    QCOMPARE(metadata.unsigned_integer("u8"), std::uint64_t{200});
    QCOMPARE(metadata.number("i8"), -100.0);
    QCOMPARE(metadata.unsigned_integer("u16"), std::uint64_t{60000});
    QCOMPARE(metadata.number("i16"), -30000.0);
    QCOMPARE(metadata.unsigned_integer("u32"), std::uint64_t{4000000000U});
    QCOMPARE(metadata.number("i32"), -2000000000.0);
    QCOMPARE(metadata.number("f32"), 0.5);
    QVERIFY(metadata.boolean("bool", false));
    QCOMPARE(metadata.text("text"), std::string("vier"));
    QCOMPARE(metadata.unsigned_integer("u64"), std::uint64_t{1} << 60);
    QCOMPARE(metadata.number("i64"), -std::ldexp(1.0, 60));
    QCOMPARE(metadata.number("f64"), 0.25);
    QCOMPARE(metadata.integers("u8s"), (std::vector<std::int64_t>{1, 255}));
    QCOMPARE(metadata.integers("i16s"), (std::vector<std::int64_t>{-2, 3}));
    QCOMPARE(metadata.numbers("f32s"), std::vector<double>{1.5});
    QCOMPARE(std::get<std::vector<bool>>(*metadata.find("bools")), (std::vector<bool>{true, false}));
    QCOMPARE(metadata.texts("texts"), (std::vector<std::string>{"a", "", "c"}));
    QCOMPARE(metadata.all().size(), std::size_t{17});
}

void TestGguf::every_block_type_has_its_size_data() {
    QTest::addColumn<std::uint32_t>("id");
    for (const BlockTypeInfo &info : block_types()) {
        QTest::newRow(std::string(info.name).c_str()) << static_cast<std::uint32_t>(info.type);
    }
}

void TestGguf::every_block_type_has_its_size() {
    QFETCH(std::uint32_t, id);
    const BlockTypeInfo &info = *find_block_type(id);
    GgufWriter writer;
    writer.add_tensor("w", {2 * info.elements, 3}, info.type);
    writer.add_tensor("next", {1});
    writer.write(temporary("types.gguf"));
    const Container container = read_gguf(temporary("types.gguf"));
    QCOMPARE(container.tensors[0].bytes, std::uint64_t{2} * 3 * info.bytes);
    QVERIFY(container.tensors[0].type == info.type);
    QCOMPARE(container.tensors[1].offset - container.tensors[0].offset,
             (container.tensors[0].bytes + 31) / 32 * 32);
}

void TestGguf::header_hash_tells_headers_apart() {
    const auto hash = [&](const std::string &name) {
        GgufWriter writer;
        writer.add("general.name", name);
        writer.add_tensor("w", {32});
        writer.write(temporary("hash.gguf"));
        return read_gguf(temporary("hash.gguf")).header_hash;
    };
    QCOMPARE(hash("a"), hash("a"));
    QVERIFY(hash("a") != hash("b"));
    QVERIFY(hash("a") != 0);
}

void TestGguf::what_is_no_model_is_refused_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("word");
    QTest::newRow("empty") << QByteArray() << "not a GGUF file";
    QTest::newRow("three bytes") << QByteArray("GGU") << "not a GGUF file";
    QTest::newRow("web page") << QByteArray("<!DOCTYPE html>") << "<!DO";
    QTest::newRow("magic only") << QByteArray("GGUF") << "ends within the first bytes";
    QTest::newRow("big-endian") << QByteArray("GGUF\0\0\0\3", 8) << "big-endian";
    QTest::newRow("version 4") << QByteArray("GGUF\4\0\0\0", 8) << "GGUF version 4";
    GgufWriter unknown;
    unknown.add("general.architecture", std::string("mamba"));
    QTest::newRow("unknown architecture") << QByteArray::fromStdString(unknown.bytes()) << "\"mamba\"";
    QTest::newRow("no architecture") << QByteArray::fromStdString(GgufWriter().bytes())
                                     << "general.architecture is missing";
    GgufWriter split;
    split.add_as("split.count", 2, std::uint16_t{3});
    QTest::newRow("split") << QByteArray::fromStdString(split.bytes()) << "split into several files";
    // Within the cap, but longer than the file: refused before anything is allocated for it.
    GgufWriter array;
    array.add("texts", std::vector<std::string>{"a"});
    std::string bytes = array.bytes();
    bytes.replace(bytes.find("texts") + 13, 8, std::string("\x40\x42\x0f\0\0\0\0\0", 8));
    QTest::newRow("array longer than the file")
        << QByteArray::fromStdString(bytes) << "texts has a length of 1000000";
    GgufWriter empty;
    empty.add_tensor("w", {4, 0});
    QTest::newRow("empty tensor") << QByteArray::fromStdString(empty.bytes()) << "w is empty";
}

void TestGguf::what_is_no_model_is_refused() {
    QFETCH(QByteArray, content);
    QFETCH(QString, word);
    write_whole(temporary("other.gguf"), content.toStdString());
    try {
        open_model_headers(temporary("other.gguf"));
        QFAIL("it opened");
    } catch (const Error &error) {
        const QString message = QString::fromStdString(error.message());
        QVERIFY2(message.contains(word), qPrintable(message));
        QVERIFY2(message.contains("other.gguf"), qPrintable(message));
        QVERIFY(!error.hint().empty());
    }
}

void TestGguf::large_vocabulary_is_read_quickly() {
    std::vector<std::string> pieces;
    std::vector<std::string> merges;
    for (int i = 0; i < 150000; ++i) {
        pieces.push_back("piece" + std::to_string(i));
    }
    for (int i = 0; i < 280000; ++i) {
        merges.push_back("left" + std::to_string(i) + " right" + std::to_string(i));
    }
    GgufWriter writer;
    writer.add("tokenizer.ggml.tokens", pieces);
    writer.add("tokenizer.ggml.merges", merges);
    writer.add_array_as("tokenizer.ggml.token_type", 5, std::vector<std::int32_t>(150000, 1));
    writer.write(temporary("large.gguf"));

    // Processor time: other programs on the machine do not count.
    const std::clock_t start = std::clock();
    const Container container = read_gguf(temporary("large.gguf"));
    const double milliseconds = 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    QCOMPARE(container.metadata.texts("tokenizer.ggml.tokens"), pieces);
    QCOMPARE(container.metadata.texts("tokenizer.ggml.merges"), merges);
    qInfo("150000 pieces and 280000 merges: %.1f ms", milliseconds);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    constexpr double limit = 3000;
#else
    constexpr double limit = 150;
#endif
    QVERIFY2(milliseconds < limit, qPrintable(QString::number(milliseconds)));
}

QTEST_GUILESS_MAIN(TestGguf)
#include "test_gguf.moc"
