#include "run/sweep_monitor.h"

#include <algorithm>

namespace spillway {

using namespace std::chrono_literals;

SweepMonitor::SweepMonitor(std::size_t layers, const EventSink &events, std::stop_token stop,
                           MonitorSources sources)
    : layers_(layers), events_(events), stop_(std::move(stop)), sources_(std::move(sources)),
      recorder_(layers) {
    progress_.layers = layers;
}

void SweepMonitor::begin(SweepPhase phase, std::size_t token, std::size_t tokens, std::size_t rows) {
    recorder_.begin(sweeps_++, rows);
    sweep_start_ = Clock::now();
    if (phase != progress_.phase) {
        last_seconds_ = 0;
    }
    progress_.phase = phase;
    progress_.token = token;
    progress_.tokens = tokens;
    progress_.computed = 0;
    progress_.waiting_for = Limit::none;
    tick();
}

const SweepReport &SweepMonitor::finish(std::size_t new_tokens) {
    report_ = recorder_.finish();
    last_seconds_ = report_.seconds;
    if (new_tokens > 0 && report_.seconds > 0) {
        const double rate = static_cast<double>(new_tokens) / report_.seconds;
        tokens_per_second_ = tokens_per_second_ == 0 ? rate : 0.8 * tokens_per_second_ + 0.2 * rate;
    }
    if (events_) {
        events_(report_);
    }
    return report_;
}

void SweepMonitor::enter(std::size_t entry) {
    entry_ = entry;
    progress_.computed = entry == embedding_entry() ? 0 : static_cast<double>(std::min(entry, layers_));
    tick();
}

void SweepMonitor::computed(double fraction, std::uint64_t ram_bytes) {
    recorder_.computed(entry_);
    recorder_.read_from_ram(entry_, ram_bytes);
    ram_bytes_ += ram_bytes;
    if (entry_ < layers_) {
        progress_.computed = static_cast<double>(entry_) + fraction;
    }
    progress_.waiting_for = Limit::cpu;
    tick();
    throw_if_stopped(stop_);
}

void SweepMonitor::waited(std::uint64_t disk_bytes) {
    recorder_.waited(entry_);
    recorder_.read_from_disk(entry_, disk_bytes);
    disk_bytes_ += disk_bytes;
    progress_.waiting_for = Limit::disk;
}

void SweepMonitor::tick() {
    if (!events_) {
        return;
    }
    const Clock::time_point now = Clock::now();
    if (now - last_progress_ >= 33ms) {
        last_progress_ = now;
        progress_.read_ahead = std::max(progress_.computed, sources_.read_ahead());
        const double running = std::chrono::duration<double>(now - sweep_start_).count();
        progress_.seconds_left = last_seconds_ > 0 ? std::max(last_seconds_ - running, 0.0) : 0;
        events_(progress_);
    }
    if (now - last_sample_ >= 100ms) {
        emit_sample(now);
    }
}

void SweepMonitor::emit_sample(Clock::time_point now) {
    const double seconds = std::chrono::duration<double>(now - last_sample_).count();
    Sample sample;
    sample.seconds = std::chrono::duration<double>(now - job_start_).count();
    sample.memory = sources_.memory();
    sample.bytes_per_second[static_cast<std::size_t>(Link::storage_to_ram)] =
        static_cast<double>(disk_bytes_) / seconds;
    sample.bytes_per_second[static_cast<std::size_t>(Link::ram_to_cpu)] =
        static_cast<double>(ram_bytes_) / seconds;
    sample.tokens_per_second = progress_.phase == SweepPhase::token ? tokens_per_second_ : 0;
    events_(sample);
    last_sample_ = now;
    disk_bytes_ = 0;
    ram_bytes_ = 0;
}

} // namespace spillway
