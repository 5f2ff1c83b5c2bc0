#pragma once

#include <QAbstractTableModel>
#include <QString>

#include <string>
#include <utility>
#include <vector>

namespace spillway {

/// A file's own key/values.
class MetadataModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    using QAbstractTableModel::QAbstractTableModel;

    void setMetadata(const std::vector<std::pair<std::string, std::string>> &metadata);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    std::vector<std::pair<QString, QString>> rows_;
};

} // namespace spillway
