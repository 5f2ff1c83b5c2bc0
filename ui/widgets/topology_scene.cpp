#include "widgets/topology_scene.h"

#include "format.h"
#include "theme.h"
#include "widgets/temperature_rows.h"

#include <QGraphicsLineItem>
#include <QGraphicsSimpleTextItem>

#include <algorithm>
#include <cmath>

namespace spillway {

namespace {

constexpr double pad = 12;
constexpr double scene_margin = 12;
constexpr std::size_t most_cores = 16; ///< drawn one by one
constexpr std::size_t most_drives = 3;

QString driveTitle(const Drive &drive) {
    if (drive.device.starts_with("nvme"))
        return TopologyScene::tr("NVMe");
    return isHardDisk(drive) ? TopologyScene::tr("Hard disk") : TopologyScene::tr("Drive");
}

/// What a slot could do at most.
QString possibleText(double bytes_per_second, double room, const QFont &font) {
    if (bytes_per_second <= 0)
        return {};
    const QString text = TopologyScene::tr("of %1 possible").arg(rateText(bytes_per_second));
    return QFontMetricsF(font).horizontalAdvance(text) < room - 8
               ? text
               : TopologyScene::tr("of %1").arg(rateText(bytes_per_second));
}

} // namespace

bool isHardDisk(const Drive &drive) {
    const bool is_virtual = drive.device.starts_with("vd") || drive.device.starts_with("xvd");
    return !is_virtual && drive.rotational.value_or(false);
}

double linkWidth(double bytes_per_second) {
    return bytes_per_second > 0 ? std::clamp(bytes_per_second / 1e9 * 0.55, 2.0, 26.0) : 1.5;
}

/// Places the pieces from left to right; every size follows from the font.
class TopologyScene::Builder {
  public:
    Builder(TopologyScene &scene, const Machine &machine, const std::vector<Temperature> &temperatures,
            double width, const QFont &font, const QPalette &palette)
        : scene_(scene), machine_(machine), temperatures_(temperatures), font_(font),
          small_(Theme::smallFont(font)), bold_(Theme::boldFont(font)), palette_(palette), theme_(palette),
          line_(QFontMetricsF(font).height() + 2) {
        const double character = QFontMetricsF(font).averageCharWidth();
        const double boxes = 2 * box_width() + processor_width() + 2 * scene_margin;
        link_width_ = std::clamp((width - boxes) / 2, 13 * character, 30 * character);
    }

    QString build() {
        const QRectF processor = addProcessor({box_width() + link_width_, 0});
        const QRectF ram = addRam({0, std::max(0.0, processor.center().y() - 4.5 * line_)});
        addLink({ram.right(), processor.center().y()}, {processor.left(), processor.center().y()}, Tier::ram,
                machine_.links.ram_to_cpu, 0);
        const double left = processor.right() + link_width_;
        double y = 0;
        for (const Gpu &gpu : machine_.gpus) {
            const QRectF box = addGpu({left, y}, gpu);
            addLink({processor.right(), middle(box, processor)}, {left, middle(box, processor)}, Tier::gpu,
                    machine_.links.ram_to_gpu, gpu.pci_bytes_per_s);
            y = box.bottom() + 16;
        }
        if (machine_.gpus.empty()) {
            addText({left, y}, TopologyScene::tr("No GPU was found."), font_, secondary());
            y += 2 * line_;
        }
        addDrives(left, y, processor);
        addNote(ram);
        return words_.join(QStringLiteral("; "));
    }

  private:
    [[nodiscard]] double box_width() const { return QFontMetricsF(font_).averageCharWidth() * 24 + 2 * pad; }
    [[nodiscard]] double processor_width() const {
        const double cell = QFontMetricsF(small_).horizontalAdvance(TopologyScene::tr("core %1").arg(88)) + 14;
        const double words = QFontMetricsF(font_).averageCharWidth() * 34;
        return std::max({4 * (cell + 6) - 6, words, QFontMetricsF(font_).horizontalAdvance(facts())}) + 2 * pad;
    }
    [[nodiscard]] QString facts() const {
        return TopologyScene::tr("%1, %2 cores, %3 threads")
            .arg(QString::fromStdString(machine_.isa).toUpper())
            .arg(machine_.cores.size())
            .arg(machine_.hardware_threads);
    }
    [[nodiscard]] QColor ink() const { return palette_.color(QPalette::WindowText); }
    [[nodiscard]] QColor secondary() const { return theme_.colour(Theme::Role::secondary); }

