#include "widgets/message_bar.h"

#include "icons.h"
#include "theme.h"
#include "widgets/section_title.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace spillway {

namespace {

Theme::Role roleOf(Message::Kind kind) {
    switch (kind) {
    case Message::Kind::done:
        return Theme::Role::done;
    case Message::Kind::information:
        return Theme::Role::accent_text;
    case Message::Kind::warning:
        return Theme::Role::warning;
    case Message::Kind::error:
        return Theme::Role::error;
    }
    return Theme::Role::accent_text;
}

QString symbolOf(Message::Kind kind) {
    switch (kind) {
    case Message::Kind::done:
        return QStringLiteral("check");
    case Message::Kind::information:
        return QStringLiteral("info");
    default:
        return QStringLiteral("warning");
    }
}

QLabel *makeText(QWidget *parent) {
    auto *label = new QLabel(parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText); // file names may contain anything
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    return label;
}

} // namespace

Message messageFrom(const Error &error, const QString &id) {
    Message message;
    message.kind = Message::Kind::error;
    message.id = id;
    message.headline = QString::fromStdString(error.message());
    message.text = QString::fromStdString(error.hint());
    return message;
}

MessageBar::MessageBar(QWidget *parent)
    : QFrame(parent), symbol_(new QLabel(this)), headline_(makeText(this)), text_(makeText(this)),
      details_(makeText(this)), buttons_{new PrimaryButton(QString(), this), new QPushButton(this)},
      details_button_(new QPushButton(tr("Details"), this)), copy_(new QPushButton(tr("Copy"), this)),
      close_(new QToolButton(this)) {
    setObjectName(QStringLiteral("messageBar"));
    close_->setAutoRaise(true);
    close_->setIcon(icon(QStringLiteral("close")));
    close_->setToolTip(tr("Close this message"));
    close_->setAccessibleName(close_->toolTip());
    details_button_->setCheckable(true);
    copy_->setIcon(icon(QStringLiteral("copy")));

    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(symbol_);
    head->addWidget(headline_, 1);
    head->addWidget(close_, 0, Qt::AlignTop);
    auto *actions = new QHBoxLayout;
    actions->setSpacing(6);
    for (QPushButton *button : {buttons_[0], buttons_[1], details_button_, copy_})
        actions->addWidget(button);
    actions->addStretch();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 8, 8, 8);
    column->setSpacing(4);
    column->addLayout(head);
    column->addWidget(text_);
    column->addWidget(details_);
    column->addLayout(actions);

    for (int i = 0; i < 2; ++i)
        connect(buttons_[i], &QPushButton::clicked, this, [this, i] { take(i); });
    connect(close_, &QToolButton::clicked, this, [this] { take(-1); });
    connect(details_button_, &QPushButton::toggled, this, [this](bool on) {
        details_->setVisible(on);
        copy_->setVisible(on);
    });
    connect(copy_, &QPushButton::clicked, this, &MessageBar::copyDetails);
    hide();
}

void MessageBar::post(const Message &message) {
    std::erase_if(messages_, [&](const Message &other) { return other.id == message.id; });
    // Behind those that are as serious or more, in front of the rest.
    const auto place =
        std::ranges::find_if(messages_, [&](const Message &other) { return other.kind < message.kind; });
    messages_.insert(place, message);
    showCurrent();
}

void MessageBar::withdraw(const QString &id) {
    if (std::erase_if(messages_, [&](const Message &message) { return message.id == id; }) > 0)
        showCurrent();
}

const Message *MessageBar::current() const {
    return messages_.empty() ? nullptr : &messages_.front();
}

void MessageBar::take(int button) {
    if (messages_.empty())
        return;
    const QString id = messages_.front().id;
    messages_.erase(messages_.begin());
    showCurrent();
    if (button < 0)
        emit closed(id);
    else
        emit buttonClicked(id, button);
}

void MessageBar::copyDetails() {
    const Message *message = current();
    if (message)
        QGuiApplication::clipboard()->setText(
            QStringList{message->headline, message->text, message->details}.join(QLatin1Char('\n')));
}

void MessageBar::showCurrent() {
    const Message *message = current();
    setVisible(message != nullptr);
    if (!message)
        return;
    const QColor colour = Theme(palette()).colour(roleOf(message->kind));
    const int side = headline_->fontMetrics().height();
    symbol_->setFixedSize(side, side);
    symbol_->setPixmap(icon(symbolOf(message->kind), colour).pixmap(QSize(side, side), devicePixelRatioF()));
    QPalette tinted = palette();
    tinted.setColor(QPalette::WindowText, colour);
    headline_->setPalette(tinted);
    headline_->setFont(Theme::boldFont(font()));
    headline_->setText(message->headline);
    text_->setText(message->text);
    text_->setVisible(!message->text.isEmpty());
    for (qsizetype i = 0; i < 2; ++i) {
        buttons_[i]->setVisible(i < message->buttons.size());
        buttons_[i]->setText(message->buttons.value(i));
    }
    details_->setText(message->details);
    details_button_->setVisible(!message->details.isEmpty());
    details_button_->setChecked(false);
    details_->hide();
    copy_->hide();
    setAccessibleName(message->headline + QLatin1Char(' ') + message->text);
    update();
}

void MessageBar::paintEvent(QPaintEvent *) {
    const Message *message = current();
    if (!message)
        return;
    QPainter painter(this);
    const Theme theme(palette());
    painter.fillRect(rect(), palette().color(QPalette::Base));
    painter.setPen(theme.colour(Theme::Role::line));
    painter.drawLine(0, height() - 1, width(), height() - 1);
    painter.fillRect(0, 0, 4, height(), theme.colour(roleOf(message->kind)));
}

void MessageBar::changeEvent(QEvent *event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        showCurrent();
}

void MessageBar::keyPressEvent(QKeyEvent *event) {
    if (event->key() == Qt::Key_Escape)
        take(-1);
    else
        QFrame::keyPressEvent(event);
}

} // namespace spillway
