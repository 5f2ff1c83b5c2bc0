#pragma once

#include "engine/engine_controller.h"
#include "history/document.h"
#include "write/document_editor.h"

#include <QObject>
#include <QTimer>

#include <set>

namespace spillway {

class HistoryWriter;
class WritePage;

/// Moves words between the page, the engine and the store. A prompt is saved before it is sent; what comes is
/// saved at most a second later; a generation writes into the document that it began in, whichever is shown.
class GenerationFlow : public QObject {
    Q_OBJECT
  public:
    GenerationFlow(WritePage &page, EngineController &engine, HistoryWriter &history,
                   QObject *parent = nullptr);

    /// Begins to write in the document that is shown.
    void start(Placement placement);
    /// Obeyed at any moment after start().
    void stop();
    /// Takes back the last step of the document that is shown; a generation that runs there is ended first.
    void undo();
    /// The document into which a generation writes or is about to; 0 where none does.
    [[nodiscard]] qint64 document() const { return document_; }
    /// Saves now what is not saved yet.
    void saveAll();

  signals:
    /// document() changed.
    void changed();
    void ended(qint64 document, const spillway::GenerationRecord &record);
    /// It did not end by itself or by a stop.
    void failed(qint64 document, const spillway::Failure &failure);
    /// It ended because the context of the plan is full.
    void contextFull(std::size_t context);

  private:
    [[nodiscard]] GenerationRecord makeRecord(const GenerationSettings &settings) const;
    void send();
    void receive(qint64 document, const EventBatch &batch);
    void showNote(const SweepProgress &sweep);
    void finish(qint64 document, const GenerationOutcome &outcome);
    void fail(qint64 document, const Failure &failure);
    void end(DocumentEditor &editor, const QString &how);
    void documentEdited(qint64 document);
    void save(DocumentEditor &editor);
    void count();
    void showCounts();

    WritePage &page_;
    EngineController &engine_;
    HistoryWriter &history_;
    qint64 document_ = 0;
    GenerationTask task_; ///< waits for its prompt to be saved, or runs
    bool sent_ = false;   ///< the engine has the task
    bool undo_after_ = false;
    std::size_t fresh_ = 0;     ///< tokens of the running or last generation
    std::size_t before_ = 0;    ///< tokens that stood in the text before it
    qint64 fresh_document_ = 0; ///< that these are about
    std::set<qint64> unsaved_;
    QTimer save_timer_;
    QTimer count_timer_;
    qsizetype counted_ = 0;
    qint64 counted_document_ = 0;
};

} // namespace spillway
