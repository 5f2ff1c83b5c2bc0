#pragma once

#include "write/owned_text.h"

#include <optional>
#include <vector>

namespace spillway {

/// What has to happen to a text that is shown, so that it agrees again: at `position`, `inserted` in place of
/// `removed`.
struct TextChange {
    qsizetype position = 0;
    OwnedText removed;
    OwnedText inserted;
};

/// A text that is being written, by the user and by the model, with undo. A generation is one step however long
/// it took and whatever was typed elsewhere meanwhile. Knows no widget.
class WrittenText {
  public:
    explicit WrittenText(OwnedText content = {}) : content_(std::move(content)) {}

    [[nodiscard]] const OwnedText &content() const { return content_; }

    /// The user replaced `removed` units at `position`. Allowed while a generation runs: what is typed at its
    /// very place stands behind what will come.
    void edit(qsizetype position, qsizetype removed, const QString &inserted);

    /// Generation `number` (from 1) will write at `position`, in place of `replaced` units that follow. The
    /// answer takes those away.
    TextChange beginGeneration(int number, qsizetype position, qsizetype replaced = 0);
    /// The model's next words.
    TextChange appendGenerated(const QString &text);
    void endGeneration();
    /// Where the next word will come, while a generation runs.
    [[nodiscard]] std::optional<qsizetype> generationPosition() const;

    [[nodiscard]] bool canUndo() const { return !generation_ && !undo_.empty(); }
    [[nodiscard]] bool canRedo() const { return !generation_ && !redo_.empty(); }
    /// Not while a generation runs. The changes are to be shown in this order.
    std::vector<TextChange> undo();
    std::vector<TextChange> redo();

  private:
    struct Step {
        int generation = 0; ///< 0: typed
        std::vector<TextChange> changes;
    };
    /// A running generation.
    struct Generation {
        int number = 0;
        qsizetype position = 0;
        std::size_t step = 0; ///< index in undo_
        bool broken = false;  ///< its place was deleted: goes on in a step of its own
    };

    void record(Step step);
    [[nodiscard]] bool mergeTyping(const TextChange &change);
    void shiftLaterSteps(qsizetype length);
    void startStep();

    OwnedText content_;
    std::vector<Step> undo_;
    std::vector<Step> redo_;
    std::optional<Generation> generation_;
};

} // namespace spillway
