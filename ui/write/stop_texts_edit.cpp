#include "write/stop_texts_edit.h"

#include "icons.h"

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QToolButton>
#include <QVBoxLayout>

namespace spillway {

StopTextsEdit::StopTextsEdit(QWidget *parent) : QWidget(parent), field_(new QLineEdit), list_(new QVBoxLayout) {
    field_->setObjectName("stopText");
    field_->setPlaceholderText(tr("a text, \\n for a line end"));
    field_->setAccessibleName(tr("Stop at this text"));
    auto *add = new QToolButton;
    add->setIcon(icon("plus"));
    add->setToolTip(tr("Add this text"));
    add->setAccessibleName(add->toolTip());
    auto *row = new QHBoxLayout;
    row->setSpacing(4);
    row->addWidget(field_, 1);
    row->addWidget(add);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(4);
    list_->setSpacing(4);
    column->addLayout(list_);
    column->addLayout(row);
    connect(field_, &QLineEdit::returnPressed, this, &StopTextsEdit::add);
    connect(add, &QToolButton::clicked, this, &StopTextsEdit::add);
}

void StopTextsEdit::setTexts(const QStringList &texts) {
    if (texts_ != texts) {
        texts_ = texts;
        rebuild();
    }
}

void StopTextsEdit::rebuild() {
    while (QLayoutItem *item = list_->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
    for (const QString &text : texts_) {
        auto *button = new QToolButton;
        button->setText(escaped(text));
        button->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
        button->setIcon(icon("close"));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setToolTip(tr("Do not stop at this text"));
        connect(button, &QToolButton::clicked, this, [this, text] {
            texts_.removeAll(text);
            rebuild();
            emit edited();
        });
        list_->addWidget(button, 0, Qt::AlignLeft);
    }
}

void StopTextsEdit::add() {
    const QString text = unescaped(field_->text());
    field_->clear();
    if (!text.isEmpty() && !texts_.contains(text)) {
        texts_.append(text);
        rebuild();
        emit edited();
    }
}

QString StopTextsEdit::escaped(const QString &text) {
    QString result = text;
    return result.replace('\\', QLatin1String("\\\\"))
        .replace('\n', QLatin1String("\\n"))
        .replace('\t', QLatin1String("\\t"));
}

QString StopTextsEdit::unescaped(const QString &text) {
    QString result;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            result += text[i];
            continue;
        }
        const QChar next = text[++i];
        result += next == 'n' ? QChar('\n') : next == 't' ? QChar('\t') : next;
    }
    return result;
}

} // namespace spillway
