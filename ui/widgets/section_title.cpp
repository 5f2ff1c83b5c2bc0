#include "widgets/section_title.h"

#include "theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QStyleOptionButton>

namespace spillway {

SectionTitle::SectionTitle(const QString &title, QWidget *parent)
    : QWidget(parent), title_(new QLabel(title, this)), note_(new QLabel(this)) {
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(10, 4, 8, 5);
    row->addWidget(title_);
    row->addStretch();
    row->addWidget(note_);
    title_->setFont(Theme::boldFont(font()));
    note_->setForegroundRole(QPalette::PlaceholderText);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void SectionTitle::setTexts(const QString &title, const QString &note) {
    title_->setText(title);
    note_->setText(note);
}

void SectionTitle::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    QLinearGradient gradient(0, 0, 0, height());
    gradient.setColorAt(0, palette().color(QPalette::Midlight));
    gradient.setColorAt(1, palette().color(QPalette::Button));
    painter.fillRect(rect(), gradient);
    painter.fillRect(0, height() - 1, width(), 1, Theme(palette()).colour(Theme::Role::soft_line));
}

SeparatorLine::SeparatorLine(QWidget *parent) : QWidget(parent) {
    setFixedHeight(1);
}

void SeparatorLine::paintEvent(QPaintEvent *) {
    QPainter(this).fillRect(rect(), Theme(palette()).colour(Theme::Role::line));
}

PrimaryButton::PrimaryButton(const QString &text, QWidget *parent) : QPushButton(text, parent) {
    setFont(Theme::boldFont(font()));
}

/// Painted here, as Fusion would make the accent paler and its words hard to read.
void PrimaryButton::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool enabled = isEnabled();
    QColor fill = palette().color(enabled ? QPalette::Active : QPalette::Disabled, QPalette::Highlight);
    if (enabled && isDown())
        fill = fill.darker(115);
    else if (enabled && underMouse())
        fill = fill.darker(106);
    if (!enabled)
        fill.setAlphaF(0.35F);
    const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawRoundedRect(frame, 3, 3);
    const QColor words = palette().color(enabled ? QPalette::HighlightedText : QPalette::WindowText);
    if (hasFocus()) {
        painter.setPen(QPen(words, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(frame.adjusted(2, 2, -2, -2), 2, 2);
    }
    QStyleOptionButton option;
    initStyleOption(&option);
    option.palette.setColor(QPalette::ButtonText, words);
    style()->drawControl(QStyle::CE_PushButtonLabel, &option, &painter, this);
}

} // namespace spillway
