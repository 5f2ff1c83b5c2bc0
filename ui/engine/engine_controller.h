#pragma once

#include "engine/engine_worker.h"
#include "engine/event_batch.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

namespace spillway {

/// Why a job failed. `shortage` is set where memory is short.
struct Failure {
    Error error;
    std::optional<ShortOfMemory> shortage;

    [[nodiscard]] bool interrupted() const { return error.code() == ErrorCode::interrupted; }
};

/// The window's way to the engine. Every engine call that takes longer than a few milliseconds runs on one
/// worker thread; plans, token counts and sensors on a second one, so that they answer while the first one
/// writes. Results come as signals on the window's thread, events at most 30 times a second. What was asked for
/// before a newer question of the same kind is dropped.
class EngineController : public QObject {
    Q_OBJECT
  public:
    enum class State { no_model, opening, opened, loading, ready, generating, measuring };
    Q_ENUM(State)
    using JobId = quint64;

    explicit EngineController(const std::filesystem::path &data_dir, QObject *parent = nullptr);
    /// Stops what runs and waits for it: at most some 100 ms.
    ~EngineController() override;

    [[nodiscard]] State state() const { return state_; }
    [[nodiscard]] bool isLoaded() const { return loaded_plan_.has_value(); }
    [[nodiscard]] std::shared_ptr<const OpenedModel> model() const { return model_; }
    [[nodiscard]] const QString &modelPath() const { return model_path_; }
    [[nodiscard]] const Machine &machine() const { return machine_; }
    [[nodiscard]] const std::optional<Plan> &loadedPlan() const { return loaded_plan_; }
    [[nodiscard]] const QString &readMode() const { return read_mode_; }
    /// The document that the running generation writes into; 0 where none runs.
    [[nodiscard]] qint64 generatingDocument() const { return document_; }

    /// Each stops what runs before.
    void openModel(const QString &path);
    void load(const Plan &plan);
    void unload();

    /// Only in the state `ready`.
    void generate(qint64 document, const GenerationTask &task);
    /// Ends loading, generating or measuring within 100 ms or one read.
    void stop();
    /// The same, and waits until it has ended and was told: before the window closes.
    void finishNow();
    /// While nothing else runs; answers measured() or measureFailed().
    void measure();

    /// Answers planned(), planShort() or planFailed() for the model that is open. The newest request wins.
    void requestPlan(PlanRequest request);
    /// Answers tokensCounted(); the newest text of a document wins.
    void countTokens(qint64 document, const QString &text, bool parse_special);
    /// Topology and memory, without a model; answers machineChanged().
    void probe();

  signals:
    void stateChanged();
    void machineChanged();
    void modelOpened();
    void openFailed(const spillway::Failure &failure);
    void planned(const spillway::Plan &plan, const spillway::PlanRequest &request);
    void planFailed(const spillway::Failure &failure);
    void loaded(double seconds, const std::array<spillway::MemoryUse, 3> &memory);
    void loadFailed(const spillway::Failure &failure);
    void unloaded();
    /// While loading and generating. `document`: 0 while loading.
    void batch(qint64 document, const spillway::EventBatch &batch);
    void generated(qint64 document, const spillway::GenerationOutcome &outcome);
    void generationFailed(qint64 document, const spillway::Failure &failure);
    void measureProgress(const QString &what, double fraction);
    void measured();
    void measureFailed(const spillway::Failure &failure);
    void tokensCounted(qint64 document, qsizetype count);
    /// About every two seconds. `own`: resident bytes of this process.
    void sensorsRead(std::uint64_t ram_free, std::uint64_t own,
                     const std::vector<spillway::Temperature> &temperatures);

  private:
    template <typename Work, typename Done>
    void runJob(Work work, Done done, std::function<void(Failure)> failed);
    template <typename Work> void onHelper(Work work);
    void post(std::function<void()> action);
    EventSink sinkFor(JobId job, const std::shared_ptr<EventGatherer> &gatherer);
    void wake();
    void deliver();
    void setState(State state);
    void abandonJob();
    void restState();
    void readSensors();

    std::filesystem::path data_dir_;
    std::shared_ptr<EngineWorker> worker_; ///< used on worker_thread_ only
    State state_ = State::no_model;
    std::shared_ptr<const OpenedModel> model_;
    QString model_path_;
    Machine machine_;
    std::optional<Plan> loaded_plan_;
    QString read_mode_;
    std::uint64_t session_bytes_ = 0;

    JobId job_ = 0; ///< the newest on the worker; results of older ones are dropped
    quint64 plan_job_ = 0;
    qint64 document_ = 0;
    std::stop_source stop_;
    std::shared_ptr<EventGatherer> gatherer_;
    QTimer delivery_; ///< keeps 33 ms between two batches
    QTimer sensors_;
    bool reading_sensors_ = false;
    std::shared_ptr<std::atomic<quint64>> count_job_ = std::make_shared<std::atomic<quint64>>(0);

    QThreadPool worker_thread_; ///< one thread each
    QThreadPool helper_thread_;
};

} // namespace spillway
