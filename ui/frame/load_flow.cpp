#include "frame/load_flow.h"

#include "format.h"
#include "pages/placement_page.h"
#include "widgets/message_bar.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QUrl>

#include <algorithm>

namespace spillway {

namespace {

constexpr auto shortage_id = "shortage";
constexpr auto open_id = "open-failed";
constexpr auto load_id = "load-failed";
constexpr auto notice_id = "notice";
constexpr auto budget_id = "budget";
constexpr std::size_t least_context = 128;

} // namespace

LoadFlow::LoadFlow(EngineController &engine, PlacementPage &placement, MessageBar &messages, Settings &settings,
                   QObject *parent)
    : QObject(parent), engine_(engine), placement_(placement), messages_(messages), settings_(settings) {
    connect(&engine_, &EngineController::modelOpened, this, &LoadFlow::opened);
    connect(&engine_, &EngineController::openFailed, this, [this](const Failure &failure) {
        if (!failure.interrupted()) {
            tellFailure(failure, open_id, {tr("Choose another model"), tr("Show in folder")});
        }
    });
    connect(&engine_, &EngineController::planned, this, &LoadFlow::planned);
    connect(&engine_, &EngineController::planFailed, this, &LoadFlow::planFailed);
    connect(&engine_, &EngineController::loadFailed, this, &LoadFlow::loadFailed);
    connect(&engine_, &EngineController::loaded, this, [this] {
        placement_.setLoadedPlan(engine_.loadedPlan());
        settings_.setLastModel(engine_.modelPath());
    });
    connect(&engine_, &EngineController::unloaded, this, [this] { placement_.setLoadedPlan(std::nullopt); });
    connect(&engine_, &EngineController::machineChanged, this,
            [this] { placement_.setMachine(engine_.machine()); });
    connect(&engine_, &EngineController::stateChanged, this, &LoadFlow::stateChanged);
    connect(&engine_, &EngineController::batch, this, [this](qint64, const EventBatch &batch) {
        for (const Notice &notice : batch.notices) {
            tellNotice(notice);
        }
    });
    connect(&placement_, &PlacementPage::planRequested, this,
            [this](const PlanRequest &request) { ask(request, false); });
    // What is known of the machine changes the prediction.
    connect(&engine_, &EngineController::measured, this, [this] { ask(request_, false); });
    connect(&placement_, &PlacementPage::applyRequested, this, [this] {
        if (placement_.plan() != nullptr) {
            settings_.setRequest(engine_.modelPath(), placement_.request());
            loadPlan(*placement_.plan());
        }
    });
    connect(&messages_, &MessageBar::buttonClicked, this, &LoadFlow::buttonClicked);
}

void LoadFlow::open(const QString &path, bool load) {
    load_after_open_ = load;
    for (const auto *id : {shortage_id, open_id, load_id, notice_id, budget_id}) {
        messages_.withdraw(id);
    }
    placement_.clear();
    placement_.setLoadedPlan(std::nullopt);
    emit planShown(nullptr);
    engine_.openModel(path);
}

void LoadFlow::opened() {
    placement_.setModel(engine_.model()->description);
    placement_.setMachine(engine_.machine());
    ask(settings_.request(engine_.modelPath()), load_after_open_);
}

void LoadFlow::ask(const PlanRequest &request, bool load) {
    request_ = request;
    load_when_planned_ = load;
    emit requestChanged(request_);
    engine_.requestPlan(request_);
}

void LoadFlow::setBudgets(const PlanRequest &budgets) {
    if (engine_.model() == nullptr) {
        return; // budgets are kept per model
    }
    PlanRequest request = request_;
    request.ram_budget = budgets.ram_budget;
    request.gpu_budget = budgets.gpu_budget;
    request.slice_bytes = budgets.slice_bytes;
    request.threads = budgets.threads;
    settings_.setRequest(engine_.modelPath(), request);
    ask(request, false);
    if (engine_.isLoaded()) {
        Message message;
        message.id = budget_id;
        message.headline = tr("The new budget is used when the model is loaded again");
        message.buttons = {tr("Load it now")};
        messages_.post(message);
    }
}

void LoadFlow::load() {
    if (engine_.model() == nullptr) {
        emit chooseModelRequested();
        return;
    }
    ask(request_, true); // what was free when the shown plan was made may be taken now
}

void LoadFlow::cancel() {
    engine_.stop();
}

void LoadFlow::planned(const Plan &plan, const PlanRequest &) {
    messages_.withdraw(shortage_id);
    placement_.setPlan(plan, request_);
    emit planShown(&plan);
    if (std::exchange(load_when_planned_, false)) {
        loadPlan(plan);
    }
}

void LoadFlow::planFailed(const Failure &failure) {
    if (failure.shortage) {
        placement_.setShort(*failure.shortage);
    } else {
        placement_.setError(failure.error);
    }
    // While a budget is being dragged the page itself says what is short; one failure, one message.
    if (std::exchange(load_when_planned_, false)) {
        if (failure.shortage) {
            tellShortage(*failure.shortage);
        } else {
            tellFailure(failure, load_id, {tr("Choose another model")});
        }
    }
}

void LoadFlow::loadPlan(const Plan &plan) {
    messages_.withdraw(load_id);
    messages_.withdraw(budget_id);
    placement_.setLoadedPlan(std::nullopt);
    engine_.load(plan);
}

void LoadFlow::loadFailed(const Failure &failure) {
    if (failure.interrupted()) {
        return;
    }
    tellFailure(failure, load_id, {failure.shortage ? tr("Plan with what is free now") : tr("Try again")});
}

void LoadFlow::tellShortage(const ShortOfMemory &shortage) {
    Message message;
    message.kind = Message::Kind::error;
    message.id = shortage_id;
    message.headline = tr("%1 short of %2").arg(bytesText(shortage.bytes()), tierLabel(shortage.tier()));
    message.text = QString::fromStdString(shortage.message()) + QLatin1Char(' ') + tr("Nothing was loaded.");
    ways_out_.clear();
    if (request_.ram_budget || !request_.pins.empty()) {
        PlanRequest automatic = request_;
        automatic.ram_budget.reset();
        automatic.pins.clear();
        message.buttons << tr("Let more layers stream");
        ways_out_.push_back(automatic);
    }
    const std::size_t trained = engine_.model()->description.spec.context_length;
    const std::size_t context = request_.context.value_or(std::min<std::size_t>(trained, 4096));
    if (context >= 2 * least_context) {
        PlanRequest shorter = request_;
        shorter.context = context / 2;
        message.buttons << tr("Context to %1 tokens").arg(countText(context / 2));
        ways_out_.push_back(shorter);
    }
    QStringList options;
    for (const std::string &option : shortage.options()) {
        options << QString::fromStdString(option);
    }
    message.details = options.join(QLatin1Char('\n'));
    messages_.post(message);
}

void LoadFlow::tellFailure(const Failure &failure, const QString &id, const QStringList &buttons) {
    Message message = messageFrom(failure.error, id);
    message.buttons = buttons;
    messages_.post(message);
}

/// A fall-back is told once per model, never silently taken.
void LoadFlow::tellNotice(const Notice &notice) {
    const QString key = QStringLiteral("told/") + QString::number(qHash(engine_.modelPath()), 16);
    if (settings_.value(key).toBool()) {
        return;
    }
    Message message;
    message.kind = Message::Kind::warning;
    message.id = notice_id;
    message.headline = QString::fromStdString(notice.message);
    message.text = QString::fromStdString(notice.hint);
    message.buttons = {tr("Use it anyway"), tr("Show in folder")};
    messages_.post(message);
}

void LoadFlow::buttonClicked(const QString &id, int button) {
    const QUrl folder = QUrl::fromLocalFile(QFileInfo(engine_.modelPath()).absolutePath());
    if (id == shortage_id && static_cast<std::size_t>(button) < ways_out_.size()) {
        const PlanRequest way = ways_out_[static_cast<std::size_t>(button)];
        settings_.setRequest(engine_.modelPath(), way);
        ask(way, true);
    } else if (id == load_id || id == budget_id) {
        ask(request_, true);
    } else if (id == open_id) {
        button == 0 ? emit chooseModelRequested() : void(QDesktopServices::openUrl(folder));
    } else if (id == notice_id) {
        if (button == 0) {
            settings_.setValue(QStringLiteral("told/") + QString::number(qHash(engine_.modelPath()), 16), true);
        } else {
            QDesktopServices::openUrl(folder);
        }
    }
}

void LoadFlow::stateChanged() {
    using State = EngineController::State;
    const State state = engine_.state();
    const bool allowed = state == State::opened || state == State::ready;
    placement_.setApplyAllowed(allowed, allowed                      ? QString()
                                        : state == State::generating ? tr("Stop writing first")
                                                                     : tr("Wait until the model is ready"));
}

} // namespace spillway
