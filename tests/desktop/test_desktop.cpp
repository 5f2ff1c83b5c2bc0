#include "desktop_driver.h"

#include "export/exporter.h"
#include "pages/placement_page.h"
#include "pages/write_page.h"
#include "widgets/bytes_spin_box.h"
#include "widgets/message_bar.h"
#include "write/chat_pane.h"
#include "write/notebook_edit.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QTabBar>
#include <QtTest>

using namespace spillway;

namespace {

const QString beginning = "Once upon a time there was a lighthouse that";
constexpr int stop_limit_ms = 100;
constexpr int gap_limit_ms = 50;
constexpr int busy_machine =
    4;                      ///< as much longer may it be by the clock, where other programs hold the processors
constexpr int attempts = 3; ///< at what is measured in milliseconds: other programs may hold the processor

} // namespace

/// One session of a user, from the first start to the restart after a crash. Each step goes on where the last
/// ended.
class TestDesktop : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void the_first_start_is_ready_to_write();
    void a_text_is_written_and_the_window_never_waits();
    void stop_ends_a_generation_at_once();
    void stop_ends_the_reading_of_a_long_prompt_at_once();
    void continue_writes_on_and_undo_takes_it_back_whole();
    void regenerate_replaces_and_can_be_taken_back();
    void the_text_may_be_edited_meanwhile();
    void a_generation_stays_in_its_document();
    void a_lower_budget_streams_and_writes_the_very_same();
    void export_writes_what_the_window_shows();
    void a_text_longer_than_the_context_is_refused_with_a_way_out();
    void a_conversation_is_answered();
    void texts_come_back_at_the_next_start();
    void texts_come_back_after_a_crash();
    void a_budget_that_cannot_work_is_told_with_a_way_out();
    void cleanupTestCase();

  private:
    QString model_;
    std::unique_ptr<DesktopDriver> desktop_;
    QString story_; ///< greedy, with everything in RAM

    MainWindow &window() { return desktop_->window(); }
    EngineController &engine() { return desktop_->window().engine(); }
    void openFreshText(const QString &text);
};

void TestDesktop::initTestCase() {
    model_ = demoModel();
    if (model_.isEmpty()) {
        QSKIP("SPILLWAY_SMOLLM2 names no demo model");
    }
    desktop_ = std::make_unique<DesktopDriver>();
    QVERIFY(desktop_->open(model_));
}

/// A new tab with this text, typed.
void TestDesktop::openFreshText(const QString &text) {
    window().showPage(Page::write);
    desktop_->key(Qt::Key_N, Qt::ControlModifier);
    window().writePage().actions().notebook->trigger();
    QTest::keyClicks(QApplication::focusWidget(), text);
    QCOMPARE(desktop_->text(), text);
}

void TestDesktop::the_first_start_is_ready_to_write() {
    QCOMPARE(desktop_->text(), beginning);
    QCOMPARE(desktop_->notebook().cursorPosition(), beginning.size());
    QCOMPARE(QApplication::focusWidget(), &desktop_->notebook());
    QVERIFY(window().minimumWidth() == 1024 && window().minimumHeight() == 680);
    QTRY_VERIFY(desktop_->find<QWidget>("contextBar")->isVisible());
    auto *tabs = desktop_->find<QTabBar>("docTabs");
    QCOMPARE(tabs->count(), 1);
    QVERIFY(tabs->rect().contains(tabs->tabRect(0)));
}

void TestDesktop::a_text_is_written_and_the_window_never_waits() {
    double gap = 0;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        if (attempt > 0) {
            openFreshText(beginning);
        }
        desktop_->setGreedy(96);
        QTest::qWait(300);
        Heartbeat heartbeat;
        desktop_->key(Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(desktop_->waitForTokens(1));
        QVERIFY(desktop_->waitUntilReady());
        gap = heartbeat.worstGap();
        qInfo(
            "worst gap of the window's thread during a generation: %.1f ms, at most %.1f ms of it its own work",
            gap, heartbeat.worstWork());
        QVERIFY(heartbeat.worstWork() < gap_limit_ms);
        if (gap < gap_limit_ms) {
            break;
        }
    }
    story_ = desktop_->text();
    QVERIFY(story_.startsWith(beginning));
    QVERIFY(story_.size() > beginning.size() + 40);
    const std::vector<TextSpan> &spans = desktop_->notebook().content().spans();
    QCOMPARE(spans.size(), 2U);
    QCOMPARE(spans.front().length, beginning.size());
    QVERIFY(spans.back().byModel());
    QVERIFY2(gap < gap_limit_ms * busy_machine,
             qPrintable(QString("the window stood still for %1 ms").arg(gap)));
}

