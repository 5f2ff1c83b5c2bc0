// What the placement page consists of; what it does is in placement_page.cpp.

#include "icons.h"
#include "pages/placement_page.h"
#include "widgets/bytes_spin_box.h"
#include "widgets/layer_pane.h"
#include "widgets/placement_view.h"
#include "widgets/section_title.h"
#include "widgets/sweep_times.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QShortcut>
#include <QSpinBox>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

namespace spillway {

namespace {
constexpr int request_ms = 50;
}

PlacementPage::PlacementPage(QWidget *parent) : QWidget(parent) {
    setObjectName(QStringLiteral("placementPage"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(0);
    empty_ = new QLabel(tr("No model is chosen. Its layers appear here as soon as one is."), this);
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(empty_, 1);

    content_ = new QWidget(this);
    auto *inner = new QVBoxLayout(content_);
    inner->setContentsMargins({});
    inner->setSpacing(0);
    inner->addWidget(makeToolbar());
    inner->addWidget(new SeparatorLine(content_));
    auto *splitter = new QSplitter(Qt::Horizontal, content_);
    splitter->setObjectName(QStringLiteral("placementSplitter"));
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(1);
    auto *main = new QWidget(splitter);
    auto *main_column = new QVBoxLayout(main);
    main_column->setContentsMargins({});
    main_column->setSpacing(0);
    view_ = new PlacementView(main);
    times_ = new SweepTimes(main);
    auto *lanes = new QWidget(main);
    auto *lanes_column = new QVBoxLayout(lanes);
    lanes_column->setContentsMargins({});
    lanes_column->setSpacing(0);
    lanes_column->addWidget(view_);
    lanes_column->addWidget(times_);
    lanes_column->addStretch();
    auto *scroll = new QScrollArea(main);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(lanes);
    main_column->addWidget(scroll, 1);
    splitter->addWidget(main);
    splitter->addWidget(makeSide());
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 0);
    splitter->setSizes({900, 318});
    inner->addWidget(splitter, 1);
    column->addWidget(content_, 1);

    timer_.setSingleShot(true);
    timer_.setInterval(request_ms);
    connect(&timer_, &QTimer::timeout, this, &PlacementPage::sendRequest);
    connect(view_, &PlacementView::currentLayerChanged, this, &PlacementPage::showLayer);
    connect(view_, &PlacementView::layerMoved, this, &PlacementPage::movePart);
    connect(view_, &PlacementView::pinToggled, this, [this] { pinSelected(); });
    connect(view_, &PlacementView::budgetMoved, this, &PlacementPage::setBudget);
    clear();
}

QWidget *PlacementPage::makeToolbar() {
    auto *bar = new QWidget(content_);
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(8, 6, 8, 6);
    row->setSpacing(6);
    automatic_ = new QPushButton(icon(QStringLiteral("automatic")), tr("Automatic"), bar);
    automatic_->setToolTip(tr("Take back all pins and budgets (Ctrl+0)"));
    undo_button_ = new QToolButton(bar);
    undo_button_->setIcon(icon(QStringLiteral("undo")));
    undo_button_->setAutoRaise(true);
    undo_button_->setToolTip(tr("Take the last change back (Ctrl+Z)"));
    undo_button_->setAccessibleName(tr("Undo"));
    budget_ = new BytesSpinBox(bar);
    budget_->setObjectName(QStringLiteral("ramBudget"));
    budget_->setAccessibleName(tr("RAM budget"));
    context_ = new QSpinBox(bar);
    context_->setObjectName(QStringLiteral("contextSpin"));
    context_->setAccessibleName(tr("Context"));
    context_->setRange(16, 1'000'000);
    context_->setSingleStep(256);
    context_->setSuffix(tr(" tokens"));
    context_->setGroupSeparatorShown(true);
    context_->setKeyboardTracking(false);
    texts_ = new QSpinBox(bar);
    texts_->setObjectName(QStringLiteral("textsSpin"));
    texts_->setAccessibleName(tr("Texts at once"));
    texts_->setRange(1, 16);
    texts_->setKeyboardTracking(false);
    pin_ = new QToolButton(bar);
    pin_->setIcon(icon(QStringLiteral("pin")));
    pin_->setText(tr("Pin"));
    pin_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    pin_->setAutoRaise(true);
    pin_->setCheckable(true);
    pin_->setToolTip(tr("Keep the selected layer where it is, whatever else changes (P). G, R and N move it."));
    pinned_ = new QLabel(bar);
    pinned_->setForegroundRole(QPalette::PlaceholderText);
    pinned_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    pinned_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    apply_ = new PrimaryButton(tr("Apply"), bar);
    apply_->setObjectName(QStringLiteral("applyPlan"));

    row->addWidget(automatic_);
    row->addWidget(undo_button_);
    row->addSpacing(4);
    for (const auto &[text, field] : {std::pair<QString, QWidget *>{tr("RAM budget"), budget_},
                                      {tr("Context"), context_},
                                      {tr("Texts at once"), texts_}}) {
        auto *label = new QLabel(text, bar);
        label->setForegroundRole(QPalette::PlaceholderText);
        label->setBuddy(field);
        row->addWidget(label);
        row->addWidget(field);
    }
    row->addWidget(pin_);
    row->addWidget(pinned_, 1);
    row->addWidget(apply_);

    connect(automatic_, &QPushButton::clicked, this, &PlacementPage::makeAutomatic);
    connect(undo_button_, &QToolButton::clicked, this, &PlacementPage::undo);
    connect(pin_, &QToolButton::clicked, this, &PlacementPage::pinSelected);
    connect(apply_, &QPushButton::clicked, this, &PlacementPage::applyRequested);
    connect(budget_, &QDoubleSpinBox::valueChanged, this,
            [this] { setBudget(Tier::ram, budget_->bytes(), true); });
    connect(context_, &QSpinBox::valueChanged, this, [this](int tokens) {
        PlanRequest request = request_;
        request.context = static_cast<std::size_t>(tokens);
        change(request, true);
    });
    connect(texts_, &QSpinBox::valueChanged, this, [this](int texts) {
        PlanRequest request = request_;
        request.batch = static_cast<std::size_t>(texts);
        change(request, true);
    });
    const auto shortcut = [this](const QKeySequence &keys, auto slot) {
        connect(new QShortcut(keys, this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut),
                &QShortcut::activated, this, slot);
    };
    shortcut(QKeySequence(Qt::CTRL | Qt::Key_0), &PlacementPage::makeAutomatic);
    shortcut(QKeySequence::Undo, &PlacementPage::undo);
    for (const int key : {Qt::Key_Return, Qt::Key_Enter})
        shortcut(QKeySequence(Qt::CTRL | key), [this] { apply_->click(); });
    return bar;
}

QWidget *PlacementPage::makeSide() {
    auto *side = new QWidget(content_);
    side->setMinimumWidth(240);
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(new SectionTitle(tr("Why this plan"), side));
    problem_label_ = new QLabel(side);
    problem_label_->setWordWrap(true);
    problem_label_->setTextFormat(Qt::RichText);
    problem_label_->setMargin(10);
    problem_label_->setAutoFillBackground(true);
    column->addWidget(problem_label_);
    why_ = new QLabel(side);
    why_->setWordWrap(true);
    why_->setTextFormat(Qt::RichText);
    why_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    why_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    why_->setMargin(12);
    auto *scroll = new QScrollArea(side);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(why_);
    column->addWidget(scroll, 2);
    layer_title_ = new SectionTitle(QString(), side);
    column->addWidget(layer_title_);
    layer_pane_ = new LayerPane(side);
    column->addWidget(layer_pane_, 3);
    return side;
}

} // namespace spillway
