#pragma once

#include <QRect>
#include <QString>

class QWidget;

namespace spillway {

/// A painted widget that consists of blocks with a meaning, such as one per layer. Whoever derives from QWidget
/// and from this, and calls installBlockAccessibility() in its constructor, is read by screen readers as a list
/// with an item per block.
class BlockSource {
  public:
    virtual ~BlockSource() = default;

    /// What the whole shows now, in one sentence.
    [[nodiscard]] virtual QString summary() const = 0;
    [[nodiscard]] virtual int blockCount() const = 0;
    /// In the widget's coordinates.
    [[nodiscard]] virtual QRect blockRect(int block) const = 0;
    [[nodiscard]] virtual QString blockText(int block) const = 0;
    /// The block at the keyboard cursor; -1: none.
    [[nodiscard]] virtual int currentBlock() const = 0;
    virtual void activateBlock(int block) = 0;
};

/// Registers the interface with Qt; harmless to repeat.
void installBlockAccessibility();
/// Tells screen readers that the cursor has moved to a block.
void announceBlock(QWidget &widget, int block);
/// Tells them that the summary says something new.
void announceSummary(QWidget &widget);

} // namespace spillway
