#include "loaded_model.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>

using namespace spillway;

namespace {

const std::string model_file = SPILLWAY_TEST_DATA "/tiny_llama/llama-q8_0.gguf";

std::vector<int> some_prompt(std::size_t length) {
    std::vector<int> ids(length);
    for (std::size_t i = 0; i < length; ++i) {
        ids[i] = static_cast<int>((i * 37 + 11) % 500);
    }
    return ids;
}

} // namespace

/// What must hold for every session, shown on the tiny model.
class TestSession : public QObject {
    Q_OBJECT

    std::vector<float> reference_logits_;
    std::vector<int> reference_ids_;

  private slots:
    void initTestCase() {
        const test::LoadedModel loaded = test::load_model(model_file);
        reference_logits_ = loaded.session->logits(some_prompt(40), false, {});
        reference_ids_ =
            loaded.session->generate(test::greedy(some_prompt(40), 24), {}, {}).variants.front().tokens;
    }

    void the_place_changes_no_bit_data() {
        QTest::addColumn<qint64>("over_minimum");
        QTest::addColumn<int>("threads");
        QTest::addColumn<qint64>("slice_bytes");
        QTest::addColumn<int>("prompt_rows");
        QTest::newRow("everything streamed") << qint64{0} << 2 << qint64{0} << 0;
        QTest::newRow("tiny slices") << qint64{0} << 2 << qint64{4096} << 0;
        QTest::newRow("a part resident") << qint64{300000} << 2 << qint64{16384} << 0;
        QTest::newRow("one thread") << qint64{300000} << 1 << qint64{16384} << 0;
        QTest::newRow("three threads") << qint64{0} << 3 << qint64{8192} << 0;
        QTest::newRow("one position at a time") << qint64{0} << 2 << qint64{65536} << 1;
        QTest::newRow("seven positions at a time") << qint64{0} << 2 << qint64{65536} << 7;
        QTest::newRow("all resident, one position at a time") << qint64{1} << 2 << qint64{0} << 1;
    }
    void the_place_changes_no_bit() {
        QFETCH(qint64, over_minimum);
        QFETCH(int, threads);
        QFETCH(qint64, slice_bytes);
        QFETCH(int, prompt_rows);
        test::LoadOptions options{.threads = threads};
        if (over_minimum != 1) {
            options.over_minimum = static_cast<std::uint64_t>(over_minimum);
        }
        if (slice_bytes > 0) {
            options.slice_bytes = static_cast<std::uint64_t>(slice_bytes);
        }
        if (prompt_rows > 0) {
            options.prompt_rows = static_cast<std::size_t>(prompt_rows);
        }
        const test::LoadedModel loaded = test::load_model(model_file, options);
        QCOMPARE(loaded.session->plan().streamed_bytes() > 0, over_minimum != 1);
        QVERIFY(loaded.session->logits(some_prompt(40), false, {}) == reference_logits_);
        const GenerationResult result = loaded.session->generate(test::greedy(some_prompt(40), 24), {}, {});
        QCOMPARE(result.variants.front().tokens, reference_ids_);
        QCOMPARE(result.disk_bytes > 0, over_minimum != 1);
    }

    void all_positions_are_those_of_single_prompts() {
        const test::LoadedModel loaded = test::load_model(model_file);
        const std::vector<int> prompt = some_prompt(5);
        const std::vector<float> all = loaded.session->logits(prompt, true, {});
        const std::size_t vocabulary = loaded.model.description.spec.vocabulary;
        QCOMPARE(all.size(), 5 * vocabulary);
        const std::vector<float> third = loaded.session->logits(std::span(prompt).first(3), false, {});
        QVERIFY(std::ranges::equal(std::span(all).subspan(2 * vocabulary, vocabulary), third));
    }

    void going_on_equals_going_through() {
        const test::LoadedModel loaded = test::load_model(model_file, {.over_minimum = 0});
        std::vector<int> text = some_prompt(40);
        GenerationResult part = loaded.session->generate(test::greedy(text, 10), {}, {});
        text.insert(text.end(), part.variants.front().tokens.begin(), part.variants.front().tokens.end());
        part = loaded.session->generate(test::greedy(text, 14), {}, {});
        // The last token's position was never computed before; all others were.
        QCOMPARE(part.reused_tokens, text.size() - 1);
        text.insert(text.end(), part.variants.front().tokens.begin(), part.variants.front().tokens.end());
        QCOMPARE(std::vector<int>(text.begin() + 40, text.end()), reference_ids_);
    }

