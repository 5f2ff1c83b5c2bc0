#include "cli_process.h"

#include <QFile>
#include <QTest>
#include <unistd.h>

using namespace spillway;
using nlohmann::json;

namespace {

/// Runs its further arguments in a new memory cgroup limited to $LIMIT bytes, v1 or v2, whichever the system
/// has.
const QString in_cgroup = R"(
set -e
if [ -d /sys/fs/cgroup/memory ]; then
    g=/sys/fs/cgroup/memory/spillway-test-$$; mkdir "$g"; echo "$LIMIT" > "$g/memory.limit_in_bytes"
else
    g=/sys/fs/cgroup/spillway-test-$$; mkdir "$g"; echo "$LIMIT" > "$g/memory.max"; echo 0 > "$g/memory.swap.max" || true
fi
trap 'rmdir "$g"' EXIT
sh -c 'echo $$ > "$0/cgroup.procs"; exec "$@"' "$g" "$@"
)";

} // namespace

/// Peak memory is the plan's figure, and a limit of that size is enough. Needs SPILLWAY_SMOLLM2.
class TestMemoryLimit : public QObject {
    Q_OBJECT

    const test::CliProcess cli_;
    QString model_;
    std::uint64_t minimum_ = 0;

    QStringList arguments(int budget) const {
        QStringList list = {"generate",      model_, "--json",       "--prompt", "Once upon a time",
                            "--temperature", "0",    "--max-tokens", "24",       "--ignore-eos"};
        if (budget == 1) {
            list << "--ram-budget" << QString::number(QFile(model_).size() / 2);
        } else if (budget == 2) {
            list << "--ram-budget" << QString::number(minimum_ + (8U << 20U));
        }
        return list;
    }

  private slots:
    void initTestCase() {
        model_ = qEnvironmentVariable("SPILLWAY_SMOLLM2");
        if (model_.isEmpty()) {
            QSKIP("SPILLWAY_SMOLLM2 names no model");
        }
        const json refused =
            cli_.call({"plan", model_, "--json", "--context", "64", "--ram-budget", "4096"}).json();
        minimum_ = 4096 + refused.at("short").at("bytes").get<std::uint64_t>();
    }

    void peak_rss_is_the_plans_data() {
        QTest::addColumn<int>("budget");
        QTest::newRow("all resident") << 0;
        QTest::newRow("half the model") << 1;
        QTest::newRow("8 MiB above the minimum") << 2;
    }
    void peak_rss_is_the_plans() {
        QFETCH(int, budget);
        const test::Called called = cli_.call(arguments(budget));
        QVERIFY2(called.status == 0, called.err.constData());
        const json value = called.json();
        const auto planned = value.at("plan").at("peak_ram").get<double>();
        const auto peak = value.at("peak_rss").get<double>();
        qInfo("peak %.1f MB, planned %.1f MB (%+.1f %%)", peak / 1e6, planned / 1e6,
              100 * (peak / planned - 1));
        QVERIFY(peak <= 1.05 * planned);
        QVERIFY(peak >= 0.7 * planned); // and the plan does not promise far too much
    }

    void a_limit_of_the_planned_size_is_enough_data() { peak_rss_is_the_plans_data(); }
    void a_limit_of_the_planned_size_is_enough() {
        QFETCH(int, budget);
        const test::Called free = cli_.call(arguments(budget));
        const json value = free.json();
        const auto limit = static_cast<std::uint64_t>(1.05 * value.at("plan").at("peak_ram").get<double>());
        if (::geteuid() != 0) {
            QSKIP("only root may make a cgroup");
        }
        qputenv("LIMIT", QByteArray::number(static_cast<qulonglong>(limit)));
        const test::Called limited = cli_.call(arguments(budget), {}, in_cgroup);
        if (limited.err.contains("mkdir") || limited.err.contains("cgroup")) {
            QSKIP("no cgroup can be made here");
        }
        QVERIFY2(limited.status == 0, limited.err.constData());
        QVERIFY(limited.json().at("variants") == value.at("variants"));
    }
};

QTEST_GUILESS_MAIN(TestMemoryLimit)
#include "test_memory_limit.moc"
