#include "fake_tree.h"

#include "hardware/isa.h"
#include "hardware/mounts.h"
#include "hardware/probe.h"

#include <QTest>

using namespace spillway;

class TestInstructionSet : public QObject {
    Q_OBJECT

  private slots:
    void init() { qunsetenv("SPILLWAY_ISA"); }
    void cleanup() { qunsetenv("SPILLWAY_ISA"); }
    void the_best_is_what_the_kernel_lists();
    void scalar_can_always_be_forced();
    void up_to_the_best_can_be_forced();
    void an_unknown_name_is_an_error();
};

void TestInstructionSet::the_best_is_what_the_kernel_lists() {
    // Linux lists a feature only if it saves the registers that it needs.
    const QString text = QString::fromStdString(text_or_nothing("/proc/cpuinfo"));
    const QStringList flags = text.section("flags", 1).section('\n', 0, 0).split(' ');
    const auto all = [&](const QStringList &wanted) {
        return std::ranges::all_of(wanted, [&](const QString &flag) { return flags.contains(flag); });
    };
    std::string expected = "scalar";
    if (all({"avx2", "fma", "f16c", "bmi2"})) {
        const bool wide = all({"avx512f", "avx512bw", "avx512vl", "avx512dq", "avx512_vnni"});
        expected = wide ? "avx512" : "avx2";
    }
    QCOMPARE(instruction_set(), expected);
}

void TestInstructionSet::scalar_can_always_be_forced() {
    qputenv("SPILLWAY_ISA", "scalar");
    QCOMPARE(instruction_set(), std::string("scalar"));
    qputenv("SPILLWAY_ISA", "");
    const std::string best = instruction_set();
    qunsetenv("SPILLWAY_ISA");
    QCOMPARE(best, instruction_set());
}

void TestInstructionSet::up_to_the_best_can_be_forced() {
    const std::vector<std::string> names = {"scalar", "avx2", "avx512"};
    for (std::size_t best = 0; best < names.size(); ++best) {
        QCOMPARE(choose_instruction_set(names[best], ""), names[best]);
        for (std::size_t forced = 0; forced < names.size(); ++forced) {
            if (forced <= best) {
                QCOMPARE(choose_instruction_set(names[best], names[forced]), names[forced]);
                continue;
            }
            const auto error = error_of([&] { choose_instruction_set(names[best], names[forced]); });
            QVERIFY(error.has_value());
            QCOMPARE(error->code(), ErrorCode::unsupported);
            QVERIFY(error->hint().find(names[best]) != std::string::npos);
        }
    }
}

void TestInstructionSet::an_unknown_name_is_an_error() {
    qputenv("SPILLWAY_ISA", "sse9");
    const auto error = error_of([] { instruction_set(); });
    QVERIFY(error.has_value());
    QCOMPARE(error->code(), ErrorCode::invalid_argument);
    QVERIFY(error->message().find("sse9") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestInstructionSet)
#include "test_instruction_set.moc"
