#include "icons.h"
#include "pages/machine_page.h"
#include "pages/models_page.h"
#include "pages/placement_page.h"
#include "sample_values.h"
#include "theme.h"
#include "widgets/context_bar.h"
#include "widgets/fit_badge.h"
#include "widgets/live_view.h"
#include "widgets/message_bar.h"
#include "widgets/sweep_strip.h"

#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QTest>
#include <QVBoxLayout>

#include <functional>
#include <memory>

namespace spillway {

namespace {

using Maker = std::function<std::unique_ptr<QWidget>()>;

/// The picture as a screen of `scale` device pixels per pixel would show it.
QImage paint(QWidget &widget, double scale) {
    QImage image(widget.size() * scale, QImage::Format_ARGB32);
    image.setDevicePixelRatio(scale);
    image.fill(Qt::transparent);
    widget.render(&image);
    return image;
}

/// Colours in a picture, sparsely sampled: a picture of one colour shows nothing.
int coloursIn(const QImage &image) {
    QSet<QRgb> colours;
    for (int y = 0; y < image.height(); y += 3)
        for (int x = 0; x < image.width(); x += 3)
            colours.insert(image.pixel(x, y));
    return static_cast<int>(colours.size());
}

std::unique_ptr<QWidget> placement(const Plan &plan, const ModelDescription &model, const Machine &machine,
                                   bool measured) {
    auto page = std::make_unique<PlacementPage>();
    page->setMachine(machine, measured ? plan.tier(Tier::ram).used.total() : 0);
    page->setModel(model);
    PlanRequest request;
    for (const Part &part : plan.parts)
        if (part.pinned)
            request.pins.push_back({part.layer, part.kind, part.tier});
    page->setPlan(plan, request);
    if (measured) {
        page->setLoadedPlan(plan);
        page->addMeasured(samples::report_of(plan, plan.prediction.seconds_per_token * 1.02));
    }
    return page;
}

std::unique_ptr<QWidget> machine(const Machine &value, const std::vector<Temperature> &temperatures) {
    auto page = std::make_unique<MachinePage>();
    page->setMachine(value);
    page->setTemperatures(temperatures);
    if (!value.gpus.empty()) {
        const Plan plan = samples::large_plan();
        page->setPlan(plan);
        page->setFreeMemory(value.ram_free, plan.tier(Tier::ram).used.total());
        page->setMeasured(QDateTime(QDate::currentDate(), QTime(14, 12)), 9);
    }
    return page;
}

ModelEntry entry(const ModelDescription &model, Fit fit) {
    ModelEntry entry;
    entry.path = QString::fromStdString(model.files.front().path.string());
    entry.state = ModelEntry::State::sound;
    entry.description = std::make_shared<const ModelDescription>(model);
    entry.fit = fit;
    return entry;
}

std::unique_ptr<QWidget> models() {
    auto page = std::make_unique<ModelsPage>();
    ModelEntry large = entry(samples::large_model(), Fit::streams);
    large.measured_seconds = 12.4;
    large.last_used = QDateTime(QDate::currentDate(), QTime(14, 26));
    large.loaded = true;
    page->model().put(large);
    ModelEntry small = entry(samples::small_model(), Fit::ram);
    small.predicted_seconds = 0.0085;
    small.verifying = 0.42;
    page->model().put(small);
    page->model().put(
        entry(samples::describe("Mistral 7B Instruct v0.3", 32, 4096, 14336, 32768, BlockType::q4_1, false),
              Fit::gpu));
    page->model().put(entry(samples::describe("Qwen3 32B", 64, 5120, 25600, 151936, BlockType::q4_1, false),
                            Fit::gpu_and_ram));
    ModelEntry bad;
    bad.path = QStringLiteral("/media/usb/copies/llama-3.3-70b-instruct-q4_k_m.gguf");
    bad.state = ModelEntry::State::damaged;
    bad.problem =
        QStringLiteral("blk.16.ffn_down.weight ends at byte 2,520,000,000, but the file has 1,260,000,000.");
    bad.hint = QStringLiteral("The copy or download was cut off; fetch the file again.");
    page->model().put(bad);
    ModelEntry opening;
    opening.path = QStringLiteral("/models/just-dropped.gguf");
    page->model().put(opening);
    page->select(large.path);
    return page;
}

std::unique_ptr<QWidget> live(const Plan &plan, const Machine &machine, bool slow, bool whole) {
    auto view = std::make_unique<LiveView>();
    view->setMachine(machine);
    view->setPlan(plan);
    view->beginRun();
    view->setWholeRun(whole);
    for (int i = 0; i < 2100; ++i)
        view->addSample(samples::sample_at(plan, i * 0.1, slow ? 6.5 : 0, slow ? 8.2 : 11,
                                           slow ? 0.081 : 112 + 4 * std::sin(i * 0.3)));
    for (int i = 0; i < (slow ? 16 : 900); ++i)
        view->addSweep(samples::report_of(plan, (slow ? 12.3 : 0.0088) * (1 + 0.02 * std::sin(i * 1.7))),
                       SweepPhase::token);
    view->setTemperatures(slow ? samples::temperatures() : std::vector<Temperature>());
    return view;
}

/// All states of the strip below one another.
std::unique_ptr<QWidget> strips() {
    auto sheet = std::make_unique<QWidget>();
    auto *column = new QVBoxLayout(sheet.get());
    const auto strip = [&](const Plan *plan) {
        auto *one = new SweepStrip(sheet.get());
        if (plan)
            one->setPlan(*plan);
        column->addWidget(one);
        return one;
    };
    const Plan plan = samples::large_plan();
    const Plan small = samples::small_plan();
    strip(nullptr);
    strip(&plan)->setLoading({44,
                              80,
                              {4'000 * samples::mega, 11'000 * samples::mega, 0},
                              {6'700 * samples::mega, 20'500 * samples::mega, 0},
                              6.5e9});
    strip(&plan)->setReady();
    strip(&plan)->setSweep({SweepPhase::prompt, 0, 212, 21.5, 23.3, 80, Limit::disk, 9.2});
    SweepStrip *token = strip(&plan);
    token->beginRun();
    token->addSweep(samples::report_of(plan, 12.4), SweepPhase::token);
    token->setSweep({SweepPhase::token, 17, 128, 36.55, 38.4, 80, Limit::disk, 6.4});
    SweepStrip *several = strip(&plan);
    several->beginRun(4);
    several->setSweep({SweepPhase::token, 61, 128, 69.2, 71.7, 80, Limit::disk, 1.6});
    SweepStrip *paused = strip(&plan);
    paused->setSweep({SweepPhase::token, 17, 128, 51.5, 51.5, 80, Limit::disk, 3});
    paused->setPaused(QStringLiteral("Paused: the NVMe drive is at 71 °C"),
                      QStringLiteral("goes on below 64 °C"));
    SweepStrip *failed = strip(&plan);
    failed->setSweep({SweepPhase::token, 17, 128, 17.4, 17.4, 80, Limit::disk, 3});
    failed->setFailed(Error(ErrorCode::io, "Layer 18 cannot be read: the drive did not answer for 10 s.",
                            "The 16 finished tokens are kept."),
                      true);
    strip(&small)->setReady();
    SweepStrip *fast = strip(&small);
    fast->beginRun();
    for (int i = 0; i < 50; ++i)
        fast->addSweep(samples::report_of(small, 0.0088), SweepPhase::token);
    fast->setSweep({SweepPhase::token, 61, 512, 12.4, 30, 30, Limit::cpu, 0.004});
    return sheet;
}

std::unique_ptr<QWidget> pieces() {
    auto sheet = std::make_unique<QWidget>();
    auto *column = new QVBoxLayout(sheet.get());
    for (const Message::Kind kind :
         {Message::Kind::error, Message::Kind::warning, Message::Kind::information, Message::Kind::done}) {
        auto *bar = new MessageBar(sheet.get());
        Message message;
        message.kind = kind;
        message.id = QStringLiteral("x");
        message.headline = QStringLiteral("3.1 GB short of RAM");
        message.text = QStringLiteral(
            "YaLM 100B with 2 texts of 1,024 tokens needs 27.9 GB; 24.8 GB may be used. Nothing was loaded.");
        message.buttons = {QStringLiteral("Let 3 more layers stream, 12.8 s per token"),
                           QStringLiteral("Context to 512 tokens")};
        if (kind == Message::Kind::error)
            message.details = QStringLiteral("needed 27.9 GB");
        bar->post(message);
        column->addWidget(bar);
    }
    auto *context = new ContextBar(sheet.get());
    context->setCounts({212, 17, 111, 1024, 166});
    context->setTokensButtonVisible(true);
    column->addWidget(context);
    auto *row = new QHBoxLayout;
    for (const Fit fit : {Fit::unknown, Fit::gpu, Fit::gpu_and_ram, Fit::ram, Fit::streams, Fit::does_not_fit,
                          Fit::damaged, Fit::unsupported}) {
        auto *badge = new FitBadge(sheet.get());
        badge->setFit(fit);
        row->addWidget(badge);
    }
    column->addLayout(row);
    auto *icons = new QHBoxLayout;
    for (const QString &name : iconNames()) {
        auto *label = new QLabel(sheet.get());
        label->setPixmap(name == QStringLiteral("application") ? applicationIcon().pixmap(24)
                                                               : icon(name).pixmap(20));
        label->setToolTip(name);
        icons->addWidget(label);
    }
    column->addLayout(icons);
    column->addStretch();
    return sheet;
}

} // namespace

class TestScreenshots : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QVERIFY(QDir().mkpath(QStringLiteral(SPILLWAY_SCREENSHOTS))); }

    void is_painted_in_both_schemes_and_at_both_scales_data() {
        QTest::addColumn<Maker>("make");
        QTest::addColumn<QSize>("size");
        const QSize page(1310, 700);
        const QSize small_page(946, 480);
        const auto row = [](const char *name, QSize size, Maker make) {
            QTest::newRow(name) << std::move(make) << size;
        };
        const auto large = [] {
            return placement(samples::large_plan(), samples::large_model(), samples::example_machine(), true);
        };
        row("placement", page, large);
        row("placement-small-window", small_page, large);
        row("placement-in-ram", page, [] {
            return placement(samples::small_plan(), samples::small_model(), samples::bare_machine(), false);
        });
        row("placement-streaming", page, [] {
            return placement(samples::small_streaming_plan(), samples::small_model(), samples::bare_machine(),
                             true);
        });
        row("placement-empty", small_page, [] { return std::make_unique<PlacementPage>(); });
        row("machine", page, [] { return machine(samples::example_machine(), samples::temperatures()); });
        row("machine-bare", page, [] { return machine(samples::bare_machine(), {}); });
        row("machine-small-window", small_page,
            [] { return machine(samples::example_machine(), samples::temperatures()); });
        row("models", page, models);
        row("models-small-window", small_page, models);
        row("models-empty", page, [] { return std::make_unique<ModelsPage>(); });
        row("live-slow", {300, 700},
            [] { return live(samples::large_plan(), samples::example_machine(), true, false); });
        row("live-slow-wide", {520, 860},
            [] { return live(samples::large_plan(), samples::example_machine(), true, true); });
        row("live-fast", {300, 560},
            [] { return live(samples::small_plan(), samples::bare_machine(), false, false); });
        row("strip", {1440, 760}, strips);
        row("strip-small-window", {1024, 760}, strips);
        row("pieces", {1000, 640}, pieces);
    }

    void is_painted_in_both_schemes_and_at_both_scales() {
        QFETCH(Maker, make);
        QFETCH(QSize, size);
        QList<QImage> images;
        for (const bool dark : {false, true}) {
            Theme::apply(*qApp, dark ? Theme::Choice::dark : Theme::Choice::light);
            const auto widget = make();
            widget->resize(size);
            widget->show();
            QTest::qWait(60); // layouts, and the charts' delayed repaint
            for (const double scale : {1.0, 2.0}) {
                images << paint(*widget, scale);
                QVERIFY(coloursIn(images.back()) > 5);
                const QString name =
                    QStringLiteral("%1/%2-%3@%4x.png")
                        .arg(QStringLiteral(SPILLWAY_SCREENSHOTS), QString::fromLatin1(QTest::currentDataTag()),
                             dark ? QStringLiteral("dark") : QStringLiteral("light"))
                        .arg(scale);
                QVERIFY(images.back().save(name));
            }
        }
        // Dark is dark, and light is light.
        const auto corner = [](const QImage &image) { return qGray(image.pixel(2, image.height() - 3)); };
        QVERIFY(corner(images[0]) > 180);
        QVERIFY(corner(images[2]) < 80);
    }
};

} // namespace spillway

QTEST_MAIN(spillway::TestScreenshots)
#include "test_screenshots.moc"
