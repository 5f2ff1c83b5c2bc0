#pragma once

#include "hardware/machine.h"

namespace spillway {

/// This machine's topology (hwloc), memory, limits, drives, GPUs. Takes some milliseconds; measures nothing.
/// `storage`: folders or files to look at (which drive, whether O_DIRECT works).
Machine probe_machine(const std::vector<std::filesystem::path> &storage = {});

/// A machine from an hwloc XML file; `ram_free` is taken as all but an eighth. Links that the file's PCI speeds
/// tell of are set with Source::preset. Throws Error(not_found, damaged).
Machine machine_from_xml(const std::filesystem::path &file);

/// The topology of this machine as hwloc XML, for planning on another PC. Throws Error(io).
std::string topology_xml();

/// Bytes that can be had now without pushing anybody out: the smaller of MemAvailable and, per cgroup (v1 and
/// v2, all ancestors), limit - use + reclaimable file cache.
std::uint64_t free_ram();

/// The tightest cgroup limit on this process's memory, if any is below the RAM.
std::optional<std::uint64_t> ram_limit();

/// Resident bytes of this process now, and the most it ever had.
std::uint64_t resident_bytes();
std::uint64_t peak_resident_bytes();

/// Where `path` (a file or folder that exists) lies. Tries one O_DIRECT read if it is a file, or on a file of
/// its own.
Storage storage_of(const std::filesystem::path &path);

/// The best instruction set that processor and operating system support, or that SPILLWAY_ISA forces
/// ("scalar", "avx2", "avx512"). Throws Error(unsupported) when the forced one cannot run here.
std::string instruction_set();

} // namespace spillway
