#include "widgets/context_bar.h"

#include "format.h"
#include "icons.h"
#include "widgets/painting.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <algorithm>

namespace spillway {

/// Ink for what was there, accent for what is new, pale accent for what may come.
class ContextBar::Bar : public QWidget {
  public:
    explicit Bar(QWidget *parent) : QWidget(parent) {
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    }

    void setCounts(const ContextCounts &counts) {
        counts_ = counts;
        update();
    }
    [[nodiscard]] QSize sizeHint() const override { return {220, 12}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {60, 12}; }

  protected:
    void paintEvent(QPaintEvent *) override {
        QPainter painter(this);
        const Theme theme(palette());
        const QRectF frame(0, (height() - 12) / 2, width(), 12);
        painter.fillRect(frame, palette().color(QPalette::Base));
        const double scale = (frame.width() - 2) / static_cast<double>(std::max<std::size_t>(1, counts_.limit));
        QColor coming = theme.colour(Theme::Role::accent);
        coming.setAlphaF(0.3F);
        double at = 0;
        const auto stretch = [&](std::size_t tokens, const QColor &colour) {
            const double left = std::min(at * scale, frame.width() - 2);
            at += static_cast<double>(tokens);
            const double right = std::min(at * scale, frame.width() - 2);
            painter.fillRect(QRectF(frame.left() + 1 + left, frame.top() + 1, right - left, frame.height() - 2),
                             colour);
        };
        stretch(counts_.earlier, theme.colour(Theme::Role::other));
        stretch(counts_.fresh, theme.colour(Theme::Role::accent_text));
        stretch(counts_.coming, coming);
        painter.setPen(palette().color(QPalette::Mid));
        painter.drawRect(frame.adjusted(0.5, 0.5, -0.5, -0.5));
    }

  private:
    ContextCounts counts_;
};

ContextBar::ContextBar(QWidget *parent)
    : QWidget(parent), total_(new QLabel(this)), bar_(new Bar(this)), composition_(new QLabel(this)),
      words_(new QLabel(this)), tokens_(new QToolButton(this)) {
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(8, 4, 8, 4);
    row->setSpacing(8);
    row->addWidget(total_);
    row->addWidget(bar_, 1);
    row->addWidget(composition_, 4);
    row->addWidget(words_);
    row->addWidget(tokens_);
    bar_->setMaximumWidth(220);
    // The composition is the part that may be cut off where the window is narrow.
    composition_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    composition_->setForegroundRole(QPalette::PlaceholderText);
    words_->setForegroundRole(QPalette::PlaceholderText);
    tokens_->setText(tr("Show tokens"));
    tokens_->setIcon(icon(QStringLiteral("tokens")));
    tokens_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    tokens_->setAutoRaise(true);
    tokens_->hide();
    setAccessibleName(tr("Length of the text"));
    connect(tokens_, &QToolButton::clicked, this, &ContextBar::showTokensRequested);
    updateTexts();
}

void ContextBar::setCounts(const ContextCounts &counts) {
    counts_ = counts;
    bar_->setCounts(counts);
    updateTexts();
}

void ContextBar::setNote(const QString &note) {
    note_ = note;
    updateTexts();
}

void ContextBar::setTokensButtonVisible(bool visible) {
    tokens_->setVisible(visible);
}

void ContextBar::updateTexts() {
    const std::size_t used = counts_.earlier + counts_.fresh;
    bar_->setVisible(counts_.limit > 0);
    words_->setText(counts_.words == 1 ? tr("1 word") : tr("%1 words").arg(countText(counts_.words)));
    if (counts_.limit == 0) {
        total_->setText(note_);
        composition_->clear();
        return;
    }
    total_->setText(tr("Text <b>%1</b> of %2 tokens").arg(countText(used), countText(counts_.limit)));
    QStringList parts = {tr("%1 yours and earlier").arg(countText(counts_.earlier))};
    if (counts_.fresh > 0)
        parts << tr("%1 new").arg(countText(counts_.fresh));
    if (counts_.coming > 0)
        parts << tr("up to %1 more").arg(countText(counts_.coming));
    composition_->setText(parts.join(QStringLiteral(", ")));
    bar_->setAccessibleName(composition_->text());
    bar_->setToolTip(composition_->text());
}

} // namespace spillway
