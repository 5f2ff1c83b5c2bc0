#include "pages/models_page.h"

#include "icons.h"
#include "pages/model_details.h"
#include "widgets/drop_area.h"
#include "widgets/model_delegate.h"
#include "widgets/section_title.h"

#include <QComboBox>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QShortcut>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace spillway {

namespace {

/// Rows by a text in the name or path and by what fits.
class ModelFilter : public QSortFilterProxyModel {
  public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setFilter(const QString &text, int fit) {
        text_ = text;
        fit_ = fit;
        invalidateFilter();
    }

  protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex &parent) const override {
        const auto cell = [&](int column, int role) {
            return sourceModel()->index(row, column, parent).data(role);
        };
        if (fit_ >= 0 && cell(ModelTableModel::fit, ModelTableModel::fit_role).toInt() != fit_)
            return false;
        return cell(ModelTableModel::name, Qt::DisplayRole).toString().contains(text_, Qt::CaseInsensitive) ||
               cell(ModelTableModel::name, ModelTableModel::path_role)
                   .toString()
                   .contains(text_, Qt::CaseInsensitive);
    }

  private:
    QString text_;
    int fit_ = -1;
};

QStringList droppedPaths(const QMimeData *data) {
    QStringList paths;
    for (const QUrl &url : data->urls())
        if (url.isLocalFile())
            paths << url.toLocalFile();
    return paths;
}

} // namespace

ModelsPage::ModelsPage(QWidget *parent)
    : QWidget(parent), model_(new ModelTableModel(this)), proxy_(new ModelFilter(this)) {
    setObjectName(QStringLiteral("modelsPage"));
    setAcceptDrops(true);
    proxy_->setSourceModel(model_);
    proxy_->setSortRole(ModelTableModel::sort_role);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(makeToolbar());
    column->addWidget(new SeparatorLine(this));
    auto *splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setObjectName(QStringLiteral("modelsSplitter"));
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(1);
    splitter->addWidget(makeList());
    details_ = new ModelDetails(splitter);
    splitter->addWidget(details_);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 0);
    splitter->setSizes({940, 380});
    column->addWidget(splitter, 1);
    stack_->installEventFilter(this);

    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &ModelsPage::selectionChanged);
    connect(model_, &QAbstractItemModel::dataChanged, this, &ModelsPage::modelChanged);
    connect(model_, &QAbstractItemModel::rowsInserted, this, &ModelsPage::modelChanged);
    connect(model_, &QAbstractItemModel::rowsRemoved, this, &ModelsPage::modelChanged);
    connect(model_, &QAbstractItemModel::modelReset, this, &ModelsPage::modelChanged);
    connect(details_, &ModelDetails::loadRequested, this, [this] { emit loadRequested(selected()); });
    connect(details_, &ModelDetails::placementRequested, this, [this] { emit placementRequested(selected()); });
    connect(details_, &ModelDetails::verifyRequested, this, [this] { emit verifyRequested(selected()); });
    connect(details_, &ModelDetails::cancelVerifyRequested, this,
            [this] { emit cancelVerifyRequested(selected()); });
    modelChanged();
}

QWidget *ModelsPage::makeToolbar() {
    auto *bar = new QWidget(this);
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(8, 6, 8, 6);
    row->setSpacing(6);
    auto *open = new QPushButton(icon(QStringLiteral("plus")), tr("Open file…"), bar);
    open->setObjectName(QStringLiteral("openFile"));
    open->setToolTip(tr("Add a model's file; it stays where it is (Ctrl+O)"));
    auto *scan = new QPushButton(icon(QStringLiteral("folder")), tr("Scan folder…"), bar);
    scan->setObjectName(QStringLiteral("scanFolder"));
    scan->setToolTip(tr("Add all models in a folder and below"));
    search_ = new QLineEdit(bar);
    search_->setPlaceholderText(tr("Find a model"));
    search_->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    search_->setClearButtonEnabled(true);
    search_->setMaximumWidth(240);
    search_->setAccessibleName(tr("Find a model"));
    fits_ = new QComboBox(bar);
    fits_->setAccessibleName(tr("Which fits are shown"));
    fits_->addItem(tr("All fits"), -1);
    for (const Fit fit : {Fit::gpu, Fit::gpu_and_ram, Fit::ram, Fit::streams, Fit::does_not_fit, Fit::damaged})
        fits_->addItem(fitLabel(fit), static_cast<int>(fit));
    summary_ = new QLabel(bar);
    summary_->setForegroundRole(QPalette::PlaceholderText);
    summary_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    summary_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(open);
    row->addWidget(scan);
    row->addSpacing(6);
    row->addWidget(search_, 1);
    row->addWidget(fits_);
    row->addWidget(summary_, 2);
    connect(open, &QPushButton::clicked, this, &ModelsPage::openFile);
    connect(scan, &QPushButton::clicked, this, &ModelsPage::scanFolder);
    connect(search_, &QLineEdit::textChanged, this, &ModelsPage::applyFilter);
    connect(fits_, &QComboBox::currentIndexChanged, this, &ModelsPage::applyFilter);
    return bar;
}

