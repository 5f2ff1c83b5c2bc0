// What the window does at its start: bring the texts back, open a model, and answer the messages about it.

#include "engine/engine_controller.h"
#include "format.h"
#include "frame/load_flow.h"
#include "history/history_writer.h"
#include "main_window.h"
#include "pages/write_page.h"
#include "widgets/message_bar.h"
#include "write/generation_flow.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QUrl>

namespace spillway {

namespace {

constexpr int most_closed = 10;

} // namespace

/// What was written comes first: before anything else can go wrong.
void MainWindow::restoreTexts() {
    const std::filesystem::path file = settings_.historyFile();
    LastRun last;
    for (bool fresh = false;; fresh = true) {
        try {
            last = readTexts(file);
            break;
        } catch (const Error &error) {
            Message message = messageFrom(error, "history");
            const bool damaged = !fresh && error.code() == ErrorCode::damaged;
            if (damaged) {
                const QString aside = QString::fromStdString(moveDamagedStore(file).string());
                message.text = tr("It was moved to %1 and a new one begun.").arg(aside);
            }
            messages_->post(message);
            if (!damaged) {
                break;
            }
        }
    }
    history_ = std::make_unique<HistoryWriter>(file);
    const bool restored = !write_->documents().empty();
    if (!restored) {
        write_->openNew(tr("Once upon a time there was a lighthouse that"));
    }
    generation_ = new GenerationFlow(*write_, *engine_, *history_, this);
    for (const DocumentEditor *editor : write_->editors()) {
        history_->save(editor->snapshot(), std::nullopt);
    }
    history_->setOpen(write_->documents());
    if (restored && !last.clean) {
        tellRestored(last);
    }
}

/// Opens the texts that were open. A generation that ran when the program ended counts as interrupted.
LastRun MainWindow::readTexts(const std::filesystem::path &file) {
    HistoryStore store(file);
    const LastRun last = store.beginRun();
    for (const qint64 id : store.openDocuments()) {
        Document document = store.load(id);
        for (GenerationRecord &generation : document.generations) {
            if (generation.finish.isEmpty()) {
                generation.finish = QStringLiteral("interrupted");
                store.save(id, generation);
                unfinished_ = {id, generation.token_ids.size()};
            }
        }
        write_->open(document);
    }
    for (const HistoryStore::Entry &entry : store.closedDocuments(most_closed)) {
        closed_.push_back(store.load(entry.id));
    }
    return last;
}

void MainWindow::tellRestored(const LastRun &last) {
    const DocumentEditor *unfinished = write_->editor(unfinished_.document);
    const DocumentEditor *editor = unfinished != nullptr ? unfinished : write_->current();
    Message message;
    message.kind = Message::Kind::done;
    message.id = restored_id;
    message.headline = tr("Your text “%1” is back").arg(editor->shownTitle());
    message.text = tr("Spillway ended unexpectedly; the last words were saved at %1.")
                       .arg(QLocale().toString(last.saved, QLocale::ShortFormat));
    if (unfinished_.tokens > 0) {
        message.text +=
            QLatin1Char(' ') + tr("%1 finished tokens were saved.").arg(countText(unfinished_.tokens));
        message.buttons << tr("Go on with token %1").arg(countText(unfinished_.tokens + 1));
    }
    message.buttons << tr("Close");
    messages_->post(message);
}

/// A button of a message that the window itself has posted.
void MainWindow::answer(const QString &id, int button) {
    if (id == context_id) {
        showPage(Page::placement);
    } else if (id == no_model_id) {
        showPage(Page::models);
    } else if (id == exported_id) {
        QDesktopServices::openUrl(settings_.value("last_export_folder").toUrl());
    } else if (id == restored_id && button == 0 && unfinished_.tokens > 0) {
        showPage(Page::write);
        write_->bringToFront(unfinished_.document);
        generation_->start(Placement::onward);
    }
}

void MainWindow::openFirstModel(const std::optional<QString> &model) {
    const QString demo = QString::fromStdString(settings_.demoModel().string());
    QString path = model.value_or(settings_.lastModel());
    if (path.isEmpty() || (!model && !QFileInfo::exists(path))) {
        path = demo;
    }
    if (!model && !QFileInfo::exists(path)) {
        messages_->post({Message::Kind::information,
                         no_model_id,
                         tr("No model is here yet"),
                         tr("Drop a GGUF file on the window, or choose one."),
                         {tr("Choose a model")},
                         {}});
        return;
    }
    load_->open(QFileInfo(path).absoluteFilePath());
}

void MainWindow::writeWith(const QString &path) {
    messages_->withdraw(no_model_id);
    const bool same = engine_->model() != nullptr && QFileInfo(path) == QFileInfo(engine_->modelPath());
    if (!same) {
        load_->open(QFileInfo(path).absoluteFilePath());
    } else if (!engine_->isLoaded()) {
        load_->load();
    }
    showPage(Page::write);
}

} // namespace spillway
