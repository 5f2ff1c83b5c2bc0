#include "base/error.h"
#include "model/families/yalm.h"
#include "model/formats/gather.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <bit>
#include <cmath>
#include <cstring>

using namespace spillway;

namespace {

const std::filesystem::path data = SPILLWAY_TEST_DATA "/yalm";

QJsonObject json(const std::filesystem::path &path) {
    QFile file(QString::fromStdString(path.string()));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

ModelDescription open(const std::filesystem::path &path, const YalmOptions &options = {}) {
    ModelDescription description;
    description.files = open_yalm(path, options, description).files;
    return description;
}

/// A tensor's bytes, row-major.
std::vector<std::byte> bytes_of(const ModelDescription &model, const Tensor &tensor) {
    const File file = File::open(model.files[tensor.file].path);
    std::vector<std::byte> bytes(tensor.bytes);
    if (tensor.is_strided()) {
        gather(file, tensor, bytes);
    } else {
        file.read_at(tensor.offset, bytes);
    }
    return bytes;
}

double half(std::uint16_t bits) {
    const int exponent = bits >> 10 & 31;
    const int fraction = bits & 1023;
    const double value = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
    return (bits & 0x8000) != 0 ? -value : value;
}

std::vector<double> numbers_of(const ModelDescription &model, const Tensor &tensor) {
    const std::vector<std::byte> bytes = bytes_of(model, tensor);
    std::vector<double> numbers(tensor.rows * tensor.cols);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        std::uint16_t bits = 0;
        float number = 0;
        if (tensor.type == BlockType::f32) {
            std::memcpy(&number, bytes.data() + i * 4, 4);
            numbers[i] = static_cast<double>(number);
        } else {
            std::memcpy(&bits, bytes.data() + i * 2, 2);
            numbers[i] = tensor.type == BlockType::f16
                             ? half(bits)
                             : static_cast<double>(std::bit_cast<float>(std::uint32_t{bits} << 16U));
        }
    }
    return numbers;
}

} // namespace

class TestYalm : public QObject {
    Q_OBJECT

  private slots:
    void checkpoint_opens_data();
    void checkpoint_opens();
    void first_layer_has_no_input_norm();
    void tensors_are_in_the_order_of_a_sweep();
    void views_hold_the_same_numbers();
    void numbers_are_those_of_the_original_data();
    void numbers_are_those_of_the_original();
    void one_file_stands_for_its_folder();
    void other_folders_are_no_checkpoint();
};

void TestYalm::checkpoint_opens_data() {
    QTest::addColumn<int>("type");
    QTest::newRow("tiny-bf16-zip") << static_cast<int>(BlockType::bf16);
    QTest::newRow("tiny-bf16-views") << static_cast<int>(BlockType::bf16);
    QTest::newRow("tiny-fp16-zip") << static_cast<int>(BlockType::f16);
    QTest::newRow("tiny-fp16-ordered") << static_cast<int>(BlockType::f16);
    QTest::newRow("tiny-fp32-legacy") << static_cast<int>(BlockType::f32);
}

void TestYalm::checkpoint_opens() {
    QFETCH(int, type);
    ModelDescription model;
    const Container container = open_yalm(data / QTest::currentDataTag(), {}, model);
    DecoderSpec expected;
    expected.layers = 3;
    expected.width = 64;
    expected.heads = 4;
    expected.kv_heads = 4;
    expected.head_dim = 16;
    expected.feed_forward = 172;
    expected.vocabulary = 512;
    expected.context_length = 64;
    expected.norm = NormKind::layer;
    expected.norm_epsilon = 1e-5F;
    expected.rope = RopeKind::half_split;
    expected.rope_dims = 16;
    expected.rope_base = 10000.0F;
    expected.activation = Activation::gelu;
    expected.gated = true;
    expected.attention_scale = 0.25F;
    expected.embedding_width = 16;
    QCOMPARE(model.spec, expected);
    QCOMPARE(model.tensors.size(), std::size_t{1 + 2 + 12 + 2 * 14 + 7});
    QCOMPARE(container.files.size(), std::size_t{6});
    QCOMPARE(container.metadata.text("general.architecture"), std::string("yalm"));
    QCOMPARE(container.metadata.text("general.name"), std::string(QTest::currentDataTag()));
    std::uint64_t numbers = 0;
    for (const Tensor &tensor : model.tensors) {
        QCOMPARE(static_cast<int>(tensor.type), type);
        QCOMPARE(tensor.bytes, tensor.rows * row_bytes(tensor.type, tensor.cols));
        QVERIFY(tensor.offset < container.files[tensor.file].size);
        numbers += tensor.rows * tensor.cols;
    }
    const std::uint64_t layer = 192 * 64 + 192 + 64 * 64 + 64 + 2 * 64 + 2 * (172 * 64 + 172) + 64 * 172 + 64;
    QCOMPARE(numbers, 512 * 16 + 2 * 16 + 3 * layer + 2 * 2 * 64 + (2 * 64 + 16 * 64 + 16 + 2 * 16 + 512));
}

