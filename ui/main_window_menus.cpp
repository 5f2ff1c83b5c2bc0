// The window's actions and menus: every action has its place in a menu, and its shortcut.

#include "engine/engine_controller.h"
#include "export/exporter.h"
#include "format.h"
#include "frame/background.h"
#include "frame/header_bar.h"
#include "frame/load_flow.h"
#include "frame/model_picker.h"
#include "frame/model_shelf.h"
#include "main_window.h"
#include "pages/models_page.h"
#include "pages/placement_page.h"
#include "pages/write_page.h"
#include "widgets/live_view.h"
#include "widgets/message_bar.h"
#include "widgets/sweep_strip.h"
#include "write/generation_flow.h"

#include <QActionGroup>
#include <QApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QFileDialog>
#include <QGridLayout>
#include <QLabel>
#include <QMenuBar>
#include <QStackedWidget>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

namespace spillway {

namespace {

/// Cut, copy and the like go to whatever has the focus.
void callOnFocus(const char *slot) {
    if (QWidget *focus = QApplication::focusWidget()) {
        QMetaObject::invokeMethod(focus, slot);
    }
}

void addTo(QMenu *menu, std::initializer_list<QAction *> actions) {
    for (QAction *action : actions) {
        menu->addAction(action);
    }
}

} // namespace

void MainWindow::makeActions() {
    choose_model_ = new QAction(tr("&Choose model…"), this);
    choose_model_->setShortcut(QKeySequence("Ctrl+M"));
    connect(choose_model_, &QAction::triggered, this, &MainWindow::chooseModel);
    open_model_ = new QAction(tr("&Open model file…"), this);
    connect(open_model_, &QAction::triggered, this, [this] {
        showPage(Page::models);
        models_->openFile();
    });
    connect(write_->actions().export_text, &QAction::triggered, this, &MainWindow::askForExport);
    connect(write_->actions().stop, &QAction::triggered, this,
            [this] { generation_->document() != 0 ? generation_->stop() : load_->cancel(); });
}

void MainWindow::makeMenus() {
    const WriteActions &write = write_->actions();
    QMenu *file = menuBar()->addMenu(tr("&File"));
    addTo(file, {write.new_text, write.rename_text, write.close_text});
    closed_menu_ = file->addMenu(tr("&Closed texts"));
    connect(closed_menu_, &QMenu::aboutToShow, this, &MainWindow::fillClosedMenu);
    file->addSeparator();
    addTo(file, {open_model_, write.export_text});
    file->addSeparator();
    file->addAction(tr("&Quit"), QKeySequence("Ctrl+Q"), this, &QWidget::close);

    makeEditMenu();

    QMenu *generate = menuBar()->addMenu(tr("&Generate"));
    addTo(generate, {write.generate, write.stop, write.go_on, write.regenerate});
    generate->addSeparator();
    addTo(generate, {write.notebook, write.chat});

    QMenu *model = menuBar()->addMenu(tr("&Model"));
    model->addAction(choose_model_);
    QAction *load = model->addAction(tr("&Load"), QKeySequence("Ctrl+L"), load_, &LoadFlow::load);
    QAction *unload = model->addAction(tr("&Unload"), QKeySequence(), engine_, &EngineController::unload);
    QAction *verify = model->addAction(tr("&Verify files"), QKeySequence(), this, [this] {
        showPage(Page::models);
        models_->select(engine_->modelPath());
        shelf_->verify(engine_->modelPath());
    });
    const auto update = [this, load, unload, verify] {
        using State = EngineController::State;
        load->setEnabled(engine_->state() == State::opened);
        unload->setEnabled(engine_->state() == State::ready);
        verify->setEnabled(engine_->model() != nullptr);
    };
    connect(engine_, &EngineController::stateChanged, model, update);
    update();

    makeViewMenu();
    makeToolsAndHelpMenus();
}

void MainWindow::makeEditMenu() {
    const WriteActions &write = write_->actions();
    QMenu *edit = menuBar()->addMenu(tr("&Edit"));
    addTo(edit, {write.undo, write.redo});
    edit->addSeparator();
    // The text fields have these shortcuts themselves; the menu names them and offers them to the mouse.
    const std::pair<QString, const char *> entries[] = {
        {tr("Cu&t"), "cut"}, {tr("&Copy"), "copy"}, {tr("&Paste"), "paste"}, {tr("Select &all"), "selectAll"}};
    const char *keys[] = {"Ctrl+X", "Ctrl+C", "Ctrl+V", "Ctrl+A"};
    for (std::size_t i = 0; i < std::size(entries); ++i) {
        const auto &[name, slot] = entries[i];
        edit->addAction(name + QLatin1Char('\t') + QLatin1String(keys[i]), this, [slot] { callOnFocus(slot); });
    }
}

void MainWindow::makeViewMenu() {
    const WriteActions &write = write_->actions();
    QMenu *view = menuBar()->addMenu(tr("&View"));
    for (const Page page : {Page::write, Page::models, Page::placement, Page::machine, Page::settings}) {
        view->addAction(rail_->action(page));
    }
    view->addSeparator();
    addTo(view, {live_dock_->toggleViewAction(), write.sampling});
    view->addSeparator();
    addTo(view, {write.next_text, write.previous_text, write.larger_text, write.smaller_text});
    QMenu *theme = view->addMenu(tr("&Colours"));
    auto *group = new QActionGroup(this);
    const std::pair<QString, Theme::Choice> choices[] = {{tr("As the &system"), Theme::Choice::follow_system},
                                                         {tr("&Light"), Theme::Choice::light},
                                                         {tr("&Dark"), Theme::Choice::dark}};
    for (const auto &[name, choice] : choices) {
        QAction *action = theme->addAction(name, this, [this, choice = choice] {
            settings_.setTheme(choice);
            applyTheme();
        });
        action->setCheckable(true);
        action->setChecked(settings_.theme() == choice);
        group->addAction(action);
    }
    view->addSeparator();
    QAction *region = view->addAction(tr("Next part of the &window"), this, &MainWindow::nextRegion);
    region->setObjectName("actionNextRegion");
    region->setShortcut(QKeySequence("F6"));
}

void MainWindow::makeToolsAndHelpMenus() {
    QMenu *tools = menuBar()->addMenu(tr("&Tools"));
    tools->addAction(tr("&Measure the machine again"), this, [this] {
        showPage(Page::machine);
        engine_->measure();
    });
    tools->addAction(tr("Save the machine as &XML…"), this, &MainWindow::saveMachineXml);
    tools->addAction(tr("Save the live charts as &CSV…"), this, &MainWindow::saveLiveCsv);
    tools->addSeparator();
    tools->addAction(rail_->action(Page::settings));

    QMenu *help = menuBar()->addMenu(tr("&Help"));
    help->addAction(tr("&Keyboard shortcuts"), QKeySequence("F1"), this, &MainWindow::showShortcuts);
    help->addAction(tr("&About Spillway"), this, &MainWindow::showAbout);
}

void MainWindow::fillClosedMenu() {
    closed_menu_->clear();
    for (std::size_t i = 0; i < closed_.size(); ++i) {
        const QString title = closed_[i].shownTitle().replace('&', QLatin1String("&&"));
        closed_menu_->addAction(title, this, [this, i] {
            const Document document = closed_[i];
            closed_.erase(closed_.begin() + static_cast<std::ptrdiff_t>(i));
            write_->open(document);
            showPage(Page::write);
        });
    }
    if (closed_.empty()) {
        closed_menu_->addAction(tr("None"))->setEnabled(false);
    }
}

void MainWindow::chooseModel() {
    auto *picker = new ModelPicker(models_->model(), this);
    picker->setAttribute(Qt::WA_DeleteOnClose);
    connect(picker, &ModelPicker::chosen, this, &MainWindow::writeWith);
    connect(picker, &ModelPicker::openFileRequested, open_model_, &QAction::trigger);
    const QToolButton *button = header_->modelButton();
    picker->popUp(button->mapToGlobal(QPoint(0, button->height() + 2)));
}

/// F6: rail, header, page, dock, strip, and around again.
void MainWindow::nextRegion() {
    const std::initializer_list<QWidget *> regions = {rail_, header_, pages_, live_dock_, strip_};
    std::vector<QWidget *> shown;
    for (QWidget *region : regions) {
        if (region->isVisible()) {
            shown.push_back(region);
        }
    }
    QWidget *focus = QApplication::focusWidget();
    std::size_t now = 0;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        if (focus != nullptr && (shown[i] == focus || shown[i]->isAncestorOf(focus))) {
            now = i;
        }
    }
    QWidget *next = shown[(now + 1) % shown.size()];
    if (next == pages_ && pages_->currentWidget() == write_) {
        write_->focusText();
        return;
    }
    QList<QWidget *> candidates = next->findChildren<QWidget *>();
    candidates.prepend(next);
    for (QWidget *widget : candidates) {
        if (widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus) != 0) {
            widget->setFocus(Qt::TabFocusReason);
            return;
        }
    }
    next->setFocus(Qt::OtherFocusReason);
}

