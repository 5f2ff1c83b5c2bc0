#include "frame/engine_view.h"

#include "frame/header_bar.h"
#include "frame/status_line.h"
#include "pages/machine_page.h"
#include "pages/placement_page.h"
#include "widgets/live_view.h"
#include "widgets/sweep_strip.h"

namespace spillway {

using State = EngineController::State;

EngineView::EngineView(EngineController &engine, const EngineDisplays &displays, QObject *parent)
    : QObject(parent), engine_(engine), show_(displays) {
    connect(&engine_, &EngineController::stateChanged, this, &EngineView::stateChanged);
    connect(&engine_, &EngineController::machineChanged, this, &EngineView::machineChanged);
    connect(&engine_, &EngineController::loaded, this,
            [this](double, const std::array<MemoryUse, 3> &memory) { loaded(memory); });
    connect(&engine_, &EngineController::batch, this,
            [this](qint64, const EventBatch &events) { batch(events); });
    connect(&engine_, &EngineController::sensorsRead, this, &EngineView::sensorsRead);
    connectMachinePage();
    stateChanged();
}

void EngineView::connectMachinePage() {
    connect(&show_.machine, &MachinePage::measureRequested, &engine_, [this] {
        measure_began_ = QDateTime::currentDateTime();
        engine_.measure();
    });
    connect(&show_.machine, &MachinePage::cancelMeasure, &engine_, &EngineController::stop);
    connect(&engine_, &EngineController::measureProgress, &show_.machine, &MachinePage::setMeasuring);
    connect(&engine_, &EngineController::measured, this, [this] {
        const QDateTime now = QDateTime::currentDateTime();
        show_.machine.setMeasured(now, static_cast<double>(measure_began_.msecsTo(now)) / 1000);
    });
    connect(&engine_, &EngineController::measureFailed, this,
            [this](const Failure &failure) { show_.machine.setMeasureFailed(failure.error); });
}

void EngineView::setPlan(const Plan *plan) {
    plan_ = plan != nullptr ? std::optional(*plan) : std::nullopt;
    // What is loaded stays shown while another plan is only being looked at.
    if (engine_.isLoaded()) {
        return;
    }
    if (plan_) {
        show_.header.setPlan(*plan_);
        show_.machine.setPlan(*plan_);
    } else {
        show_.header.clearPlan();
        show_.machine.clearPlan();
        show_.live.clearPlan();
    }
}

void EngineView::stateChanged() {
    const State state = engine_.state();
    show_.header.setState(state);
    const auto model = engine_.model();
    show_.header.setModel(model ? QString::fromStdString(model->description.name) : QString(),
                          model ? model->description.bytes : 0);
    const bool busy = state == State::generating || state == State::loading || state == State::opening;
    show_.machine.setMeasureAllowed(!busy, busy ? tr("Not while the model works") : QString());
    switch (state) {
    case State::no_model:
        show_.strip.setNoModel(tr("Choose a model with Ctrl+M, or drop its file here."));
        show_.status.setReadMode({});
        break;
    case State::opened:
        show_.strip.setNoModel(tr("Nothing is loaded. Load, beside the model's name, reserves the memory."));
        show_.status.setReadMode({});
        break;
    case State::loading:
        if (plan_) {
            show_.strip.setPlan(*plan_);
        }
        show_.strip.setLoading({});
        failed_ = false;
        break;
    case State::ready:
        show_.status.setReadMode(engine_.readMode());
        if (!failed_) {
            show_.strip.setReady();
        }
        break;
    case State::opening:
        show_.strip.setNoModel(tr("Reading the model's headers"));
        show_.status.setReadMode({});
        break;
    case State::generating:
    case State::measuring:
        break;
    }
}

void EngineView::machineChanged() {
    show_.machine.setMachine(engine_.machine());
    show_.live.setMachine(engine_.machine());
}

void EngineView::loaded(const std::array<MemoryUse, 3> &memory) {
    const Plan &plan = *engine_.loadedPlan();
    show_.header.setPlan(plan);
    show_.machine.setPlan(plan);
    show_.live.setPlan(plan);
    show_.live.setMemory(memory);
    show_.strip.setPlan(plan);
    show_.strip.setReady();
}

void EngineView::beginRun() {
    failed_ = false;
    show_.strip.beginRun();
    show_.live.beginRun();
}

void EngineView::batch(const EventBatch &events) {
    if (events.load) {
        show_.strip.setLoading(*events.load);
    }
    for (const auto &[report, phase] : events.reports) {
        show_.strip.addSweep(report, phase);
        show_.live.addSweep(report, phase);
        if (phase == SweepPhase::token) {
            show_.placement.addMeasured(report);
        }
    }
    if (events.sweep) {
        show_.strip.setSweep(*events.sweep);
    }
    for (const Sample &sample : events.samples) {
        show_.live.addSample(sample);
    }
}

void EngineView::showFailure(const Error &error) {
    failed_ = true;
    show_.strip.setFailed(error, true);
}

void EngineView::sensorsRead(std::uint64_t ram_free, std::uint64_t own,
                             const std::vector<Temperature> &temperatures) {
    const std::vector<Storage> &storage = engine_.machine().storage;
    show_.status.setFree(ram_free, storage.empty() ? std::nullopt : std::optional(storage.front()));
    show_.status.setTemperatures(temperatures);
    show_.machine.setFreeMemory(ram_free, own);
    show_.machine.setTemperatures(temperatures);
    show_.live.setTemperatures(temperatures);
}

} // namespace spillway
