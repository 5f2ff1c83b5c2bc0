#include "base/error.h"
#include "gguf_writer.h"
#include "model/open.h"

#include <QTemporaryDir>
#include <QtTest>

#include <functional>
#include <limits>
#include <map>

using namespace spillway;

namespace {

/// Keys and tensors of a llama of two layers, to be changed by a test before it is written. Width 64, 4 heads
/// of 16 on 2, feed-forward 96, 8 pieces.
struct LlamaFile {
    std::map<std::string, std::uint32_t> sizes = {{"context_length", 128},     {"embedding_length", 64},
                                                  {"block_count", 2},          {"feed_forward_length", 96},
                                                  {"attention.head_count", 4}, {"attention.head_count_kv", 2}};
    std::map<std::string, float> numbers = {{"attention.layer_norm_rms_epsilon", 1e-5F}};
    std::map<std::string, std::string> texts;
    std::string name;
    std::vector<std::pair<std::string, std::vector<std::uint64_t>>> tensors;

    LlamaFile() {
        tensors = {{"output_norm.weight", {64}}, {"token_embd.weight", {64, 8}}};
        for (const std::string layer : {"blk.1.", "blk.0."}) {
            for (const auto &[what, shape] :
                 std::vector<std::pair<std::string, std::vector<std::uint64_t>>>{{"ffn_down", {96, 64}},
                                                                                 {"attn_norm", {64}},
                                                                                 {"attn_q", {64, 64}},
                                                                                 {"attn_k", {64, 32}},
                                                                                 {"attn_v", {64, 32}},
                                                                                 {"attn_output", {64, 64}},
                                                                                 {"ffn_norm", {64}},
                                                                                 {"ffn_gate", {64, 96}},
                                                                                 {"ffn_up", {64, 96}}}) {
                tensors.emplace_back(layer + what + ".weight", shape);
            }
        }
    }

    [[nodiscard]] ModelHeaders open(const std::filesystem::path &path) const {
        GgufWriter writer;
        writer.add("general.architecture", std::string("llama"));
        if (!name.empty()) {
            writer.add("general.name", name);
        }
        for (const auto &[key, value] : sizes) {
            writer.add("llama." + key, value);
        }
        for (const auto &[key, value] : numbers) {
            writer.add("llama." + key, value);
        }
        for (const auto &[key, value] : texts) {
            writer.add("llama." + key, value);
        }
        writer.add("tokenizer.ggml.tokens", std::vector<std::string>{"a", "b", "c", "d", "e", "f", "g", "h"});
        for (const auto &[tensor, shape] : tensors) {
            const bool matrix = shape.size() > 1;
            writer.add_tensor(tensor, shape, matrix ? BlockType::q4_0 : BlockType::f32);
        }
        writer.write(path);
        return open_model_headers(path);
    }
};

using Change = std::function<void(LlamaFile &)>;

} // namespace

Q_DECLARE_METATYPE(Change)

class TestLlama : public QObject {
    Q_OBJECT

  private slots:
    void spec_is_filled();
    void tensors_come_in_sweep_order();
    void defaults_are_those_of_the_format();
    void rope_factors_and_own_output_are_found();
    void tiny_llama_opens();
    void smollm2_opens();
    void contradictions_are_named_data();
    void contradictions_are_named();

  private:
    [[nodiscard]] std::filesystem::path path() const { return folder_.filePath("llama.gguf").toStdString(); }
    QTemporaryDir folder_;
};

void TestLlama::spec_is_filled() {
    LlamaFile file;
    file.name = "A name";
    file.numbers["rope.freq_base"] = 500000.0F;
    file.sizes["rope.dimension_count"] = 8;
    const ModelDescription description = file.open(path()).description;
    DecoderSpec expected;
    expected.layers = 2;
    expected.width = 64;
    expected.heads = 4;
    expected.kv_heads = 2;
    expected.head_dim = 16;
    expected.feed_forward = 96;
    expected.vocabulary = 8;
    expected.context_length = 128;
    expected.norm_epsilon = 1e-5F;
    expected.rope = RopeKind::adjacent_pairs;
    expected.rope_dims = 8;
    expected.rope_base = 500000.0F;
    expected.attention_scale = 0.25F;
    QVERIFY(description.spec == expected);
    QCOMPARE(description.name, std::string("A name"));
    QCOMPARE(description.architecture, std::string("llama"));
    QCOMPARE(description.type_summary, std::string("Q4_0"));
    const std::uint64_t matrices = 8 * 64 + 2 * (64 * 64 * 2 + 64 * 32 * 2 + 64 * 96 * 3);
    QCOMPARE(description.parameters, matrices + 5 * 64);
    QCOMPARE(description.bytes, matrices / 32 * 18 + 5 * 64 * 4);
}

