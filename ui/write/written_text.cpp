#include "write/written_text.h"

#include <algorithm>
#include <ranges>

namespace spillway {

namespace {

constexpr std::size_t most_steps = 1000;

bool isTyping(const TextChange &change) {
    return change.removed.isEmpty() && change.inserted.size() <= 2; // 2: one character outside the BMP
}

bool isErasing(const TextChange &change) {
    return change.inserted.isEmpty() && change.removed.size() <= 2;
}

bool beginsWord(const QString &before, const QString &next) {
    return before.back().isSpace() && !next.front().isSpace();
}

} // namespace

void WrittenText::edit(qsizetype position, qsizetype removed, const QString &inserted) {
    TextChange change{position, content_.mid(position, removed), OwnedText(inserted, 0)};
    content_.replace(position, removed, change.inserted);
    redo_.clear();
    if (generation_ && position < generation_->position) {
        if (position + removed <= generation_->position) {
            generation_->position += inserted.size() - removed;
        } else {
            generation_->position = position;
            generation_->broken = true;
        }
    }
    if (!mergeTyping(change)) {
        record({0, {std::move(change)}});
    }
}

/// Letters typed, or erased, one after another are one step, word by word.
bool WrittenText::mergeTyping(const TextChange &change) {
    if (undo_.empty() || undo_.back().generation != 0) {
        return false;
    }
    TextChange &last = undo_.back().changes.back();
    if (isTyping(change) && last.removed.isEmpty() && last.position + last.inserted.size() == change.position &&
        !beginsWord(last.inserted.text(), change.inserted.text())) {
        last.inserted.replace(last.inserted.size(), 0, change.inserted);
        return true;
    }
    if (isErasing(change) && last.inserted.isEmpty()) {
        if (change.position + change.removed.size() == last.position) { // backspace
            last.removed.replace(0, 0, change.removed);
            last.position = change.position;
            return true;
        }
        if (change.position == last.position) { // delete
            last.removed.replace(last.removed.size(), 0, change.removed);
            return true;
        }
    }
    return false;
}

void WrittenText::record(Step step) {
    undo_.push_back(std::move(step));
    if (undo_.size() > most_steps && !generation_) {
        undo_.erase(undo_.begin());
    }
}

TextChange WrittenText::beginGeneration(int number, qsizetype position, qsizetype replaced) {
    redo_.clear();
    generation_ = Generation{number, position, 0, false};
    TextChange removal{position, content_.mid(position, replaced), {}};
    content_.replace(position, replaced, {});
    startStep();
    if (!removal.removed.isEmpty()) {
        auto &changes = undo_.back().changes;
        changes.insert(changes.begin(), removal);
    }
    return removal;
}

void WrittenText::startStep() {
    generation_->step = undo_.size();
    generation_->broken = false;
    record({generation_->number, {{generation_->position, {}, {}}}});
}

TextChange WrittenText::appendGenerated(const QString &text) {
    if (generation_->broken) {
        startStep();
    }
    const OwnedText words(text, generation_->number);
    TextChange &insertion = undo_[generation_->step].changes.back();
    shiftLaterSteps(words.size());
    insertion.inserted.replace(insertion.inserted.size(), 0, words);
    const qsizetype position = generation_->position;
    content_.replace(position, 0, words);
    generation_->position += words.size();
    return {position, {}, words};
}

/// What was typed since the generation began is recorded for the text without the words that come now: moved to
/// where it would have happened had they been there already, so that undoing step by step stays exact.
void WrittenText::shiftLaterSteps(qsizetype length) {
    const TextChange &insertion = undo_[generation_->step].changes.back();
    qsizetype place = insertion.position + insertion.inserted.size();
    for (std::size_t i = generation_->step + 1; i < undo_.size(); ++i) {
        for (TextChange &change : undo_[i].changes) {
            if (change.position >= place) {
                change.position += length;
            } else {
                place += change.inserted.size() - change.removed.size();
            }
        }
    }
}

void WrittenText::endGeneration() {
    if (!generation_) {
        return;
    }
    // A generation that wrote nothing leaves no step behind.
    const auto step = undo_.begin() + static_cast<std::ptrdiff_t>(generation_->step);
    if (step->changes.size() == 1 && step->changes.front().inserted.isEmpty()) {
        undo_.erase(step);
    }
    generation_.reset();
}

std::optional<qsizetype> WrittenText::generationPosition() const {
    return generation_ ? std::optional(generation_->position) : std::nullopt;
}

std::vector<TextChange> WrittenText::undo() {
    std::vector<TextChange> shown;
    if (!canUndo()) {
        return shown;
    }
    Step step = std::move(undo_.back());
    undo_.pop_back();
    for (const TextChange &change : step.changes | std::views::reverse) {
        content_.replace(change.position, change.inserted.size(), change.removed);
        shown.push_back({change.position, change.inserted, change.removed});
    }
    redo_.push_back(std::move(step));
    return shown;
}

std::vector<TextChange> WrittenText::redo() {
    if (!canRedo()) {
        return {};
    }
    Step step = std::move(redo_.back());
    redo_.pop_back();
    for (const TextChange &change : step.changes) {
        content_.replace(change.position, change.removed.size(), change.inserted);
    }
    std::vector<TextChange> shown = step.changes;
    undo_.push_back(std::move(step));
    return shown;
}

} // namespace spillway
