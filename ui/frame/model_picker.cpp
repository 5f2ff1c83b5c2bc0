#include "frame/model_picker.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QVBoxLayout>

namespace spillway {

namespace {

constexpr QSize picker_size(360, 320);

} // namespace

ModelPicker::ModelPicker(ModelTableModel &models, QWidget *parent)
    : QFrame(parent, Qt::Popup), search_(new QLineEdit), list_(new QListView),
      proxy_(new QSortFilterProxyModel(this)) {
    setObjectName("modelPicker");
    setFrameShape(QFrame::StyledPanel);
    search_->setPlaceholderText(tr("Find a model"));
    search_->setClearButtonEnabled(true);
    search_->installEventFilter(this);
    proxy_->setSourceModel(&models);
    proxy_->setFilterCaseSensitivity(Qt::CaseInsensitive);
    list_->setModel(proxy_);
    list_->setModelColumn(ModelTableModel::name);
    list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    auto *open = new QPushButton(tr("Open a file…"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->addWidget(search_);
    column->addWidget(list_, 1);
    column->addWidget(open);
    resize(picker_size);
    connect(search_, &QLineEdit::textChanged, this, [this](const QString &text) {
        proxy_->setFilterFixedString(text);
        list_->setCurrentIndex(proxy_->index(0, ModelTableModel::name));
    });
    connect(list_, &QListView::activated, this, &ModelPicker::choose);
    connect(list_, &QListView::clicked, this, &ModelPicker::choose);
    connect(open, &QPushButton::clicked, this, [this] {
        hide();
        emit openFileRequested();
    });
}

void ModelPicker::popUp(const QPoint &corner) {
    search_->clear();
    list_->setCurrentIndex(proxy_->index(0, ModelTableModel::name));
    move(corner);
    show();
    search_->setFocus();
}

/// Arrows and Return go to the list while the search has the focus.
bool ModelPicker::eventFilter(QObject *watched, QEvent *event) {
    if (event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const int step = key->key() == Qt::Key_Down ? 1 : key->key() == Qt::Key_Up ? -1 : 0;
        if (step != 0) {
            const int row =
                std::clamp(list_->currentIndex().row() + step, 0, std::max(proxy_->rowCount() - 1, 0));
            list_->setCurrentIndex(proxy_->index(row, ModelTableModel::name));
            return true;
        }
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            choose();
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

void ModelPicker::choose() {
    const QModelIndex index = list_->currentIndex();
    if (index.isValid()) {
        hide();
        emit chosen(index.data(ModelTableModel::path_role).toString());
    }
}

} // namespace spillway
