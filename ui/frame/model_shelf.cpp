#include "frame/model_shelf.h"

#include "format.h"
#include "pages/models_page.h"
#include "widgets/message_bar.h"

#include <QFileInfo>

#include <algorithm>

namespace spillway {

ModelShelf::ModelShelf(ModelsPage &page, EngineController &engine, MessageBar &messages, Settings &settings,
                       QObject *parent)
    : QObject(parent), page_(page), engine_(engine), messages_(messages), settings_(settings),
      known_(settings.models()) {
    connect(&page_, &ModelsPage::openRequested, this, [this](const QString &path) {
        add(path, false);
        page_.select(path);
    });
    connect(&page_, &ModelsPage::folderAdded, this, [this](const QString &folder) {
        page_.setScanning(folder);
        library_.scan(folder);
    });
    connect(&page_, &ModelsPage::removeRequested, this, [this](const QString &path) {
        std::erase_if(known_, [&](const Settings::KnownModel &model) { return model.path == path; });
        page_.model().remove(path);
        save();
    });
    connect(&page_, &ModelsPage::verifyRequested, this, &ModelShelf::verify);
    connect(&page_, &ModelsPage::cancelVerifyRequested, &library_, &ModelLibrary::cancelVerify);
    connect(&library_, &ModelLibrary::described, this, &ModelShelf::described);
    connect(&library_, &ModelLibrary::fileFound, this, [this](const QString &path) { add(path, false); });
    connect(&library_, &ModelLibrary::scanned, this, [this](const QString &folder, int files) {
        page_.setScanning({});
        if (files == 0) {
            messages_.post({Message::Kind::information,
                            "scan",
                            tr("No model was found in %1").arg(folder),
                            tr("Spillway reads GGUF files."),
                            {},
                            {}});
        }
    });
    connect(&library_, &ModelLibrary::verifyProgress, this,
            [this](const QString &path, double fraction) { updateVerify(path, fraction, {}); });
    connect(&library_, &ModelLibrary::verified, this, &ModelShelf::verified);
    connect(&library_, &ModelLibrary::verifyCancelled, this,
            [this](const QString &path) { updateVerify(path, std::nullopt, {}); });
    connect(&engine_, &EngineController::loaded, this, [this] { add(engine_.modelPath(), true); });
    connect(&engine_, &EngineController::stateChanged, this, &ModelShelf::refresh);
    connect(&engine_, &EngineController::machineChanged, this, [this] {
        for (const Settings::KnownModel &model : known_) {
            describe(model.path); // what fits depends on the machine
        }
    });
}

Settings::KnownModel *ModelShelf::find(const QString &path) {
    const auto found = std::ranges::find(known_, path, &Settings::KnownModel::path);
    return found == known_.end() ? nullptr : &*found;
}

void ModelShelf::add(const QString &path, bool used) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    const bool fresh = find(absolute) == nullptr;
    if (fresh) {
        known_.insert(known_.begin(), {absolute, {}, {}});
    }
    if (used) {
        find(absolute)->last_used = QDateTime::currentDateTime();
    }
    if (fresh || used) {
        save();
        describe(absolute);
    }
}

void ModelShelf::setMeasured(const QString &path, double seconds_per_token) {
    if (Settings::KnownModel *model = find(QFileInfo(path).absoluteFilePath())) {
        model->measured_seconds = seconds_per_token;
        save();
        if (const ModelEntry *entry = page_.model().find(model->path)) {
            described(*entry);
        }
    }
}

void ModelShelf::describe(const QString &path) {
    if (page_.model().find(path) == nullptr) {
        ModelEntry entry;
        entry.path = path;
        page_.model().put(entry);
    }
    library_.describe(path, engine_.machine());
}

void ModelShelf::described(ModelEntry entry) {
    const Settings::KnownModel *known = find(entry.path);
    if (known == nullptr) {
        return; // taken off the list meanwhile
    }
    if (const ModelEntry *shown = page_.model().find(entry.path)) {
        entry.verifying = shown->verifying;
        entry.verified = shown->verified;
    }
    entry.last_used = known->last_used;
    entry.measured_seconds = known->measured_seconds;
    entry.loaded = engine_.isLoaded() && QFileInfo(engine_.modelPath()).absoluteFilePath() == entry.path;
    page_.model().put(entry);
}

void ModelShelf::verify(const QString &path) {
    updateVerify(path, 0.0, {});
    library_.verify(path);
}

void ModelShelf::verified(const QString &path, const std::vector<Problem> &problems) {
    const QString time = QLocale().toString(QDateTime::currentDateTime(), QLocale::ShortFormat);
    if (problems.empty()) {
        updateVerify(path, std::nullopt, tr("verified %1").arg(time));
        return;
    }
    updateVerify(path, std::nullopt, tr("%n problem(s) found", nullptr, static_cast<int>(problems.size())));
    Message message;
    message.kind = Message::Kind::error;
    message.id = "verify";
    message.headline = tr("%1 is damaged").arg(QFileInfo(path).fileName());
    message.text = QString::fromStdString(problems.front().message);
    QStringList lines;
    for (const Problem &problem : problems) {
        lines << QString::fromStdString(problem.file + " " + problem.tensor + " @" +
                                        std::to_string(problem.offset) + ": " + problem.message);
    }
    message.details = lines.join(QLatin1Char('\n'));
    messages_.post(message);
}

void ModelShelf::updateVerify(const QString &path, std::optional<double> fraction, const QString &outcome) {
    if (const ModelEntry *shown = page_.model().find(path)) {
        ModelEntry entry = *shown;
        entry.verifying = fraction;
        entry.verified = outcome.isEmpty() ? entry.verified : outcome;
        page_.model().put(entry);
    }
}

void ModelShelf::refresh() {
    using State = EngineController::State;
    const bool loaded = engine_.isLoaded();
    page_.model().setLoaded(loaded ? QFileInfo(engine_.modelPath()).absoluteFilePath() : QString());
    const bool writing = engine_.state() == State::generating;
    page_.setLoadAllowed(!writing, writing ? tr("Stop writing first") : QString());
}

void ModelShelf::save() {
    settings_.setModels(known_);
}

} // namespace spillway