QWidget *ModelsPage::makeList() {
    stack_ = new QStackedWidget(this);
    stack_->setMinimumWidth(420);
    auto *list = new QWidget(stack_);
    list->setBackgroundRole(QPalette::Base);
    list->setAutoFillBackground(true);
    auto *column = new QVBoxLayout(list);
    column->setContentsMargins({});
    column->setSpacing(0);
    table_ = new QTableView(list);
    table_->setObjectName(QStringLiteral("modelTable"));
    table_->setModel(proxy_);
    table_->setItemDelegate(new ModelDelegate(table_));
    table_->setFrameShape(QFrame::NoFrame);
    table_->setShowGrid(false);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setTabKeyNavigation(false);
    table_->setContextMenuPolicy(Qt::CustomContextMenu);
    table_->setSortingEnabled(true);
    table_->sortByColumn(ModelTableModel::name, Qt::AscendingOrder);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table_->setAccessibleName(tr("Models"));
    QHeaderView *header = table_->horizontalHeader();
    header->setHighlightSections(false);
    header->setStretchLastSection(false);
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(ModelTableModel::name, QHeaderView::Stretch);
    column->addWidget(table_, 1);
    drop_area_ = new DropArea(list);
    drop_area_->setTexts(tr("Drop model files or a folder here: GGUF."),
                         tr("Files stay where they are and are only read."));
    auto *drop_row = new QHBoxLayout;
    drop_row->setContentsMargins(16, 8, 16, 16);
    drop_row->addWidget(drop_area_);
    column->addLayout(drop_row);
    stack_->addWidget(list);

    auto *empty = new QWidget(stack_);
    empty->setBackgroundRole(QPalette::Base);
    empty->setAutoFillBackground(true);
    auto *empty_column = new QVBoxLayout(empty);
    empty_column->setContentsMargins(48, 48, 48, 48);
    empty_area_ = new DropArea(empty);
    empty_area_->setTexts(
        tr("No model yet. Drop a model's file or a folder of models here, or choose one with “Open file…”."),
        tr("GGUF files of the llama family. They stay where they are and are only read."));
    empty_column->addStretch(1);
    empty_column->addWidget(empty_area_);
    empty_column->addStretch(2);
    stack_->addWidget(empty);

    connect(table_, &QTableView::activated, this, [this](const QModelIndex &index) {
        const QString path = index.data(ModelTableModel::path_role).toString();
        const ModelEntry *entry = model_->find(path);
        if (load_allowed_ && entry && entry->state == ModelEntry::State::sound)
            emit loadRequested(path);
    });
    connect(table_, &QTableView::customContextMenuRequested, this, &ModelsPage::showContextMenu);
    return stack_;
}

/// A narrow table leaves out what the details tell as well.
bool ModelsPage::eventFilter(QObject *watched, QEvent *event) {
    if (watched == stack_ && event->type() == QEvent::Resize)
        hideColumns();
    return QWidget::eventFilter(watched, event);
}

void ModelsPage::hideColumns() {
    const int characters = stack_->width() / std::max(1, fontMetrics().averageCharWidth());
    table_->setColumnHidden(ModelTableModel::format, characters < 100);
    table_->setColumnHidden(ModelTableModel::last_used, characters < 116);
}

void ModelsPage::applyFilter() {
    static_cast<ModelFilter *>(proxy_)->setFilter(search_->text(), fits_->currentData().toInt());
}

