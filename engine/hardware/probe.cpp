#include "hardware/probe.h"

#include "base/error.h"
#include "base/file.h"
#include "base/units.h"
#include "hardware/memory.h"
#include "hardware/mounts.h"
#include "hardware/topology.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <sys/resource.h>
#include <unistd.h>

namespace spillway {

namespace {

/// An exported topology of a large server has some 100 kB; hwloc takes what it gets into memory several times.
constexpr std::uint64_t largest_xml = 16 * MiB;

/// What links reach of the rate that their PCIe lanes promise, after the protocol's own bytes.
constexpr double drive_share = 0.84;
constexpr double gpu_share = 0.78;

/// Dual-channel DDR4-3200 has 51.2 GB/s, of which some 78 % can be read.
constexpr double typical_ram = 40e9;

std::string host_name() {
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

std::optional<std::uint64_t> locked_limit() {
    rlimit limit{};
    if (getrlimit(RLIMIT_MEMLOCK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
        return std::nullopt;
    }
    return limit.rlim_cur;
}

LinkSpeed of_pcie(double promised, double share) {
    const std::string percent = std::to_string(static_cast<int>(share * 100 + 0.5));
    return {promised * share, Source::preset,
            "PCIe link of " + format_rate(promised) + ", " + percent + " % of it are typical"};
}

/// What the slots promise, until somebody measures.
Links typical_links(const Machine &machine) {
    Links links;
    links.ram_to_cpu = {typical_ram, Source::preset, "two channels of DDR4-3200 are typical"};
    const auto drive = std::ranges::max_element(machine.drives, {}, &Drive::pci_bytes_per_s);
    if (drive != machine.drives.end() && drive->pci_bytes_per_s > 0) {
        links.storage_to_ram = of_pcie(drive->pci_bytes_per_s, drive_share);
    }
    if (!machine.gpus.empty() && machine.gpus.front().pci_bytes_per_s > 0) {
        links.ram_to_gpu = of_pcie(machine.gpus.front().pci_bytes_per_s, gpu_share);
    }
    return links;
}

/// Another PC: what its topology does not tell is taken as typical.
Machine as_described(Machine machine, std::string name) {
    machine.name = std::move(name);
    machine.ram_free = machine.ram_total - machine.ram_total / 8;
    machine.links = typical_links(machine);
    return machine;
}

} // namespace

Machine probe_machine(const std::vector<std::filesystem::path> &storage) {
    Machine machine = read_topology(Topology());
    if (!machine.this_system) { // hwloc was told through HWLOC_XMLFILE to present another PC
        return as_described(std::move(machine), "described by HWLOC_XMLFILE");
    }
    machine.name = host_name();
    machine.isa = instruction_set();
    machine.ram_total = total_ram();
    machine.ram_free = free_ram();
    machine.ram_limit = ram_limit();
    machine.locked_limit = locked_limit();
    for (Drive &drive : machine.drives) {
        const std::string answer =
            trimmed(text_or_nothing("/sys/class/block/" + drive.device + "/queue/rotational"));
        if (!answer.empty()) {
            drive.rotational = answer == "1";
        }
    }
    for (const std::filesystem::path &path : storage) {
        machine.storage.push_back(storage_of(path));
    }
    return machine;
}

Machine machine_from_xml(const std::filesystem::path &file) {
    if (identify(file).size > largest_xml) {
        throw Error(ErrorCode::damaged, file.string() + " is too large for a topology.",
                    "Make it anew on that PC with lstopo FILE.xml, or with this program.");
    }
    Machine machine = read_topology(Topology(read_text(file), file));
    machine.this_system = false;
    return as_described(std::move(machine), file.stem().string());
}

std::string topology_xml() {
    const Topology topology;
    char *text = nullptr;
    int size = 0;
    if (hwloc_topology_export_xmlbuffer(topology.get(), &text, &size, 0) != 0) {
        throw Error(ErrorCode::io, "hwloc cannot write this machine's topology: " + system_message(errno) + ".",
                    "Free some memory and try again.");
    }
    std::string xml(text, static_cast<std::size_t>(std::max(size - 1, 0))); // without the NUL
    hwloc_free_xmlbuffer(topology.get(), text);
    return xml;
}

} // namespace spillway
