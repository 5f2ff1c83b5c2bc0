#include "run/session.h"

#include "base/units.h"
#include "compute/cpu/cpu_device.h"
#include "hardware/probe.h"
#include "run/token_choice.h"

#include <algorithm>
#include <limits>

namespace spillway {

namespace {

std::vector<DecoderRow> rows_of(std::span<const int> ids, std::size_t first, std::size_t count) {
    std::vector<DecoderRow> rows;
    for (std::size_t i = first; i < first + count; ++i) {
        rows.push_back({.sequence = 0, .position = i, .token = ids[i], .wants_logits = false});
    }
    return rows;
}

/// What the sweeps waited for most. A tenth of the time is more than the bookkeeping around reads.
Limit limit_of(const LayerTimes &sum) {
    return sum.wait_seconds > 0.1 * (sum.compute_seconds + sum.wait_seconds) ? Limit::disk : Limit::cpu;
}

void add(LayerTimes &sum, const LayerTimes &more) {
    sum.compute_seconds += more.compute_seconds;
    sum.wait_seconds += more.wait_seconds;
    sum.disk_bytes += more.disk_bytes;
    sum.ram_bytes += more.ram_bytes;
}

} // namespace

EngineSession::Text::Text(const Tokenizer &tokenizer, const GenerationRequest &request, std::size_t variant)
    : variant(variant), ids(request.prompt), sampler([&] {
          SamplerSettings settings = request.sampling;
          settings.seed += variant;
          return settings;
      }()),
      writer(tokenizer, request.stop) {}

EngineSession::EngineSession(const OpenedModel &model, const Plan &plan)
    : model_(model), plan_(plan),
      device_(make_cpu_device(plan.isa, static_cast<std::size_t>(plan.threads), plan.processors)),
      weights_(model_.description, plan_), cache_(model_.description.spec, plan.context, plan.batch) {}

void EngineSession::load_weights(const EventSink &events, const std::stop_token &stop) {
    const Clock::time_point start = Clock::now();
    weights_.load(events, stop);
    decoder_ = std::make_unique<Decoder>(model_.description.spec, plan_, *device_, weights_, cache_);
    load_seconds_ = seconds_since(start);
    const ReadMode mode = weights_.store().mode();
    if (events && (mode == ReadMode::io_uring_buffered || mode == ReadMode::threads_buffered)) {
        events(Notice{
            "The drive's file system refuses direct reads: the model is read through the file cache, slower.",
            "Move the model to another drive, or use it anyway."});
    }
}

std::string EngineSession::read_mode() const {
    return read_mode_name(weights_.store().mode());
}

std::array<MemoryUse, 3> EngineSession::memory() const {
    std::array<MemoryUse, 3> tiers{};
    MemoryUse &ram = tiers[static_cast<std::size_t>(Tier::ram)];
    ram.weights = weights_.resident_bytes();
    ram.context = cache_.blocks_in_use() * cache_.block_bytes();
    ram.staging = weights_.store().ring_bytes();
    ram.scratch = decoder_ ? decoder_->scratch_bytes() : 0;
    const std::uint64_t own = ram.total();
    const std::uint64_t resident = resident_bytes();
    ram.other = resident > own ? resident - own : 0;
    return tiers;
}

MonitorSources EngineSession::monitor_sources() {
    return {.memory = [this] { return memory(); },
            .read_ahead = [this] { return weights_.layers_read_ahead(); }};
}

void EngineSession::check_ids(std::span<const int> ids) const {
    const auto vocabulary = static_cast<int>(model_.description.spec.vocabulary);
    for (const int id : ids) {
        if (id < 0 || id >= vocabulary) {
            throw Error(ErrorCode::invalid_argument,
                        "Token " + std::to_string(id) + " is not in the model's vocabulary of " +
                            std::to_string(vocabulary) + ".",
                        "Use ids from 0 to " + std::to_string(vocabulary - 1) + ".");
        }
    }
    if (ids.empty()) {
        throw Error(ErrorCode::invalid_argument, "There is nothing to continue: the text has no tokens.",
                    "Write at least one word.");
    }
    if (ids.size() > plan_.context) {
        throw Error(ErrorCode::does_not_fit,
                    "The text has " + std::to_string(ids.size()) + " tokens; the plan's context holds " +
                        std::to_string(plan_.context) + ".",
                    "Plan for a longer context, or shorten the text.");
    }
}

void EngineSession::check_request(const GenerationRequest &request) const {
    check(request.sampling);
    check_ids(request.prompt);
    if (request.variants == 0 || request.variants > plan_.batch) {
        throw Error(ErrorCode::invalid_argument,
                    std::to_string(request.variants) + " variants were asked for; the plan is for " +
                        std::to_string(plan_.batch) + " at once.",
                    "Plan for more texts at once.");
    }
}

std::span<float> EngineSession::sweep(std::span<const DecoderRow> rows, SweepMonitor &monitor) {
    try {
        return decoder_->forward(rows, monitor);
    } catch (...) {
        // Keys and values of these rows are garbage, and the ring stands in mid-sweep.
        for (const DecoderRow &row : rows) {
            cache_.truncate(row.sequence, row.sequence == 0 ? std::min(row.position, cached_.size()) : 0);
        }
        weights_.restart();
        throw;
    }
}

std::span<float> EngineSession::prefill(std::span<const int> ids, SweepMonitor &monitor,
                                        GenerationResult &result) {
    const auto common = static_cast<std::size_t>(std::ranges::mismatch(cached_, ids).in1 - cached_.begin());
    // The last position is always computed: its logits are wanted.
    std::size_t done = std::min(common, ids.size() - 1);
    cached_.resize(done);
    cache_.truncate(0, done);
    result.reused_tokens = done;

    std::span<float> logits;
    while (done < ids.size()) {
        const std::size_t count = std::min(plan_.prompt_rows, ids.size() - done);
        std::vector<DecoderRow> rows = rows_of(ids, done, count);
        rows.back().wants_logits = done + count == ids.size();
        cache_.reserve(0, done, done + count);
        monitor.begin(SweepPhase::prompt, done, ids.size(), count);
        logits = sweep(rows, monitor);
        const SweepReport &report = monitor.finish(0);
        done += count;
        cached_.assign(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(done));
        result.prefill_seconds += report.seconds;
        result.prefill_tokens += count;
        result.disk_bytes += report.total().disk_bytes;
        ++result.sweeps;
    }
    return logits;
}

void EngineSession::choose_token(Text &text, std::span<float> logits, const GenerationRequest &request,
                                 double seconds, const EventSink &events) {
    TokenEvent event;
    event.variant = text.variant;
    event.index = text.result.tokens.size();
    event.seconds = seconds;
    const std::vector<float> unmodified =
        request.alternatives > 0 ? std::vector<float>(logits.begin(), logits.end()) : std::vector<float>();
    event.id = text.sampler.sample(logits, text.ids);
    if (request.alternatives > 0) {
        event.alternatives = likeliest(unmodified, request.alternatives);
        event.logprob = logprob(unmodified, event.id);
    }
    text.ids.push_back(event.id);
    text.result.tokens.push_back(event.id);

    const std::span<const int> ends = model_.tokenizer->end_ids();
    const bool ended = !request.ignore_eos && std::ranges::find(ends, event.id) != ends.end();
    event.text = text.writer.push(event.id);
    if (ended || text.writer.stopped()) {
        text.result.finish = Finish::stop;
        text.done = true;
    } else if (text.result.tokens.size() >= request.max_tokens) {
        text.result.finish = Finish::length;
        text.done = true;
    } else if (text.ids.size() > plan_.context) {
        text.result.finish = Finish::context;
        text.done = true;
    }
    if (text.done) {
        event.text += text.writer.finish();
    }
    text.result.text += event.text;
    text.result.details.push_back(event);
    if (events) {
        events(event);
    }
}

void EngineSession::write(std::vector<Text> &texts, const GenerationRequest &request,
                          std::span<float> first_logits, const EventSink &events, SweepMonitor &monitor,
                          GenerationResult &result) {
    const std::size_t vocabulary = model_.description.spec.vocabulary;
    // All texts begin from the same logits, and drawing changes them.
    const std::vector<float> start(first_logits.begin(), first_logits.end());
    for (Text &text : texts) {
        std::vector<float> own = start;
        choose_token(text, own, request, result.prefill_seconds, events);
        if (text.variant > 0) {
            cache_.fork(0, text.variant, request.prompt.size());
        }
    }
    LayerTimes sum;
    for (;;) {
        std::vector<DecoderRow> rows;
        for (const Text &text : texts) {
            if (!text.done) {
                const std::size_t position = text.ids.size() - 1;
                rows.push_back({text.variant, position, text.ids.back(), true});
                cache_.reserve(text.variant, position, position + 1);
            }
        }
        if (rows.empty()) {
            break;
        }
        monitor.begin(SweepPhase::token, texts.front().result.tokens.size() + 1, request.max_tokens,
                      rows.size());
        const std::span<float> logits = sweep(rows, monitor);
        const SweepReport &report = monitor.finish(rows.size());
        result.decode_seconds += report.seconds;
        result.decode_tokens += rows.size();
        ++result.sweeps;
        result.disk_bytes += report.total().disk_bytes;
        add(sum, report.total());
        std::size_t row = 0;
        for (Text &text : texts) {
            if (!text.done) {
                if (text.variant == 0) {
                    cached_.push_back(text.ids.back());
                }
                choose_token(text, logits.subspan(row++ * vocabulary, vocabulary), request, report.seconds,
                             events);
            }
        }
    }
    result.limit = limit_of(sum);
}

GenerationResult EngineSession::generate(const GenerationRequest &request, const EventSink &events,
                                         const std::stop_token &stop) {
    check_request(request);
    GenerationResult result;
    result.prompt_tokens = request.prompt.size();
    result.load_seconds = load_seconds_;
    std::vector<Text> texts;
    for (std::size_t variant = 0; variant < request.variants; ++variant) {
        texts.emplace_back(*model_.tokenizer, request, variant);
    }
    SweepMonitor monitor(plan_.layers, events, stop, monitor_sources());
    try {
        const std::span<float> logits = prefill(request.prompt, monitor, result);
        if (request.max_tokens > 0) {
            write(texts, request, logits, events, monitor, result);
        }
    } catch (const Error &error) {
        if (error.code() != ErrorCode::interrupted) {
            throw;
        }
        for (Text &text : texts) {
            if (!text.done) {
                text.result.finish = Finish::interrupted;
                text.result.text += text.writer.finish();
            }
        }
    }
    for (Text &text : texts) {
        if (text.variant > 0) {
            cache_.truncate(text.variant, 0);
        }
        result.variants.push_back(std::move(text.result));
    }
    if (result.decode_tokens > 0) {
        result.seconds_per_token = result.decode_seconds / static_cast<double>(result.decode_tokens);
    }
    result.peak_rss = peak_resident_bytes();
    return result;
}

std::vector<float> EngineSession::logits(std::span<const int> tokens, bool all, const std::stop_token &stop) {
    check_ids(tokens);
    const EventSink no_events;
    SweepMonitor monitor(plan_.layers, no_events, stop, monitor_sources());
    GenerationResult result;
    std::vector<float> logits;
    // All positions: one sweep each, since scratch holds logits of few rows. Rows computed alone or together
    // agree in every bit.
    for (std::size_t n = all ? 1 : tokens.size(); n <= tokens.size(); ++n) {
        const std::span<float> last = prefill(tokens.first(n), monitor, result);
        logits.insert(logits.end(), last.begin(), last.end());
    }
    return logits;
}

} // namespace spillway
