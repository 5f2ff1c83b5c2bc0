#include "hardware/topology.h"

#include "base/error.h"
#include "base/units.h"
#include "hardware/mounts.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <memory>

namespace spillway {

namespace {

constexpr unsigned nvidia = 0x10de;
constexpr unsigned display_class = 0x03; ///< high byte of a PCI class

using Bitmap = std::unique_ptr<hwloc_bitmap_s, decltype(&hwloc_bitmap_free)>;

std::string info(hwloc_obj_t object, const char *name) {
    const char *value = hwloc_obj_get_info_by_name(object, name);
    return value == nullptr ? std::string() : std::string(value);
}

/// hwloc 2 writes "8220480", hwloc 3 "8220480KiB".
std::uint64_t kibibytes(const std::string &text) {
    std::uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value <= std::uint64_t{1} << 50 ? value * KiB : 0;
}

using PciAttributes = decltype(hwloc_obj_attr_u::pcidev);

std::string pci_address(const PciAttributes &pci) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%04x:%02x:%02x.%01x", pci.domain, pci.bus, pci.dev, pci.func);
    return text.data();
}

/// The PCI device on which an operating-system device lies; null for virtual ones.
hwloc_obj_t pci_parent(hwloc_obj_t object) {
    while (object != nullptr && object->type != HWLOC_OBJ_PCI_DEVICE) {
        object = object->parent;
    }
    return object;
}

double link_speed(hwloc_obj_t pci) {
    return pci == nullptr ? 0 : static_cast<double>(pci->attr->pcidev.linkspeed) * 1e9;
}

/// Calls visit(object) for each object of `type`.
template <typename Visit> void for_each(hwloc_topology_t topology, hwloc_obj_type_t type, Visit &&visit) {
    for (hwloc_obj_t object = hwloc_get_next_obj_by_type(topology, type, nullptr); object != nullptr;
         object = hwloc_get_next_obj_by_type(topology, type, object)) {
        visit(object);
    }
}

int count_inside(hwloc_topology_t topology, hwloc_const_cpuset_t set, hwloc_obj_type_t type) {
    return std::max(hwloc_get_nbobjs_inside_cpuset_by_type(topology, set, type), 0);
}

/// The processors that this process may run on: all of another machine's.
Bitmap usable_processors(hwloc_topology_t topology) {
    Bitmap usable(hwloc_bitmap_dup(hwloc_topology_get_allowed_cpuset(topology)), hwloc_bitmap_free);
    const Bitmap bound(hwloc_bitmap_alloc(), hwloc_bitmap_free);
    if (hwloc_topology_is_thissystem(topology) != 0 &&
        hwloc_get_cpubind(topology, bound.get(), HWLOC_CPUBIND_PROCESS) == 0 &&
        hwloc_bitmap_intersects(usable.get(), bound.get()) != 0) {
        hwloc_bitmap_and(usable.get(), usable.get(), bound.get());
    }
    return usable;
}

void read_cores(hwloc_topology_t topology, Machine &machine) {
    const Bitmap usable = usable_processors(topology);
    std::vector<std::pair<int, Core>> cores; // kind of core, higher is faster
    for_each(topology, HWLOC_OBJ_CORE, [&](hwloc_obj_t object) {
        Core core;
        for_each(topology, HWLOC_OBJ_PU, [&](hwloc_obj_t thread) {
            if (hwloc_bitmap_isset(object->cpuset, thread->os_index) != 0 &&
                hwloc_bitmap_isset(usable.get(), thread->os_index) != 0) {
                core.processors.push_back(static_cast<int>(thread->os_index));
            }
        });
        if (core.processors.empty()) {
            return;
        }
        const hwloc_obj_t package = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_PACKAGE, object);
        core.package = package == nullptr ? 0 : static_cast<int>(package->logical_index);
        core.numa_node = std::max(hwloc_bitmap_first(object->nodeset), 0);
        machine.hardware_threads += static_cast<int>(core.processors.size());
        cores.emplace_back(hwloc_cpukinds_get_by_cpuset(topology, object->cpuset, 0), std::move(core));
    });
    std::ranges::stable_sort(cores, std::ranges::greater(), &std::pair<int, Core>::first);
    for (auto &[kind, core] : cores) {
        machine.cores.push_back(std::move(core));
    }
}

void read_caches(hwloc_topology_t topology, Machine &machine) {
    for (const hwloc_obj_type_t type : {HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L2CACHE, HWLOC_OBJ_L3CACHE}) {
        for_each(topology, type, [&](hwloc_obj_t object) {
            const Cache cache{static_cast<int>(object->attr->cache.depth), object->attr->cache.size,
                              count_inside(topology, object->cpuset, HWLOC_OBJ_CORE), 1};
            const auto alike = std::ranges::find_if(machine.caches, [&](const Cache &other) {
                return other.level == cache.level && other.bytes == cache.bytes && other.cores == cache.cores;
            });
            if (alike == machine.caches.end()) {
                machine.caches.push_back(cache);
            } else {
                ++alike->instances;
            }
        });
    }
}