void TestDesktop::stop_ends_a_generation_at_once() {
    qint64 time = 0;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        openFreshText(beginning);
        desktop_->setGreedy(2000);
        desktop_->key(Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(desktop_->waitForTokens(5));
        time = desktop_->timeToStop();
        qInfo("stopped while writing after %lld ms", time);
        const Document document = window().writePage().current()->snapshot();
        QCOMPARE(document.generations.back().finish, "interrupted");
        QCOMPARE(desktop_->text(), beginning + document.generations.back().text);
        if (time <= stop_limit_ms) {
            break;
        }
    }
    QVERIFY(time <= stop_limit_ms);
}

void TestDesktop::stop_ends_the_reading_of_a_long_prompt_at_once() {
    qint64 time = 0;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        openFreshText({});
        // Each attempt another text, or the engine would know it already.
        QApplication::clipboard()->setText(
            QString("The sea wrote %1 letters and the keeper answered none of them. ")
                .arg(attempt)
                .repeated(150));
        desktop_->key(Qt::Key_V, Qt::ControlModifier);
        desktop_->key(Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(engine().state(), EngineController::State::generating);
        QTest::qWait(150);
        time = desktop_->timeToStop();
        qInfo("stopped while reading the prompt after %lld ms", time);
        QVERIFY(window().writePage().current()->snapshot().generations.back().token_ids.empty());
        if (time <= stop_limit_ms) {
            break;
        }
    }
    QVERIFY(time <= stop_limit_ms);
}

