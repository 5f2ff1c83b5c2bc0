#include "desktop_driver.h"

#include "pages/write_page.h"
#include "write/notebook_edit.h"
#include "write/sampling_panel.h"
#include "write/value_slider.h"

#include <QApplication>
#include <QDoubleSpinBox>
#include <QPushButton>
#include <QSpinBox>
#include <QtTest>

#include <algorithm>
#include <ctime>

namespace spillway {

QString demoModel() {
    const QString path = qEnvironmentVariable("SPILLWAY_SMOLLM2");
    return QFileInfo::exists(path) ? path : QString();
}

DesktopDriver::DesktopDriver() = default;

void DesktopDriver::show(const QString &model) {
    settings_ = std::make_unique<Settings>(folder_.path().toStdString());
    Theme::apply(*qApp, settings_->theme());
    window_ = std::make_unique<MainWindow>(*settings_, model.isEmpty() ? std::nullopt : std::optional(model));
    window_->show();
    window_->activateWindow();
}

bool DesktopDriver::open(const QString &model) {
    show(model);
    return QTest::qWaitForWindowActive(window_.get()) && waitUntilReady();
}

void DesktopDriver::close() {
    window_->close();
    window_.reset();
    settings_.reset();
}

void DesktopDriver::crash() {
    window_.reset();
    settings_.reset();
}

NotebookEdit &DesktopDriver::notebook() {
    return window_->writePage().current()->notebook();
}

QString DesktopDriver::text() {
    return notebook().content().text();
}

bool DesktopDriver::press(const QString &button) {
    const auto buttons = find<QWidget>("messageBar")->findChildren<QPushButton *>();
    const auto found = std::ranges::find(buttons, button, &QPushButton::text);
    if (found == buttons.end() || !(*found)->isVisible()) {
        return false;
    }
    QTest::mouseClick(*found, Qt::LeftButton);
    return true;
}

void DesktopDriver::key(int key, Qt::KeyboardModifiers modifiers) {
    QWidget *focus = QApplication::focusWidget();
    QTest::keyClick(focus != nullptr ? focus : window_.get(), static_cast<Qt::Key>(key), modifiers);
}

void DesktopDriver::setGreedy(int max_tokens) {
    auto *temperature = find<ValueSlider>("temperature")->findChild<QDoubleSpinBox *>();
    temperature->setFocus();
    temperature->selectAll();
    QTest::keyClicks(temperature, QLocale().toString(0.0, 'f', 2));
    auto *penalty = find<ValueSlider>("repetitionPenalty")->findChild<QDoubleSpinBox *>();
    penalty->setValue(1);
    auto *tokens = find<QSpinBox>("maxTokens");
    tokens->setFocus();
    tokens->selectAll();
    QTest::keyClicks(tokens, QString::number(max_tokens));
    QTest::keyClick(tokens, Qt::Key_Return);
    window_->writePage().focusText();
}

bool DesktopDriver::waitUntilReady(int milliseconds) {
    return QTest::qWaitFor(
        [this] {
            return window_->engine().state() == EngineController::State::ready &&
                   window_->generation().document() == 0;
        },
        milliseconds);
}

bool DesktopDriver::waitForTokens(int tokens, int milliseconds) {
    const auto written = [this] {
        DocumentEditor *editor = window_->writePage().editor(window_->engine().generatingDocument());
        const GenerationRecord *record = editor != nullptr ? editor->running() : nullptr;
        return record != nullptr ? static_cast<int>(record->token_ids.size()) : 0;
    };
    return QTest::qWaitFor([&] { return written() >= tokens; }, milliseconds);
}

qint64 DesktopDriver::timeToStop() {
    QElapsedTimer clock;
    clock.start();
    key(Qt::Key_Escape);
    return waitUntilReady() ? clock.elapsed() : std::numeric_limits<int>::max();
}

void DesktopDriver::cursorToEnd() {
    key(Qt::Key_End, Qt::ControlModifier);
}

namespace {

double milliseconds(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

} // namespace

Heartbeat::Heartbeat()
    : last_beat_(milliseconds(CLOCK_MONOTONIC)), last_work_(milliseconds(CLOCK_THREAD_CPUTIME_ID)) {
    timer_.setTimerType(Qt::PreciseTimer);
    timer_.setInterval(5);
    QObject::connect(&timer_, &QTimer::timeout, &timer_, [this] { beat(); });
    timer_.start();
}

void Heartbeat::beat() {
    const double now = milliseconds(CLOCK_MONOTONIC);
    const double work = milliseconds(CLOCK_THREAD_CPUTIME_ID);
    worst_gap_ = std::max(worst_gap_, now - std::exchange(last_beat_, now));
    worst_work_ = std::max(worst_work_, work - std::exchange(last_work_, work));
}

} // namespace spillway
