#include "base/error.h"
#include "model/formats/torch_file.h"
#include "torch_writer.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace spillway;
using namespace pickled;

namespace {

const std::filesystem::path data = SPILLWAY_TEST_DATA "/yalm";

/// A checkpoint of one storage of eight Half numbers, "root/data/0", that holds what `pickle` says.
ZipWriter checkpoint(const std::string &pickle, const std::string &root = "root") {
    ZipWriter zip;
    zip.add(root + "/data.pkl", pickle);
    zip.add(root + "/data/0", "0123456789abcdef");
    zip.add(root + "/version", "3\n");
    return zip;
}

const std::string half_storage = storage("HalfStorage", "0", 8);

std::string one_tensor(std::int64_t offset, const std::vector<std::int64_t> &shape,
                       const std::vector<std::int64_t> &stride) {
    return dictionary({{"w", tensor(half_storage, offset, shape, stride)}});
}

/// A file in the container from before PyTorch 1.6: system, dictionary, keys, and what follows.
std::string legacy(const std::string &pickle, const std::vector<std::string> &keys, const std::string &storages,
                   bool little_endian = true, std::int64_t protocol = 1001) {
    std::string out = "\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.";
    out += "\x80\x02" + integer(protocol) + ".";
    out += "\x80\x02}(" + text("little_endian") + (little_endian ? "\x88" : "\x89") + "u.";
    out += pickle + "\x80\x02](";
    for (const std::string &key : keys) {
        out += text(key);
    }
    return out + "e." + storages;
}

std::string counted(std::uint64_t count, const std::string &bytes) {
    std::string out;
    put(out, count);
    return out + bytes;
}

struct Flaw {
    const char *name;
    std::string bytes;
    ErrorCode code;
    QStringList words;
};

std::vector<Flaw> tensor_flaws() {
    using enum ErrorCode;
    const auto zip = [](const std::string &pickle) { return checkpoint(pickle).bytes(); };
    const auto sound = tensor(half_storage, 0, {8}, {1});
    const std::string view = "(" + text("storage") + "ctorch\nHalfStorage\n" + text("0") + text("cpu") +
                             integer(8) + integer(1) + "tQ";
    return {
        {"too long", zip(one_tensor(0, {9}, {1})), unsupported, {"w", "8 numbers"}},
        {"behind the end", zip(one_tensor(5, {2, 2}, {2, 1})), damaged, {"w", "number 5", "8 numbers"}},
        {"stride behind the end", zip(one_tensor(0, {2, 2}, {7, 1})), damaged, {"w", "8 numbers"}},
        {"offset behind the end", zip(one_tensor(8, {1}, {1})), damaged, {"w", "number 8"}},
        {"stride huge", zip(one_tensor(0, {3, 2}, {1LL << 43, 1})), damaged, {"w", "8 numbers"}},
        {"stride too huge", zip(one_tensor(0, {2}, {1LL << 62})), damaged, {"w", "stride"}},
        {"size too huge", zip(one_tensor(0, {1LL << 62, 4}, {4, 1})), damaged, {"w", "size"}},
        {"sizes overflow", zip(one_tensor(0, {1LL << 43, 1LL << 43}, {1, 1})), unsupported, {"w"}},
        {"negative offset", zip(one_tensor(-1, {1}, {1})), damaged, {"w", "offset: -1"}},
        {"negative size", zip(one_tensor(0, {-1}, {1})), damaged, {"w", "size: -1"}},
        {"negative stride", zip(one_tensor(7, {8}, {-1})), damaged, {"w", "stride: -1"}},
        {"empty", zip(one_tensor(0, {0}, {1})), damaged, {"w", "empty"}},
        {"expanded", zip(one_tensor(0, {2, 4}, {0, 1})), unsupported, {"w", "repeats"}},
        {"fewer strides", zip(one_tensor(0, {2, 4}, {1})), damaged, {"2 sizes and 1 strides"}},
        {"nine dimensions",
         zip(one_tensor(0, std::vector<std::int64_t>(9, 1), std::vector<std::int64_t>(9, 1))),
         damaged,
         {"w", "size"}},
        {"twice", zip(dictionary({{"w", sound}, {"w", sound}})), damaged, {"w", "twice"}},
        {"not a tensor", zip(dictionary({{"w", "K\x01"}})), damaged, {"w", "not a tensor"}},
        {"a storage", zip(dictionary({{"w", half_storage}})), damaged, {"w", "not a tensor"}},
        {"a Parameter of a Parameter",
         zip(dictionary({{"w", parameter(parameter(sound))}})),
         damaged,
         {"w", "not a tensor"}},
        {"key is a number", zip("\x80\x02}(K\x01" + sound + "u."), damaged, {"not a name"}},
        {"a list", zip("\x80\x02]."), unsupported, {"dictionary of tensors"}},
        {"negated",
         zip(dictionary({{"w", tensor(half_storage, 0, {8}, {1}, "}" + text("neg") + "\x88s")}})),
         unsupported,
         {"w", "negated"}},
        {"a view of a storage", zip(dictionary({{"w", tensor(view, 0, {8}, {1})}})), unsupported, {"view"}},
        {"storage is a text",
         zip(dictionary({{"w", tensor(text("0"), 0, {8}, {1})}})),
         damaged,
         {"w", "storage"}},
        {"storage of a function",
         zip(dictionary({{"w", tensor(storage("_utils\n_rebuild_tensor_v2", "0", 8), 0, {8}, {1})}})),
         unsupported,
         {"torch._utils"}},
        {"storage of two types",
         zip(dictionary({{"v", sound}, {"w", tensor(storage("FloatStorage", "0", 8), 0, {4}, {1})}})),
         damaged,
         {"storage 0"}},
        {"longer storage",
         zip(dictionary({{"w", tensor(storage("HalfStorage", "0", 9), 0, {8}, {1})}})),
         damaged,
         {"root/data/0", "16 bytes", "18"}},
        {"negative storage",
         zip(dictionary({{"w", tensor(storage("HalfStorage", "0", -8), 0, {8}, {1})}})),
         damaged,
         {"-8"}},
        {"no such storage",
         zip(dictionary({{"w", tensor(storage("HalfStorage", "1", 8), 0, {8}, {1})}})),
         damaged,
         {"root/data/1", "missing"}},
        {"storage outside of its folder",
         zip(dictionary({{"w", tensor(storage("HalfStorage", "../version", 1), 0, {1}, {1})}})),
         damaged,
         {"root/data/../version", "missing"}},
    };
}

std::vector<Flaw> container_flaws() {
    using enum ErrorCode;
    const std::string sound = one_tensor(0, {8}, {1});
    const std::string halves = counted(8, "0123456789abcdef");
    ZipWriter big = checkpoint(sound);
    big.add("root/byteorder", "big");
    ZipWriter no_pickle;
    no_pickle.add("root/readme", "nothing");
    ZipWriter huge;
    huge.add("root/data.pkl", std::string((1 << 20) + 1, 'N'));
    return {
        {"empty", "", damaged, {"empty", "0 bytes"}},
        {"short", "PK", unsupported, {"no PyTorch checkpoint", "PK"}},
        {"web page", "<!DOCTYPE html>\n<html>", unsupported, {"no PyTorch checkpoint", "<!DOCTYPE html>?"}},
        {"Git LFS", "version https://git-lfs.github.com/spec/v1\n", damaged, {"Git LFS pointer", "43 bytes"}},
        {"big-endian", big.bytes(), unsupported, {"big-endian"}},
        {"no pickle", no_pickle.bytes(), unsupported, {"data.pkl"}},
        {"huge pickle", huge.bytes(), damaged, {"root/data.pkl", "1048577 bytes"}},
        {"legacy big-endian", legacy(sound, {"0"}, halves, false), unsupported, {"big-endian"}},
        {"legacy protocol", legacy(sound, {"0"}, halves, true, 1002), damaged, {"1001"}},
        {"legacy false count",
         legacy(sound, {"0"}, counted(7, "0123456789abcdef")),
         damaged,
         {"storage 0", "7 numbers", "8"}},
        {"legacy cut", legacy(sound, {"0"}, counted(8, "0123456789abcde")), damaged, {"cut off"}},
        {"legacy without storages", legacy(sound, {"0"}, ""), damaged, {"cut off"}},
        {"legacy with no key", legacy(sound, {}, halves), damaged, {"list of storages"}},
        {"legacy with another key", legacy(sound, {"1"}, halves), damaged, {"list of storages"}},
        {"legacy with a key twice",
         legacy(dictionary({{"v", tensor(half_storage, 0, {8}, {1})},
                            {"w", tensor(storage("HalfStorage", "1", 8), 0, {8}, {1})}}),
                {"0", "0"}, halves + halves),
         damaged,
         {"list of storages"}},
    };
}

} // namespace