void read_memory(hwloc_topology_t topology, Machine &machine) {
    for_each(topology, HWLOC_OBJ_NUMANODE, [&](hwloc_obj_t node) {
        const std::uint64_t bytes = node->attr->numanode.local_memory;
        machine.numa_nodes.push_back(
            {static_cast<int>(node->os_index), bytes, count_inside(topology, node->cpuset, HWLOC_OBJ_CORE)});
        machine.ram_total += bytes;
    });
}

void read_drive(hwloc_obj_t device, Machine &machine) {
    const std::uint64_t bytes = kibibytes(info(device, "Size"));
    if (bytes == 0) {
        return; // a reader without a medium
    }
    machine.drives.push_back({.device = device->name == nullptr ? "" : device->name,
                              .model = info(device, "Model"),
                              .bytes = bytes,
                              .number = info(device, "LinuxDeviceID"),
                              .pci_bytes_per_s = link_speed(pci_parent(device)),
                              .rotational = {}});
}

void read_devices(hwloc_topology_t topology, Machine &machine) {
    for_each(topology, HWLOC_OBJ_OS_DEVICE, [&](hwloc_obj_t device) {
        if (device->attr->osdev.type == HWLOC_OBJ_OSDEV_BLOCK) {
            read_drive(device, machine);
        }
        if (device->subtype != nullptr && std::string_view(device->subtype) == "CUDA") {
            const hwloc_obj_t pci = pci_parent(device);
            machine.gpus.push_back({.name = info(device, "GPUModel"),
                                    .memory_total = kibibytes(info(device, "CUDAGlobalMemorySize")),
                                    .memory_free = {},
                                    .pci_address = pci == nullptr ? "" : pci_address(pci->attr->pcidev),
                                    .pci_bytes_per_s = link_speed(pci),
                                    .usable = hwloc_topology_is_thissystem(topology) == 0});
        }
    });
    // Cards that no CUDA driver answers for.
    for_each(topology, HWLOC_OBJ_PCI_DEVICE, [&](hwloc_obj_t pci) {
        const PciAttributes &attributes = pci->attr->pcidev;
        const std::string address = pci_address(attributes);
        if (attributes.vendor_id == nvidia && attributes.class_id >> 8 == display_class &&
            std::ranges::find(machine.gpus, address, &Gpu::pci_address) == machine.gpus.end()) {
            const std::string name = info(pci, "PCIDevice");
            machine.gpus.push_back({.name = name.empty() ? "NVIDIA GPU" : "NVIDIA " + name,
                                    .memory_total = 0,
                                    .memory_free = {},
                                    .pci_address = address,
                                    .pci_bytes_per_s = link_speed(pci),
                                    .usable = false});
        }
    });
}

hwloc_topology_t with_devices() {
    hwloc_topology_t topology = nullptr;
    if (hwloc_topology_init(&topology) != 0) {
        throw Error(ErrorCode::io, "hwloc cannot be started.", "Free some memory and try again.");
    }
    hwloc_topology_set_io_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_IMPORTANT);
    return topology;
}

} // namespace

Topology::Topology() : topology_(with_devices()) {
    if (hwloc_topology_load(topology_) != 0) {
        hwloc_topology_destroy(topology_);
        throw Error(ErrorCode::io, "hwloc cannot read this machine's topology: " + system_message(errno) + ".",
                    "Check that /sys is mounted and may be read.");
    }
}

Topology::Topology(const std::string &xml, const std::filesystem::path &file) : topology_(with_devices()) {
    const int size = static_cast<int>(xml.size()) + 1; // with the NUL
    // hwloc 2.9 refuses a file that was cut off, but loses memory over it.
    if (!trimmed(xml).ends_with("</topology>") ||
        hwloc_topology_set_xmlbuffer(topology_, xml.c_str(), size) != 0 ||
        hwloc_topology_load(topology_) != 0) {
        hwloc_topology_destroy(topology_);
        throw Error(ErrorCode::damaged, file.string() + " is not a topology that hwloc can read.",
                    "Make it anew on that PC with lstopo FILE.xml, or with this program.");
    }
}

Topology::~Topology() {
    hwloc_topology_destroy(topology_);
}

Machine read_topology(const Topology &topology) {
    hwloc_topology_t handle = topology.get();
    Machine machine;
    machine.this_system = hwloc_topology_is_thissystem(handle) != 0;
    const hwloc_obj_t package = hwloc_get_obj_by_type(handle, HWLOC_OBJ_PACKAGE, 0);
    machine.cpu = info(package != nullptr ? package : hwloc_get_root_obj(handle), "CPUModel");
    machine.packages = std::max(hwloc_get_nbobjs_by_type(handle, HWLOC_OBJ_PACKAGE), 1);
    read_cores(handle, machine);
    read_caches(handle, machine);
    read_memory(handle, machine);
    read_devices(handle, machine);
    return machine;
}

} // namespace spillway