void MainWindow::showShortcuts() {
    auto *dialog = new QDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Keyboard shortcuts"));
    auto *grid = new QGridLayout(dialog);
    grid->setHorizontalSpacing(24);
    int row = 0;
    for (const QAction *menu : menuBar()->actions()) {
        for (const QAction *action : menu->menu()->actions()) {
            if (!action->shortcut().isEmpty()) {
                grid->addWidget(new QLabel(QString(action->text()).remove('&')), row, 0);
                grid->addWidget(new QLabel(action->shortcut().toString(QKeySequence::NativeText)), row++, 1);
            }
        }
    }
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    grid->addWidget(buttons, row, 0, 1, 2);
    dialog->show();
}

void MainWindow::showAbout() {
    const std::string_view program = version();
    auto *dialog = new QDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("About Spillway"));
    auto *column = new QVBoxLayout(dialog);
    column->setContentsMargins(24, 24, 24, 16);
    auto *text =
        new QLabel(tr("<h3>Spillway %1</h3><p>Runs language models that are larger than the memory of the PC "
                      "on the desk,<br>by reading the rest from the drive as it goes.</p>"
                      "<p>Nothing is sent anywhere. GPL-3.0-or-later.</p>")
                       .arg(QString::fromUtf8(program.data(), static_cast<qsizetype>(program.size()))));
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    column->addWidget(text);
    column->addWidget(buttons);
    dialog->show();
}

