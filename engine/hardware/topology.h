#pragma once

#include "hardware/machine.h"

#include <filesystem>
#include <hwloc.h>
#include <string>

namespace spillway {

/// Owns a loaded hwloc topology, with PCI and operating-system devices.
class Topology {
  public:
    /// Of this machine. Throws Error(io).
    Topology();
    /// Of the machine that `xml` (what `file` holds) describes. Throws Error(damaged) naming the file.
    Topology(const std::string &xml, const std::filesystem::path &file);
    ~Topology();
    Topology(const Topology &) = delete;
    Topology &operator=(const Topology &) = delete;

    [[nodiscard]] hwloc_topology_t get() const noexcept { return topology_; }

  private:
    hwloc_topology_t topology_ = nullptr;
};

/// Processor, cores, caches, NUMA nodes, RAM in all, GPUs and drives, as far as hwloc knows them. Cores come in
/// the order in which to use them: the fast ones of a mixed processor first. On this machine only processors
/// that this process may use are named.
Machine read_topology(const Topology &topology);

} // namespace spillway
