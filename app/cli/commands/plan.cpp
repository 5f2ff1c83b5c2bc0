#include "options.h"
#include "output.h"
#include "planning.h"

#include <memory>
#include <nlohmann/json.hpp>

namespace spillway::cli {

namespace {

int run(const Common &common, const PlanOptions &options) {
    try {
        Planned planned = open_and_plan(common, options, true);
        if (common.json) {
            print_json(to_json(planned.plan));
        } else {
            print(describe(planned.plan));
        }
        return 0;
    } catch (const ShortOfMemory &error) {
        if (common.json) {
            print_json(to_json(error));
        }
        return report(error);
    }
}

} // namespace

void add_plan(CLI::App &app, Command &chosen) {
    auto options = std::make_shared<PlanOptions>();
    CLI::App *command =
        app.add_subcommand("plan", "Where everything would live, how long a token takes, and why");
    add_plan_options(*command, *options);
    command->callback(
        [options, &chosen] { chosen = [options](const Common &common) { return run(common, *options); }; });
}

} // namespace spillway::cli
