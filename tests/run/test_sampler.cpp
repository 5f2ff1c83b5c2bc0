#include "run/sampler.h"

#include "base/error.h"

#include <QTest>
#include <cmath>
#include <map>

using namespace spillway;

namespace {

SamplerSettings plain() {
    return {.temperature = 1, .top_k = 0, .top_p = 1, .min_p = 0, .repeat_penalty = 1};
}

/// How often each id is drawn from the same logits.
std::map<int, double> shares(const SamplerSettings &settings, const std::vector<float> &logits, int draws,
                             const std::vector<int> &recent = {}) {
    Sampler sampler(settings);
    std::map<int, double> counts;
    for (int i = 0; i < draws; ++i) {
        std::vector<float> copy = logits;
        counts[sampler.sample(copy, recent)] += 1.0 / draws;
    }
    return counts;
}

const std::vector<float> tenths = {std::log(0.4F), std::log(0.3F), std::log(0.2F), std::log(0.1F)};

} // namespace

class TestSampler : public QObject {
    Q_OBJECT
  private slots:
    void greedy_takes_the_lowest_id_of_equals() {
        SamplerSettings settings = plain();
        settings.temperature = 0;
        std::vector<float> logits = {1, 5, 5, 2};
        QCOMPARE(Sampler(settings).sample(logits, {}), 1);
    }

    void the_same_seed_draws_the_same_ids() {
        SamplerSettings settings = plain();
        settings.seed = 7;
        Sampler first(settings);
        Sampler second(settings);
        settings.seed = 8;
        Sampler other(settings);
        int different = 0;
        for (int i = 0; i < 100; ++i) {
            std::vector<float> a = tenths;
            std::vector<float> b = tenths;
            std::vector<float> c = tenths;
            const int id = first.sample(a, {});
            QCOMPARE(second.sample(b, {}), id);
            different += other.sample(c, {}) != id ? 1 : 0;
        }
        QVERIFY(different > 20);
    }

    void the_distribution_is_softmax() {
        // 20000 draws: the standard deviation of a share is at most 0.0035.
        std::map<int, double> drawn = shares(plain(), tenths, 20000);
        for (int id = 0; id < 4; ++id) {
            QVERIFY(std::abs(drawn[id] - 0.1 * (4 - id)) < 0.02);
        }
    }

    void temperature_divides_the_logits() {
        SamplerSettings settings = plain();
        settings.temperature = 0.5F;
        // p^2, normalised: .16 .09 .04 .01 over .30
        std::map<int, double> drawn = shares(settings, tenths, 20000);
        QVERIFY(std::abs(drawn[0] - 0.16 / 0.30) < 0.02);
        QVERIFY(std::abs(drawn[3] - 0.01 / 0.30) < 0.02);
    }

    void filters_keep_what_they_should_data() {
        QTest::addColumn<int>("top_k");
        QTest::addColumn<float>("top_p");
        QTest::addColumn<float>("min_p");
        QTest::addColumn<int>("kept");
        QTest::newRow("all off") << 0 << 1.0F << 0.0F << 4;
        QTest::newRow("top-k 2") << 2 << 1.0F << 0.0F << 2;
        QTest::newRow("top-k above the vocabulary") << 9 << 1.0F << 0.0F << 4;
        // The token with which the sum first exceeds p is kept: before the third lie .7.
        QTest::newRow("top-p 0.65") << 0 << 0.65F << 0.0F << 2;
        QTest::newRow("top-p 0.75") << 0 << 0.75F << 0.0F << 3;
        QTest::newRow("a tiny top-p keeps one") << 0 << 0.001F << 0.0F << 1;
        QTest::newRow("min-p 0.6: at least 0.24") << 0 << 1.0F << 0.6F << 2;
        QTest::newRow("min-p 0.3: at least 0.12") << 0 << 1.0F << 0.3F << 3;
    }
    void filters_keep_what_they_should() {
        QFETCH(int, top_k);
        QFETCH(float, top_p);
        QFETCH(float, min_p);
        QFETCH(int, kept);
        SamplerSettings settings = plain();
        settings.top_k = top_k;
        settings.top_p = top_p;
        settings.min_p = min_p;
        const std::map<int, double> drawn = shares(settings, tenths, 3000);
        QCOMPARE(static_cast<int>(drawn.size()), kept);
        QCOMPARE(drawn.rbegin()->first, kept - 1);
    }

    void ties_with_the_last_of_top_k_survive() {
        SamplerSettings settings = plain();
        settings.top_k = 2;
        const std::map<int, double> drawn = shares(settings, {3, 1, 1, 1, 0}, 5000);
        QCOMPARE(drawn.size(), std::size_t{4});
    }

    void repetition_penalty_divides_positive_and_multiplies_negative_logits() {
        SamplerSettings settings = plain();
        settings.temperature = 0;
        settings.repeat_penalty = 2;
        std::vector<float> positive = {4, 3, -1};
        const std::vector<int> recent = {0, 0, 0};
        QCOMPARE(Sampler(settings).sample(positive, recent), 1);
        QCOMPARE(positive[0], 2.0F);
        std::vector<float> negative = {-1, -1.5F, -9};
        QCOMPARE(Sampler(settings).sample(negative, recent), 1);
    }

    void repetition_looks_back_only_so_far() {
        SamplerSettings settings = plain();
        settings.temperature = 0;
        settings.repeat_penalty = 10;
        settings.repeat_range = 2;
        std::vector<float> logits = {4, 3, 2};
        const std::vector<int> recent = {0, 1, 2};
        QCOMPARE(Sampler(settings).sample(logits, recent), 0);
    }

    void settings_without_meaning_are_refused_data() {
        QTest::addColumn<int>("which");
        for (int i = 0; i < 8; ++i) {
            QTest::newRow(qPrintable(QString::number(i))) << i;
        }
    }
    void settings_without_meaning_are_refused() {
        QFETCH(int, which);
        SamplerSettings settings = plain();
        check(settings);
        switch (which) {
        case 0:
            settings.temperature = -1;
            break;
        case 1:
            settings.temperature = NAN;
            break;
        case 2:
            settings.top_k = -1;
            break;
        case 3:
            settings.top_p = 0;
            break;
        case 4:
            settings.top_p = 1.5F;
            break;
        case 5:
            settings.min_p = 1;
            break;
        case 6:
            settings.repeat_penalty = 0;
            break;
        default:
            settings.repeat_range = -1;
        }
        QVERIFY_EXCEPTION_THROWN(check(settings), Error);
    }
};

QTEST_GUILESS_MAIN(TestSampler)
#include "test_sampler.moc"