    void an_edited_text_reuses_its_beginning_only() {
        const test::LoadedModel loaded = test::load_model(model_file);
        loaded.session->generate(test::greedy(some_prompt(60), 5), {}, {});
        std::vector<int> edited = some_prompt(40);
        edited[30] = 499;
        loaded.session->generate(test::greedy(edited, 5), {}, {});
        const GenerationResult result = loaded.session->generate(test::greedy(some_prompt(40), 24), {}, {});
        QCOMPARE(result.reused_tokens, std::size_t{30});
        QCOMPARE(result.variants.front().tokens, reference_ids_);
    }

    void variants_equal_single_runs() {
        const test::LoadedModel together = test::load_model(model_file, {.over_minimum = 0, .batch = 3});
        GenerationRequest request = test::greedy(some_prompt(40), 20);
        request.sampling.temperature = 1.5F;
        request.sampling.seed = 5;
        request.variants = 3;
        const GenerationResult three = together.session->generate(request, {}, {});
        QCOMPARE(three.variants.size(), std::size_t{3});
        QVERIFY(three.variants[0].tokens != three.variants[1].tokens);
        QCOMPARE(three.sweeps, std::uint64_t{20 + 2});
        request.variants = 1;
        for (std::uint64_t i = 0; i < 3; ++i) {
            request.sampling.seed = 5 + i;
            QCOMPARE(together.session->generate(request, {}, {}).variants.front().tokens,
                     three.variants[i].tokens);
        }
    }

    void more_variants_than_planned_are_refused() {
        const test::LoadedModel loaded = test::load_model(model_file);
        GenerationRequest request = test::greedy(some_prompt(4), 4);
        request.variants = 2;
        QVERIFY_EXCEPTION_THROWN(loaded.session->generate(request, {}, {}), Error);
    }

    void the_context_ends_a_text() {
        const test::LoadedModel loaded = test::load_model(model_file, {.context = 64});
        const GenerationResult result = loaded.session->generate(test::greedy(some_prompt(60), 50), {}, {});
        QCOMPARE(result.variants.front().finish, Finish::context);
        QCOMPARE(result.variants.front().tokens.size(), std::size_t{5});
    }

    void a_text_longer_than_the_context_is_refused() {
        const test::LoadedModel loaded = test::load_model(model_file, {.context = 32});
        QVERIFY_EXCEPTION_THROWN(loaded.session->generate(test::greedy(some_prompt(33), 1), {}, {}), Error);
        QVERIFY_EXCEPTION_THROWN(loaded.session->generate(test::greedy({}, 1), {}, {}), Error);
        QVERIFY_EXCEPTION_THROWN(loaded.session->generate(test::greedy({99999}, 1), {}, {}), Error);
        // The session is as good as before.
        QCOMPARE(
            loaded.session->generate(test::greedy(some_prompt(8), 3), {}, {}).variants.front().tokens.size(),
            std::size_t{3});
    }

    void events_tell_the_whole_story() {
        const test::LoadedModel loaded = test::load_model(model_file, {.over_minimum = 0});
        std::vector<int> ids;
        std::string text;
        std::size_t reports = 0;
        GenerationRequest request = test::greedy(some_prompt(40), 24);
        request.alternatives = 3;
        const GenerationResult result = loaded.session->generate(
            request,
            [&](const Event &event) {
                if (const auto *token = std::get_if<TokenEvent>(&event)) {
                    QCOMPARE(token->index, ids.size());
                    QCOMPARE(token->alternatives.size(), std::size_t{3});
                    // Greedy: the chosen one is the likeliest.
                    QCOMPARE(token->alternatives.front().id, token->id);
                    QVERIFY(token->logprob <= 0 && token->logprob == token->alternatives.front().logprob);
                    ids.push_back(token->id);
                    text += token->text;
                } else if (const auto *report = std::get_if<SweepReport>(&event)) {
                    ++reports;
                    const LayerTimes sum = report->total();
                    QVERIFY(sum.compute_seconds + sum.wait_seconds <= report->seconds * 1.001);
                    QCOMPARE(sum.disk_bytes, loaded.session->plan().streamed_bytes());
                }
            },
            {});
        QCOMPARE(ids, reference_ids_);
        QCOMPARE(text, result.variants.front().text);
        QCOMPARE(reports, static_cast<std::size_t>(result.sweeps));
    }