void TestLlama::tensors_come_in_sweep_order() {
    const ModelDescription description = LlamaFile().open(path()).description;
    using enum Role;
    std::vector<std::pair<Role, int>> expected = {{token_embedding, -1}};
    for (const int layer : {0, 1}) {
        for (const Role role : {attention_norm, attention_q, attention_k, attention_v, attention_output,
                                feed_forward_norm, feed_forward_gate, feed_forward_up, feed_forward_down}) {
            expected.emplace_back(role, layer);
        }
    }
    expected.emplace_back(output_norm, -1);
    std::vector<std::pair<Role, int>> actual;
    for (const Tensor &tensor : description.tensors) {
        actual.emplace_back(tensor.role, tensor.layer);
    }
    QVERIFY(actual == expected);
    const Tensor *down = description.find(feed_forward_down, 1);
    QCOMPARE(down->name, std::string("blk.1.ffn_down.weight"));
    QCOMPARE(down->rows, std::uint64_t{64});
    QCOMPARE(down->cols, std::uint64_t{96});
    QVERIFY(description.find(attention_norm, 0)->is_vector());
    QVERIFY(!down->is_vector());
    // Tied: the embedding is the output matrix.
    QCOMPARE(&description.output_matrix(), description.find(token_embedding));
}

void TestLlama::defaults_are_those_of_the_format() {
    LlamaFile file;
    file.sizes.erase("attention.head_count_kv");
    for (auto &[name, shape] : file.tensors) {
        if (name.find("attn_k") != std::string::npos || name.find("attn_v") != std::string::npos) {
            shape = {64, 64};
        }
    }
    const ModelDescription description = file.open(path()).description;
    QCOMPARE(description.spec.kv_heads, std::size_t{4});
    QCOMPARE(description.spec.rope_dims, std::size_t{16});
    QCOMPARE(description.spec.rope_base, 10000.0F);
    QCOMPARE(description.name, std::string("llama"));
}

void TestLlama::rope_factors_and_own_output_are_found() {
    LlamaFile file;
    file.tensors.emplace_back("output.weight", std::vector<std::uint64_t>{64, 8});
    file.tensors.emplace_back("rope_freqs.weight", std::vector<std::uint64_t>{8});
    const ModelDescription description = file.open(path()).description;
    QVERIFY(description.find(Role::rope_factors) != nullptr);
    QCOMPARE(description.find(Role::rope_factors)->cols, std::uint64_t{8});
    QCOMPARE(description.output_matrix().name, std::string("output.weight"));
    QVERIFY(description.tensors.back().role == Role::output);
}

void TestLlama::tiny_llama_opens() {
    const ModelDescription description =
        open_model_headers(SPILLWAY_TEST_DATA "/tiny_llama/llama-q8_0.gguf").description;
    QCOMPARE(description.type_summary, std::string("Q8_0"));
    QCOMPARE(description.spec.width, std::size_t{256});
    QCOMPARE(description.spec.kv_heads, std::size_t{2});
    QCOMPARE(description.spec.vocabulary, std::size_t{512});
    QVERIFY(description.find(Role::output) != nullptr);
}

void TestLlama::smollm2_opens() {
    const QByteArray model = qgetenv("SPILLWAY_SMOLLM2");
    if (model.isEmpty()) {
        QSKIP("SPILLWAY_SMOLLM2 does not name the demo model");
    }
    const ModelDescription description = open_model_headers(model.toStdString()).description;
    QCOMPARE(description.spec.layers, std::size_t{30});
    QCOMPARE(description.spec.width, std::size_t{576});
    QCOMPARE(description.spec.vocabulary, std::size_t{49152});
    QCOMPARE(description.type_summary, std::string("Q4_1"));
    QCOMPARE(description.tensors.size(), std::size_t{272});
    QCOMPARE(&description.output_matrix(), description.find(Role::token_embedding));
}