void MainWindow::askForExport() {
    auto *dialog = new QFileDialog(this, tr("Export"));
    dialog->setObjectName("exportDialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    QStringList filters;
    for (const ExportFormat &format : exportFormats()) {
        filters << format.fileFilter();
    }
    dialog->setNameFilters(filters);
    dialog->setDefaultSuffix(QLatin1String(exportFormats().front().suffix));
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog, filters](const QString &filter) {
        const auto index = static_cast<std::size_t>(std::max<qsizetype>(filters.indexOf(filter), 0));
        dialog->setDefaultSuffix(QLatin1String(exportFormats()[index].suffix));
    });
    const QUrl folder = settings_.value("last_export_folder").toUrl();
    if (folder.isValid()) {
        dialog->setDirectoryUrl(folder);
    }
    QString name = write_->current()->shownTitle();
    dialog->selectFile(name.replace('/', '-').remove(QChar(0x2026)));
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::exportTo);
    dialog->open();
}

void MainWindow::tellIfFailed(const std::optional<Error> &error, const QString &id) {
    if (error) {
        messages_->post(messageFrom(*error, id));
    }
}

void MainWindow::saveMachineXml() {
    auto *dialog = new QFileDialog(this, tr("Save the machine"), {}, tr("hwloc XML (*.xml)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix("xml");
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &file) {
        inBackground(
            this, [file] { write_whole(file.toStdString(), topology_xml()); },
            [this](const std::optional<Error> &error) { tellIfFailed(error, "machine-xml"); });
    });
    dialog->open();
}

void MainWindow::saveLiveCsv() {
    auto *dialog = new QFileDialog(this, tr("Save the live charts"), {}, tr("CSV (*.csv)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix("csv");
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &file) {
        const QByteArray csv = live_->series().csv();
        inBackground(
            this,
            [file, csv] {
                write_whole(file.toStdString(), {csv.constData(), static_cast<std::size_t>(csv.size())});
            },
            [this](const std::optional<Error> &error) { tellIfFailed(error, "live-csv"); });
    });
    dialog->open();
}

} // namespace spillway
