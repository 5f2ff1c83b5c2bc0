#include "options.h"

namespace spillway::cli {

void add_plan_options(CLI::App &command, PlanOptions &options) {
    command.add_option("MODEL", options.model, "A model file")->required();
    command.add_option("--ram-budget", options.ram_budget,
                       "The most RAM for weights, context and staging, e.g. 6GiB");
    command.add_option("--gpu-budget", options.gpu_budget, "The most GPU memory");
    command.add_option("--context", options.context, "Tokens of one text, prompt included")
        ->check(CLI::PositiveNumber);
    command.add_option("--batch", options.batch, "Texts at once")->check(CLI::PositiveNumber);
    command.add_option("--threads", options.threads, "Threads that compute")->check(CLI::PositiveNumber);
    command.add_option("--numerics", options.numerics, "precise, fast or original")
        ->check(CLI::IsMember({"precise", "fast", "original"}));
    command.add_option("--gpu", options.gpu, "auto, off, or the number of a GPU");
    command.add_option("--machine", options.machine_file, "Another PC, as hwloc XML (plan only)");
    command.add_option("--plan", options.plan_file, "Use this plan: what plan --json printed");
}

PlanRequest plan_request(const PlanOptions &options) {
    PlanRequest request;
    if (!options.ram_budget.empty()) {
        request.ram_budget = parse_size(options.ram_budget);
    }
    if (!options.gpu_budget.empty()) {
        request.gpu_budget = parse_size(options.gpu_budget);
    }
    if (options.context > 0) {
        request.context = options.context;
    }
    request.batch = options.batch;
    if (options.threads > 0) {
        request.threads = options.threads;
    }
    for (const Numerics numerics : {Numerics::precise, Numerics::fast, Numerics::original}) {
        if (numerics_name(numerics) == options.numerics) {
            request.numerics = numerics;
        }
    }
    if (options.gpu != "auto" && options.gpu != "off") {
        throw Error(ErrorCode::unsupported,
                    "GPU " + options.gpu + " cannot be used: this version computes on the processor.",
                    "Leave --gpu out.");
    }
    return request;
}

} // namespace spillway::cli