    /// A link ends where box and processor face each other.
    static double middle(const QRectF &box, const QRectF &processor) {
        return std::clamp(box.center().y(), processor.top() + 12,
                          std::max(processor.top() + 12, processor.bottom() - 12));
    }

    QGraphicsSimpleTextItem *addText(QPointF at, const QString &text, const QFont &font, const QColor &colour,
                                     double width = 0) {
        const QString shown = width > 0 ? QFontMetricsF(font).elidedText(text, Qt::ElideRight, width) : text;
        auto *item = scene_.addSimpleText(shown, font);
        item->setPos(at);
        item->setBrush(colour);
        item->setZValue(2);
        if (shown != text)
            item->setToolTip(text);
        return item;
    }

    void addCentred(QPointF centre, const QString &text, const QFont &font, const QColor &colour) {
        auto *item = addText({}, text, font, colour);
        item->setPos(centre.x() - item->boundingRect().width() / 2,
                     centre.y() - item->boundingRect().height() / 2);
    }

    void addFrame(const QRectF &rect, const QColor &edge, double width, const QColor &fill) {
        auto *item = scene_.addRect(rect, QPen(edge, width), fill);
        item->setZValue(1);
    }

    void addGlyph(QPointF at, Tier tier) {
        const double side = QFontMetricsF(font_).ascent() * 0.85;
        const Theme::TierColours colours = theme_.tier(tier);
        const QRectF box(at.x(), at.y() + (line_ - side) / 2 - 1, side, side);
        QGraphicsItem *item = nullptr;
        if (tier == Tier::gpu)
            item = scene_.addRect(box.adjusted(1, 1, -1, -1), Qt::NoPen, colours.fill);
        else if (tier == Tier::ram)
            item = scene_.addEllipse(box, Qt::NoPen, colours.fill);
        else
            item = scene_.addPolygon(QPolygonF({{box.center().x(), box.top()},
                                                {box.right(), box.center().y()},
                                                {box.center().x(), box.bottom()},
                                                {box.left(), box.center().y()}}),
                                     QPen(colours.edge, 1), colours.fill);
        item->setZValue(2);
    }

    /// A box with a glyph, a bold title and lines below; answers its frame.
    QRectF addBox(QPointF at, double width, Tier tier, const QString &title, const QStringList &lines) {
        const QRectF box(at.x(), at.y(), width, 2 * pad + line_ * static_cast<double>(lines.size() + 1) + 2);
        const Theme::TierColours colours = theme_.tier(tier);
        addFrame(box, tier == Tier::disk ? colours.edge : colours.fill, 1.8, palette_.color(QPalette::Base));
        addGlyph({at.x() + pad, at.y() + pad - 2}, tier);
        addText({at.x() + pad + line_, at.y() + pad - 2}, title, bold_, ink());
        double y = at.y() + pad + line_ + 2;
        bool first = true;
        for (const QString &text : lines) {
            addText({at.x() + pad, y}, text, font_, first ? ink() : secondary(), width - 2 * pad);
            first = false;
            y += line_;
        }
        words_ << title + QStringLiteral(": ") + lines.join(QStringLiteral(", "));
        return box;
    }

