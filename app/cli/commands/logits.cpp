#include "options.h"
#include "output.h"
#include "planning.h"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>

namespace spillway::cli {

namespace {

struct LogitsOptions {
    PlanOptions plan;
    std::vector<int> tokens;
    bool all = false;
    std::size_t top = 0;
};

nlohmann::json best_of(std::span<const float> logits, std::size_t count) {
    std::vector<int> ids(logits.size());
    std::iota(ids.begin(), ids.end(), 0);
    const auto end = ids.begin() + static_cast<std::ptrdiff_t>(std::min(count, ids.size()));
    std::partial_sort(ids.begin(), end, ids.end(), [&](int a, int b) {
        return logits[static_cast<std::size_t>(a)] > logits[static_cast<std::size_t>(b)];
    });
    nlohmann::json list = nlohmann::json::array();
    for (auto id = ids.begin(); id != end; ++id) {
        list.push_back({{"id", *id}, {"logit", logits[static_cast<std::size_t>(*id)]}});
    }
    return list;
}

int run(const Common &common, const LogitsOptions &options) {
    const Planned planned =
        open_and_plan(common, options.plan, false, [&](const OpenedModel &, PlanRequest &request) {
            request.context = request.context.value_or(std::max<std::size_t>(options.tokens.size(), 1));
        });
    const auto session = Session::load(planned.model, planned.plan, {}, common.stop);
    const std::vector<float> logits = session->logits(options.tokens, options.all, common.stop);
    const std::size_t vocabulary = planned.model.description.spec.vocabulary;
    const std::size_t count = logits.size() / vocabulary;
    nlohmann::json positions = nlohmann::json::array();
    for (std::size_t i = 0; i < count; ++i) {
        const std::span<const float> row = std::span(logits).subspan(i * vocabulary, vocabulary);
        nlohmann::json position = {{"position", options.tokens.size() - count + i}};
        if (options.top > 0) {
            position["top"] = best_of(row, options.top);
        } else {
            position["logits"] = std::vector<float>(row.begin(), row.end());
        }
        positions.push_back(std::move(position));
    }
    // The answer is numbers for programs, so it is JSON in any case.
    print_json({{"positions", positions}});
    return 0;
}

} // namespace

void add_logits(CLI::App &app, Command &chosen) {
    auto options = std::make_shared<LogitsOptions>();
    CLI::App *command = app.add_subcommand("logits", "Logits after the last (or every) position");
    add_plan_options(*command, options->plan);
    command->add_option("--tokens", options->tokens, "Ids, separated by commas")->delimiter(',')->required();
    command->add_flag("--all", options->all, "After every position");
    command->add_option("--top", options->top, "Only the N largest");
    command->callback(
        [options, &chosen] { chosen = [options](const Common &common) { return run(common, *options); }; });
}

} // namespace spillway::cli
