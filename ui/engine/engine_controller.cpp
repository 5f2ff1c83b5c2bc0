#include "engine/engine_controller.h"

#include <QCoreApplication>

namespace spillway {

namespace {

constexpr int batch_interval_ms = 33; // 30 a second
constexpr int sensors_interval_ms = 2000;

/// What the present exception says, for people.
Failure currentFailure() {
    try {
        throw;
    } catch (const ShortOfMemory &error) {
        return {error, error};
    } catch (const Error &error) {
        return {error, {}};
    } catch (const std::bad_alloc &) {
        return {Error(ErrorCode::does_not_fit, "The system refused memory that was counted as free.",
                      "Close other programs, or lower the RAM budget."),
                {}};
    } catch (const std::exception &error) {
        return {Error(ErrorCode::internal, error.what(), "Please report this with the steps that led to it."),
                {}};
    }
}

} // namespace

EngineController::EngineController(const std::filesystem::path &data_dir, QObject *parent)
    : QObject(parent), data_dir_(data_dir), worker_(std::make_shared<EngineWorker>(data_dir)) {
    for (QThreadPool *pool : {&worker_thread_, &helper_thread_}) {
        pool->setMaxThreadCount(1);
        pool->setExpiryTimeout(-1);
    }
    delivery_.setSingleShot(true);
    delivery_.setInterval(batch_interval_ms);
    connect(&delivery_, &QTimer::timeout, this, &EngineController::deliver);
    sensors_.setInterval(sensors_interval_ms);
    connect(&sensors_, &QTimer::timeout, this, &EngineController::readSensors);
    sensors_.start();
    QTimer::singleShot(0, this, &EngineController::readSensors);
}

EngineController::~EngineController() {
    stop_.request_stop();
    worker_thread_.waitForDone();
    helper_thread_.waitForDone();
}

/// Runs `action` on the window's thread, unless this is gone by then.
void EngineController::post(std::function<void()> action) {
    QMetaObject::invokeMethod(this, std::move(action), Qt::QueuedConnection);
}

template <typename Work, typename Done>
void EngineController::runJob(Work work, Done done, std::function<void(Failure)> failed) {
    const JobId job = ++job_;
    stop_ = std::stop_source();
    gatherer_ = std::make_shared<EventGatherer>();
    worker_thread_.start([this, job, work = std::move(work), done = std::move(done), failed = std::move(failed),
                          stop = stop_.get_token(), events = sinkFor(job, gatherer_)]() mutable {
        try {
            auto result = std::make_shared<decltype(work(events, stop))>(work(events, stop));
            post([this, job, result, done = std::move(done)] {
                if (job == job_) {
                    deliver();
                    done(*result);
                }
            });
        } catch (...) {
            post([this, job, failure = currentFailure(), failed = std::move(failed)] {
                if (job == job_) {
                    deliver();
                    failed(failure);
                }
            });
        }
    });
}

template <typename Work> void EngineController::onHelper(Work work) {
    helper_thread_.start(std::move(work));
}

EventSink EngineController::sinkFor(JobId job, const std::shared_ptr<EventGatherer> &gatherer) {
    return [this, job, gatherer](const Event &event) {
        if (gatherer->add(event)) {
            post([this, job] {
                if (job == job_) {
                    wake();
                }
            });
        }
    };
}

void EngineController::wake() {
    if (!delivery_.isActive()) {
        deliver();
        delivery_.start();
    }
}

void EngineController::deliver() {
    if (!gatherer_) {
        return;
    }
    const EventBatch events = gatherer_->take();
    if (!events.isEmpty()) {
        emit batch(document_, events);
    }
}

void EngineController::setState(State state) {
    if (state_ != state) {
        state_ = state;
        emit stateChanged();
    }
}

/// The state when nothing runs.
void EngineController::restState() {
    setState(loaded_plan_ ? State::ready : model_ ? State::opened : State::no_model);
}

/// A new job replaces the one that runs. A generation that ends so has ended for its document, too.
void EngineController::abandonJob() {
    stop_.request_stop();
    deliver();
    gatherer_.reset();
    if (const qint64 document = std::exchange(document_, 0); document != 0) {
        emit generationFailed(document, {Error(ErrorCode::interrupted, "Another model was asked for."), {}});
    }
}

void EngineController::stop() {
    stop_.request_stop();
}

void EngineController::finishNow() {
    stop();
    worker_thread_.waitForDone();
    QCoreApplication::sendPostedEvents(this); // the result, and the words that came last
}

void EngineController::openModel(const QString &path) {
    abandonJob();
    loaded_plan_.reset();
    model_.reset();
    ++plan_job_;
    session_bytes_ = 0;
    model_path_ = path;
    setState(State::opening);
    runJob([worker = worker_, path = std::filesystem::path(path.toStdString())](
               const EventSink &, const std::stop_token &) { return worker->open(path); },
           [this](EngineWorker::Opened &opened) {
               model_ = opened.model;
               machine_ = opened.machine;
               restState();
               emit machineChanged();
               emit modelOpened();
           },
           [this](const Failure &failure) {
               restState();
               emit openFailed(failure);
           });
}

void EngineController::load(const Plan &plan) {
    abandonJob();
    loaded_plan_.reset();
    session_bytes_ = 0;
    setState(State::loading);
    struct Loaded {
        std::array<MemoryUse, 3> memory;
        std::uint64_t bytes = 0;
        QString read_mode;
        double seconds = 0;
    };
    runJob(
        [worker = worker_, plan](const EventSink &events, const std::stop_token &stop) {
            const auto start = std::chrono::steady_clock::now();
            worker->load(plan, events, stop);
            const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
            return Loaded{worker->memory(), worker->sessionBytes(), QString::fromStdString(worker->readMode()),
                          seconds.count()};
        },
        [this, plan](const Loaded &result) {
            loaded_plan_ = plan;
            session_bytes_ = result.bytes;
            read_mode_ = result.read_mode;
            restState();
            emit loaded(result.seconds, result.memory);
        },
        [this](const Failure &failure) {
            restState();
            emit loadFailed(failure);
        });
}

void EngineController::unload() {
    abandonJob();
    loaded_plan_.reset();
    session_bytes_ = 0;
    runJob(
        [worker = worker_](const EventSink &, const std::stop_token &) {
            worker->unload();
            return true;
        },
        [this](bool) {
            restState();
            emit unloaded();
        },
        [this](const Failure &) { restState(); });
}

void EngineController::generate(qint64 document, const GenerationTask &task) {
    if (state_ != State::ready) {
        emit generationFailed(document, {Error(ErrorCode::busy, "The model is not ready to write.",
                                               "Wait until it is loaded, or load it."),
                                         {}});
        return;
    }
    document_ = document;
    setState(State::generating);
    runJob(
        [worker = worker_, task](const EventSink &events, const std::stop_token &stop) {
            return worker->generate(task, events, stop);
        },
        [this, document](const GenerationOutcome &outcome) {
            document_ = 0;
            restState();
            emit generated(document, outcome);
        },
        [this, document](const Failure &failure) {
            document_ = 0;
            restState();
            emit generationFailed(document, failure);
        });
}

void EngineController::measure() {
    if (state_ == State::generating || state_ == State::loading || state_ == State::opening) {
        emit measureFailed({Error(ErrorCode::busy, "Nothing can be measured while the model works.",
                                  "Wait until it is ready."),
                            {}});
        return;
    }
    setState(State::measuring);
    const MeasureProgress progress = [this](std::string_view what, double fraction) {
        const QString text = QString::fromUtf8(what.data(), static_cast<qsizetype>(what.size()));
        post([this, text, fraction] { emit measureProgress(text, fraction); });
    };
    runJob(
        [worker = worker_, machine = machine_, progress](const EventSink &, const std::stop_token &stop) {
            return worker->measure(machine, stop, progress);
        },
        [this](const Machine &machine) {
            machine_ = machine;
            restState();
            emit machineChanged();
            emit measured();
        },
        [this](const Failure &failure) {
            restState();
            emit measureFailed(failure);
        });
}

void EngineController::requestPlan(PlanRequest request) {
    if (!model_) {
        return;
    }
    const quint64 job = ++plan_job_;
    onHelper(
        [this, job, request, model = model_, machine = machine_, session_bytes = session_bytes_]() mutable {
            // What the session holds will be free again before the new plan is loaded.
            const std::uint64_t own = resident_bytes();
            request.program_bytes = own > session_bytes ? own - session_bytes : 0;
            machine.ram_free = free_ram() + session_bytes;
            try {
                const Plan plan = make_plan(model->description, machine, request);
                post([this, job, plan, request] {
                    if (job == plan_job_) {
                        emit planned(plan, request);
                    }
                });
            } catch (...) {
                post([this, job, failure = currentFailure()] {
                    if (job == plan_job_) {
                        emit planFailed(failure);
                    }
                });
            }
        });
}

void EngineController::countTokens(qint64 document, const QString &text, bool parse_special) {
    if (!model_) {
        return;
    }
    const quint64 job = ++*count_job_;
    onHelper([this, job, newest = count_job_, document, utf8 = text.toStdString(), parse_special,
              tokenizer = model_->tokenizer] {
        if (job != newest->load()) {
            return; // the text has changed since
        }
        const auto count = static_cast<qsizetype>(encode_prompt(*tokenizer, utf8, parse_special).size());
        post([this, job, document, count] {
            if (job == count_job_->load()) {
                emit tokensCounted(document, count);
            }
        });
    });
}

void EngineController::probe() {
    onHelper([this] {
        try {
            const Machine machine = probe_machine();
            post([this, machine] {
                if (!model_) { // an open model brings its own, with its drive
                    machine_ = machine;
                    emit machineChanged();
                }
            });
        } catch (const Error &) {
            // Unknown is shown as unknown; opening a model tells what is wrong.
        }
    });
}

void EngineController::readSensors() {
    if (std::exchange(reading_sensors_, true)) {
        return;
    }
    onHelper([this] {
        const std::uint64_t free = free_ram();
        const std::uint64_t own = resident_bytes();
        const std::vector<Temperature> temperatures = read_temperatures();
        post([this, free, own, temperatures] {
            reading_sensors_ = false;
            emit sensorsRead(free, own, temperatures);
        });
    });
}

} // namespace spillway