    QRectF addRam(QPointF at) {
        QStringList lines = {TopologyScene::tr("%1 installed").arg(bytesText(machine_.ram_total))};
        if (machine_.numa_nodes.size() > 1)
            lines << TopologyScene::tr("%1 NUMA nodes").arg(machine_.numa_nodes.size());
        lines << TopologyScene::tr("%1 free now").arg(bytesText(machine_.ram_free))
              << TopologyScene::tr("%1 may be planned").arg(bytesText(machine_.ram_budget()));
        if (machine_.ram_limit)
            lines << TopologyScene::tr("limited to %1").arg(bytesText(*machine_.ram_limit));
        return addBox(at, box_width(), Tier::ram, TopologyScene::tr("RAM"), lines);
    }

    QRectF addProcessor(QPointF at) {
        const std::size_t count = machine_.cores.size();
        const bool drawn = count > 0 && count <= most_cores;
        const std::size_t columns = drawn ? std::min<std::size_t>(4, count) : 4;
        const double width = processor_width();
        double y = at.y() + pad - 2;
        addText({at.x() + pad, y}, TopologyScene::tr("Processor"), bold_, ink());
        y += line_;
        addText({at.x() + pad, y}, QString::fromStdString(machine_.cpu), font_, ink(), width - 2 * pad);
        y += line_;
        addText({at.x() + pad, y}, facts(), font_, secondary(), width - 2 * pad);
        y += line_ + 6;
        if (drawn) {
            const double stretched = (width - 2 * pad + 6) / static_cast<double>(columns) - 6;
            for (std::size_t i = 0; i < count; ++i) {
                const QRectF core(at.x() + pad + static_cast<double>(i % columns) * (stretched + 6),
                                  y + static_cast<double>(i / columns) * (line_ + 10), stretched, line_ + 4);
                addFrame(core, palette_.color(QPalette::Mid), 1, palette_.color(QPalette::AlternateBase));
                addCentred(core.center(), TopologyScene::tr("core %1").arg(i), small_, ink());
            }
            y += static_cast<double>((count + columns - 1) / columns) * (line_ + 10);
        }
        for (const Cache &cache : machine_.caches) {
            if (cache.level < 2 || cache.bytes == 0)
                continue;
            const QRectF box(at.x() + pad, y, width - 2 * pad, line_ + 6);
            addFrame(box, palette_.color(QPalette::Mid), 1, palette_.color(QPalette::AlternateBase));
            const QString size = QString::fromStdString(cacheSize(cache.bytes));
            addCentred(box.center(),
                       cache.cores > 1 ? TopologyScene::tr("L%1 %2, shared by %3 cores")
                                             .arg(cache.level)
                                             .arg(size)
                                             .arg(cache.cores)
                                       : TopologyScene::tr("L%1 %2 per core").arg(cache.level).arg(size),
                       small_, ink());
            y += line_ + 12;
        }
        const QRectF box(at.x(), at.y(), width, y + pad - 4 - at.y());
        auto *frame = scene_.addRect(box, QPen(ink(), 1.5), palette_.color(QPalette::Base));
        frame->setZValue(0.5);
        words_ << TopologyScene::tr("Processor: %1, %2").arg(QString::fromStdString(machine_.cpu), facts());
        return box;
    }

    /// Caches are told in powers of two, as their makers do.
    static std::string cacheSize(std::uint64_t bytes) {
        return bytes >= MiB ? std::to_string(bytes / MiB) + " MiB" : std::to_string(bytes / KiB) + " KiB";
    }

    [[nodiscard]] QString temperatureOf(Temperature::Of of, const std::string &device) const {
        for (const Temperature &one : temperatures_) {
            if (one.of != of ||
                (!device.empty() && !one.device.starts_with(device) && !device.starts_with(one.device)))
                continue;
            return one.limit ? TopologyScene::tr("%1, slows down at %2")
                                   .arg(celsiusText(one.celsius))
                                   .arg(std::lround(*one.limit))
                             : celsiusText(one.celsius);
        }
        return {};
    }

