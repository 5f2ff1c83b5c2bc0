#include "telemetry/recorder.h"

namespace spillway {

void SweepRecorder::begin(std::uint64_t index, std::size_t rows) {
    report_.index = index;
    report_.rows = rows;
    for (LayerTimes &layer : report_.layers) {
        layer = {};
    }
    start_ = last_ = Clock::now();
}

SweepReport SweepRecorder::finish() {
    report_.seconds = seconds_since(start_);
    return report_;
}

double SweepRecorder::lap() {
    const Clock::time_point now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    return seconds;
}

void SweepRecorder::computed(std::size_t layer) {
    report_.layers[layer].compute_seconds += lap();
}

void SweepRecorder::waited(std::size_t layer) {
    report_.layers[layer].wait_seconds += lap();
}

} // namespace spillway
