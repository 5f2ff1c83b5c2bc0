#include "frame/header_bar.h"

#include "format.h"
#include "theme.h"
#include "widgets/fit_badge.h"
#include "widgets/tier_label.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace spillway {

HeaderBar::HeaderBar(QAction *choose, QAction *live, QWidget *parent)
    : FlatToolBar("headerBar", Qt::BottomEdge, parent), model_(new QToolButton), badge_(new FitBadge),
      summary_(new QWidget), load_(new QPushButton) {
    setWindowTitle(tr("Model"));
    model_->setObjectName("modelButton");
    model_->setToolButtonStyle(Qt::ToolButtonTextOnly);
    model_->setMinimumHeight(30);
    model_->setToolTip(QStringLiteral("%1 (%2)").arg(choose->toolTip(), choose->shortcut().toString()));
    model_->setAccessibleName(tr("Model"));
    connect(model_, &QToolButton::clicked, choose, &QAction::trigger);
    badge_->setObjectName("fitBadge");
    auto *live_button = new QToolButton;
    live_button->setObjectName("liveButton");
    live_button->setDefaultAction(live);
    live_button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    live_button->setMinimumHeight(28);
    load_->setObjectName("loadButton");
    load_->setMinimumHeight(28);
    connect(load_, &QPushButton::clicked, this, &HeaderBar::loadClicked);

    fillSummary();
    auto *content = new QWidget;
    auto *row = new QHBoxLayout(content);
    row->setContentsMargins(6, 4, 8, 4);
    row->setSpacing(8);
    row->addWidget(model_);
    row->addWidget(badge_);
    row->addWidget(summary_, 1);
    row->addWidget(live_button);
    row->addWidget(load_);
    addWidget(content);
    setModel({}, 0);
    clearPlan();
    setState(EngineController::State::no_model);
}

void HeaderBar::fillSummary() {
    summary_->setObjectName("planSummary");
    // The first to be cut where the window is narrow.
    summary_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto *row = new QHBoxLayout(summary_);
    row->setContentsMargins(4, 0, 0, 0);
    row->setSpacing(10);
    for (const Tier tier : all_tiers) {
        auto *label = new TierLabel(tier);
        tiers_[static_cast<std::size_t>(tier)] = label;
        row->addWidget(label);
    }
    speed_ = new QLabel;
    speed_->setFont(Theme::boldFont(speed_->font()));
    limit_ = new QLabel;
    limit_->setForegroundRole(QPalette::PlaceholderText);
    row->addWidget(speed_);
    row->addWidget(limit_);
    row->addStretch();
}

void HeaderBar::setModel(const QString &name, std::uint64_t bytes) {
    const QString arrow = QStringLiteral("  \u25be");
    model_->setText((name.isEmpty() ? tr("Choose a model") : name + QStringLiteral("   ") + bytesText(bytes)) +
                    arrow);
}

void HeaderBar::setPlan(const Plan &plan) {
    badge_->setFit(fitOf(plan));
    badge_->show();
    summary_->show();
    const std::array<std::size_t, 3> layers = layersByTier(plan);
    bool first = true;
    for (const Tier tier : all_tiers) {
        const std::size_t count = layers[static_cast<std::size_t>(tier)];
        TierLabel *label = tiers_[static_cast<std::size_t>(tier)];
        label->setVisible(count > 0);
        const QString words = first ? tr("%1 layers %2") : QStringLiteral("%1 %2");
        label->setText(words.arg(countText(count), tierLabel(tier)));
        first = first && count == 0;
    }
    speed_->setText(predictedSpeedText(plan.prediction));
    limit_->setText(plan.prediction.limit == Limit::none
                        ? QString()
                        : tr("limit: %1").arg(limitLabel(plan.prediction.limit)));
    summary_->setAccessibleName(speed_->text() + QStringLiteral(", ") + limit_->text());
}

void HeaderBar::clearPlan() {
    badge_->hide();
    summary_->setEnabled(true);
    for (TierLabel *label : tiers_) {
        label->hide();
    }
    speed_->clear();
    limit_->clear();
}

void HeaderBar::setState(EngineController::State state) {
    using State = EngineController::State;
    state_ = state;
    const bool working = state == State::opening || state == State::loading;
    const bool loaded = state == State::ready || state == State::generating;
    load_->setText(working ? tr("Cancel") : loaded ? tr("Unload") : tr("Load"));
    load_->setEnabled(state == State::opened || state == State::ready || state == State::loading);
}

void HeaderBar::loadClicked() {
    using State = EngineController::State;
    if (state_ == State::loading) {
        emit cancelRequested();
    } else if (state_ == State::ready) {
        emit unloadRequested();
    } else {
        emit loadRequested();
    }
}

} // namespace spillway
