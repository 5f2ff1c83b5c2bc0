#include "models/link_table_model.h"
#include "models/metadata_model.h"
#include "models/model_table_model.h"
#include "models/tensor_tree_model.h"
#include "sample_values.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

namespace spillway {

namespace {

ModelEntry soundEntry(const QString &path) {
    ModelEntry entry;
    entry.path = path;
    entry.state = ModelEntry::State::sound;
    entry.description = std::make_shared<const ModelDescription>(samples::small_model());
    entry.fit = Fit::ram;
    return entry;
}

QString text(const QAbstractItemModel &model, int row, int column, int role = Qt::DisplayRole) {
    return model.index(row, column).data(role).toString();
}

constexpr auto fatal = QAbstractItemModelTester::FailureReportingMode::Fatal;

} // namespace

class TestItemModels : public QObject {
    Q_OBJECT

  private slots:
    void models_are_put_changed_and_removed_by_path() {
        ModelTableModel model;
        QAbstractItemModelTester tester(&model, fatal);
        model.put(soundEntry(QStringLiteral("/a.gguf")));
        model.put(soundEntry(QStringLiteral("/b.gguf")));
        QCOMPARE(model.rowCount(), 2);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        ModelEntry second = soundEntry(QStringLiteral("/b.gguf"));
        second.measured_seconds = 12.4;
        model.put(second);
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(text(model, 1, ModelTableModel::speed), QStringLiteral("12.4 s per token"));
        model.remove(QStringLiteral("/a.gguf"));
        model.remove(QStringLiteral("/not there"));
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.rowOf(QStringLiteral("/b.gguf")), 0);
        model.clear();
        QCOMPARE(model.rowCount(), 0);
    }

    void a_prediction_is_not_shown_as_measured() {
        ModelTableModel model;
        ModelEntry entry = soundEntry(QStringLiteral("/a.gguf"));
        model.put(entry);
        QCOMPARE(text(model, 0, ModelTableModel::speed), QStringLiteral("–"));
        QCOMPARE(text(model, 0, ModelTableModel::speed, ModelTableModel::second_line_role), QString());
        entry.predicted_seconds = 0.01;
        model.put(entry);
        QCOMPARE(text(model, 0, ModelTableModel::speed, ModelTableModel::second_line_role),
                 QStringLiteral("predicted"));
        entry.measured_seconds = 0.02;
        model.put(entry);
        QCOMPARE(text(model, 0, ModelTableModel::speed), QStringLiteral("50 tokens/s"));
        QCOMPARE(text(model, 0, ModelTableModel::speed, ModelTableModel::second_line_role),
                 QStringLiteral("measured"));
    }

    void a_damaged_file_says_what_is_wrong() {
        ModelTableModel model;
        ModelEntry bad;
        bad.path = QStringLiteral("/usb/copy.of.model.gguf");
        bad.state = ModelEntry::State::damaged;
        bad.problem = QStringLiteral("The file ends at byte 12.");
        model.put(bad);
        QCOMPARE(text(model, 0, ModelTableModel::name), QStringLiteral("copy.of.model"));
        QCOMPARE(text(model, 0, ModelTableModel::name, ModelTableModel::second_line_role), bad.problem);
        QCOMPARE(text(model, 0, ModelTableModel::fit), QStringLiteral("Damaged"));
        QVERIFY(text(model, 0, ModelTableModel::name, Qt::ToolTipRole).contains(bad.problem));
    }

    void one_model_is_loaded_at_a_time() {
        ModelTableModel model;
        model.put(soundEntry(QStringLiteral("/a.gguf")));
        model.put(soundEntry(QStringLiteral("/b.gguf")));
        model.setLoaded(QStringLiteral("/a.gguf"));
        model.setLoaded(QStringLiteral("/b.gguf"));
        QVERIFY(!model.at(0).loaded);
        QVERIFY(model.at(1).loaded);
        model.setLoaded({});
        QVERIFY(!model.at(1).loaded);
    }

    void tensors_stand_below_their_layer() {
        TensorTreeModel model;
        QAbstractItemModelTester tester(&model, fatal);
        const ModelDescription description = samples::small_model();
        model.setDescription(description);
        QCOMPARE(model.rowCount(), 31);
        const QModelIndex layer = model.layerIndex(29);
        QCOMPARE(layer.data().toString(), QStringLiteral("layer 30"));
        QCOMPARE(model.rowCount(layer), 9);
        QCOMPARE(model.index(1, TensorTreeModel::name, layer).data().toString(),
                 QStringLiteral("blk.29.attn_q.weight"));
        QCOMPARE(model.index(1, TensorTreeModel::type, layer).data().toString(), QStringLiteral("Q4_1"));
        QCOMPARE(model.parent(model.index(1, 0, layer)), layer);
        QCOMPARE(model.layerIndex(-1).data().toString(), QStringLiteral("outside the layers"));
        QVERIFY(!model.layerIndex(30).isValid());
        model.clear();
        QCOMPARE(model.rowCount(), 0);
    }

    void places_are_known_with_a_plan_only() {
        TensorTreeModel model;
        QAbstractItemModelTester tester(&model, fatal);
        model.setDescription(samples::small_model());
        const auto place = [&](int layer, int tensor) {
            return model.index(tensor, TensorTreeModel::place, model.layerIndex(layer)).data().toString();
        };
        QCOMPARE(place(1, 1), QString());
        const Plan plan = samples::small_streaming_plan();
        model.setPlan(&plan);
        QCOMPARE(place(0, 1), QStringLiteral("RAM"));
        QCOMPARE(place(1, 1), QStringLiteral("NVMe"));
        QCOMPARE(place(1, 0), QStringLiteral("RAM")); // a vector of a streamed layer
        model.setPlan(nullptr);
        QCOMPARE(place(1, 1), QString());
    }

    void metadata_is_one_line_per_key() {
        MetadataModel model;
        QAbstractItemModelTester tester(&model, fatal);
        model.setMetadata(samples::small_model().metadata);
        QCOMPARE(model.rowCount(), 5);
        QCOMPARE(text(model, 0, 1), QStringLiteral("llama"));
        QVERIFY(!text(model, 4, 1).contains(QLatin1Char('\n')));
    }

    void links_tell_measured_from_typical() {
        LinkTableModel model;
        QAbstractItemModelTester tester(&model, fatal);
        Machine machine = samples::example_machine();
        model.setMachine(machine);
        QCOMPARE(model.rowCount(), 5);
        QCOMPARE(text(model, 0, LinkTableModel::together), QStringLiteral("6.60 GB/s"));
        QVERIFY(model.index(0, LinkTableModel::share).data(LinkTableModel::together_share_role).isValid());
        machine.links.storage_to_ram->source = Source::preset;
        machine.links.storage_to_ram_together.reset();
        machine.gpus.clear();
        model.setMachine(machine);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(text(model, 0, LinkTableModel::alone), QStringLiteral("about 6.90 GB/s"));
        QCOMPARE(text(model, 0, LinkTableModel::together), QStringLiteral("not measured yet"));
        QVERIFY(!model.index(0, LinkTableModel::share).data(LinkTableModel::alone_share_role).isValid());
        QVERIFY(text(model, 0, LinkTableModel::how).startsWith(QStringLiteral("not measured")));
    }
};

} // namespace spillway

QTEST_MAIN(spillway::TestItemModels)
#include "test_item_models.moc"
