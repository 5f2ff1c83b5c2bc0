#include "planning.h"

#include "output.h"

#include <nlohmann/json.hpp>

namespace spillway::cli {

namespace {

Plan read_plan(const std::string &file) {
    const nlohmann::json value = nlohmann::json::parse(read_text(file), nullptr, false);
    if (value.is_discarded()) {
        throw Error(ErrorCode::damaged, file + " is not JSON.", "Give the file that plan --json printed.");
    }
    return plan_from_json(value);
}

Machine look_at_machine(const Common &common, const PlanOptions &options,
                        const std::filesystem::path &model_file, bool measure) {
    if (!options.machine_file.empty()) {
        return machine_from_xml(options.machine_file);
    }
    Machine machine = probe_machine({model_file});
    if (const auto links = load_links(common.data_dir, machine, machine.storage.front())) {
        machine.links = *links;
    } else if (measure) {
        machine.links = measure_and_keep(common, machine, model_file);
    }
    return machine;
}

} // namespace

Links measure_and_keep(const Common &common, const Machine &machine, const std::filesystem::path &model_file) {
    ProgressLine line;
    MeasureRequest request;
    if (std::filesystem::is_regular_file(model_file)) {
        request.files = {model_file};
    }
    const Links links =
        measure_links(machine, request, common.stop, [&](std::string_view what, double fraction) {
            line.show("Measuring this PC: " + std::string(what) + ", " +
                      std::to_string(static_cast<int>(fraction * 100)) + " %");
        });
    std::filesystem::create_directories(common.data_dir);
    save_links(common.data_dir, machine, machine.storage.empty() ? Storage{} : machine.storage.front(), links);
    return links;
}

Planned open_and_plan(const Common &common, const PlanOptions &options, bool measure,
                      const std::function<void(const OpenedModel &, PlanRequest &)> &adjust) {
    Planned planned;
    planned.model = open_model(options.model);
    const std::filesystem::path &file = planned.model.description.files.front().path;
    planned.machine = look_at_machine(common, options, file, measure);
    if (!options.plan_file.empty()) {
        planned.plan = read_plan(options.plan_file);
        return planned;
    }
    PlanRequest request = plan_request(options);
    if (measure && planned.machine.this_system) {
        planned.machine.compute_bytes_per_s = measure_compute(planned.model.description, planned.machine,
                                                              request.threads.value_or(0), common.stop);
    }
    if (adjust) {
        adjust(planned.model, request);
    }
    request.program_bytes = resident_bytes();
    planned.plan = make_plan(planned.model.description, planned.machine, request);
    return planned;
}

} // namespace spillway::cli