    void a_stop_keeps_what_was_written_and_the_session_goes_on_data() {
        QTest::addColumn<bool>("streamed");
        QTest::newRow("resident") << false;
        QTest::newRow("streamed") << true;
    }
    void a_stop_keeps_what_was_written_and_the_session_goes_on() {
        QFETCH(bool, streamed);
        test::LoadOptions options{.context = 512};
        if (streamed) {
            options.over_minimum = 0;
        }
        const test::LoadedModel loaded = test::load_model(model_file, options);
        std::stop_source stop;
        const GenerationResult result = loaded.session->generate(
            test::greedy(some_prompt(40), 400),
            [&](const Event &event) {
                if (const auto *token = std::get_if<TokenEvent>(&event);
                    token != nullptr && token->index == 9) {
                    stop.request_stop();
                }
            },
            stop.get_token());
        QCOMPARE(result.variants.front().finish, Finish::interrupted);
        QCOMPARE(result.variants.front().tokens,
                 std::vector<int>(reference_ids_.begin(), reference_ids_.begin() + 10));
        const GenerationResult again = loaded.session->generate(test::greedy(some_prompt(40), 24), {}, {});
        QCOMPARE(again.variants.front().tokens, reference_ids_);
    }

    void a_stop_in_the_prompt_is_obeyed_and_rolled_back() {
        const test::LoadedModel loaded = test::load_model(model_file, {.over_minimum = 0, .prompt_rows = 4});
        std::stop_source stop;
        std::size_t sweeps = 0;
        const GenerationResult result = loaded.session->generate(
            test::greedy(some_prompt(40), 5),
            [&](const Event &event) {
                if (std::holds_alternative<SweepReport>(event) && ++sweeps == 3) {
                    stop.request_stop();
                }
            },
            stop.get_token());
        QCOMPARE(result.variants.front().finish, Finish::interrupted);
        QCOMPARE(result.prefill_tokens, std::size_t{12});
        const GenerationResult again = loaded.session->generate(test::greedy(some_prompt(40), 24), {}, {});
        QCOMPARE(again.reused_tokens, std::size_t{12});
        QCOMPARE(again.variants.front().tokens, reference_ids_);
    }

    void a_plan_for_another_model_is_refused() {
        const OpenedModel other = open_model(SPILLWAY_TEST_DATA "/tiny_llama/llama-q4_0.gguf");
        const test::LoadedModel loaded = test::load_model(model_file);
        QVERIFY_EXCEPTION_THROWN(Session::load(other, loaded.session->plan(), {}, {}), Error);
    }

    void a_file_that_shrank_is_refused_and_one_that_shrinks_fails_with_its_name() {
        const QTemporaryDir folder;
        const std::string copy = folder.filePath("модель.gguf").toStdString();
        std::filesystem::copy_file(model_file, copy);
        const OpenedModel model = open_model(copy);
        const Machine machine = probe_machine({copy});
        PlanRequest request{.context = 64};
        request.ram_budget = minimum_ram_budget(model.description, machine, request);
        const Plan plan = make_plan(model.description, machine, request);
        const auto session = Session::load(model, plan, {}, {});
        const std::uintmax_t size = std::filesystem::file_size(copy);
        std::filesystem::resize_file(copy, size / 2);
        try {
            for (int i = 0; i < 5; ++i) { // what is in the ring already may still be right
                session->generate(test::greedy(some_prompt(8), 4), {}, {});
            }
            QFAIL("a truncated file was read as if whole");
        } catch (const Error &error) {
            QVERIFY2(error.message().find("модель.gguf") != std::string::npos, error.what());
        }
        QVERIFY_EXCEPTION_THROWN(Session::load(model, plan, {}, {}), Error);
    }

    void loading_can_be_stopped() {
        const OpenedModel model = open_model(model_file);
        const Plan plan = make_plan(model.description, probe_machine({model_file}), {.context = 64});
        std::stop_source stop;
        stop.request_stop();
        try {
            Session::load(model, plan, {}, stop.get_token());
            QFAIL("loading went on after a stop");
        } catch (const Error &error) {
            QCOMPARE(error.code(), ErrorCode::interrupted);
        }
    }

    void stop_texts_end_a_generation() {
        const test::LoadedModel loaded = test::load_model(model_file);
        const GenerationResult whole = loaded.session->generate(test::greedy(some_prompt(40), 24), {}, {});
        const std::string &text = whole.variants.front().text;
        QVERIFY(text.size() > 8);
        GenerationRequest request = test::greedy(some_prompt(40), 24);
        std::size_t cut = text.size() / 2;
        while ((static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) {
            ++cut; // not inside a character
        }
        request.stop = {text.substr(cut)};
        const GenerationResult stopped = loaded.session->generate(request, {}, {});
        QCOMPARE(stopped.variants.front().finish, Finish::stop);
        QCOMPARE(stopped.variants.front().text, text.substr(0, text.find(text.substr(cut))));
    }
};

QTEST_GUILESS_MAIN(TestSession)
#include "test_session.moc"
