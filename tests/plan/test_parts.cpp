#include "plan/parts.h"

#include "fake_model.h"

#include <QTest>
#include <algorithm>

using namespace spillway;

class TestParts : public QObject {
    Q_OBJECT
  private slots:
    void every_tensor_belongs_to_exactly_one_part_data() {
        QTest::addColumn<bool>("tied");
        QTest::newRow("tied") << true;
        QTest::newRow("untied") << false;
    }
    void every_tensor_belongs_to_exactly_one_part() {
        QFETCH(bool, tied);
        const ModelDescription model = test::fake_llama(5, 128, 256, 1000, tied);
        std::vector<int> seen(model.tensors.size(), 0);
        for (const Part &part : model_parts(model)) {
            for (const std::size_t index : part.tensors) {
                ++seen[index];
            }
        }
        QVERIFY(std::ranges::all_of(seen, [](int n) { return n == 1; }));
    }

    void a_tied_embedding_is_counted_with_the_output() {
        const ModelDescription model = test::fake_llama(2, 128, 256, 1000, true);
        const std::vector<Part> parts = model_parts(model);
        QCOMPARE(parts.front().kind, PartKind::embedding);
        QCOMPARE(parts.front().bytes, std::uint64_t{0});
        QCOMPARE(parts.back().kind, PartKind::output);
        QCOMPARE(parts.back().bytes, model.tensors.front().bytes);
    }

    void chosen_layers_lie_evenly_at_every_moment_data() {
        QTest::addColumn<int>("layers");
        QTest::newRow("1") << 1;
        QTest::newRow("30") << 30;
        QTest::newRow("80") << 80;
    }
    void chosen_layers_lie_evenly_at_every_moment() {
        QFETCH(int, layers);
        const std::vector<int> order = spread_order(static_cast<std::size_t>(layers));
        QCOMPARE(order.size(), static_cast<std::size_t>(layers));
        for (std::size_t chosen = 1; chosen <= order.size(); ++chosen) {
            std::vector<int> taken(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(chosen));
            std::ranges::sort(taken);
            QVERIFY(std::ranges::adjacent_find(taken) == taken.end());
            // The longest run of layers that are not chosen, cyclically, stays near the even share.
            int longest = taken.front() + layers - taken.back() - 1;
            for (std::size_t i = 1; i < taken.size(); ++i) {
                longest = std::max(longest, taken[i] - taken[i - 1] - 1);
            }
            const double even = static_cast<double>(layers) / static_cast<double>(chosen);
            QVERIFY2(longest <= 2.7 * even + 1,
                     qPrintable(QString("%1 of %2: gap %3").arg(chosen).arg(layers).arg(longest)));
        }
    }
};

QTEST_GUILESS_MAIN(TestParts)
#include "test_parts.moc"