void TestLlama::contradictions_are_named_data() {
    QTest::addColumn<Change>("change");
    QTest::addColumn<int>("code");
    QTest::addColumn<QStringList>("words");
    const auto row = [](const char *name, ErrorCode code, const QStringList &words, Change change) {
        QTest::newRow(name) << change << static_cast<int>(code) << words;
    };
    using enum ErrorCode;
    row("experts", unsupported, {"8 experts"}, [](LlamaFile &f) { f.sizes["expert_count"] = 8; });
    row("rope scaling", unsupported, {"yarn"}, [](LlamaFile &f) { f.texts["rope.scaling.type"] = "yarn"; });
    row("extra tensor", unsupported, {"blk.0.attn_q.bias"},
        [](LlamaFile &f) { f.tensors.emplace_back("blk.0.attn_q.bias", std::vector<std::uint64_t>{64}); });
    row("extra layer", unsupported, {"blk.1.attn_k.weight", "8 more"},
        [](LlamaFile &f) { f.sizes["block_count"] = 1; });
    row("too many layers", damaged, {"blk.2.attn_norm.weight", "missing"},
        [](LlamaFile &f) { f.sizes["block_count"] = 2000000000; });
    row("no layers", damaged, {"llama.block_count", "0"}, [](LlamaFile &f) { f.sizes["block_count"] = 0; });
    row("size over 31 bits", damaged, {"llama.context_length"},
        [](LlamaFile &f) { f.sizes["context_length"] = 0xffffffff; });
    row("heads not shared", damaged, {"4 query heads", "3 key"},
        [](LlamaFile &f) { f.sizes["attention.head_count_kv"] = 3; });
    row("width not divided", damaged, {"64", "5 heads"},
        [](LlamaFile &f) { f.sizes["attention.head_count"] = 5; });
    row("other value length", unsupported, {"different lengths"},
        [](LlamaFile &f) { f.sizes["attention.value_length"] = 8; });
    row("odd rope", damaged, {"llama.rope.dimension_count 7"},
        [](LlamaFile &f) { f.sizes["rope.dimension_count"] = 7; });
    row("rope above head", damaged, {"llama.rope.dimension_count 18"},
        [](LlamaFile &f) { f.sizes["rope.dimension_count"] = 18; });
    row("epsilon 0", damaged, {"layer_norm_rms_epsilon"},
        [](LlamaFile &f) { f.numbers["attention.layer_norm_rms_epsilon"] = 0; });
    row("rope base not finite", damaged, {"llama.rope.freq_base"},
        [](LlamaFile &f) { f.numbers["rope.freq_base"] = std::numeric_limits<float>::infinity(); });
    row("text for a number", damaged, {"llama.block_count", "not a whole number"}, [](LlamaFile &f) {
        f.sizes.erase("block_count");
        f.texts["block_count"] = "two";
    });
    row("vocabulary of another size", damaged, {"token_embd.weight", "64 x 9", "64 x 8"}, [](LlamaFile &f) {
        f.tensors[1].second = {64, 9};
    });
    row("vector for a matrix", damaged, {"token_embd.weight", "512", "64 x 8"},
        [](LlamaFile &f) { f.tensors[1].second = {512}; });
    row("rope factors of another size", damaged, {"rope_freqs.weight", "16", "where 8"},
        [](LlamaFile &f) { f.tensors.emplace_back("rope_freqs.weight", std::vector<std::uint64_t>{16}); });
}

void TestLlama::contradictions_are_named() {
    QFETCH(Change, change);
    QFETCH(int, code);
    QFETCH(QStringList, words);
    LlamaFile file;
    change(file);
    try {
        (void)file.open(path());
        QFAIL("it opened");
    } catch (const Error &error) {
        const QString message = QString::fromStdString(error.message());
        words << "llama.gguf";
        for (const QString &word : words) {
            QVERIFY2(message.contains(word), qPrintable("\"" + word + "\" is not in: " + message));
        }
        QCOMPARE(static_cast<int>(error.code()), code);
        QVERIFY(!error.hint().empty());
    }
}

QTEST_GUILESS_MAIN(TestLlama)
#include "test_llama.moc"
