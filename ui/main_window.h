#pragma once

#include "frame/nav_rail.h"
#include "history/history_store.h"
#include "settings.h"

#include <QMainWindow>

#include <memory>
#include <optional>

class QDockWidget;
class QStackedWidget;

namespace spillway {

class EngineController;
class EngineView;
class GenerationFlow;
class HeaderBar;
class HistoryWriter;
class LiveView;
class LoadFlow;
class MachinePage;
class MessageBar;
class ModelShelf;
class ModelsPage;
class PlacementPage;
class SettingsPage;
class StatusLine;
class SweepStrip;
class WritePage;

/// The window: frame, pages, and what connects them to the engine and to the store. Everything it shows comes
/// back at the next start.
class MainWindow : public QMainWindow {
    Q_OBJECT
  public:
    /// `model`: the file to open; empty: the one used last, else the demo model.
    MainWindow(Settings &settings, const std::optional<QString> &model, QWidget *parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] EngineController &engine() { return *engine_; }
    [[nodiscard]] WritePage &writePage() { return *write_; }
    [[nodiscard]] PlacementPage &placementPage() { return *placement_; }
    [[nodiscard]] GenerationFlow &generation() { return *generation_; }

    void showPage(Page page);
    /// Writes the text that is shown; the suffix decides on the format. In the background; the outcome is told
    /// in the message bar.
    void exportTo(const QString &file);

  protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

  private:
    // Messages whose buttons answer() knows.
    static constexpr auto restored_id = "restored";
    static constexpr auto no_model_id = "no-model";
    static constexpr auto context_id = "context-full";
    static constexpr auto exported_id = "exported";

    // main_window.cpp
    void restoreWindow();
    void makeFrame();
    void makePages();
    void makeDocks();
    void connectParts();
    void connectModel();
    void connectWriting();
    void connectStore();
    void applyTheme();
    void updateTitle();
    void updateStop();
    void updateHint();

    // main_window_start.cpp
    void restoreTexts();
    LastRun readTexts(const std::filesystem::path &file);
    void tellRestored(const LastRun &last);
    void answer(const QString &id, int button);
    void openFirstModel(const std::optional<QString> &model);
    void writeWith(const QString &path);

    // main_window_menus.cpp
    void makeActions();
    void makeMenus();
    void makeEditMenu();
    void makeViewMenu();
    void makeToolsAndHelpMenus();
    void fillClosedMenu();
    void chooseModel();
    void nextRegion();
    void showShortcuts();
    void showAbout();
    void askForExport();
    void saveMachineXml();
    void saveLiveCsv();
    void tellIfFailed(const std::optional<Error> &error, const QString &id);

    Settings &settings_;
    /// The text in which the model was writing when the program ended, and how far it came.
    struct Unfinished {
        qint64 document = 0;
        std::size_t tokens = 0;
    };
    Unfinished unfinished_;
    std::optional<Error> failure_; ///< of the last generation that failed
    std::vector<Document> closed_; ///< texts that can be opened again, the newest first
    std::unique_ptr<HistoryWriter> history_;
    EngineController *engine_;
    NavRail *rail_ = nullptr;
    HeaderBar *header_ = nullptr;
    MessageBar *messages_ = nullptr;
    QStackedWidget *pages_ = nullptr;
    WritePage *write_ = nullptr;
    ModelsPage *models_ = nullptr;
    PlacementPage *placement_ = nullptr;
    MachinePage *machine_ = nullptr;
    SettingsPage *settings_page_ = nullptr;
    QDockWidget *live_dock_ = nullptr;
    LiveView *live_ = nullptr;
    SweepStrip *strip_ = nullptr;
    StatusLine *status_ = nullptr;
    LoadFlow *load_ = nullptr;
    GenerationFlow *generation_ = nullptr;
    ModelShelf *shelf_ = nullptr;
    EngineView *view_ = nullptr;
    QAction *choose_model_ = nullptr;
    QAction *open_model_ = nullptr;
    QMenu *closed_menu_ = nullptr;
    bool closing_ = false;
};

} // namespace spillway
