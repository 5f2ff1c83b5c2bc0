#include "widgets/sweep_strip.h"

#include "format.h"
#include "widgets/painting.h"

#include <QEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPushButton>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace spillway {

namespace {

constexpr int side_margin = 10;
constexpr int frame_margin = 3; ///< what the thick frame takes beyond a block
constexpr int repaint_ms = 40;
constexpr int fast_repaint_ms = 250; ///< numbers that change more often cannot be read
constexpr qint64 announce_ms = 10'000;

} // namespace

SweepStrip::SweepStrip(QWidget *parent)
    : QWidget(parent), first_(new QPushButton(this)), second_(new QPushButton(this)) {
    installBlockAccessibility();
    setObjectName(QStringLiteral("sweepStrip"));
    setAccessibleName(tr("Sweep"));
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    first_->hide();
    second_->hide();
    repaint_.setSingleShot(true);
    connect(&repaint_, &QTimer::timeout, this, qOverload<>(&QWidget::update));
    connect(first_, &QPushButton::clicked, this, [this] {
        switch (state_) {
        case SweepState::loading:
            emit cancelRequested();
            break;
        case SweepState::paused:
            emit resumeRequested();
            break;
        default:
            emit retryRequested();
            break;
        }
    });
    connect(second_, &QPushButton::clicked, this, &SweepStrip::detailsRequested);
    setNoModel();
}

void SweepStrip::setNoModel(const QString &note) {
    status_ = {};
    status_.headline = note.isEmpty() ? tr("No model is loaded. Choose one on the page Models.") : note;
    tiers_.clear();
    layer_bytes_.clear();
    cursor_ = -1;
    setState(SweepState::no_model);
    layOut();
}

void SweepStrip::setPlan(const Plan &plan) {
    status_.model = QString::fromStdString(plan.model_name);
    status_.layers = plan.layers;
    status_.by_tier = layersByTier(plan);
    status_.texts = plan.batch;
    status_.last_seconds = 0;
    status_.average_seconds = 0;
    tiers_.resize(plan.layers);
    layer_bytes_.assign(plan.layers, 0);
    for (std::size_t layer = 0; layer < plan.layers; ++layer)
        tiers_[layer] = plan.layer_tier(static_cast<int>(layer));
    for (const Part &part : plan.parts)
        if (part.layer >= 0 && static_cast<std::size_t>(part.layer) < plan.layers)
            layer_bytes_[static_cast<std::size_t>(part.layer)] += part.bytes;
    cursor_ = std::min(cursor_, static_cast<int>(plan.layers) - 1);
    layOut();
    update();
}

void SweepStrip::setReady() {
    setState(SweepState::ready);
}

void SweepStrip::setLoading(const LoadProgress &progress) {
    status_.load = progress;
    setState(SweepState::loading);
}

void SweepStrip::beginRun(std::size_t texts) {
    status_.texts = std::max<std::size_t>(1, texts);
    status_.last_seconds = 0;
    status_.average_seconds = 0;
    status_.sweep = {};
    update();
}

void SweepStrip::setSweep(const SweepProgress &progress) {
    status_.sweep = progress;
    setState(progress.phase == SweepPhase::prompt ? SweepState::prompt : SweepState::token);
}

void SweepStrip::addSweep(const SweepReport &report, SweepPhase phase) {
    if (phase == SweepPhase::token)
        status_.addTokenSeconds(report.seconds);
    scheduleRepaint();
}

void SweepStrip::setPaused(const QString &headline, const QString &text) {
    status_.headline = headline;
    status_.text = text;
    setState(SweepState::paused);
}

void SweepStrip::setFailed(const Error &error, bool retry) {
    status_.headline = tr("Stopped: %1").arg(QString::fromStdString(error.message()));
    status_.text = QString::fromStdString(error.hint());
    setState(SweepState::failed);
    first_->setVisible(retry);
    layOut();
}

void SweepStrip::setState(SweepState state) {
    const bool changed = state != state_;
    state_ = state;
    if (!changed) {
        scheduleRepaint();
        announce();
        return;
    }
    first_->setText(state == SweepState::loading  ? tr("Cancel  (Esc)")
                    : state == SweepState::paused ? tr("Go on now")
                                                  : tr("Try again"));
    first_->setIcon(QIcon());
    second_->setText(tr("Details…"));
    first_->setVisible(state == SweepState::loading || state == SweepState::paused ||
                       state == SweepState::failed);
    second_->setVisible(state == SweepState::failed);
    layOut();
    announced_.invalidate();
    announce();
    update();
}

void SweepStrip::scheduleRepaint() {
    if (!repaint_.isActive())
        repaint_.start(status_.fast() ? fast_repaint_ms : repaint_ms);
}

