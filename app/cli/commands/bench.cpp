#include "options.h"
#include "output.h"
#include "planning.h"

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

namespace spillway::cli {

namespace {

struct BenchOptions {
    PlanOptions plan;
    std::size_t prompt_tokens = 128;
    std::size_t decode_tokens = 32;
    std::size_t repeats = 3;
};

/// Any ids do: the time does not depend on them. A fixed sequence keeps runs comparable.
std::vector<int> some_ids(std::size_t count, std::size_t vocabulary) {
    std::vector<int> ids;
    std::uint64_t state = 1;
    for (std::size_t i = 0; i < count; ++i) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        ids.push_back(static_cast<int>((state >> 33) % vocabulary));
    }
    return ids;
}

struct Figures {
    double prefill_rate = 0;
    double decode_rate = 0;
    std::uint64_t disk_bytes = 0; ///< of one decode sweep
};

/// The best of several runs: what the machine can do while nobody disturbs it.
Figures measure(Session &session, const BenchOptions &options, std::size_t vocabulary,
                const std::stop_token &stop) {
    Figures best;
    for (std::size_t repeat = 0; repeat < options.repeats; ++repeat) {
        GenerationRequest request;
        request.prompt = some_ids(options.prompt_tokens, vocabulary);
        // Another beginning each time, so that nothing is found in the cache.
        request.prompt.front() = static_cast<int>(repeat % vocabulary);
        request.max_tokens = options.decode_tokens + 1;
        request.sampling.temperature = 0;
        request.ignore_eos = true;
        const GenerationResult result = session.generate(request, {}, stop);
        throw_if_stopped(stop);
        best.prefill_rate = std::max(best.prefill_rate, result.prefill_rate());
        best.decode_rate = std::max(best.decode_rate, result.decode_rate());
        best.disk_bytes = result.sweeps > 0 ? result.disk_bytes / result.sweeps : 0;
    }
    return best;
}

/// Bytes of weights that one token reads from RAM or the drive.
std::uint64_t bytes_per_token(const Plan &plan) {
    std::uint64_t bytes = 0;
    for (const Part &part : plan.parts) {
        bytes += part.kind == PartKind::embedding ? 0 : part.bytes;
    }
    return bytes;
}

} // namespace

static int run(const Common &common, const BenchOptions &options) {
    const Planned planned =
        open_and_plan(common, options.plan, true, [&](const OpenedModel &, PlanRequest &request) {
            request.context = request.context.value_or(options.prompt_tokens + options.decode_tokens + 1);
        });
    const auto session = Session::load(planned.model, planned.plan, {}, common.stop);
    const Figures figures = measure(*session, options, planned.model.description.spec.vocabulary, common.stop);

    const Prediction &bound = planned.plan.prediction;
    const double bound_seconds = std::max(bound.disk_seconds, bound.ram_seconds);
    const double seconds = figures.decode_rate > 0 ? 1 / figures.decode_rate : 0;
    const std::uint64_t bytes = bytes_per_token(planned.plan);
    if (common.json) {
        print_json({{"prefill", {{"tokens", options.prompt_tokens}, {"tokens_per_s", figures.prefill_rate}}},
                    {"decode",
                     {{"tokens", options.decode_tokens},
                      {"tokens_per_s", figures.decode_rate},
                      {"seconds_per_token", seconds},
                      {"bytes_per_token", bytes},
                      {"disk_bytes_per_token", figures.disk_bytes}}},
                    {"bound",
                     {{"seconds_per_token", bound_seconds},
                      {"limit", bound.disk_seconds > bound.ram_seconds ? "disk" : "cpu"}}},
                    {"fraction_of_bound", seconds > 0 ? bound_seconds / seconds : 0},
                    {"prediction_error", seconds > 0 ? bound.seconds_per_token / seconds - 1 : 0},
                    {"plan", to_json(planned.plan)},
                    {"links", to_json(planned.machine.links)}});
        return 0;
    }
    std::printf("prefill  %zu tokens  %.1f tokens/s\n", options.prompt_tokens, figures.prefill_rate);
    std::printf("decode   %zu tokens  %.1f tokens/s  %s per token  %s\n", options.decode_tokens,
                figures.decode_rate, format_bytes(bytes).c_str(),
                format_rate(static_cast<double>(bytes) * figures.decode_rate).c_str());
    std::printf("bound    %s per token, %.0f %% reached\n", format_seconds(bound_seconds).c_str(),
                seconds > 0 ? 100 * bound_seconds / seconds : 0.0);
    return 0;
}

void add_bench(CLI::App &app, Command &chosen) {
    auto options = std::make_shared<BenchOptions>();
    CLI::App *command =
        app.add_subcommand("bench", "Prefill and decode speed against this machine's measured limits");
    add_plan_options(*command, options->plan);
    command->add_option("--prompt-tokens", options->prompt_tokens, "Length of the prompt")
        ->check(CLI::PositiveNumber);
    command->add_option("--decode-tokens", options->decode_tokens, "Tokens to write")
        ->check(CLI::PositiveNumber);
    command->add_option("--repeats", options->repeats, "Runs; the best counts")->check(CLI::PositiveNumber);
    command->callback(
        [options, &chosen] { chosen = [options](const Common &common) { return run(common, *options); }; });
}

} // namespace spillway::cli