    QRectF addGpu(QPointF at, const Gpu &gpu) {
        QStringList lines = {QString::fromStdString(gpu.name)};
        if (gpu.memory_total > 0)
            lines << TopologyScene::tr("%1 memory").arg(bytesText(gpu.memory_total));
        lines << (gpu.usable ? gpu.memory_free
                                   ? TopologyScene::tr("%1 free now").arg(bytesText(*gpu.memory_free))
                                   : QString()
                             : TopologyScene::tr("not used: no driver answered"));
        lines << temperatureOf(Temperature::Of::gpu, {});
        lines.removeAll(QString());
        return addBox(at, box_width(), Tier::gpu, TopologyScene::tr("GPU"), lines);
    }

    void addDrives(double left, double y, const QRectF &processor) {
        // The drive that holds the models comes first, and carries the measured link.
        std::vector<Drive> drives = machine_.drives;
        const std::string used = machine_.storage.empty() ? std::string() : machine_.storage.front().device;
        std::ranges::stable_partition(
            drives, [&](const Drive &drive) { return !used.empty() && used.starts_with(drive.device); });
        for (std::size_t i = 0; i < std::min(drives.size(), most_drives); ++i) {
            const Drive &drive = drives[i];
            QStringList lines = {QString::fromStdString(drive.model.empty() ? drive.device : drive.model)};
            const bool holds_models = i == 0 && !machine_.storage.empty();
            lines << (holds_models ? TopologyScene::tr("%1, %2 free")
                                         .arg(bytesText(drive.bytes), bytesText(machine_.storage.front().free))
                                   : bytesText(drive.bytes));
            lines << temperatureOf(Temperature::Of::drive, drive.device);
            lines.removeAll(QString());
            const QRectF box = addBox({left, y}, box_width(), Tier::disk, driveTitle(drive), lines);
            const double end = middle(box, processor);
            addLink({processor.right(), end}, {left, std::clamp(end, box.top() + 6, box.bottom() - 6)},
                    Tier::disk, holds_models || i == 0 ? machine_.links.storage_to_ram : std::nullopt,
                    drive.pci_bytes_per_s, i == 0);
            y = box.bottom() + 16;
        }
    }

    void addLink(QPointF from, QPointF to, Tier tier, const std::optional<LinkSpeed> &speed, double possible,
                 bool labelled = true) {
        const bool measured = speed && speed->source != Source::preset;
        QPen pen(measured ? theme_.tier(tier).fill : secondary(),
                 measured ? linkWidth(speed->bytes_per_s) : 1.5);
        pen.setCapStyle(Qt::FlatCap);
        if (!measured)
            pen.setDashPattern({4, 3});
        scene_.addLine(QLineF(from, to), pen)->setZValue(0);
        if (!labelled)
            return;
        const QPointF centre = (from + to) / 2;
        const double away = pen.widthF() / 2 + line_ / 2 + 3;
        addCentred(centre - QPointF(0, away), measured ? rateText(speed->bytes_per_s) : notMeasured(),
                   measured ? bold_ : small_, measured ? ink() : secondary());
        if (const QString text = possibleText(possible, link_width_, small_); !text.isEmpty())
            addCentred(centre + QPointF(0, away), text, small_, secondary());
        words_ << TopologyScene::tr("%1 link: %2")
                      .arg(tierLabel(tier), measured ? rateText(speed->bytes_per_s) : notMeasured());
    }

    void addNote(const QRectF &ram) {
        addText({0, ram.bottom() + 12},
                TopologyScene::tr("Lines are as thick as the\nmeasured speed, dashed\nwhere there is none."),
                small_, secondary());
    }

    TopologyScene &scene_;
    const Machine &machine_;
    const std::vector<Temperature> &temperatures_;
    QFont font_;
    QFont small_;
    QFont bold_;
    QPalette palette_;
    Theme theme_;
    double line_;
    double link_width_ = 0;
    QStringList words_;
};

void TopologyScene::build(const Machine &machine, const std::vector<Temperature> &temperatures, double width,
                          const QFont &font, const QPalette &palette) {
    clear();
    description_ = Builder(*this, machine, temperatures, width, font, palette).build();
    setSceneRect(itemsBoundingRect().adjusted(-scene_margin, -scene_margin, scene_margin, scene_margin));
}

} // namespace spillway