class TestTorchFile : public QObject {
    Q_OBJECT

  private slots:
    void every_container_is_opened_data();
    void every_container_is_opened();
    void tensors_are_views_of_storages();
    void root_and_pickle_forms_are_free_data();
    void root_and_pickle_forms_are_free();
    void legacy_storages_are_found_in_the_order_of_keys();
    void flaw_gives_its_error_data();
    void flaw_gives_its_error();
    void every_cut_is_found_data();
    void every_cut_is_found();

  private:
    std::filesystem::path written(const std::string &bytes) {
        std::filesystem::path path = folder_.filePath("weights.pt").toStdString();
        write_whole(path, bytes);
        return path;
    }
    QTemporaryDir folder_;
};

void TestTorchFile::every_container_is_opened_data() {
    QTest::addColumn<int>("type");
    QTest::addColumn<QString>("format");
    const auto row = [](const char *folder, BlockType type, const char *format) {
        QTest::newRow(folder) << static_cast<int>(type) << format;
    };
    row("tiny-bf16-zip", BlockType::bf16, "PyTorch zip");
    row("tiny-bf16-views", BlockType::bf16, "PyTorch zip");
    row("tiny-fp16-zip", BlockType::f16, "PyTorch zip");
    row("tiny-fp16-ordered", BlockType::f16, "PyTorch zip");
    row("tiny-fp32-legacy", BlockType::f32, "PyTorch legacy");
}

