#pragma once

#include "hardware/mounts.h"

#include <filesystem>
#include <string>
#include <sys/types.h>

namespace spillway {

/// The drive ("nvme0n1") under a file with this `st_dev` on this `mount` (null: unknown), by way of partitions
/// and encrypted or joined volumes on one drive; "" for file systems without a drive and volumes over several.
/// `sys`: the folder /sys.
std::string drive_under(dev_t device, const Mount *mount, const std::filesystem::path &sys = "/sys");

} // namespace spillway