void TestYalm::first_layer_has_no_input_norm() {
    const ModelDescription model = open(data / "tiny-fp16-zip");
    QVERIFY(model.find(Role::attention_norm, 0) == nullptr);
    QVERIFY(model.find(Role::attention_norm_bias, 0) == nullptr);
    QVERIFY(model.find(Role::attention_norm, 1) != nullptr);
    QVERIFY(model.find(Role::attention_norm_bias, 2) != nullptr);
    // What YaLM calls hidden is activated, so it is our gate.
    QCOMPARE(model.find(Role::feed_forward_gate, 2)->name,
             std::string("transformer.layers.2.mlp.dense_ffn_hidden.weight"));
    QCOMPARE(model.find(Role::feed_forward_up, 2)->name,
             std::string("transformer.layers.2.mlp.dense_ffn_gate.weight"));
    const Tensor *qkv = model.find(Role::attention_qkv, 1);
    QCOMPARE(qkv->rows, std::uint64_t{192});
    QCOMPARE(qkv->cols, std::uint64_t{64});
    QCOMPARE(model.output_matrix().name, std::string("embedding.word_embeddings.weight"));
}

void TestYalm::tensors_are_in_the_order_of_a_sweep() {
    const ModelDescription model = open(data / "tiny-bf16-views");
    std::vector<Role> found;
    for (const Tensor &tensor : model.tensors) {
        if (!tensor.is_vector() && (tensor.layer == 1 || tensor.layer == -1)) {
            found.push_back(tensor.role);
        }
    }
    const std::vector<Role> expected = {Role::attention_qkv,   Role::attention_output,  Role::feed_forward_gate,
                                        Role::feed_forward_up, Role::feed_forward_down, Role::output_dense,
                                        Role::token_embedding};
    QCOMPARE(found, expected);
    QVERIFY(std::ranges::is_sorted(model.tensors, {}, [&](const Tensor &tensor) {
        return tensor.layer >= 0                                                                 ? tensor.layer
               : tensor.role == Role::embedding_norm || tensor.role == Role::embedding_norm_bias ? -1
                                                                                                 : 3;
    }));
}

void TestYalm::views_hold_the_same_numbers() {
    const ModelDescription plain = open(data / "tiny-bf16-zip");
    const ModelDescription views = open(data / "tiny-bf16-views");
    QCOMPARE(views.tensors.size(), plain.tensors.size());
    int strided = 0;
    for (std::size_t i = 0; i < plain.tensors.size(); ++i) {
        const Tensor &a = plain.tensors[i];
        const Tensor &b = views.tensors[i];
        QCOMPARE(b.name, a.name);
        QCOMPARE(b.role, a.role);
        QVERIFY(!a.is_strided());
        strided += b.is_strided() ? 1 : 0;
        QVERIFY2(bytes_of(views, b) == bytes_of(plain, a), a.name.c_str());
    }
    QCOMPARE(strided, 3); // query_key_value of each layer
}

void TestYalm::numbers_are_those_of_the_original_data() {
    QTest::addColumn<QString>("folder");
    for (const char *name :
         {"tiny-bf16-zip", "tiny-bf16-views", "tiny-fp16-zip", "tiny-fp16-ordered", "tiny-fp32-legacy"}) {
        QTest::newRow(name) << name;
    }
}

/// h = LN(embedding row) in the first channels, zeros above: needs the embedding and the projector's two
/// vectors.
void TestYalm::numbers_are_those_of_the_original() {
    QFETCH(QString, folder);
    const ModelDescription model = open(data / folder.toStdString());
    const QJsonObject golden = json(data / "projector.json")[folder].toObject();
    const QJsonArray expected = golden["after_projector"].toArray();
    QCOMPARE(expected.size(), qsizetype{64});
    const std::vector<double> table = numbers_of(model, *model.find(Role::token_embedding));
    const std::vector<double> weight = numbers_of(model, *model.find(Role::embedding_norm));
    const std::vector<double> bias = numbers_of(model, *model.find(Role::embedding_norm_bias));
    const double *row = table.data() + golden["token"].toInt() * 16;
    double mean = 0;
    double variance = 0;
    for (int i = 0; i < 16; ++i) {
        mean += row[i] / 16;
    }
    for (int i = 0; i < 16; ++i) {
        variance += (row[i] - mean) * (row[i] - mean) / 16;
    }
    for (int i = 0; i < 64; ++i) {
        const auto j = static_cast<std::size_t>(i);
        const double h = i < 16 ? (row[i] - mean) / std::sqrt(variance + 1e-5) * weight[j] + bias[j] : 0.0;
        QVERIFY2(std::abs(h - expected[i].toDouble()) < 2e-6,
                 qPrintable(QString("channel %1: %2").arg(i).arg(h)));
    }
}

void TestYalm::one_file_stands_for_its_folder() {
    const std::filesystem::path file = data / "tiny-fp16-zip/layer_05-model_00-model_states.pt";
    QVERIFY(is_yalm_checkpoint(file));
    QCOMPARE(open(file).spec, open(data / "tiny-fp16-zip").spec);
}

void TestYalm::other_folders_are_no_checkpoint() {
    QVERIFY(is_yalm_checkpoint(data / "tiny-fp16-zip"));
    QVERIFY(!is_yalm_checkpoint(data));
    QVERIFY(!is_yalm_checkpoint(data / "tiny-fp16-zip/config.json"));
    QVERIFY(!is_yalm_checkpoint(data / "not there"));
}

QTEST_GUILESS_MAIN(TestYalm)
#include "test_yalm.moc"
