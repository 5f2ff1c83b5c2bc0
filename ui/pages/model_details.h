#pragma once

#include "models/model_table_model.h"

#include <QWidget>

class QFormLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QTabWidget;
class QTreeView;

namespace spillway {

class MetadataModel;
class TensorTreeModel;

/// The chosen model: what it is, its layers and tensors, its own key/values, and what can be done with it.
class ModelDetails : public QWidget {
    Q_OBJECT
  public:
    explicit ModelDetails(QWidget *parent = nullptr);

    /// Null: none is chosen.
    void setEntry(const ModelEntry *entry);
    void setLoadAllowed(bool allowed, const QString &why);

  signals:
    void loadRequested();
    void placementRequested();
    void verifyRequested();
    void cancelVerifyRequested();

  private:
    QWidget *makeOverview();
    QWidget *makeLayers();
    QWidget *makeMetadata();
    void showOverview(const ModelEntry &entry);
    void showFiles(const ModelEntry &entry);
    void updateButtons();

    std::optional<ModelEntry> entry_;
    bool load_allowed_ = true;
    QString load_reason_;
    QLabel *title_;
    QLabel *subtitle_;
    QPushButton *load_;
    QPushButton *placement_;
    QLabel *problem_ = nullptr;
    QTabWidget *tabs_;
    QWidget *filler_ = nullptr; ///< keeps the head at the top while there are no tabs
    QFormLayout *facts_ = nullptr;
    QLabel *files_ = nullptr;
    QLabel *verified_ = nullptr;
    QPushButton *verify_ = nullptr;
    QProgressBar *progress_ = nullptr;
    TensorTreeModel *tensors_;
    MetadataModel *metadata_;
    QTreeView *tree_ = nullptr;
};

} // namespace spillway
