#pragma once

#include "models/model_table_model.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QSortFilterProxyModel;
class QStackedWidget;
class QTableView;

namespace spillway {

class DropArea;
class ModelDetails;

/// The models on this PC: a table with what fits, and the details of the chosen one. Passive: entries come in
/// through model(), wishes go out as signals. Files and folders may be dropped anywhere on it.
class ModelsPage : public QWidget {
    Q_OBJECT
  public:
    explicit ModelsPage(QWidget *parent = nullptr);

    [[nodiscard]] ModelTableModel &model() { return *model_; }
    void select(const QString &path);
    [[nodiscard]] QString selected() const;
    /// Buttons of the detail pane that are not to be used now, e.g. while generating; `why` is their tool tip.
    void setLoadAllowed(bool allowed, const QString &why = {});
    /// A folder is being looked through; "" when that has ended.
    void setScanning(const QString &folder);

  signals:
    void openRequested(const QString &path); ///< a file was chosen or dropped: read its headers and put() it
    void folderAdded(const QString &path);   ///< a folder was chosen or dropped: look through it
    void loadRequested(const QString &path); ///< "Write with it", or Return on the row
    void placementRequested(const QString &path);
    void removeRequested(const QString &path); ///< from the list; the file stays
    void verifyRequested(const QString &path);
    void cancelVerifyRequested(const QString &path);

  public slots:
    void openFile();
    void scanFolder();
    void focusSearch();

  protected:
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dragLeaveEvent(QDragLeaveEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

  private:
    QWidget *makeToolbar();
    QWidget *makeList();
    void hideColumns();
    void applyFilter();
    void modelChanged();
    void selectionChanged();
    void updateSummary();
    void showContextMenu(const QPoint &position);

    ModelTableModel *model_;
    QSortFilterProxyModel *proxy_;
    QTableView *table_ = nullptr;
    QStackedWidget *stack_ = nullptr;
    QLineEdit *search_ = nullptr;
    QComboBox *fits_ = nullptr;
    QLabel *summary_ = nullptr;
    DropArea *drop_area_ = nullptr;
    DropArea *empty_area_ = nullptr;
    ModelDetails *details_ = nullptr;
    QString scanning_;
    bool load_allowed_ = true;
};

} // namespace spillway
