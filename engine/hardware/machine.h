#pragma once

#include "telemetry/events.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace spillway {

/// A physical core: the operating system's numbers of its hardware threads, the first to be used first.
struct Core {
    std::vector<int> processors;
    int package = 0;
    int numa_node = 0;
};

struct Cache {
    int level = 0;
    std::uint64_t bytes = 0;
    int cores = 0;     ///< that share one
    int instances = 0; ///< of this level in the machine
};

struct NumaNode {
    int index = 0;
    std::uint64_t bytes = 0;
    int cores = 0;
};

struct Gpu {
    std::string name;
    std::uint64_t memory_total = 0;
    std::optional<std::uint64_t> memory_free; ///< unknown without a driver
    std::string pci_address;                  ///< "0000:0a:00.0"
    double pci_bytes_per_s = 0;               ///< what the slot promises; 0: unknown
    bool usable = false;                      ///< a driver answered and the CUDA part is loaded
};

struct Drive {
    std::string device; ///< "nvme0n1"
    std::string model;
    std::uint64_t bytes = 0;
    std::string number; ///< "259:0": major and minor
    double pci_bytes_per_s = 0;
    std::optional<bool> rotational; ///< as the system says; a virtual disk may lie
};

/// The folder or file that was asked about, and what lies under it.
struct Storage {
    std::filesystem::path path;
    std::string device; ///< "" for tmpfs, network mounts and the like
    std::string file_system;
    bool direct_io = false; ///< O_DIRECT reads were tried and work
    std::uint32_t alignment = 4096;
    std::uint64_t size = 0;
    std::uint64_t free = 0;
};

enum class Source { measured, cached, preset };

constexpr std::string_view source_name(Source source) {
    constexpr std::array<std::string_view, 3> names = {"measured", "cached", "preset"};
    return names[static_cast<std::size_t>(source)];
}

struct LinkSpeed {
    double bytes_per_s = 0;
    Source source = Source::preset;
    std::string how; ///< "direct reads, 4 MiB, 16 at once"
};

/// Null: not measured, or not there.
struct Links {
    std::optional<LinkSpeed> storage_to_ram;
    std::optional<LinkSpeed> ram_to_cpu;
    std::optional<LinkSpeed> ram_to_gpu;
    std::optional<LinkSpeed> gpu_to_gpu;
    /// The same links while all of them are busy; what the plan counts with.
    std::optional<LinkSpeed> storage_to_ram_together;
    std::optional<LinkSpeed> ram_to_cpu_together;
};

/// A PC, this one or another: topology, memory, drives, and the speed of its links where known. A plain value.
struct Machine {
    std::string name; ///< host name, or the XML file's stem
    std::string cpu;
    std::vector<Core> cores; ///< in the order in which to use them
    int hardware_threads = 0;
    int packages = 1;
    std::vector<Cache> caches;
    std::vector<NumaNode> numa_nodes;
    std::string
        isa; ///< the instruction set that the kernels will use: "avx512", "avx2", "scalar"; "" for another PC
    std::uint64_t ram_total = 0;
    std::uint64_t ram_free = 0;                ///< see free_ram()
    std::optional<std::uint64_t> ram_limit;    ///< of a cgroup
    std::optional<std::uint64_t> locked_limit; ///< RLIMIT_MEMLOCK; none: unlimited
    std::vector<Gpu> gpus;
    std::vector<Drive> drives;
    std::vector<Storage> storage;
    Links links;
    /// Weights of one product with one row, in bytes per second through all threads: measured on a real layer
    /// of the model at hand, reading from RAM included. Unset: not measured.
    std::optional<double> compute_bytes_per_s;
    bool this_system = true; ///< false: read from XML, nothing can be measured or bound

    /// What may be planned of RAM: never the last eighth of it, never what others use now.
    /// `own_bytes`: what this process holds already and may reuse.
    [[nodiscard]] std::uint64_t ram_budget(std::uint64_t own_bytes = 0) const;
};

} // namespace spillway
