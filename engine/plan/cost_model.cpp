#include "plan/cost_model.h"

#include <algorithm>

namespace spillway {

namespace {

/// Stand-ins until the machine was measured: an ordinary NVMe drive, dual-channel DDR4.
constexpr double typical_storage = 2.0e9;
constexpr double typical_ram = 20.0e9;

double rate_of(const std::optional<LinkSpeed> &together, const std::optional<LinkSpeed> &alone,
               double typical) {
    if (together) {
        return together->bytes_per_s;
    }
    return alone ? alone->bytes_per_s : typical;
}

} // namespace

Prediction predict(const Plan &plan, const Machine &machine) {
    const Links &links = machine.links;
    const auto streamed = static_cast<double>(plan.streamed_bytes());
    double all = 0;
    for (const Part &part : plan.parts) {
        if (part.kind != PartKind::embedding) {
            all += static_cast<double>(part.bytes);
        }
    }
    // Every row attends to its context; on average it is half full.
    const double context = 0.5 * static_cast<double>(plan.kv_bytes);

    Prediction prediction;
    prediction.measured_links =
        links.ram_to_cpu.has_value() && (streamed == 0 || links.storage_to_ram.has_value());
    const double ram_rate = streamed > 0 ? rate_of(links.ram_to_cpu_together, links.ram_to_cpu, typical_ram)
                                         : rate_of({}, links.ram_to_cpu, typical_ram);
    const double storage_rate = rate_of(links.storage_to_ram_together, links.storage_to_ram, typical_storage);
    prediction.disk_seconds = streamed / storage_rate;
    // Streamed bytes are written to RAM once and read once.
    prediction.ram_seconds = (all + streamed + context) / ram_rate;
    const double compute_rate = machine.compute_bytes_per_s.value_or(ram_rate);
    prediction.cpu_seconds = (all + context) / compute_rate;
    prediction.seconds_per_token =
        std::max({prediction.disk_seconds, prediction.ram_seconds, prediction.cpu_seconds});
    prediction.limit = prediction.seconds_per_token == prediction.disk_seconds ? Limit::disk : Limit::cpu;
    return prediction;
}

} // namespace spillway
