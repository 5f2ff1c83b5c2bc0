#pragma once

#include "frame/flat_tool_bar.h"

class QAction;
class QActionGroup;

namespace spillway {

enum class Page { write, models, placement, machine, settings };
inline constexpr int page_count = 5;

/// The pages, one beside another at the window's left edge.
class NavRail : public FlatToolBar {
    Q_OBJECT
  public:
    explicit NavRail(QWidget *parent = nullptr);

    [[nodiscard]] QAction *action(Page page) const { return actions_[static_cast<int>(page)]; }
    void setCurrent(Page page);

  signals:
    void chosen(spillway::Page page);

  private:
    QActionGroup *group_;
    QAction *actions_[page_count] = {};
};

} // namespace spillway
