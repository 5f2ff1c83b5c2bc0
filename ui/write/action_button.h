#pragma once

#include <QPushButton>

class QAction;

namespace spillway {

/// A button for an action, with the action's shortcut told beside its name. `primary`: in the accent colour,
/// the one thing to do here.
class ActionButton : public QPushButton {
    Q_OBJECT
  public:
    enum class Look { plain, primary, flat };
    ActionButton(QAction *action, Look look, QWidget *parent = nullptr);

    /// Without the shortcut, and flat ones without the name; their tool tips tell both.
    void setCompact(bool compact);
    [[nodiscard]] int fullWidth() const { return widthOf(false); }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

  protected:
    void paintEvent(QPaintEvent *event) override;

  private:
    void followAction();
    [[nodiscard]] QString hint() const;
    [[nodiscard]] QFont nameFont() const;
    [[nodiscard]] int widthOf(bool compact) const;
    [[nodiscard]] bool showsName(bool compact) const { return !compact || look_ != Look::flat; }
    [[nodiscard]] bool showsHint(bool compact) const { return !compact && look_ != Look::flat; }

    QAction *action_;
    Look look_;
    bool compact_ = false;
};

} // namespace spillway
