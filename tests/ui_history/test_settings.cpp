#include "settings.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace spillway;

class TestSettings : public QObject {
    Q_OBJECT

  private slots:
    void budgets_come_back_per_model();
    void presets_of_the_user_stand_beside_the_built_in_ones();
    void known_models_come_back();
    void senseless_values_are_not_taken();
};

void TestSettings::budgets_come_back_per_model() {
    QTemporaryDir folder;
    PlanRequest request;
    request.ram_budget = 20000000001U;
    request.context = 2048;
    request.threads = 3;
    request.batch = 2;
    request.pins = {{3, PartKind::feed_forward, Tier::ram}, {-1, PartKind::output, Tier::disk}};
    {
        Settings settings(folder.path().toStdString());
        settings.setRequest("/models/a.b/c=d.gguf", request);
    }
    const Settings settings(folder.path().toStdString());
    const PlanRequest back = settings.request("/models/a.b/c=d.gguf");
    QCOMPARE(back.ram_budget, request.ram_budget);
    QCOMPARE(back.context, request.context);
    QCOMPARE(back.threads, request.threads);
    QCOMPARE(back.batch, request.batch);
    QVERIFY(back.pins == request.pins);
    QVERIFY(!back.gpu_budget);
    QVERIFY(!settings.request("/models/other.gguf").ram_budget); // does not leak from one model to another
}

void TestSettings::presets_of_the_user_stand_beside_the_built_in_ones() {
    QTemporaryDir folder;
    Settings settings(folder.path().toStdString());
    const std::size_t built_in = settings.presets().size();
    Preset preset;
    preset.name = QString::fromUtf8("Моя");
    preset.settings.sampling.temperature = 1.25F;
    settings.savePreset(preset);
    settings.savePreset(preset);
    const std::vector<Preset> presets = settings.presets();
    QCOMPARE(presets.size(), built_in + 1);
    QCOMPARE(presets.back().name, preset.name);
    QCOMPARE(presets.back().settings.sampling.temperature, 1.25F);
    QVERIFY(!presets.back().built_in);
}

void TestSettings::known_models_come_back() {
    QTemporaryDir folder;
    const QDateTime used = QDateTime::fromString("2026-01-02T03:04:05", Qt::ISODate);
    {
        Settings settings(folder.path().toStdString());
        settings.setModels({{"/a.gguf", used, 0.125}, {"/b.gguf", {}, {}}});
    }
    const std::vector<Settings::KnownModel> models = Settings(folder.path().toStdString()).models();
    QCOMPARE(models.size(), 2U);
    QCOMPARE(models[0].last_used, used);
    QCOMPARE(models[0].measured_seconds, std::optional(0.125));
    QVERIFY(!models[1].last_used.isValid());
    QVERIFY(!models[1].measured_seconds);
}

void TestSettings::senseless_values_are_not_taken() {
    QTemporaryDir folder;
    Settings settings(folder.path().toStdString());
    settings.setTextSize(1000);
    QCOMPARE(settings.textSize(), Settings::most_text_size);
    settings.setValue("models", "{not json");
    QVERIFY(settings.models().empty());
    settings.setValue("requests", R"({"/m":{"batch":-4,"ram_budget":-1,"pins":[[0,99,99]]}})");
    const PlanRequest request = settings.request("/m");
    QCOMPARE(request.batch, 1U);
    QVERIFY(!request.ram_budget);
    QVERIFY(request.pins.front().tier == Tier::disk);
}

QTEST_GUILESS_MAIN(TestSettings)
#include "test_settings.moc"
