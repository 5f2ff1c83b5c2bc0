#include "options.h"
#include "output.h"
#include "planning.h"

#include <memory>
#include <nlohmann/json.hpp>

namespace spillway::cli {

namespace {

struct ProbeOptions {
    bool measure = false;
    std::vector<std::string> storage;
    std::string machine_file;
};

std::string speed(const std::optional<LinkSpeed> &link) {
    return link ? format_rate(link->bytes_per_s) + " (" + std::string(source_name(link->source)) +
                      (link->how.empty() ? "" : ": " + link->how) + ")"
                : "not measured yet";
}

std::string describe(const Machine &machine) {
    std::string text = "Processor  " + machine.cpu + ", " + std::to_string(machine.cores.size()) + " cores, " +
                       machine.isa + "\n";
    text += "RAM        " + format_bytes(machine.ram_total) + ", " + format_bytes(machine.ram_free) +
            " free, " + format_bytes(machine.ram_budget()) + " may be planned\n";
    for (const Gpu &gpu : machine.gpus) {
        text += "GPU        " + gpu.name + ", " + format_bytes(gpu.memory_total) +
                (gpu.usable ? "\n" : ", not used\n");
    }
    for (const Drive &drive : machine.drives) {
        text += "Drive      " + drive.device + " " + drive.model + ", " + format_bytes(drive.bytes) + "\n";
    }
    for (const Storage &storage : machine.storage) {
        text += "Storage    " + storage.path.string() + ": " + storage.file_system + " on " + storage.device +
                ", " + (storage.direct_io ? "direct reads" : "no direct reads") + ", " +
                format_bytes(storage.free) + " free\n";
    }
    text += "Storage to RAM    " + speed(machine.links.storage_to_ram) + "\n";
    text += "RAM to processor  " + speed(machine.links.ram_to_cpu) + "\n";
    return text;
}

int run(const Common &common, const ProbeOptions &options) {
    Machine machine;
    if (!options.machine_file.empty()) {
        machine = machine_from_xml(options.machine_file);
    } else {
        machine = probe_machine({options.storage.begin(), options.storage.end()});
        const Storage nowhere;
        const Storage &storage = machine.storage.empty() ? nowhere : machine.storage.front();
        if (options.measure) {
            machine.links = measure_and_keep(common, machine, storage.path);
        } else if (const auto links = load_links(common.data_dir, machine, storage)) {
            machine.links = *links;
        }
    }
    if (common.json) {
        print_json({{"machine", to_json(machine)}, {"links", to_json(machine.links)}});
    } else {
        print(describe(machine));
    }
    return 0;
}

} // namespace

void add_probe(CLI::App &app, Command &chosen) {
    auto options = std::make_shared<ProbeOptions>();
    CLI::App *command = app.add_subcommand("probe", "This machine: its memory, drives and links");
    command->add_flag("--measure", options->measure, "Measure the links (some seconds) and keep the figures");
    command->add_option("--storage", options->storage, "A file or folder whose drive to look at");
    command->add_option("--machine", options->machine_file, "Another PC, as hwloc XML");
    command->callback(
        [options, &chosen] { chosen = [options](const Common &common) { return run(common, *options); }; });
}

} // namespace spillway::cli