void TestTorchFile::every_container_is_opened() {
    QFETCH(int, type);
    QFETCH(QString, format);
    const std::filesystem::path path = data / QTest::currentDataTag() / "layer_04-model_00-model_states.pt";
    const TorchFile file = read_torch_file(path);
    QCOMPARE(QString::fromStdString(file.format), format);
    QCOMPARE(file.identity, identify(path));
    QCOMPARE(file.tensors.size(), std::size_t{14});
    const TorchTensor *dense = file.find("mlp.dense_ffn_output.weight");
    QVERIFY(dense != nullptr);
    QCOMPARE(dense->shape, (std::vector<std::uint64_t>{64, 172}));
    QCOMPARE(static_cast<int>(dense->type), type);
    for (const TorchTensor &tensor : file.tensors) {
        QVERIFY(tensor.offset >= tensor.storage_begin);
        QVERIFY(tensor.offset + (tensor.is_contiguous() ? tensor.bytes() : 1) <= tensor.storage_end);
        QVERIFY(tensor.storage_end <= file.identity.size);
        // So that direct reads need no copies.
        QVERIFY(format != "PyTorch zip" || tensor.storage_begin % 64 == 0);
    }
}

void TestTorchFile::tensors_are_views_of_storages() {
    const TorchFile file = read_torch_file(data / "tiny-bf16-views/layer_04-model_00-model_states.pt");
    const TorchTensor *qkv = file.find("attention.query_key_value.weight");
    QCOMPARE(qkv->shape, (std::vector<std::uint64_t>{192, 64}));
    QCOMPARE(qkv->stride, (std::vector<std::uint64_t>{1, 192}));
    QVERIFY(!qkv->is_contiguous());
    // All biases are in one storage, one after another, behind seven numbers.
    std::uint64_t biases = 0;
    for (const TorchTensor &tensor : file.tensors) {
        if (tensor.name.ends_with(".bias")) {
            QCOMPARE(tensor.storage_begin, file.find("attention.dense.bias")->storage_begin);
            QVERIFY(tensor.offset >= tensor.storage_begin + 14);
            biases += tensor.bytes();
        }
    }
    const TorchTensor *bias = file.find("attention.dense.bias");
    QCOMPARE(bias->storage_end - bias->storage_begin, biases + 14);
}

void TestTorchFile::root_and_pickle_forms_are_free_data() {
    QTest::addColumn<QString>("root");
    QTest::addColumn<QByteArray>("tensor");
    const auto row = [](const char *name, const char *root, const std::string &tensor) {
        QTest::newRow(name) << root << QByteArray(tensor.data(), static_cast<qsizetype>(tensor.size()));
    };
    row("tensor", "archive", tensor(half_storage, 2, {2, 3}, {3, 1}));
    row("the file's name as root", "layer_03-model_00-model_states", tensor(half_storage, 2, {2, 3}, {3, 1}));
    row("parameter", "archive", parameter(tensor(half_storage, 2, {2, 3}, {3, 1})));
    row("empty metadata", "archive", tensor(half_storage, 2, {2, 3}, {3, 1}, "}"));
    row("no metadata", "archive", tensor(half_storage, 2, {2, 3}, {3, 1}, "N"));
}

