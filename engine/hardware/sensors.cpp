#include "hardware/sensors.h"

#include "hardware/mounts.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>

namespace spillway {

namespace {

namespace fs = std::filesystem;

Temperature::Of kind_of(std::string_view driver) {
    constexpr std::array<std::string_view, 5> processors = {"coretemp", "k10temp", "zenpower", "k8temp",
                                                            "cpu_thermal"};
    constexpr std::array<std::string_view, 6> gpus = {"amdgpu", "nouveau", "nvidia", "radeon", "i915", "xe"};
    if (driver == "nvme" || driver == "drivetemp") {
        return Temperature::Of::drive;
    }
    if (std::ranges::find(processors, driver) != processors.end()) {
        return Temperature::Of::processor;
    }
    return std::ranges::find(gpus, driver) != gpus.end() ? Temperature::Of::gpu : Temperature::Of::other;
}

std::vector<fs::path> entries(const fs::path &folder) {
    std::error_code none; // a folder that is not there has no entries
    std::vector<fs::path> paths;
    for (const fs::directory_entry &entry : fs::directory_iterator(folder, none)) {
        paths.push_back(entry.path());
    }
    std::ranges::sort(paths);
    return paths;
}

/// "nvme0n1" below the sensor's device: an NVMe controller has its drives as folders, a SCSI disk has
/// "block/sda".
std::string drive_below(const fs::path &device) {
    for (const fs::path &folder : {device / "block", device / "nvme", device}) {
        for (const fs::path &entry : entries(folder)) {
            const std::string name = entry.filename().string();
            const bool is_drive = folder.filename() == "block" ||
                                  (name.starts_with("nvme") && name.find('n', 4) != std::string::npos);
            if (is_drive && fs::is_directory(entry)) {
                return name;
            }
        }
    }
    return {};
}

/// Millidegrees; nothing where the sensor sleeps, or tells a value that nothing on a desk can have.
std::optional<double> celsius(const fs::path &file) {
    const std::string text = text_or_nothing(file);
    char *end = nullptr;
    const double value = std::strtod(text.c_str(), &end) / 1000;
    if (end == text.c_str() || value < -50 || value > 200) {
        return std::nullopt;
    }
    return value;
}

} // namespace

std::vector<Temperature> read_temperatures(const std::string &root) {
    std::vector<Temperature> temperatures;
    for (const fs::path &sensor : entries(root)) {
        const std::string driver = trimmed(text_or_nothing(sensor / "name"));
        const Temperature::Of of = kind_of(driver);
        std::string device = of == Temperature::Of::drive ? drive_below(sensor / "device") : driver;
        for (const fs::path &file : entries(sensor)) {
            const std::string name = file.filename().string();
            if (!name.starts_with("temp") || !name.ends_with("_input")) {
                continue;
            }
            const std::string stem = name.substr(0, name.size() - 5);
            if (const auto value = celsius(file)) {
                const auto warning = celsius(sensor / (stem + "max"));
                temperatures.push_back({of, device.empty() ? driver : device, *value,
                                        warning ? warning : celsius(sensor / (stem + "crit"))});
            }
        }
    }
    return temperatures;
}

} // namespace spillway
