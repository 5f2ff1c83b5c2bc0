#pragma once

#include <optional>
#include <string>
#include <vector>

namespace spillway {

/// One temperature, in degrees Celsius.
struct Temperature {
    enum class Of { processor, drive, gpu, other };
    Of of = Of::other;
    std::string device; ///< "nvme0n1", "k10temp"
    double celsius = 0;
    std::optional<double> limit; ///< where it slows down, if the sensor tells
};

/// All that hwmon knows now; an empty list where there are no sensors. Takes under a millisecond per sensor.
/// `root`: the hwmon class folder, so that tests can bring their own.
std::vector<Temperature> read_temperatures(const std::string &root = "/sys/class/hwmon");

} // namespace spillway
