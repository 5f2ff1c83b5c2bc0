#include "base/error.h"
#include "compute_test.h"

using namespace spillway;
using namespace spillway::test;

namespace {

/// Equal, zeros with their sign; any NaN is as good as another.
bool same_number(float a, float b) {
    return std::memcmp(&a, &b, sizeof(a)) == 0 || (std::isnan(a) && std::isnan(b));
}

} // namespace

class TestBlocks : public QObject {
    Q_OBJECT

  private slots:
    void rows_decode_to_their_reference_data() { add_instruction_sets_and_types(); }
    void rows_decode_to_their_reference();
    void the_promised_types_are_there_data() { add_instruction_sets(); }
    void the_promised_types_are_there();
    void other_types_are_not_supported_data() { add_instruction_sets(); }
    void other_types_are_not_supported();
    void an_unknown_instruction_set_is_refused();
    void the_device_describes_itself();
};

void TestBlocks::rows_decode_to_their_reference() {
    DEVICE_OR_SKIP(device, 1);
    QFETCH(int, type);
    const auto block_type = static_cast<BlockType>(type);
    const Fixture fixture = fixture_of(block_type);
    QCOMPARE(fixture.values.size(), Fixture::rows * Fixture::cols); // a type needs data in tests/data/blocks
    const std::size_t bytes = row_bytes(block_type, Fixture::cols);
    QCOMPARE(fixture.blocks.size(), Fixture::rows * bytes);
    for (std::size_t row = 0; row < Fixture::rows; ++row) {
        std::vector<float> decoded(Fixture::cols);
        device->dequantize_row(block_type,
                               reinterpret_cast<const std::byte *>(fixture.blocks.data()) + row * bytes,
                               Fixture::cols, decoded.data());
        for (std::size_t col = 0; col < Fixture::cols; ++col) {
            const float expected = fixture.values[row * Fixture::cols + col];
            QVERIFY2(same_number(decoded[col], expected), qPrintable(QString("row %1, number %2: %3, not %4")
                                                                         .arg(row)
                                                                         .arg(col)
                                                                         .arg(decoded[col])
                                                                         .arg(expected)));
        }
    }
}

void TestBlocks::the_promised_types_are_there() {
    DEVICE_OR_SKIP(device, 1);
    using enum BlockType;
    for (const BlockType type :
         {f32, f16, bf16, q4_0, q4_1, q5_0, q5_1, q8_0, q2_k, q3_k, q4_k, q5_k, q6_k, iq4_nl, iq4_xs}) {
        QVERIFY2(device->supports(type), std::string(block_type_info(type).name).c_str());
    }
}

void TestBlocks::other_types_are_not_supported() {
    DEVICE_OR_SKIP(device, 1);
    for (const BlockType type : {BlockType::i32, BlockType::f64, BlockType::q8_1, BlockType::tq1_0}) {
        QVERIFY2(!device->supports(type), std::string(block_type_info(type).name).c_str());
    }
    const auto scalar = make_cpu_device("scalar", 1);
    for (const BlockTypeInfo &info : block_types()) {
        QCOMPARE(device->supports(info.type), scalar->supports(info.type));
    }
}

void TestBlocks::an_unknown_instruction_set_is_refused() {
    try {
        make_cpu_device("altivec", 1);
        QFAIL("a device was made");
    } catch (const Error &error) {
        QCOMPARE(error.code(), ErrorCode::unsupported);
        QVERIFY(error.message().find("altivec") != std::string::npos);
    }
}

void TestBlocks::the_device_describes_itself() {
    QCOMPARE(make_cpu_device("scalar", 1)->description(), std::string("scalar, 1 thread"));
    QCOMPARE(make_cpu_device("scalar", 2)->description(), std::string("scalar, 2 threads"));
}

QTEST_GUILESS_MAIN(TestBlocks)
#include "test_blocks.moc"