void TestDesktop::continue_writes_on_and_undo_takes_it_back_whole() {
    openFreshText(beginning);
    desktop_->setGreedy(48);
    desktop_->key(Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(desktop_->waitForTokens(1));
    QVERIFY(desktop_->waitUntilReady());
    const QString half = desktop_->text();
    desktop_->key(Qt::Key_Return, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(desktop_->waitForTokens(1));
    QVERIFY(desktop_->waitUntilReady());
    QCOMPARE(desktop_->text(), story_); // twice 48 tokens are the very 96
    desktop_->key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(desktop_->text(), half);
    desktop_->key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(desktop_->text(), beginning);
    desktop_->key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(desktop_->text(), half);
}

void TestDesktop::regenerate_replaces_and_can_be_taken_back() {
    const QString before = desktop_->text();
    auto *temperature = desktop_->find<QWidget>("temperature")->findChild<QDoubleSpinBox *>();
    temperature->setValue(1.5);
    desktop_->key(Qt::Key_R, Qt::ControlModifier);
    QVERIFY(desktop_->waitForTokens(1));
    QVERIFY(desktop_->waitUntilReady());
    const Document document = window().writePage().current()->snapshot();
    QVERIFY(desktop_->text() != before);
    QCOMPARE(desktop_->text(), beginning + document.generations.back().text);
    QCOMPARE(document.generations.back().sampling.seed,
             document.settings.sampling.seed); // the one used is shown
    desktop_->key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(desktop_->text(), before);
}

void TestDesktop::the_text_may_be_edited_meanwhile() {
    openFreshText(beginning);
    desktop_->setGreedy(96);
    desktop_->key(Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(desktop_->waitForTokens(2));
    desktop_->key(Qt::Key_Home, Qt::ControlModifier);
    QTest::keyClicks(QApplication::focusWidget(), "Listen: ");
    QVERIFY(desktop_->waitUntilReady());
    QCOMPARE(desktop_->text(), "Listen: " + story_);
    QCOMPARE(desktop_->notebook().cursorPosition(), 8);
}

void TestDesktop::a_generation_stays_in_its_document() {
    openFreshText(beginning);
    DocumentEditor *first = window().writePage().current();
    desktop_->setGreedy(96);
    desktop_->key(Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(desktop_->waitForTokens(2));
    openFreshText("Another text");
    QVERIFY(desktop_->waitUntilReady());
    QCOMPARE(desktop_->text(), "Another text");
    QCOMPARE(first->notebook().content().text(), story_);
}

void TestDesktop::a_lower_budget_streams_and_writes_the_very_same() {
    QVERIFY(engine().loadedPlan()->streamed_bytes() == 0);
    desktop_->key(Qt::Key_3, Qt::ControlModifier);
    PlacementPage &page = window().placementPage();
    QVERIFY(page.isVisible());
    const Plan &whole = *engine().loadedPlan();
    const std::uint64_t weights = whole.tier(Tier::ram).used.weights;
    const std::uint64_t rest = whole.tier(Tier::ram).planned() - weights;
    auto *budget = desktop_->find<BytesSpinBox>("ramBudget");
    budget->setFocus();
    budget->selectAll();
    QTest::keyClicks(budget, QString("%1 MB").arg((rest + weights / 2) / 1000000));
    QTest::keyClick(budget, Qt::Key_Return);
    QTRY_VERIFY(page.plan() != nullptr && page.plan()->streamed_bytes() > 0);
    QTest::mouseClick(desktop_->find<QPushButton>("applyPlan"), Qt::LeftButton);
    QTRY_COMPARE(engine().state(), EngineController::State::loading);
    QVERIFY(desktop_->waitUntilReady());
    QVERIFY(engine().loadedPlan()->streamed_bytes() > whole.model_bytes / 4);
    QVERIFY(engine().loadedPlan()->tier(Tier::ram).planned() < rest + weights);

    openFreshText(beginning);
    desktop_->setGreedy(96);
    desktop_->key(Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(desktop_->waitForTokens(1));
    QVERIFY(desktop_->waitUntilReady());
    QCOMPARE(desktop_->text(), story_);
    QVERIFY(window().writePage().current()->snapshot().generations.back().disk_bytes > 0);
}

void TestDesktop::export_writes_what_the_window_shows() {
    const Document document = window().writePage().current()->snapshot();
    for (const ExportFormat &format : exportFormats()) {
        desktop_->key(Qt::Key_E, Qt::ControlModifier);
        auto *dialog = window().findChild<QFileDialog *>("exportDialog");
        QVERIFY(dialog != nullptr);
        auto *name = dialog->findChild<QLineEdit *>("fileNameEdit");
        const QString path = desktop_->filePath(QString::fromUtf8("Маяк.") + format.suffix);
        name->setText(path);
        QTest::keyClick(name, Qt::Key_Return);
        QTRY_VERIFY(QFile::exists(path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), format.write(document));
        QTRY_VERIFY(window().findChild<QFileDialog *>("exportDialog") == nullptr);
        window().activateWindow(); // where no window manager does
        QVERIFY(QTest::qWaitForWindowActive(&window()));
    }
    QFile text(desktop_->filePath(QString::fromUtf8("Маяк.txt")));
    QVERIFY(text.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(text.readAll()), desktop_->text());

    QFile json(desktop_->filePath(QString::fromUtf8("Маяк.json")));
    QVERIFY(json.open(QIODevice::ReadOnly));
    const QJsonValue generation =
        QJsonDocument::fromJson(json.readAll()).object()["generations"].toArray().last();
    QVERIFY(generation["prompt_ids"].toArray().size() > 5);
    QCOMPARE(generation["token_ids"].toArray().size(), 96);
    // The command line in it writes the same words again.
    QString command = generation["command"].toString();
    QVERIFY(command.startsWith("spillway-cli generate '"));
    QProcess again;
    again.start("sh", {"-c", command.replace(0, QString("spillway-cli").size(), SPILLWAY_CLI) + " --json"});
    QVERIFY(again.waitForFinished(120000));
    QCOMPARE(again.exitCode(), 0);
    const QJsonObject answer = QJsonDocument::fromJson(again.readAllStandardOutput()).object();
    QCOMPARE(answer["variants"][0]["tokens"].toArray(), generation["token_ids"].toArray());
    QCOMPARE(answer["variants"][0]["text"].toString(), generation["text"].toString());
}

void TestDesktop::a_text_longer_than_the_context_is_refused_with_a_way_out() {
    openFreshText({});
    const QString text = QString("The sea wrote letters and the keeper answered none of them. ").repeated(500);
    QApplication::clipboard()->setText(text);
    desktop_->key(Qt::Key_V, Qt::ControlModifier);
    desktop_->key(Qt::Key_Return, Qt::ControlModifier);
    auto *messages = desktop_->find<MessageBar>("messageBar");
    QTRY_VERIFY(messages->current() != nullptr && messages->current()->id == "context-full");
    QVERIFY(desktop_->waitUntilReady());
    QCOMPARE(desktop_->text(), text);
    QVERIFY(desktop_->press(messages->current()->buttons.front()));
    QVERIFY(window().placementPage().isVisible());
}

void TestDesktop::a_conversation_is_answered() {
    openFreshText({});
    window().writePage().actions().chat->trigger();
    QCOMPARE(QApplication::focusWidget()->objectName(), "chatInput");
    QTest::keyClicks(QApplication::focusWidget(), "What is a lighthouse for?");
    ChatPane &chat = window().writePage().current()->chat();
    QVERIFY(chat.prompt().contains("<|im_start|>user\nWhat is a lighthouse for?<|im_end|>"));
    desktop_->setGreedy(40);
    desktop_->key(Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(desktop_->waitForTokens(1));
    QVERIFY(desktop_->waitUntilReady());
    QCOMPARE(chat.turns().size(), 2U);
    QCOMPARE(chat.turns()[0].text, "What is a lighthouse for?");
    QVERIFY(chat.turns()[1].text.contains("ighthouse"));
    QVERIFY(chat.draft().isEmpty());
}

void TestDesktop::texts_come_back_at_the_next_start() {
    std::vector<OwnedText> texts;
    for (const DocumentEditor *editor : window().writePage().editors()) {
        texts.push_back(editor->snapshot().text);
    }
    const std::vector<ChatTurn> turns = window().writePage().current()->chat().turns();
    const std::uint64_t budget = engine().loadedPlan()->tier(Tier::ram).budget;
    desktop_->close();
    QVERIFY(desktop_->open({})); // the model of the last time comes by itself
    QCOMPARE(window().writePage().editors().size(), texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
        QCOMPARE(window().writePage().editors()[i]->snapshot().text, texts[i]);
    }
    QVERIFY(window().writePage().editors().back()->chat().turns() == turns);
    QCOMPARE(engine().loadedPlan()->tier(Tier::ram).budget, budget);
    const Message *message = desktop_->find<MessageBar>("messageBar")->current();
    QVERIFY(message == nullptr || message->id != "restored"); // nothing went wrong, nothing is told
}

void TestDesktop::texts_come_back_after_a_crash() {
    openFreshText(beginning);
    desktop_->setGreedy(2000);
    desktop_->key(Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(desktop_->waitForTokens(20));
    const QString text = desktop_->text();
    QTest::qWait(1100); // what came until then must be on the drive by now
    desktop_->crash();
    QVERIFY(desktop_->open({}));
    QVERIFY2(desktop_->text().startsWith(text), qPrintable(desktop_->text() + " | " + text));
    const Message *message = desktop_->find<MessageBar>("messageBar")->current();
    QVERIFY(message != nullptr);
    QCOMPARE(message->id, "restored");
    QVERIFY(message->text.contains("finished tokens"));
    QVERIFY(desktop_->notebook().content().spans().back().byModel());
}

void TestDesktop::a_budget_that_cannot_work_is_told_with_a_way_out() {
    DesktopDriver other;
    PlanRequest request;
    request.ram_budget = 1000000;
    Settings(other.folder().toStdString()).setRequest(QFileInfo(model_).absoluteFilePath(), request);
    other.show(model_);
    auto *messages = other.find<MessageBar>("messageBar");
    QTRY_VERIFY_WITH_TIMEOUT(messages->current() != nullptr, 60000);
    QVERIFY(messages->current()->headline.endsWith("short of RAM"));
    QVERIFY(!other.window().engine().isLoaded()); // nothing was loaded
    QVERIFY(other.press(messages->current()->buttons.front()));
    QVERIFY(other.waitUntilReady());
    QVERIFY(messages->current() == nullptr);
    other.close();
}

void TestDesktop::cleanupTestCase() {
    if (desktop_) {
        desktop_->close();
    }
}

QTEST_MAIN(TestDesktop)
#include "test_desktop.moc"