void SweepStrip::announce() {
    if (announced_.isValid() && announced_.elapsed() < announce_ms)
        return;
    announced_.start();
    announceSummary(*this);
}

QRect SweepStrip::lineRect() const {
    return {side_margin, 4, width() - 2 * side_margin, std::max(24, fontMetrics().height() + 6)};
}

QRect SweepStrip::blocksRect() const {
    const QRect line = lineRect();
    return {side_margin, line.bottom() + 1 + frame_margin, line.width(), std::max(17, fontMetrics().height())};
}

QSize SweepStrip::sizeHint() const {
    return {800, blocksRect().bottom() + 1 + frame_margin + 4};
}

QSize SweepStrip::minimumSizeHint() const {
    return {320, sizeHint().height()};
}

void SweepStrip::layOut() {
    geometry_ = SweepGeometry(blocksRect(), status_.layers);
    int right = width() - side_margin;
    for (QPushButton *button : {second_, first_}) {
        if (button->isHidden())
            continue;
        const QRect line = lineRect();
        const QSize size(button->sizeHint().width(), line.height());
        button->setGeometry(QRect(QPoint(right - size.width(), line.top()), size));
        right -= size.width() + 6;
    }
}

void SweepStrip::resizeEvent(QResizeEvent *) {
    layOut();
}

void SweepStrip::changeEvent(QEvent *event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        updateGeometry();
        layOut();
    }
    QWidget::changeEvent(event);
}

QString SweepStrip::summary() const {
    return sweepSummary(state_, status_);
}

QRect SweepStrip::blockRect(int block) const {
    return geometry_.block(static_cast<std::size_t>(block)).toRect();
}

Tier SweepStrip::blockTier(std::size_t block) const {
    std::array<int, 3> counts{};
    for (std::size_t layer = geometry_.firstLayer(block); layer < geometry_.lastLayer(block); ++layer)
        ++counts[static_cast<std::size_t>(tiers_[layer])];
    return static_cast<Tier>(std::ranges::max_element(counts) - counts.begin());
}

QString SweepStrip::blockText(int block) const {
    const auto at = static_cast<std::size_t>(block);
    if (block < 0 || at >= geometry_.blocks())
        return {};
    const std::size_t first = geometry_.firstLayer(at);
    const std::size_t last = geometry_.lastLayer(at);
    std::uint64_t bytes = 0;
    for (std::size_t layer = first; layer < last; ++layer)
        bytes += layer_bytes_[layer];
    const QString name =
        last - first == 1 ? tr("Layer %1").arg(first + 1) : tr("Layers %1 to %2").arg(first + 1).arg(last);
    QString text = tr("%1, %2, %3").arg(name, tierLabel(blockTier(at)), bytesText(bytes));
    if ((state_ == SweepState::prompt || state_ == SweepState::token) && !status_.fast()) {
        const double share = geometry_.share(at, status_.sweep.computed);
        if (share >= 1)
            text += tr(", done");
        else if (geometry_.blockOfLayer(status_.layerNow() - 1) == at)
            text += tr(", now");
    }
    return text;
}

void SweepStrip::activateBlock(int block) {
    if (block >= 0 && block < blockCount())
        emit layerClicked(static_cast<int>(geometry_.firstLayer(static_cast<std::size_t>(block))));
}

void SweepStrip::mousePressEvent(QMouseEvent *event) {
    const QRect row = blocksRect().adjusted(0, -frame_margin, 0, frame_margin);
    if (event->button() == Qt::LeftButton && row.contains(event->position().toPoint())) {
        const int block = geometry_.blockAt(event->position().x());
        if (block >= 0) {
            cursor_ = block;
            update();
            activateBlock(block);
        }
    }
}

void SweepStrip::keyPressEvent(QKeyEvent *event) {
    const int last = blockCount() - 1;
    int next = cursor_;
    switch (event->key()) {
    case Qt::Key_Left:
        next = cursor_ - 1;
        break;
    case Qt::Key_Right:
        next = cursor_ + 1;
        break;
    case Qt::Key_Home:
        next = 0;
        break;
    case Qt::Key_End:
        next = last;
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        activateBlock(cursor_);
        return;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    cursor_ = last < 0 ? -1 : std::clamp(next, 0, last);
    announceBlock(*this, cursor_);
    update();
}

void SweepStrip::focusInEvent(QFocusEvent *event) {
    if (cursor_ < 0 && blockCount() > 0)
        cursor_ = 0;
    announceBlock(*this, cursor_);
    QWidget::focusInEvent(event);
}

bool SweepStrip::event(QEvent *event) {
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const bool on_blocks = blocksRect().contains(help->pos());
        const QString text = on_blocks ? blockText(geometry_.blockAt(help->pos().x())) : summary();
        QToolTip::showText(help->globalPos(), text, this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace spillway