void TestTorchFile::root_and_pickle_forms_are_free() {
    QFETCH(QString, root);
    QFETCH(QByteArray, tensor);
    const ZipWriter zip = checkpoint(dictionary({{"w", tensor.toStdString()}}), root.toStdString());
    const std::string bytes = zip.bytes();
    const TorchFile file = read_torch_file(written(bytes));
    QCOMPARE(file.tensors.size(), std::size_t{1});
    const TorchTensor &found = file.tensors.front();
    QCOMPARE(found.name, std::string("w"));
    QCOMPARE(found.type, BlockType::f16);
    QCOMPARE(found.shape, (std::vector<std::uint64_t>{2, 3}));
    QVERIFY(found.is_contiguous());
    QCOMPARE(bytes.substr(found.offset, found.bytes()), std::string("456789abcdef"));
    QCOMPARE(bytes.substr(found.storage_begin, found.storage_end - found.storage_begin),
             zip.entries[1].content);
}

void TestTorchFile::legacy_storages_are_found_in_the_order_of_keys() {
    const std::string state = dictionary({{"v", tensor(storage("FloatStorage", "94", 2), 1, {1}, {1})},
                                          {"w", tensor(storage("BFloat16Storage", "7", 3), 0, {3}, {1})}});
    const std::string bytes = legacy(state, {"7", "94"}, counted(3, "aabbcc") + counted(2, "AAAABBBB")) +
                              "what follows does not matter";
    const TorchFile file = read_torch_file(written(bytes));
    const TorchTensor *v = file.find("v");
    const TorchTensor *w = file.find("w");
    QCOMPARE(v->type, BlockType::f32);
    QCOMPARE(bytes.substr(v->offset, v->bytes()), std::string("BBBB"));
    QCOMPARE(w->type, BlockType::bf16);
    QCOMPARE(bytes.substr(w->offset, w->bytes()), std::string("aabbcc"));
}

void TestTorchFile::flaw_gives_its_error_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("code");
    QTest::addColumn<QStringList>("words");
    for (const std::vector<Flaw> &flaws : {tensor_flaws(), container_flaws()}) {
        for (const Flaw &flaw : flaws) {
            QTest::newRow(flaw.name) << QByteArray(flaw.bytes.data(), static_cast<qsizetype>(flaw.bytes.size()))
                                     << static_cast<int>(flaw.code) << flaw.words;
        }
    }
}

void TestTorchFile::flaw_gives_its_error() {
    QFETCH(QByteArray, bytes);
    QFETCH(int, code);
    QFETCH(QStringList, words);
    const std::filesystem::path path = written(bytes.toStdString());
    try {
        read_torch_file(path);
        QFAIL("it was opened");
    } catch (const Error &error) {
        const QString message = QString::fromStdString(error.message());
        QVERIFY2(static_cast<int>(error.code()) == code, qPrintable(message));
        for (const QString &word : words << "weights.pt") {
            QVERIFY2(message.contains(word), qPrintable("\"" + word + "\" is not in: " + message));
        }
        QVERIFY(!error.hint().empty());
    }
}

void TestTorchFile::every_cut_is_found_data() {
    QTest::addColumn<std::size_t>("step");
    QTest::newRow("tiny-bf16-zip/layer_01-model_00-model_states.pt") << std::size_t{1};
    QTest::newRow("tiny-fp32-legacy/layer_01-model_00-model_states.pt") << std::size_t{1};
    QTest::newRow("tiny-bf16-views/layer_04-model_00-model_states.pt") << std::size_t{331};
    QTest::newRow("tiny-fp32-legacy/layer_04-model_00-model_states.pt") << std::size_t{331};
}

void TestTorchFile::every_cut_is_found() {
    QFETCH(std::size_t, step);
    const std::string whole = read_text(data / QTest::currentDataTag());
    const std::filesystem::path path = written(whole);
    QVERIFY(!read_torch_file(path).tensors.empty());
    for (std::size_t length = whole.size() - 1; length > step; length -= step) {
        std::filesystem::resize_file(path, length);
        try {
            read_torch_file(path);
            QFAIL(qPrintable("it was opened with " + QString::number(length) + " bytes"));
        } catch (const Error &error) {
            QVERIFY(QString::fromStdString(error.message()).contains("weights.pt"));
        }
    }
}

QTEST_GUILESS_MAIN(TestTorchFile)
#include "test_torch_file.moc"