void ModelsPage::modelChanged() {
    stack_->setCurrentIndex(model_->rowCount() > 0 ? 0 : 1);
    updateSummary();
    if (!table_->currentIndex().isValid() && proxy_->rowCount() > 0)
        table_->selectRow(0);
    selectionChanged();
}

void ModelsPage::selectionChanged() {
    details_->setEntry(model_->find(selected()));
}

QString ModelsPage::selected() const {
    return table_->currentIndex().data(ModelTableModel::path_role).toString();
}

void ModelsPage::select(const QString &path) {
    const int row = model_->rowOf(path);
    if (row < 0)
        return;
    const QModelIndex index = proxy_->mapFromSource(model_->index(row, 0));
    table_->setCurrentIndex(index);
    table_->scrollTo(index);
}

void ModelsPage::setLoadAllowed(bool allowed, const QString &why) {
    load_allowed_ = allowed;
    details_->setLoadAllowed(allowed, why);
}

void ModelsPage::setScanning(const QString &folder) {
    scanning_ = folder;
    updateSummary();
}

void ModelsPage::updateSummary() {
    if (!scanning_.isEmpty()) {
        summary_->setText(tr("Looking through %1…").arg(scanning_));
        return;
    }
    std::uint64_t bytes = 0;
    for (int row = 0; row < model_->rowCount(); ++row)
        if (model_->at(row).description)
            bytes += model_->at(row).description->bytes;
    const QString count = model_->rowCount() == 1 ? tr("1 model") : tr("%1 models").arg(model_->rowCount());
    summary_->setText(model_->rowCount() == 0
                          ? QString()
                          : tr("%1, %2; speeds are for this PC").arg(count, bytesText(bytes)));
}

void ModelsPage::showContextMenu(const QPoint &position) {
    const QString path = table_->indexAt(position).data(ModelTableModel::path_role).toString();
    const ModelEntry *entry = model_->find(path);
    if (!entry)
        return;
    const bool sound = entry->state == ModelEntry::State::sound;
    QMenu menu;
    QAction *load = menu.addAction(tr("Write with it"));
    load->setEnabled(sound && load_allowed_);
    QAction *placement = menu.addAction(icon(QStringLiteral("placement")), tr("Placement"));
    placement->setEnabled(sound);
    QAction *verify = menu.addAction(icon(QStringLiteral("verify")), tr("Verify files"));
    verify->setEnabled(entry->state != ModelEntry::State::opening && !entry->verifying);
    menu.addSeparator();
    QAction *remove = menu.addAction(tr("Remove from this list (the file stays)"));
    remove->setEnabled(!entry->loaded);
    const QAction *chosen = menu.exec(table_->viewport()->mapToGlobal(position));
    if (chosen == load)
        emit loadRequested(path);
    else if (chosen == placement)
        emit placementRequested(path);
    else if (chosen == verify)
        emit verifyRequested(path);
    else if (chosen == remove)
        emit removeRequested(path);
}

void ModelsPage::openFile() {
    const QStringList files =
        QFileDialog::getOpenFileNames(this, tr("Open model files"), {}, tr("Models (*.gguf);;All files (*)"));
    for (const QString &file : files)
        emit openRequested(file);
}

void ModelsPage::scanFolder() {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Scan a folder for models"));
    if (!folder.isEmpty())
        emit folderAdded(folder);
}

void ModelsPage::focusSearch() {
    search_->setFocus();
    search_->selectAll();
}

void ModelsPage::dragEnterEvent(QDragEnterEvent *event) {
    if (droppedPaths(event->mimeData()).isEmpty())
        return;
    event->acceptProposedAction();
    drop_area_->setHot(true);
    empty_area_->setHot(true);
}

void ModelsPage::dragLeaveEvent(QDragLeaveEvent *) {
    drop_area_->setHot(false);
    empty_area_->setHot(false);
}

void ModelsPage::dropEvent(QDropEvent *event) {
    dragLeaveEvent(nullptr);
    for (const QString &path : droppedPaths(event->mimeData())) {
        if (QFileInfo(path).isDir())
            emit folderAdded(path);
        else
            emit openRequested(path);
    }
    event->acceptProposedAction();
}

} // namespace spillway
