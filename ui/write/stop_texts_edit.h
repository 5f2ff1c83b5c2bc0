#pragma once

#include <QStringList>
#include <QWidget>

class QLineEdit;
class QVBoxLayout;

namespace spillway {

/// Texts at which a generation ends, as buttons that take theirs away, and a field to add one. A line end is
/// written \n, a tab \t, a backslash \\.
class StopTextsEdit : public QWidget {
    Q_OBJECT
  public:
    explicit StopTextsEdit(QWidget *parent = nullptr);

    [[nodiscard]] const QStringList &texts() const { return texts_; }
    void setTexts(const QStringList &texts);

    static QString escaped(const QString &text);
    static QString unescaped(const QString &text);

  signals:
    void edited();

  private:
    void rebuild();
    void add();

    QStringList texts_;
    QLineEdit *field_;
    QVBoxLayout *list_;
};

} // namespace spillway
