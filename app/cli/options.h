#pragma once

#include "spillway.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>

namespace spillway::cli {

/// What every command is given.
struct Common {
    bool json = false;
    std::filesystem::path data_dir = default_data_dir();
    std::stop_token stop; ///< set by Ctrl+C
};

/// The options of all commands that plan, as typed.
struct PlanOptions {
    std::string model;
    std::string ram_budget;
    std::string gpu_budget;
    std::size_t context = 0; ///< 0: not given
    std::size_t batch = 1;
    int threads = 0;
    std::string numerics = "precise";
    std::string gpu = "auto";
    std::string machine_file;
    std::string plan_file;
};

/// Adds MODEL and the options of design/cli.md that say how to plan.
void add_plan_options(CLI::App &command, PlanOptions &options);

/// Throws Error(invalid_argument) for a size or name that means nothing.
PlanRequest plan_request(const PlanOptions &options);

/// A command's exit status: 0 done, 1 failed, 2 wrong usage, 3 does not fit, 130 interrupted.
using Command = std::function<int(const Common &)>;

/// Each adds its subcommand to `app` and sets `chosen` when it was called.
void add_probe(CLI::App &app, Command &chosen);
void add_inspect(CLI::App &app, Command &chosen);
void add_verify(CLI::App &app, Command &chosen);
void add_plan(CLI::App &app, Command &chosen);
void add_tokenize(CLI::App &app, Command &chosen);
void add_logits(CLI::App &app, Command &chosen);
void add_generate(CLI::App &app, Command &chosen);
void add_bench(CLI::App &app, Command &chosen);

} // namespace spillway::cli
