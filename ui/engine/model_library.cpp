#include "engine/model_library.h"

#include <QDirIterator>
#include <QFileInfo>

namespace spillway {

namespace {

constexpr int most_files = 2000; ///< of one scan: somebody may have chosen the root folder

ModelEntry::State stateOf(ErrorCode code) {
    switch (code) {
    case ErrorCode::not_found:
        return ModelEntry::State::missing;
    case ErrorCode::unsupported:
        return ModelEntry::State::unsupported;
    default:
        return ModelEntry::State::damaged;
    }
}

void planEntry(ModelEntry &entry, const Machine &machine) {
    try {
        PlanRequest request;
        const Plan plan = make_plan(*entry.description, machine, request);
        entry.fit = fitOf(plan);
        entry.predicted_seconds = plan.prediction.seconds_per_token;
    } catch (const ShortOfMemory &) {
        entry.fit = Fit::does_not_fit;
    } catch (const Error &error) {
        entry.state = ModelEntry::State::unsupported;
        entry.fit = Fit::unsupported;
        entry.problem = QString::fromStdString(error.message());
        entry.hint = QString::fromStdString(error.hint());
    }
}

} // namespace

ModelEntry describeModel(const QString &path, const Machine &machine) {
    ModelEntry entry;
    entry.path = path;
    try {
        OpenedModel model = open_model(path.toStdString());
        entry.description = std::make_shared<const ModelDescription>(std::move(model.description));
        entry.state = ModelEntry::State::sound;
        planEntry(entry, machine);
    } catch (const Error &error) {
        entry.state = stateOf(error.code());
        entry.fit = entry.state == ModelEntry::State::unsupported ? Fit::unsupported : Fit::damaged;
        entry.problem = QString::fromStdString(error.message());
        entry.hint = QString::fromStdString(error.hint());
    }
    return entry;
}

ModelLibrary::ModelLibrary(QObject *parent) : QObject(parent) {
    for (QThreadPool *pool : {&describe_thread_, &verify_thread_}) {
        pool->setMaxThreadCount(1);
    }
}

ModelLibrary::~ModelLibrary() {
    stop_.request_stop();
    verify_stop_.request_stop();
    describe_thread_.clear();
    verify_thread_.clear();
    describe_thread_.waitForDone();
    verify_thread_.waitForDone();
}

void ModelLibrary::post(std::function<void()> action) {
    QMetaObject::invokeMethod(this, std::move(action), Qt::QueuedConnection);
}

void ModelLibrary::describe(const QString &path, const Machine &machine) {
    describe_thread_.start([this, path, machine] {
        const ModelEntry entry = describeModel(path, machine);
        post([this, entry] { emit described(entry); });
    });
}

void ModelLibrary::scan(const QString &folder) {
    describe_thread_.start([this, folder, stop = stop_.get_token()] {
        QDirIterator files(folder, {"*.gguf"}, QDir::Files | QDir::Readable, QDirIterator::Subdirectories);
        int found = 0;
        while (files.hasNext() && !stop.stop_requested() && found < most_files) {
            const QString path = files.next();
            ++found;
            post([this, path] { emit fileFound(path); });
        }
        post([this, folder, found] { emit scanned(folder, found); });
    });
}

void ModelLibrary::verify(const QString &path) {
    verify_stop_ = std::stop_source();
    verify_thread_.start([this, path, stop = verify_stop_.get_token()] {
        int shown = -1;
        const auto progress = [&](std::uint64_t done, std::uint64_t total) {
            const double fraction = total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 0;
            if (const int percent = static_cast<int>(100 * fraction);
                percent != std::exchange(shown, percent)) {
                post([this, path, fraction] { emit verifyProgress(path, fraction); });
            }
        };
        try {
            const std::vector<Problem> problems = verify_model(path.toStdString(), progress, stop);
            post([this, path, problems] { emit verified(path, problems); });
        } catch (const Error &error) {
            if (error.code() == ErrorCode::interrupted) {
                post([this, path] { emit verifyCancelled(path); });
                return;
            }
            const Problem problem{path.toStdString(), {}, 0, error.message()};
            post([this, path, problem] { emit verified(path, {problem}); });
        }
    });
}

void ModelLibrary::cancelVerify() {
    verify_stop_.request_stop();
}

} // namespace spillway
