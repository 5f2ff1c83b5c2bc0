#include "run/kv_cache.h"

#include "base/error.h"

#include <QTest>

using namespace spillway;

class TestKvCache : public QObject {
    Q_OBJECT

    const DecoderSpec spec_{.layers = 3, .heads = 4, .kv_heads = 2, .head_dim = 8};

    static void write(KvCache &cache, std::size_t sequence, std::size_t position, float value) {
        for (std::size_t layer = 0; layer < 3; ++layer) {
            for (std::size_t i = 0; i < 16; ++i) {
                cache.key(sequence, layer, position)[i] = value + static_cast<float>(layer);
                cache.value(sequence, layer, position)[i] = -value - static_cast<float>(layer);
            }
        }
    }

  private slots:
    void what_is_written_is_found_through_the_blocks() {
        KvCache cache(spec_, 100, 1);
        cache.reserve(0, 0, 100);
        for (std::size_t position = 0; position < 100; ++position) {
            write(cache, 0, position, static_cast<float>(10 * position));
        }
        std::vector<const float *> keys;
        std::vector<const float *> values;
        cache.append_blocks(0, 1, keys, values);
        QCOMPARE(keys.size(), std::size_t{4});
        for (std::size_t position = 0; position < 100; ++position) {
            const std::size_t in_block = position % kv_block_positions * 16;
            QCOMPARE(keys[position / kv_block_positions][in_block + 15], static_cast<float>(10 * position) + 1);
            QCOMPARE(values[position / kv_block_positions][in_block], -static_cast<float>(10 * position) - 1);
        }
    }

    void memory_is_what_the_plan_counts() {
        const KvCache cache(spec_, 100, 3);
        QCOMPARE(cache.block_bytes() * 4 * 3, kv_cache_bytes(spec_, 100, 3));
    }

    void a_full_cache_says_so() {
        KvCache cache(spec_, 64, 1);
        cache.reserve(0, 0, 64);
        QVERIFY_EXCEPTION_THROWN(cache.reserve(0, 64, 65), Error);
    }

    void truncating_gives_blocks_back() {
        KvCache cache(spec_, 128, 1);
        cache.reserve(0, 0, 128);
        QCOMPARE(cache.blocks_in_use(), std::size_t{4});
        cache.truncate(0, 33);
        QCOMPARE(cache.blocks_in_use(), std::size_t{2});
        cache.truncate(0, 0);
        QCOMPARE(cache.blocks_in_use(), std::size_t{0});
    }

    void forks_share_blocks_until_they_write() {
        KvCache cache(spec_, 64, 2);
        cache.reserve(0, 0, 40);
        for (std::size_t position = 0; position < 40; ++position) {
            write(cache, 0, position, static_cast<float>(position));
        }
        cache.fork(0, 1, 40);
        QCOMPARE(cache.blocks_in_use(), std::size_t{2});
        QCOMPARE(cache.key(1, 0, 39), cache.key(0, 0, 39));

        cache.reserve(1, 40, 41);
        write(cache, 1, 40, 1000);
        QCOMPARE(cache.blocks_in_use(), std::size_t{3});
        QCOMPARE(cache.key(1, 0, 5), cache.key(0, 0, 5));
        QVERIFY(cache.key(1, 0, 39) != cache.key(0, 0, 39));
        QCOMPARE(cache.key(1, 2, 39)[3], cache.key(0, 2, 39)[3]);

        cache.truncate(1, 0);
        QCOMPARE(cache.blocks_in_use(), std::size_t{2});
        QCOMPARE(cache.key(0, 0, 39)[0], 39.0F);
    }
};

QTEST_GUILESS_MAIN(TestKvCache)
#include "test_kv_cache.moc"
