#pragma once

#include <QString>

#include <vector>

namespace spillway {

/// A stretch of text with one owner: the user, or the model in one of the document's generations.
struct TextSpan {
    qsizetype length = 0;
    int generation = 0; ///< 0: the user's words; else the number of the generation that wrote them

    [[nodiscard]] bool byModel() const { return generation > 0; }
    bool operator==(const TextSpan &) const = default;
};

/// Text that knows who wrote what. Lengths and positions count UTF-16 units, as in QString and QTextDocument.
/// Spans cover the text without gaps; neighbours have different owners. A plain value.
class OwnedText {
  public:
    OwnedText() = default;
    OwnedText(QString text, int generation);
    /// Throws Error(damaged) where the spans do not cover the text exactly.
    OwnedText(QString text, const std::vector<TextSpan> &spans);

    [[nodiscard]] const QString &text() const { return text_; }
    [[nodiscard]] const std::vector<TextSpan> &spans() const { return spans_; }
    [[nodiscard]] qsizetype size() const { return text_.size(); }
    [[nodiscard]] bool isEmpty() const { return text_.isEmpty(); }

    /// [position, position + length), cut to what is there.
    [[nodiscard]] OwnedText mid(qsizetype position, qsizetype length) const;
    /// Puts `with` in the place of [position, position + removed).
    void replace(qsizetype position, qsizetype removed, const OwnedText &with);

    /// From the first to the last word of a generation, the user's edits between them included.
    struct Range {
        qsizetype begin = 0;
        qsizetype end = 0;
        [[nodiscard]] bool isEmpty() const { return begin == end; }
    };
    [[nodiscard]] Range rangeOf(int generation) const;

    bool operator==(const OwnedText &) const = default;

  private:
    void append(const TextSpan &span);

    QString text_;
    std::vector<TextSpan> spans_;
};

/// Text as a QTextDocument can hold it, so that positions agree everywhere: every kind of line end is one '\n',
/// and characters that QTextDocument keeps for itself become U+FFFD.
QString normalisedText(QString text);

/// Words as a writer counts them: stretches without white space.
std::size_t wordCount(const QString &text);

} // namespace spillway
