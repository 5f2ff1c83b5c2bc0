#include "pages/model_details.h"

#include "icons.h"
#include "models/metadata_model.h"
#include "models/tensor_tree_model.h"
#include "theme.h"
#include "widgets/section_title.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSortFilterProxyModel>
#include <QTabWidget>
#include <QTableView>
#include <QTreeView>
#include <QVBoxLayout>

namespace spillway {

namespace {

QString parametersText(std::uint64_t parameters) {
    const auto count = static_cast<double>(parameters);
    if (count >= 1e9)
        return ModelDetails::tr("%1 billion").arg(count / 1e9, 0, 'g', 4);
    return ModelDetails::tr("%1 million").arg(count / 1e6, 0, 'g', 4);
}

QLabel *wrapping(const QString &text, QWidget *parent) {
    auto *label = new QLabel(text, parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

ModelDetails::ModelDetails(QWidget *parent)
    : QWidget(parent), title_(wrapping({}, this)), subtitle_(wrapping({}, this)),
      load_(new PrimaryButton(tr("Write with it"), this)), placement_(new QPushButton(tr("Placement"), this)),
      tabs_(new QTabWidget(this)), tensors_(new TensorTreeModel(this)), metadata_(new MetadataModel(this)) {
    setMinimumWidth(280);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(0);
    auto *head = new QVBoxLayout;
    head->setContentsMargins(14, 12, 14, 10);
    head->setSpacing(4);
    QFont large = Theme::boldFont(font());
    large.setPointSizeF(font().pointSizeF() * 1.25);
    title_->setFont(large);
    subtitle_->setForegroundRole(QPalette::PlaceholderText);
    head->addWidget(title_);
    head->addWidget(subtitle_);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(6);
    buttons->addWidget(load_);
    buttons->addWidget(placement_);
    buttons->addStretch();
    head->addSpacing(4);
    head->addLayout(buttons);
    column->addLayout(head);
    problem_ = new QLabel(this);
    problem_->setWordWrap(true);
    problem_->setTextFormat(Qt::RichText);
    problem_->setMargin(12);
    problem_->setAutoFillBackground(true);
    column->addWidget(problem_);
    tabs_->setDocumentMode(true);
    tabs_->addTab(makeOverview(), tr("Overview"));
    tabs_->addTab(makeLayers(), tr("Layers"));
    tabs_->addTab(makeMetadata(), tr("Metadata"));
    column->addWidget(tabs_, 1);
    filler_ = new QWidget(this);
    column->addWidget(filler_, 1);
    connect(load_, &QPushButton::clicked, this, &ModelDetails::loadRequested);
    connect(placement_, &QPushButton::clicked, this, &ModelDetails::placementRequested);
    setEntry(nullptr);
}

QWidget *ModelDetails::makeOverview() {
    auto *page = new QWidget(this);
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(14, 12, 14, 12);
    column->setSpacing(8);
    facts_ = new QFormLayout;
    facts_->setHorizontalSpacing(12);
    facts_->setVerticalSpacing(5);
    column->addLayout(facts_);
    column->addSpacing(4);
    auto *heading = new QLabel(tr("Files"), page);
    heading->setFont(Theme::boldFont(font()));
    column->addWidget(heading);
    auto *frame = new QFrame(page);
    frame->setFrameShape(QFrame::StyledPanel);
    auto *inner = new QVBoxLayout(frame);
    inner->setContentsMargins(10, 8, 10, 8);
    inner->setSpacing(6);
    files_ = wrapping({}, frame);
    verified_ = wrapping({}, frame);
    progress_ = new QProgressBar(frame);
    progress_->setRange(0, 1000);
    progress_->setTextVisible(true);
    verify_ = new QPushButton(icon(QStringLiteral("verify")), tr("Verify files"), frame);
    inner->addWidget(files_);
    inner->addWidget(verified_);
    inner->addWidget(progress_);
    inner->addWidget(verify_, 0, Qt::AlignLeft);
    column->addWidget(frame);
    column->addStretch();
    connect(verify_, &QPushButton::clicked, this, [this] {
        if (entry_ && entry_->verifying)
            emit cancelVerifyRequested();
        else
            emit verifyRequested();
    });
    auto *scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(page);
    page->setBackgroundRole(QPalette::Base);
    page->setAutoFillBackground(true);
    return scroll;
}

QWidget *ModelDetails::makeLayers() {
    tree_ = new QTreeView(this);
    tree_->setModel(tensors_);
    tree_->setFrameShape(QFrame::NoFrame);
    tree_->setUniformRowHeights(true);
    tree_->setAlternatingRowColors(true);
    tree_->setColumnHidden(TensorTreeModel::place, true);
    tree_->setTextElideMode(Qt::ElideMiddle);
    tree_->setAccessibleName(tr("Layers and tensors"));
    tree_->header()->setStretchLastSection(false);
    tree_->header()->setSectionResizeMode(TensorTreeModel::name, QHeaderView::Stretch);
    for (const int column : {TensorTreeModel::type, TensorTreeModel::shape, TensorTreeModel::size})
        tree_->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    return tree_;
}

QWidget *ModelDetails::makeMetadata() {
    auto *page = new QWidget(this);
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins({});
    column->setSpacing(0);
    auto *search = new QLineEdit(page);
    search->setPlaceholderText(tr("Find a key or value"));
    search->setClearButtonEnabled(true);
    auto *proxy = new QSortFilterProxyModel(page);
    proxy->setSourceModel(metadata_);
    proxy->setFilterKeyColumn(-1);
    proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    auto *table = new QTableView(page);
    table->setModel(proxy);
    table->setFrameShape(QFrame::NoFrame);
    table->setAlternatingRowColors(true);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setStretchLastSection(true);
    table->horizontalHeader()->setHighlightSections(false);
    table->setColumnWidth(0, 170);
    table->setAccessibleName(tr("The file's own key/values"));
    auto *search_row = new QHBoxLayout;
    search_row->setContentsMargins(8, 8, 8, 8);
    search_row->addWidget(search);
    column->addLayout(search_row);
    column->addWidget(table, 1);
    connect(search, &QLineEdit::textChanged, proxy, &QSortFilterProxyModel::setFilterFixedString);
    return page;
}

void ModelDetails::setEntry(const ModelEntry *entry) {
    const bool same_description =
        entry && entry_ && entry->path == entry_->path && entry->description == entry_->description;
    entry_ = entry ? std::optional(*entry) : std::nullopt;
    setEnabled(entry != nullptr);
    title_->setText(entry ? entryName(*entry) : tr("No model is chosen"));
    subtitle_->setText(entry ? entry->path : tr("Choose one in the table."));
    problem_->setVisible(entry && !entry->problem.isEmpty());
    if (problem_->isVisibleTo(this)) {
        const Theme theme(palette());
        problem_->setText(QStringLiteral("<b style=\"color:%1\">%2</b><br>%3")
                              .arg(theme.colour(Theme::Role::error).name(), entry->problem.toHtmlEscaped(),
                                   entry->hint.toHtmlEscaped()));
        QPalette ground = palette();
        ground.setColor(QPalette::Window, theme.ground(Theme::Role::error));
        problem_->setPalette(ground);
    }
    if (!same_description) {
        while (facts_->rowCount() > 0)
            facts_->removeRow(0);
        if (entry && entry->description) {
            tensors_->setDescription(*entry->description);
            metadata_->setMetadata(entry->description->metadata);
            showOverview(*entry);
        } else {
            tensors_->clear();
            metadata_->setMetadata({});
        }
    }
    tabs_->setVisible(entry && entry->description);
    filler_->setVisible(tabs_->isHidden());
    if (entry)
        showFiles(*entry);
    updateButtons();
}

void ModelDetails::showOverview(const ModelEntry &entry) {
    const ModelDescription &model = *entry.description;
    const DecoderSpec &spec = model.spec;
    const auto add = [this](const QString &name, const QString &value) {
        auto *label = new QLabel(name);
        label->setForegroundRole(QPalette::PlaceholderText);
        facts_->addRow(label, wrapping(value, nullptr));
    };
    add(tr("Architecture"), QString::fromStdString(model.architecture));
    add(tr("Parameters"), parametersText(model.parameters));
    add(tr("Shape"),
        tr("%1, width %2, %3 heads").arg(layersText(spec.layers), countText(spec.width)).arg(spec.heads));
    add(tr("Context"), tr("at most %1 tokens").arg(countText(spec.context_length)));
    add(tr("Vocabulary"), tr("%1 pieces").arg(countText(spec.vocabulary)));
    const double bits = model.parameters > 0
                            ? 8.0 * static_cast<double>(model.bytes) / static_cast<double>(model.parameters)
                            : 0;
    add(tr("Weights"), tr("mostly %1, %2 bits per weight")
                           .arg(QString::fromStdString(model.type_summary))
                           .arg(bits, 0, 'f', 1));
    // Keys and values of all layers in 32 bits.
    add(tr("Context memory"),
        tr("%1 per token").arg(bytesText(2 * spec.layers * spec.kv_width() * sizeof(float))));
    add(tr("Format"), QString::fromStdString(model.format));
}

void ModelDetails::showFiles(const ModelEntry &entry) {
    if (entry.description) {
        std::uint64_t bytes = 0;
        for (const FileIdentity &file : entry.description->files)
            bytes += file.size;
        const std::size_t count = entry.description->files.size();
        files_->setText(count == 1 ? tr("1 file, %1").arg(bytesText(bytes))
                                   : tr("%1 files, %2").arg(count).arg(bytesText(bytes)));
    }
    verified_->setText(entry.verified);
    verified_->setVisible(!entry.verified.isEmpty() && !entry.verifying);
    progress_->setVisible(entry.verifying.has_value());
    progress_->setValue(static_cast<int>(entry.verifying.value_or(0) * 1000));
    verify_->setText(entry.verifying ? tr("Cancel") : tr("Verify files"));
    verify_->setToolTip(tr("Read every byte and look for reads that fail and for weights that are no numbers"));
}

void ModelDetails::setLoadAllowed(bool allowed, const QString &why) {
    load_allowed_ = allowed;
    load_reason_ = why;
    updateButtons();
}

void ModelDetails::updateButtons() {
    const bool sound = entry_ && entry_->state == ModelEntry::State::sound;
    const bool fits = sound && entry_->fit != Fit::does_not_fit;
    load_->setEnabled(fits && load_allowed_);
    load_->setToolTip(!load_allowed_ ? load_reason_ : sound && !fits ? fitLabel(entry_->fit) : QString());
    load_->setText(entry_ && entry_->loaded ? tr("Write") : tr("Write with it"));
    placement_->setEnabled(sound);
}

} // namespace spillway
