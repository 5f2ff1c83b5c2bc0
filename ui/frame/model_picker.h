#pragma once

#include "models/model_table_model.h"

#include <QFrame>

class QLineEdit;
class QListView;
class QSortFilterProxyModel;

namespace spillway {

/// The list that drops from the model button: type to search, Return to load.
class ModelPicker : public QFrame {
    Q_OBJECT
  public:
    explicit ModelPicker(ModelTableModel &models, QWidget *parent);

    void popUp(const QPoint &corner);

  signals:
    void chosen(const QString &path);
    void openFileRequested();

  protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

  private:
    void choose();

    QLineEdit *search_;
    QListView *list_;
    QSortFilterProxyModel *proxy_;
};

} // namespace spillway
