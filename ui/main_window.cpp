#include "main_window.h"

#include "engine/engine_controller.h"
#include "export/exporter.h"
#include "format.h"
#include "frame/background.h"
#include "frame/engine_view.h"
#include "frame/flat_tool_bar.h"
#include "frame/header_bar.h"
#include "frame/load_flow.h"
#include "frame/model_shelf.h"
#include "frame/settings_page.h"
#include "frame/status_line.h"
#include "history/history_writer.h"
#include "icons.h"
#include "pages/machine_page.h"
#include "pages/models_page.h"
#include "pages/placement_page.h"
#include "pages/write_page.h"
#include "widgets/context_bar.h"
#include "widgets/live_view.h"
#include "widgets/message_bar.h"
#include "widgets/sweep_strip.h"
#include "write/generation_flow.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QMimeData>
#include <QStackedWidget>
#include <QUrl>
#include <QVBoxLayout>

namespace spillway {

namespace {

constexpr QSize least_size(1024, 680);
constexpr QSize first_size(1440, 900);
constexpr int narrow_width = 1280; ///< below it docks start closed
constexpr int dock_width = 300;

} // namespace

MainWindow::MainWindow(Settings &settings, const std::optional<QString> &model, QWidget *parent)
    : QMainWindow(parent), settings_(settings), engine_(new EngineController(settings.dataDir(), this)) {
    setMinimumSize(least_size);
    setAcceptDrops(true);
    setWindowIcon(applicationIcon());
    makePages();
    makeActions();
    makeFrame();
    makeDocks();
    restoreTexts();
    connectParts();
    makeMenus();
    restoreWindow();
    openFirstModel(model);
    showPage(Page::write);
    write_->focusText();
}

MainWindow::~MainWindow() {
    // The engine ends first: what it still tells must find the window whole.
    delete generation_;
    delete engine_;
}

void MainWindow::makePages() {
    write_ = new WritePage(settings_);
    models_ = new ModelsPage;
    placement_ = new PlacementPage;
    machine_ = new MachinePage;
    settings_page_ = new SettingsPage(settings_);
    pages_ = new QStackedWidget;
    pages_->setObjectName("pages");
    for (QWidget *page :
         std::initializer_list<QWidget *>{write_, models_, placement_, machine_, settings_page_}) {
        pages_->addWidget(page); // in the order of Page
    }
}

void MainWindow::makeFrame() {
    messages_ = new MessageBar;
    messages_->setObjectName("messageBar");
    auto *centre = new QWidget;
    auto *column = new QVBoxLayout(centre);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(messages_);
    column->addWidget(pages_, 1);
    setCentralWidget(centre);

    rail_ = new NavRail;
    addToolBar(Qt::LeftToolBarArea, rail_);
    connect(rail_, &NavRail::chosen, this, &MainWindow::showPage);

    strip_ = new SweepStrip;
    strip_->setObjectName("sweepStrip");
    strip_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    auto *strip_bar = new FlatToolBar("stripBar", Qt::TopEdge);
    strip_bar->setWindowTitle(tr("Sweep"));
    strip_bar->addWidget(strip_);
    addToolBar(Qt::BottomToolBarArea, strip_bar);

    status_ = new StatusLine;
    setStatusBar(status_);
}

void MainWindow::makeDocks() {
    live_ = new LiveView;
    live_->setObjectName("liveView");
    live_dock_ = new QDockWidget(tr("Live"));
    live_dock_->setObjectName("liveDock");
    live_dock_->setWidget(live_);
    live_dock_->setMinimumWidth(dock_width);
    addDockWidget(Qt::RightDockWidgetArea, live_dock_);
    QAction *live = live_dock_->toggleViewAction();
    live->setObjectName("actionLive");
    live->setShortcut(QKeySequence("F9"));
    live->setIcon(icon("live"));
    header_ = new HeaderBar(choose_model_, live);
    addToolBar(Qt::TopToolBarArea, header_);
}

void MainWindow::connectParts() {
    load_ = new LoadFlow(*engine_, *placement_, *messages_, settings_, this);
    shelf_ = new ModelShelf(*models_, *engine_, *messages_, settings_, this);
    view_ = new EngineView(*engine_, {*header_, *strip_, *live_, *placement_, *machine_, *status_}, this);
    connectModel();
    connectWriting();
    connectStore();
    connect(messages_, &MessageBar::buttonClicked, this, &MainWindow::answer);
    connect(live_, &LiveView::saveCsvRequested, this, &MainWindow::saveLiveCsv);
    connect(settings_page_, &SettingsPage::themeChanged, this, &MainWindow::applyTheme);
    connect(settings_page_, &SettingsPage::textSizeChanged, write_, &WritePage::applyTextSize);
    write_->contextBar().setNote(tr("Nothing is sent anywhere. Everything runs on this PC."));
    updateStop();
    engine_->probe();
}

/// Choosing, planning and loading.
void MainWindow::connectModel() {
    connect(load_, &LoadFlow::planShown, view_, &EngineView::setPlan);
    connect(load_, &LoadFlow::chooseModelRequested, this, [this] { showPage(Page::models); });
    connect(header_, &HeaderBar::loadRequested, load_, &LoadFlow::load);
    connect(header_, &HeaderBar::unloadRequested, engine_, &EngineController::unload);
    connect(header_, &HeaderBar::cancelRequested, load_, &LoadFlow::cancel);
    connect(strip_, &SweepStrip::cancelRequested, load_, &LoadFlow::cancel);
    connect(strip_, &SweepStrip::layerClicked, this, [this](int layer) {
        showPage(Page::placement);
        placement_->selectLayer(layer);
    });
    connect(models_, &ModelsPage::loadRequested, this, &MainWindow::writeWith);
    connect(models_, &ModelsPage::placementRequested, this, [this](const QString &path) {
        if (QFileInfo(path) != QFileInfo(engine_->modelPath()) || !engine_->model()) {
            load_->open(path, false);
        }
        showPage(Page::placement);
    });
    connect(machine_, &MachinePage::saveXmlRequested, this, &MainWindow::saveMachineXml);
    connect(machine_, &MachinePage::budgetChanged, load_, &LoadFlow::setBudgets);
    connect(load_, &LoadFlow::requestChanged, machine_, &MachinePage::setRequest);
    connect(engine_, &EngineController::modelOpened, this,
            [this] { write_->setChatForm(chat_form(engine_->model()->chat_template)); });
    connect(engine_, &EngineController::loaded, this, [this] {
        const double predicted = engine_->loadedPlan()->prediction.seconds_per_token;
        write_->setSecondsPerToken(predicted > 0 ? std::optional(predicted) : std::nullopt);
    });
    connect(engine_, &EngineController::stateChanged, this, [this] {
        updateStop();
        write_->setEngineState(engine_->state() == EngineController::State::ready, generation_->document());
        updateHint();
    });
}

void MainWindow::connectStore() {
    connect(history_.get(), &HistoryWriter::saved, status_, [this] {
        messages_->withdraw("save-failed");
        status_->setSaved(QDateTime::currentDateTime());
    });
    connect(history_.get(), &HistoryWriter::failed, this, [this](const Error &error) {
        status_->setSaveFailed();
        messages_->post(messageFrom(error, "save-failed"));
    });
    connect(write_, &WritePage::closing, this, [this](const Document &document) {
        if (!document.text.isEmpty() || !document.turns.empty()) {
            closed_.insert(closed_.begin(), document);
        }
    });
}

void MainWindow::connectWriting() {
    connect(generation_, &GenerationFlow::changed, this, [this] {
        write_->setEngineState(engine_->state() == EngineController::State::ready, generation_->document());
        if (generation_->document() != 0) {
            view_->beginRun();
        }
        updateStop();
        updateTitle();
    });
    connect(generation_, &GenerationFlow::failed, this, [this](qint64, const Failure &failure) {
        if (failure.error.code() == ErrorCode::does_not_fit) {
            Message message = messageFrom(failure.error, context_id);
            message.buttons = {tr("Placement")}; // trying again would not help
            messages_->post(message);
            return;
        }
        failure_ = failure.error;
        view_->showFailure(failure.error); // in the sweep strip, with "Try again"
    });
    // The cursor went along with the words, so it stands where the failed generation ended.
    connect(strip_, &SweepStrip::retryRequested, this, [this] {
        const bool chat = write_->current()->mode() == WriteMode::chat;
        generation_->start(chat ? Placement::onward : Placement::at_cursor);
    });
    connect(strip_, &SweepStrip::detailsRequested, this, [this] {
        if (failure_) {
            messages_->post(messageFrom(*failure_, "generation"));
        }
    });
    connect(generation_, &GenerationFlow::contextFull, this, [this](std::size_t context) {
        messages_->post(
            {Message::Kind::information,
             context_id,
             tr("The context of %1 tokens is full").arg(countText(context)),
             tr("The model cannot read more at once. Plan for a longer context, or shorten the text."),
             {tr("Placement")},
             {}});
    });
    connect(generation_, &GenerationFlow::ended, this, [this](qint64, const GenerationRecord &record) {
        if (record.decode_tokens > 0) {
            const double seconds = record.decode_seconds / static_cast<double>(record.decode_tokens);
            write_->setSecondsPerToken(seconds);
            shelf_->setMeasured(record.model_path, seconds);
        }
        updateHint();
    });
    connect(write_, &WritePage::currentChanged, this, &MainWindow::updateTitle);
    connect(write_, &WritePage::edited, this, &MainWindow::updateTitle);
    connect(write_, &WritePage::hintLinkActivated, this, [this] { showPage(Page::models); });
}

void MainWindow::showPage(Page page) {
    rail_->setCurrent(page);
    pages_->setCurrentIndex(static_cast<int>(page));
    if (page == Page::write) {
        write_->focusText();
    } else {
        pages_->currentWidget()->setFocus();
    }
    updateTitle();
}

/// What Esc can end now.
void MainWindow::updateStop() {
    using State = EngineController::State;
    const State state = engine_->state();
    write_->actions().stop->setEnabled(state == State::loading || state == State::generating ||
                                       state == State::measuring || generation_->document() != 0);
}

void MainWindow::updateTitle() {
    const auto page = static_cast<Page>(pages_->currentIndex());
    const QString subject = page == Page::write && write_->current() != nullptr
                                ? write_->current()->shownTitle()
                                : rail_->action(page)->text();
    setWindowTitle(tr("%1 — Spillway").arg(subject));
}

/// What to do, below a text in which the model has not written yet.
void MainWindow::updateHint() {
    const bool ready = engine_->isLoaded();
    write_->setHint(ready ? tr("Write a beginning, then press Ctrl+Return. The model is ready; "
                               "<a href=\"models\">add a large one</a> by dropping its files here.")
                          : QString());
}

void MainWindow::applyTheme() {
    Theme::apply(*qApp, settings_.theme());
}

void MainWindow::restoreWindow() {
    const QByteArray geometry = settings_.windowGeometry();
    if (geometry.isEmpty() || !restoreGeometry(geometry)) {
        resize(first_size.boundedTo(screen()->availableSize()).expandedTo(least_size));
    }
    if (!restoreState(settings_.windowState())) {
        live_dock_->setVisible(width() >= narrow_width && settings_.value("live_shown", false).toBool());
    }
}

void MainWindow::closeEvent(QCloseEvent *event) {
    settings_.setWindow(saveGeometry(), saveState());
    if (!std::exchange(closing_, true)) {
        generation_->stop();
        engine_->finishNow();
        generation_->saveAll();
        history_->setOpen(write_->documents());
        history_->endRun();
    }
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event) {
    if (event->mimeData()->hasUrls()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent *event) {
    for (const QUrl &url : event->mimeData()->urls()) {
        const QFileInfo file(url.toLocalFile());
        if (file.isDir()) {
            emit models_->folderAdded(file.absoluteFilePath());
            showPage(Page::models);
        } else if (file.isFile()) {
            writeWith(file.absoluteFilePath());
        }
    }
}

void MainWindow::exportTo(const QString &file) {
    const ExportFormat *format = exportFormatForSuffix(QFileInfo(file).suffix());
    if (format == nullptr || write_->current() == nullptr) {
        messages_->post({Message::Kind::error,
                         "export",
                         tr("“%1” is no known format").arg(QFileInfo(file).suffix()),
                         tr("Choose a name that ends in .txt, .md, .html or .json."),
                         {},
                         {}});
        return;
    }
    settings_.setValue("last_export_folder", QUrl::fromLocalFile(QFileInfo(file).absolutePath()));
    const Document document = write_->current()->snapshot();
    inBackground(
        this, [document, format, file] { exportDocument(document, *format, file.toStdString()); },
        [this, file](const std::optional<Error> &error) {
            if (error) {
                messages_->post(messageFrom(*error, "export"));
                return;
            }
            messages_->post({Message::Kind::done,
                             exported_id,
                             tr("Exported to %1").arg(QFileInfo(file).fileName()),
                             file,
                             {tr("Show in folder")},
                             {}});
        });
}

} // namespace spillway
