#include "frame/status_line.h"

#include "format.h"
#include "theme.h"

#include <QLabel>

#include <cmath>

namespace spillway {

StatusLine::StatusLine(QWidget *parent)
    : QStatusBar(parent), read_mode_(new QLabel), free_(new QLabel), saved_(new QLabel),
      temperatures_(new QLabel) {
    setObjectName("statusBar");
    setSizeGripEnabled(false);
    for (QLabel *label : {read_mode_, free_, saved_, temperatures_}) {
        label->setFont(Theme::smallFont(font()));
        label->setForegroundRole(QPalette::PlaceholderText);
        label->setContentsMargins(8, 0, 8, 0);
    }
    read_mode_->setObjectName("readMode");
    saved_->setObjectName("savedTime");
    addWidget(read_mode_);
    addWidget(free_);
    addWidget(saved_);
    addPermanentWidget(temperatures_);
    read_mode_->hide();
    clock_.setInterval(1000);
    connect(&clock_, &QTimer::timeout, this, &StatusLine::updateSaved);
    clock_.start();
}

void StatusLine::setReadMode(const QString &mode) {
    // The engine tells it in English: "direct reads through io_uring".
    const bool direct = mode.startsWith("direct");
    read_mode_->setText(direct ? tr("Direct reads on") : tr("Reads through the file cache"));
    read_mode_->setToolTip(mode);
    read_mode_->setVisible(!mode.isEmpty());
}

void StatusLine::setFree(std::uint64_t ram, const std::optional<Storage> &storage) {
    QString text = tr("Free: RAM %1").arg(bytesText(ram));
    if (storage && storage->size > 0) {
        text += tr(", drive %1").arg(bytesText(storage->free));
    }
    free_->setText(text);
}

void StatusLine::setSaved(const QDateTime &when) {
    saved_at_ = when;
    updateSaved();
}

void StatusLine::setSaveFailed() {
    saved_at_ = {};
    saved_->setText(tr("Text not saved"));
}

void StatusLine::updateSaved() {
    if (!saved_at_.isValid()) {
        return;
    }
    const qint64 seconds = saved_at_.secsTo(QDateTime::currentDateTime());
    saved_->setText(
        seconds < 2 ? tr("Text saved")
        : seconds < 3600
            ? tr("Text saved %1 ago").arg(secondsText(static_cast<double>(seconds)))
            : tr("Text saved at %1").arg(QLocale().toString(saved_at_.time(), QLocale::ShortFormat)));
}

void StatusLine::setTemperatures(const std::vector<Temperature> &temperatures) {
    QStringList texts;
    const std::pair<Temperature::Of, QString> shown[] = {{Temperature::Of::drive, tr("Drive")},
                                                         {Temperature::Of::gpu, tr("GPU")},
                                                         {Temperature::Of::processor, tr("Processor")}};
    for (const auto &[of, name] : shown) {
        double warmest = -1;
        for (const Temperature &temperature : temperatures) {
            warmest = temperature.of == of ? std::max(warmest, temperature.celsius) : warmest;
        }
        if (warmest > 0) {
            texts << tr("%1 %2 °C").arg(name).arg(std::lround(warmest));
        }
    }
    temperatures_->setText(texts.join(QStringLiteral("    ")));
}

} // namespace spillway
