#include "write/generation_flow.h"

#include "format.h"
#include "history/history_writer.h"
#include "pages/write_page.h"
#include "widgets/context_bar.h"
#include "write/chat_pane.h"
#include "write/notebook_edit.h"

#include <QAction>
#include <QRandomGenerator>

namespace spillway {

namespace {

constexpr int save_interval_ms = 800;
constexpr int count_delay_ms = 200;
constexpr double slow_seconds = 0.5; ///< from here on a sweep is worth a note beside the text
constexpr int seeds = 1'000'000;     ///< short enough to be read out

std::vector<std::string> utf8(const QStringList &texts) {
    std::vector<std::string> result;
    for (const QString &text : texts) {
        result.push_back(text.toStdString());
    }
    return result;
}

QString finishName(Finish finish) {
    const std::string_view name = finish_name(finish);
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

} // namespace

GenerationFlow::GenerationFlow(WritePage &page, EngineController &engine, HistoryWriter &history,
                               QObject *parent)
    : QObject(parent), page_(page), engine_(engine), history_(history) {
    save_timer_.setSingleShot(true);
    save_timer_.setInterval(save_interval_ms);
    count_timer_.setSingleShot(true);
    count_timer_.setInterval(count_delay_ms);
    connect(&save_timer_, &QTimer::timeout, this, &GenerationFlow::saveAll);
    connect(&count_timer_, &QTimer::timeout, this, &GenerationFlow::count);
    connect(&page_, &WritePage::edited, this, &GenerationFlow::documentEdited);
    connect(&page_, &WritePage::currentChanged, this, [this] { count_timer_.start(); });
    connect(&page_, &WritePage::openDocumentsChanged, this, [this] {
        if (DocumentEditor *editor = page_.current()) {
            save(*editor); // a new one must be in the store before its tab is
        }
        history_.setOpen(page_.documents());
    });
    connect(&page_, &WritePage::closing, this, [this](const Document &document) {
        unsaved_.erase(document.id);
        history_.save(document, {});
    });
    connect(&engine_, &EngineController::batch, this, &GenerationFlow::receive);
    connect(&engine_, &EngineController::generated, this, &GenerationFlow::finish);
    connect(&engine_, &EngineController::generationFailed, this, &GenerationFlow::fail);
    connect(&engine_, &EngineController::loaded, this, [this] { count_timer_.start(); });
    connect(&engine_, &EngineController::unloaded, this, [this] { count_timer_.start(); });
    connect(&engine_, &EngineController::tokensCounted, this, [this](qint64 document, qsizetype tokens) {
        counted_document_ = document;
        counted_ = tokens;
        showCounts();
    });
    const WriteActions &actions = page_.actions();
    connect(actions.generate, &QAction::triggered, this, [this] { start(Placement::at_cursor); });
    connect(actions.go_on, &QAction::triggered, this, [this] { start(Placement::onward); });
    connect(actions.regenerate, &QAction::triggered, this, [this] { start(Placement::again); });
    connect(actions.undo, &QAction::triggered, this, &GenerationFlow::undo);
}

GenerationRecord GenerationFlow::makeRecord(const GenerationSettings &settings) const {
    GenerationRecord record;
    record.started = QDateTime::currentDateTime();
    record.sampling = settings.sampling;
    record.max_tokens = static_cast<std::size_t>(settings.max_tokens);
    record.stop_texts = settings.stop_texts;
    const std::string_view program = version();
    record.program_version = QString::fromUtf8(program.data(), static_cast<qsizetype>(program.size()));
    const Plan &plan = *engine_.loadedPlan();
    const std::string_view numerics = numerics_name(plan.numerics);
    record.numerics = QString::fromLatin1(numerics.data(), static_cast<qsizetype>(numerics.size()));
    record.model_name = QString::fromStdString(plan.model_name);
    record.model_path = engine_.modelPath();
    record.header_hash = plan.header_hash;
    for (const FileIdentity &file : engine_.model()->description.files) {
        record.model_bytes += file.size;
    }
    record.context = plan.context;
    record.threads = plan.threads;
    record.ram_budget = plan.tier(Tier::ram).budget;
    record.plan_summary = fitLabel(fitOf(plan)) + QStringLiteral("; ") + predictedSpeedText(plan.prediction);
    return record;
}

void GenerationFlow::start(Placement placement) {
    DocumentEditor *editor = page_.current();
    if (editor == nullptr || document_ != 0 || engine_.state() != EngineController::State::ready ||
        !editor->canGenerate(placement)) {
        return;
    }
    GenerationSettings settings = editor->settings();
    if (settings.random_seed) {
        settings.sampling.seed = static_cast<std::uint64_t>(QRandomGenerator::global()->bounded(seeds));
        editor->setSettings(settings);
        page_.showSettings();
    }
    task_ = {.text = editor->prompt(placement).toStdString(),
             .parse_special = editor->mode() == WriteMode::chat,
             .sampling = settings.sampling,
             .max_tokens = static_cast<std::size_t>(settings.max_tokens),
             .stop_texts = utf8(settings.stop_texts)};
    document_ = editor->id();
    fresh_document_ = document_;
    before_ = counted_document_ == document_ ? static_cast<std::size_t>(counted_) : 0;
    fresh_ = 0;
    sent_ = false;
    undo_after_ = false;
    const GenerationRecord &record = editor->begin(placement, makeRecord(settings));
    unsaved_.erase(document_);
    emit changed();
    history_.save(editor->snapshot(), record, [this, document = document_](bool) {
        // Where saving failed that was told; the words are still wanted.
        if (document == document_ && !sent_) {
            send();
        }
    });
}

void GenerationFlow::send() {
    sent_ = true;
    engine_.generate(document_, task_);
}

void GenerationFlow::stop() {
    if (document_ != 0 && !sent_) {
        sent_ = true; // not any more
        fail(document_, {Error(ErrorCode::interrupted, "Stopped before it began."), {}});
        return;
    }
    engine_.stop();
}

void GenerationFlow::undo() {
    DocumentEditor *editor = page_.current();
    if (editor == nullptr) {
        return;
    }
    if (editor->id() == document_) {
        undo_after_ = true;
        stop();
        return;
    }
    editor->notebook().undoStep();
}

void GenerationFlow::receive(qint64 document, const EventBatch &batch) {
    DocumentEditor *editor = document != 0 ? page_.editor(document) : nullptr;
    if (editor == nullptr || document != document_) {
        return;
    }
    if (!batch.tokens.empty()) {
        std::vector<int> ids;
        std::string text;
        for (const TokenEvent &token : batch.tokens) {
            ids.push_back(token.id);
            text += token.text; // whole characters each
        }
        fresh_ += ids.size();
        editor->append(ids, QString::fromStdString(text));
        showCounts();
    }
    if (batch.sweep) {
        if (batch.sweep->phase == SweepPhase::prompt) {
            before_ = batch.sweep->tokens;
        }
        showNote(*batch.sweep);
    }
}

void GenerationFlow::showNote(const SweepProgress &sweep) {
    DocumentEditor *editor = page_.editor(document_);
    QString note;
    if (sweep.seconds_left >= slow_seconds) {
        note = sweep.phase == SweepPhase::prompt
                   ? tr("reading your text, %1 left").arg(secondsText(sweep.seconds_left))
                   : tr("next word in %1").arg(secondsText(sweep.seconds_left));
    }
    editor->notebook().setNextWordNote(note);
}

void GenerationFlow::finish(qint64 document, const GenerationOutcome &outcome) {
    DocumentEditor *editor = page_.editor(document);
    if (editor == nullptr || document != document_) {
        return;
    }
    GenerationRecord *record = editor->running();
    const GeneratedVariant &variant = outcome.result.variants.front();
    // What was held back because a stop text might have begun comes with the result.
    const QString whole = QString::fromStdString(variant.text);
    if (whole.startsWith(record->text)) {
        editor->append({}, whole.mid(record->text.size()));
    }
    record->prompt_ids = outcome.prompt_ids;
    record->token_ids = variant.tokens;
    record->prefill_seconds = outcome.result.prefill_seconds;
    record->decode_seconds = outcome.result.decode_seconds;
    record->prefill_tokens = outcome.result.prefill_tokens;
    record->decode_tokens = outcome.result.decode_tokens;
    record->disk_bytes = outcome.result.disk_bytes;
    before_ = outcome.prompt_ids.size();
    const std::size_t context = record->context;
    end(*editor, finishName(variant.finish));
    if (variant.finish == Finish::context) {
        emit contextFull(context);
    }
}

void GenerationFlow::fail(qint64 document, const Failure &failure) {
    DocumentEditor *editor = page_.editor(document);
    if (editor == nullptr || document != document_) {
        return;
    }
    end(*editor, failure.interrupted() ? QStringLiteral("interrupted") : QStringLiteral("failed"));
    if (!failure.interrupted()) {
        emit failed(document, failure);
    }
}

void GenerationFlow::end(DocumentEditor &editor, const QString &how) {
    editor.running()->finish = how;
    const GenerationRecord record = *editor.running();
    editor.end();
    if (std::exchange(undo_after_, false)) {
        editor.notebook().undoStep();
    }
    document_ = 0;
    unsaved_.erase(editor.id());
    history_.save(editor.snapshot(), record);
    emit ended(editor.id(), record);
    emit changed();
    count_timer_.start();
}

void GenerationFlow::documentEdited(qint64 document) {
    unsaved_.insert(document);
    if (!save_timer_.isActive()) {
        save_timer_.start();
    }
    if (document != document_) {
        count_timer_.start();
    }
}

void GenerationFlow::save(DocumentEditor &editor) {
    const GenerationRecord *running = editor.running();
    history_.save(editor.snapshot(), running != nullptr ? std::optional(*running) : std::nullopt);
}

void GenerationFlow::saveAll() {
    for (const qint64 document : std::exchange(unsaved_, {})) {
        if (DocumentEditor *editor = page_.editor(document)) {
            save(*editor);
        }
    }
}

/// On the engine's second thread: counting takes the tokenizer.
void GenerationFlow::count() {
    const DocumentEditor *editor = page_.current();
    if (editor == nullptr) {
        return;
    }
    if (engine_.isLoaded() && editor->id() != document_) {
        engine_.countTokens(editor->id(), editor->countedText(), editor->mode() == WriteMode::chat);
    }
    showCounts();
}

void GenerationFlow::showCounts() {
    const DocumentEditor *editor = page_.current();
    if (editor == nullptr) {
        return;
    }
    ContextCounts counts;
    counts.words = wordCount(editor->countedText());
    if (engine_.isLoaded()) {
        counts.limit = engine_.loadedPlan()->context;
        const bool here = fresh_document_ == editor->id();
        counts.fresh = here ? fresh_ : 0;
        if (editor->id() == document_) {
            counts.earlier = before_;
            counts.coming = task_.max_tokens > fresh_ ? task_.max_tokens - fresh_ : 0;
        } else if (counted_document_ == editor->id()) {
            const auto total = static_cast<std::size_t>(counted_);
            counts.fresh = std::min(counts.fresh, total);
            counts.earlier = total - counts.fresh;
        }
    }
    page_.contextBar().setCounts(counts);
}

} // namespace spillway
