#include "pages/machine_page.h"
#include "pages/models_page.h"
#include "sample_values.h"
#include "widgets/budget_form.h"
#include "widgets/bytes_spin_box.h"
#include "widgets/context_bar.h"
#include "widgets/message_bar.h"
#include "widgets/topology_scene.h"
#include "widgets/warning_list.h"

#include <QCheckBox>
#include <QClipboard>
#include <QDropEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

namespace spillway {

namespace {

QPushButton *button(const QWidget &widget, const QString &text) {
    for (auto *one : widget.findChildren<QPushButton *>())
        if (one->text() == text)
            return one;
    return nullptr;
}

ModelEntry entry(const QString &path, ModelEntry::State state = ModelEntry::State::sound) {
    ModelEntry entry;
    entry.path = path;
    entry.state = state;
    if (state == ModelEntry::State::sound)
        entry.description = std::make_shared<const ModelDescription>(samples::small_model());
    entry.fit = Fit::ram;
    return entry;
}

Message message(const QString &id, Message::Kind kind) {
    Message message;
    message.id = id;
    message.kind = kind;
    message.headline = id;
    message.buttons = {QStringLiteral("Do it"), QStringLiteral("Do the other")};
    return message;
}

} // namespace

class TestPages : public QObject {
    Q_OBJECT

  private slots:
    void the_most_serious_message_comes_first() {
        MessageBar bar;
        QVERIFY(bar.isHidden());
        bar.post(message(QStringLiteral("hint"), Message::Kind::information));
        bar.post(message(QStringLiteral("failure"), Message::Kind::error));
        bar.post(message(QStringLiteral("second failure"), Message::Kind::error));
        QCOMPARE(bar.current()->id, QStringLiteral("failure"));
        bar.post(message(QStringLiteral("hint"), Message::Kind::information)); // again: no second one
        QCOMPARE(bar.count(), std::size_t{3});
        QSignalSpy clicked(&bar, &MessageBar::buttonClicked);
        button(bar, QStringLiteral("Do the other"))->click();
        QCOMPARE(clicked.count(), 1);
        QCOMPARE(clicked[0][0].toString(), QStringLiteral("failure"));
        QCOMPARE(clicked[0][1].toInt(), 1);
        QCOMPARE(bar.current()->id, QStringLiteral("second failure"));
        bar.withdraw(QStringLiteral("second failure"));
        QSignalSpy closed(&bar, &MessageBar::closed);
        bar.findChild<QToolButton *>()->click();
        QCOMPARE(closed.count(), 1);
        QCOMPARE(bar.count(), std::size_t{0});
        QVERIFY(bar.isHidden());
    }

    void an_error_brings_its_sentence_and_its_hint() {
        const Message made = messageFrom(Error(ErrorCode::damaged, "The file ends early.", "Fetch it again."),
                                         QStringLiteral("open"));
        QCOMPARE(made.headline, QStringLiteral("The file ends early."));
        QCOMPARE(made.text, QStringLiteral("Fetch it again."));
        QCOMPARE(made.kind, Message::Kind::error);
    }

