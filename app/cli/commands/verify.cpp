#include "options.h"
#include "output.h"

#include <memory>
#include <nlohmann/json.hpp>

namespace spillway::cli {

namespace {

int run(const Common &common, const std::string &model) {
    ProgressLine line;
    const std::vector<Problem> problems = verify_model(
        model,
        [&](std::uint64_t done, std::uint64_t total) {
            line.show("Verifying: " + format_bytes(done) + " of " + format_bytes(total));
        },
        common.stop);
    line.clear();
    if (common.json) {
        nlohmann::json list = nlohmann::json::array();
        for (const Problem &problem : problems) {
            list.push_back({{"file", problem.file},
                            {"tensor", problem.tensor},
                            {"offset", problem.offset},
                            {"message", problem.message}});
        }
        print_json({{"ok", problems.empty()}, {"problems", list}});
    } else if (problems.empty()) {
        print("Sound: every byte of the weights was read.\n");
    } else {
        for (const Problem &problem : problems) {
            print(problem.message + "\n");
        }
    }
    return problems.empty() ? 0 : 1;
}

} // namespace

void add_verify(CLI::App &app, Command &chosen) {
    auto model = std::make_shared<std::string>();
    CLI::App *command = app.add_subcommand("verify", "Check sizes and offsets, and read every byte");
    command->add_option("MODEL", *model, "A model file")->required();
    command->callback(
        [model, &chosen] { chosen = [model](const Common &common) { return run(common, *model); }; });
}

} // namespace spillway::cli