    void details_are_behind_a_button_and_can_be_copied() {
        MessageBar bar;
        Message posted = message(QStringLiteral("x"), Message::Kind::error);
        posted.details = QStringLiteral("errno 5");
        bar.post(posted);
        QVERIFY(button(bar, QStringLiteral("Copy"))->isHidden());
        button(bar, QStringLiteral("Details"))->click();
        QVERIFY(!button(bar, QStringLiteral("Copy"))->isHidden());
        button(bar, QStringLiteral("Copy"))->click();
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("errno 5")));
    }

    void text_of_files_is_not_taken_for_markup() {
        MessageBar bar;
        Message posted = message(QStringLiteral("<b>x</b><img src=y>"), Message::Kind::error);
        bar.post(posted);
        for (auto *label : bar.findChildren<QLabel *>())
            if (label->text().contains(QStringLiteral("<img")))
                QCOMPARE(label->textFormat(), Qt::PlainText);
    }

    void context_is_counted_in_words_for_people() {
        ContextBar bar;
        bar.setNote(QStringLiteral("Everything runs on this PC."));
        QStringList texts;
        const auto read = [&] {
            texts.clear();
            for (auto *label : bar.findChildren<QLabel *>())
                texts << label->text();
        };
        read();
        QVERIFY(texts.contains(QStringLiteral("Everything runs on this PC.")));
        bar.setCounts({212, 17, 111, 1024, 166});
        read();
        QVERIFY(texts.contains(QStringLiteral("Text <b>229</b> of 1,024 tokens")));
        QVERIFY(texts.contains(QStringLiteral("212 yours and earlier, 17 new, up to 111 more")));
        QVERIFY(texts.contains(QStringLiteral("166 words")));
    }

    void the_chosen_model_can_be_loaded() {
        ModelsPage page;
        page.model().put(entry(QStringLiteral("/b.gguf")));
        page.model().put(entry(QStringLiteral("/a.gguf")));
        page.show();
        page.select(QStringLiteral("/b.gguf"));
        QCOMPARE(page.selected(), QStringLiteral("/b.gguf"));
        QSignalSpy loaded(&page, &ModelsPage::loadRequested);
        button(page, QStringLiteral("Write with it"))->click();
        QCOMPARE(loaded.count(), 1);
        QCOMPARE(loaded[0][0].toString(), QStringLiteral("/b.gguf"));
        page.setLoadAllowed(false, QStringLiteral("A text is being written"));
        QVERIFY(!button(page, QStringLiteral("Write with it"))->isEnabled());
        QTest::keyClick(page.findChild<QTableView *>(QStringLiteral("modelTable")), Qt::Key_Return);
        QCOMPARE(loaded.count(), 1);
    }

    void a_damaged_model_cannot_be_loaded() {
        ModelsPage page;
        ModelEntry bad = entry(QStringLiteral("/bad.gguf"), ModelEntry::State::damaged);
        bad.problem = QStringLiteral("It ends early.");
        page.model().put(bad);
        QVERIFY(!button(page, QStringLiteral("Write with it"))->isEnabled());
        QVERIFY(!button(page, QStringLiteral("Placement"))->isEnabled());
    }

    void the_search_hides_rows() {
        ModelsPage page;
        page.model().put(entry(QStringLiteral("/one/first.gguf")));
        page.model().put(entry(QStringLiteral("/two/second.gguf")));
        auto *table = page.findChild<QTableView *>(QStringLiteral("modelTable"));
        QCOMPARE(table->model()->rowCount(), 2);
        auto *search = page.findChild<QLineEdit *>();
        search->setText(QStringLiteral("TWO/"));
        QCOMPARE(table->model()->rowCount(), 1);
        search->clear();
        QCOMPARE(table->model()->rowCount(), 2);
    }

    void files_and_folders_can_be_dropped() {
        QTemporaryDir folder;
        ModelsPage page;
        QSignalSpy opened(&page, &ModelsPage::openRequested);
        QSignalSpy scanned(&page, &ModelsPage::folderAdded);
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(QStringLiteral("/x/model.gguf")), QUrl::fromLocalFile(folder.path()),
                      QUrl(QStringLiteral("https://example.org/model.gguf"))});
        QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&page, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&page, &drop);
        QCOMPARE(opened.count(), 1);
        QCOMPARE(opened[0][0].toString(), QStringLiteral("/x/model.gguf"));
        QCOMPARE(scanned.count(), 1);
        QCOMPARE(scanned[0][0].toString(), folder.path());
    }

    void verifying_can_be_cancelled() {
        ModelsPage page;
        ModelEntry one = entry(QStringLiteral("/a.gguf"));
        page.model().put(one);
        QSignalSpy verify(&page, &ModelsPage::verifyRequested);
        QSignalSpy cancel(&page, &ModelsPage::cancelVerifyRequested);
        button(page, QStringLiteral("Verify files"))->click();
        QCOMPARE(verify.count(), 1);
        one.verifying = 0.5;
        page.model().put(one);
        button(page, QStringLiteral("Cancel"))->click();
        QCOMPARE(cancel.count(), 1);
    }

    void measuring_is_asked_for_and_cancelled() {
        MachinePage page;
        page.setMachine(samples::example_machine());
        page.show();
        page.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        page.setFocus();
        QSignalSpy asked(&page, &MachinePage::measureRequested);
        QSignalSpy cancelled(&page, &MachinePage::cancelMeasure);
        QTest::keyClick(&page, Qt::Key_F5);
        QCOMPARE(asked.count(), 1);
        page.setMeasuring(QStringLiteral("RAM to processor"), 0.4);
        QTest::keyClick(&page, Qt::Key_F5); // one at a time
        QCOMPARE(asked.count(), 1);
        page.findChild<QPushButton *>(QStringLiteral("cancelMeasure"))->click();
        QCOMPARE(cancelled.count(), 1);
        page.setMeasured(QDateTime::currentDateTime(), 9);
        page.setMeasureAllowed(false, QStringLiteral("not while a text is written"));
        QTest::keyClick(&page, Qt::Key_F5);
        QCOMPARE(asked.count(), 1);
    }

    void budgets_are_set_and_given_back() {
        BudgetForm form;
        const Plan plan = samples::small_plan();
        form.setMachine(samples::bare_machine());
        form.setPlan(&plan);
        QSignalSpy edited(&form, &BudgetForm::edited);
        auto *ram = form.findChild<BytesSpinBox *>(QStringLiteral("machineRamBudget"));
        QCOMPARE(ram->text(), QStringLiteral("12.6 GB")); // automatic, and what that comes to
        ram->setValue(2e9);
        QCOMPARE(edited.count(), 1);
        QCOMPARE(edited[0][0].value<PlanRequest>().ram_budget, std::optional<std::uint64_t>(2 * samples::giga));
        for (auto *box : form.findChildren<QCheckBox *>())
            if (box->accessibleName().startsWith(QStringLiteral("RAM")))
                box->click();
        QCOMPARE(edited.count(), 2);
        QVERIFY(!edited[1][0].value<PlanRequest>().ram_budget);
    }

    void what_is_worth_knowing_is_told_data() {
        QTest::addColumn<Machine>("machine");
        QTest::addColumn<QStringList>("headlines");
        QTest::newRow("a bare virtual machine")
            << samples::bare_machine()
            << QStringList{"“/home/someone/models with a rather long name” refuses direct reads.",
                           "Spillway may use 12.0 GB of 16.8 GB RAM.", "Memory that may be locked: 8.39 MB.",
                           "No GPU is used.", "The drive's speed was not measured yet."};
        QTest::newRow("the example PC") << samples::example_machine() << QStringList{};
        Machine turning = samples::example_machine();
        turning.drives[0] = {"sda", "WD", samples::giga, "8:0", 0, true};
        turning.storage[0].device = "sda1";
        QTest::newRow("a hard disk") << turning << QStringList{"The models lie on a hard disk."};
    }
    void what_is_worth_knowing_is_told() {
        QFETCH(Machine, machine);
        QFETCH(QStringList, headlines);
        QStringList found;
        bool serious = true;
        for (const Warning &warning : worthKnowing(machine, {})) {
            found << warning.headline;
            QVERIFY(serious || !warning.serious);
            serious = warning.serious;
        }
        QCOMPARE(found, headlines);
    }

    void a_warm_drive_is_told() {
        const std::vector<Warning> list = worthKnowing(samples::example_machine(), samples::temperatures());
        QCOMPARE(list.size(), std::size_t{1});
        QCOMPARE(list[0].headline, QStringLiteral("NVMe drive is warm: 66 °C."));
    }

    void the_picture_of_the_machine_is_also_words() {
        TopologyScene scene;
        scene.build(samples::example_machine(), samples::temperatures(), 900, QGuiApplication::font(),
                    QGuiApplication::palette());
        for (const char *words : {"RAM: 33.6 GB installed", "Processor: AMD Ryzen 7 5800X",
                                  "GPU: GeForce RTX 3070 Ti", "NVMe link: 6.90 GB/s"})
            QVERIFY2(scene.description().contains(QLatin1String(words)), qPrintable(scene.description()));
        scene.build(samples::bare_machine(), {}, 900, QGuiApplication::font(), QGuiApplication::palette());
        QVERIFY(scene.description().contains(QStringLiteral("not measured yet")));
        QVERIFY(linkWidth(40e9) > linkWidth(6.6e9));
        QVERIFY(linkWidth(1e15) <= 26);
    }
};

} // namespace spillway

QTEST_MAIN(spillway::TestPages)
#include "test_pages.moc"
