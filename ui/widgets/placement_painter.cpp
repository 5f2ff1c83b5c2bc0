#include "widgets/placement_painter.h"

#include "format.h"
#include "icons.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace spillway {

namespace {

class Placement {
    Q_DECLARE_TR_FUNCTIONS(Placement)
};

constexpr double text_margin = 12;

std::uint64_t otherPrograms(const Machine &machine, std::uint64_t own_bytes) {
    const std::uint64_t used = machine.ram_total - std::min(machine.ram_total, machine.ram_free);
    return used - std::min(used, own_bytes);
}

} // namespace

QString laneDevice(const Machine &machine, Tier tier) {
    switch (tier) {
    case Tier::gpu: {
        for (const Gpu &gpu : machine.gpus)
            if (gpu.usable)
                return Placement::tr("%1, %2").arg(QString::fromStdString(gpu.name),
                                                   bytesText(gpu.memory_total));
        return {};
    }
    case Tier::ram:
        return Placement::tr("%1 installed").arg(bytesText(machine.ram_total));
    case Tier::disk: {
        QString name;
        if (!machine.drives.empty())
            name = QString::fromStdString(machine.drives.front().model.empty() ? machine.drives.front().device
                                                                               : machine.drives.front().model);
        const auto &speed = machine.links.storage_to_ram;
        const QString rate = speed && speed->source != Source::preset
                                 ? rateText(speed->bytes_per_s)
                                 : Placement::tr("speed %1").arg(notMeasured());
        return name.isEmpty() ? rate : Placement::tr("%1, %2").arg(rate, name);
    }
    }
    return {};
}

QString laneUse(const Plan &plan, Tier tier) {
    if (tier == Tier::disk) {
        const std::uint64_t bytes = plan.streamed_bytes();
        return bytes > 0 ? Placement::tr("%1 read per sweep").arg(bytesText(bytes))
                         : Placement::tr("nothing is read");
    }
    const TierUse &use = plan.tier(tier);
    const SizePair sizes = sizePair(use.planned(), use.budget);
    return Placement::tr("%1 of %2").arg(sizes.first, sizes.second);
}

QString laneLayers(const Plan &plan, Tier tier) {
    QString text = layersText(layersByTier(plan)[static_cast<std::size_t>(tier)]);
    const std::size_t divided = dividedLayers(plan);
    if (tier == Tier::ram && divided > 0)
        text = Placement::tr("%1, %2 divided").arg(text).arg(divided);
    if (tier == Tier::disk && plan.ring_slices > 0)
        text = Placement::tr("%1, %2 slices").arg(text, bytesText(plan.slice_bytes));
    return text;
}

PlacementPainter::PlacementPainter(QPainter &painter, const LaneGeometry &geometry, const PlacementLook &look,
                                   const QFont &font, const QPalette &palette)
    : painter_(painter), geometry_(geometry), look_(look), font_(font), palette_(palette), theme_(palette) {}

void PlacementPainter::paint() {
    for (const Lane &lane : geometry_.lanes())
        paintLane(lane);
    for (int i = 0; i < static_cast<int>(geometry_.blocks().size()); ++i) {
        painter_.setOpacity(i == look_.dragged ? 0.35 : 1);
        paintBlock(i, geometry_.blocks()[static_cast<std::size_t>(i)].rect);
    }
    painter_.setOpacity(1);
    for (const Lane &lane : geometry_.lanes())
        if (!lane.bar.isNull())
            paintHandle(lane);
    if (look_.dragged >= 0) {
        QRectF rect = geometry_.blocks()[static_cast<std::size_t>(look_.dragged)].rect;
        rect.moveCenter(look_.drag_position);
        paintBlock(look_.dragged, rect);
        painter_.setPen(QPen(palette_.color(QPalette::WindowText), 2));
        painter_.setBrush(Qt::NoBrush);
        painter_.drawRoundedRect(rect.adjusted(-2.5, -2.5, 2.5, 2.5), 3, 3);
    }
}

void PlacementPainter::paintLane(const Lane &lane) {
    painter_.setRenderHint(QPainter::Antialiasing, false);
    painter_.fillRect(lane.rect,
                      palette_.color(look_.drop == lane.tier ? QPalette::AlternateBase : QPalette::Base));
    painter_.fillRect(lane.label, palette_.color(QPalette::Window));
    painter_.fillRect(QRectF(lane.label.right() - 1, lane.label.top(), 1, lane.label.height()),
                      theme_.colour(Theme::Role::soft_line));
    painter_.fillRect(QRectF(lane.rect.left(), lane.rect.bottom() - 1, lane.rect.width(), 1),
                      theme_.colour(Theme::Role::line));
    if (look_.drop == lane.tier) {
        painter_.setPen(QPen(theme_.colour(Theme::Role::accent), 2));
        painter_.setBrush(Qt::NoBrush);
        painter_.drawRect(lane.rect.adjusted(lane.label.width() + 1, 1, -1, -2));
    }
    paintLabel(lane);
    if (lane.collapsed) {
        painter_.setFont(font_);
        paintText(painter_, lane.rect.adjusted(lane.label.width() + text_margin, 0, -text_margin, 0),
                  Placement::tr("No GPU is used: no driver answered. Everything runs on the processor."),
                  theme_.colour(Theme::Role::secondary));
        return;
    }
    if (!lane.bar.isNull())
        paintBar(lane);
    const bool empty = std::ranges::none_of(geometry_.blocks(),
                                            [&](const LaneBlock &block) { return block.tier == lane.tier; });
    if (lane.tier == Tier::disk && empty) {
        painter_.setFont(font_);
        paintText(painter_, lane.rect.adjusted(lane.label.width() + text_margin, 0, -text_margin, 0),
                  Placement::tr("Nothing is read while writing: the whole model lies in memory."),
                  theme_.colour(Theme::Role::secondary));
    }
}

void PlacementPainter::paintLabel(const Lane &lane) {
    QFont heading = Theme::boldFont(font_);
    heading.setPointSizeF(font_.pointSizeF() * 1.08);
    painter_.setFont(heading);
    const QFontMetricsF metrics(heading);
    const double glyph = glyphSize(QFontMetrics(heading));
    const double width = lane.label.width() - 2 * text_margin;
    QRectF line(lane.label.left() + text_margin, lane.label.top() + text_margin - 2, width,
                metrics.height() + 2);
    if (lane.collapsed)
        line.moveTop(lane.label.center().y() - line.height() / 2);
    paintGlyph(painter_, {line.left(), line.center().y() - glyph / 2, glyph, glyph}, lane.tier, theme_);
    paintText(painter_, line.adjusted(glyph + 7, 0, 0, 0), tierLabel(lane.tier),
              palette_.color(QPalette::WindowText));
    if (lane.collapsed)
        return;
    const QFont small = Theme::smallFont(font_);
    const QColor secondary = theme_.colour(Theme::Role::secondary);
    const double step = QFontMetricsF(small).height() + 1;
    line = {line.left(), line.bottom(), width, step};
    painter_.setFont(small);
    paintText(painter_, line, laneDevice(*look_.machine, lane.tier), secondary);
    line.translate(0, step + 5);
    painter_.setFont(Theme::boldFont(small));
    paintText(painter_, line, laneUse(*look_.plan, lane.tier), palette_.color(QPalette::WindowText));
    line.translate(0, step);
    painter_.setFont(small);
    paintText(painter_, line, laneLayers(*look_.plan, lane.tier), secondary);
}

void PlacementPainter::paintBar(const Lane &lane) {
    const TierUse &use = look_.plan->tier(lane.tier);
    const auto scale = geometry_.scale(lane.tier);
    painter_.fillRect(lane.bar, palette_.color(QPalette::AlternateBase));
    paintBarEnd(lane);
    std::uint64_t from = 0;
    for (const BarSegment &segment : segmentsOf(use.used)) {
        const double left = geometry_.xOf(lane.tier, from);
        from += segment.bytes;
        const double right = std::max(geometry_.xOf(lane.tier, std::min(from, scale)), left + 1.5);
        const QRectF rect(left, lane.bar.top() + 1, right - left, lane.bar.height() - 2);
        paintContent(painter_, rect, segment.content, lane.tier, theme_, palette_);
        painter_.fillRect(QRectF(right - 0.5, rect.top(), 1, rect.height()), palette_.color(QPalette::Base));
        if (segment.content != Content::weights)
            continue;
        painter_.setFont(Theme::smallFont(font_));
        const QString text = Placement::tr("weights %1").arg(bytesText(segment.bytes));
        if (QFontMetricsF(painter_.font()).horizontalAdvance(text) + 14 < rect.width())
            paintText(painter_, rect.adjusted(7, 0, -7, 0), text, theme_.tier(lane.tier).on_fill);
    }
    painter_.setPen(palette_.color(QPalette::Mid));
    painter_.setBrush(Qt::NoBrush);
    painter_.setRenderHint(QPainter::Antialiasing, false);
    painter_.drawRect(lane.bar.adjusted(0.5, 0.5, -0.5, -0.5));
}

/// At the right: what others use and what is never planned; or, where the scale ends earlier, how much there
/// is.
void PlacementPainter::paintBarEnd(const Lane &lane) {
    const std::uint64_t installed = installedBytes(*look_.machine, lane.tier);
    const std::uint64_t scale = geometry_.scale(lane.tier);
    const QColor secondary = theme_.colour(Theme::Role::secondary);
    painter_.setFont(Theme::smallFont(font_));
    const double free_from =
        geometry_.xOf(lane.tier, std::min(scale, look_.plan->tier(lane.tier).used.total()));
    if (installed > scale) {
        const QRectF room(free_from + 8, lane.bar.top(), lane.bar.right() - free_from - 14, lane.bar.height());
        paintText(painter_, room,
                  Placement::tr("scale ends at %1 of %2").arg(bytesText(scale), bytesText(installed)),
                  secondary, Qt::AlignRight | Qt::AlignVCenter);
        return;
    }
    double right = lane.bar.right() - 1;
    const auto stretch = [&](std::uint64_t bytes, const QString &name) {
        const double left = std::max(free_from, right - lane.bar.width() * static_cast<double>(bytes) /
                                                            static_cast<double>(scale));
        if (bytes == 0 || right - left < 2)
            return;
        const QRectF rect(left, lane.bar.top() + 1, right - left, lane.bar.height() - 2);
        painter_.fillRect(rect, theme_.colour(Theme::Role::soft_line));
        painter_.fillRect(QRectF(left, rect.top(), 1, rect.height()), palette_.color(QPalette::Mid));
        // Rather fewer words than cut ones.
        for (const QString &text : {name.arg(bytesText(bytes)), bytesText(bytes)}) {
            if (QFontMetricsF(painter_.font()).horizontalAdvance(text) + 8 > rect.width())
                continue;
            paintText(painter_, rect, text, secondary, Qt::AlignCenter);
            break;
        }
        right = left;
    };
    if (lane.tier == Tier::ram) {
        const std::uint64_t kept = installed / 8;
        stretch(kept, Placement::tr("kept free %1"));
        const std::uint64_t others = otherPrograms(*look_.machine, look_.own_bytes);
        stretch(others, Placement::tr("other programs %1"));
    }
}

QRectF PlacementPainter::handleRect(const LaneGeometry &geometry, const Plan &plan, Tier tier,
                                    std::uint64_t budget) {
    const QRectF &bar = geometry.lane(tier).bar;
    const double x = geometry.xOf(tier, budget + plan.tier(tier).used.other);
    return {x - 7, bar.top() - 12, 14, bar.height() + 16};
}

void PlacementPainter::paintHandle(const Lane &lane) {
    const std::uint64_t budget = look_.budgets[static_cast<std::size_t>(lane.tier)];
    if (budget == 0)
        return;
    const QRectF rect = handleRect(geometry_, *look_.plan, lane.tier, budget);
    const double x = rect.center().x();
    const bool chosen = look_.handle == lane.tier;
    const QColor ink =
        chosen && look_.focused ? theme_.colour(Theme::Role::accent) : palette_.color(QPalette::WindowText);
    painter_.setRenderHint(QPainter::Antialiasing, false);
    painter_.fillRect(QRectF(x - 1, lane.bar.top() - 4, 2, lane.bar.height() + 8), ink);
    painter_.setRenderHint(QPainter::Antialiasing);
    painter_.setPen(QPen(ink, chosen && look_.focused ? 2 : 1.3));
    painter_.setBrush(palette_.color(QPalette::Button));
    const double top = rect.top() - 1;
    painter_.drawPolygon(
        QPolygonF({{x - 6, top}, {x + 6, top}, {x + 6, top + 6}, {x, top + 11}, {x - 6, top + 6}}));
    painter_.setRenderHint(QPainter::Antialiasing, false);

    painter_.setFont(Theme::smallFont(font_));
    const QString text = Placement::tr("budget %1").arg(bytesText(budget));
    const double width = QFontMetricsF(painter_.font()).horizontalAdvance(text) + 2;
    const bool left_side = x + 10 + width > lane.bar.right();
    const QRectF room(left_side ? x - 10 - width : x + 10, rect.top() - 3, width,
                      QFontMetricsF(painter_.font()).height());
    paintText(painter_, room, text, theme_.colour(Theme::Role::secondary));
}

void PlacementPainter::paintBlock(int index, const QRectF &rect) {
    const LaneBlock &block = geometry_.blocks()[static_cast<std::size_t>(index)];
    const Theme::TierColours colours = theme_.tier(block.tier);
    painter_.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = rect.adjusted(0.5, 0.5, -0.5, -0.5);
    const bool extra = block.kind == LaneBlock::Kind::context || block.kind == LaneBlock::Kind::staging;
    if (extra) {
        paintContent(painter_, rect.adjusted(1, 1, -1, -1),
                     block.kind == LaneBlock::Kind::context ? Content::context : Content::staging, block.tier,
                     theme_, palette_);
    } else {
        painter_.setPen(Qt::NoPen);
        painter_.setBrush(colours.fill);
        painter_.drawRoundedRect(frame, 2, 2);
    }
    double strip = 0;
    if (block.divided_share > 0) {
        const Theme::TierColours other = theme_.tier(block.divided_tier);
        strip = std::max(7.0, std::round(rect.height() * block.divided_share));
        painter_.setRenderHint(QPainter::Antialiasing, false);
        painter_.fillRect(QRectF(rect.left() + 1, rect.bottom() - strip, rect.width() - 2, strip - 1),
                          other.fill);
        painter_.fillRect(QRectF(rect.left() + 1, rect.bottom() - strip, rect.width() - 2, 1), other.edge);
        painter_.setRenderHint(QPainter::Antialiasing);
    }
    painter_.setPen(QPen(colours.edge, 1));
    painter_.setBrush(Qt::NoBrush);
    painter_.drawRoundedRect(frame, 2, 2);
    paintBlockText(block, rect.adjusted(0, 0, 0, -strip), extra ? colours.text : colours.on_fill);
    if (block.pinned)
        icon(QStringLiteral("pin"), colours.on_fill)
            .paint(&painter_, QRectF(rect.right() - 14, rect.top() + 2, 12, 12).toRect());
    if (index == look_.cursor && !look_.handle) {
        painter_.setPen(
            QPen(look_.focused ? theme_.colour(Theme::Role::accent) : palette_.color(QPalette::WindowText), 2));
        painter_.drawRoundedRect(rect.adjusted(-2, -2, 2, 2), 3, 3);
    }
}

void PlacementPainter::paintBlockText(const LaneBlock &block, const QRectF &rect, const QColor &colour) {
    QString text;
    switch (block.kind) {
    case LaneBlock::Kind::layer:
        text = QString::number(block.layer + 1);
        break;
    case LaneBlock::Kind::embedding:
        text = Placement::tr("in", "short for the embedding, on a small block");
        break;
    case LaneBlock::Kind::output:
        text = Placement::tr("out", "short for the output head, on a small block");
        break;
    case LaneBlock::Kind::context:
        text = Placement::tr("context %1").arg(bytesText(block.bytes));
        break;
    case LaneBlock::Kind::staging:
        text = Placement::tr("staging %1").arg(bytesText(block.bytes));
        break;
    }
    const bool extra = block.kind == LaneBlock::Kind::context || block.kind == LaneBlock::Kind::staging;
    painter_.setFont(extra ? Theme::smallFont(font_) : Theme::boldFont(font_));
    const double width = QFontMetricsF(painter_.font()).horizontalAdvance(text);
    if (width + 2 > rect.width())
        return;
    QRectF room = rect;
    if (block.pinned && width + 26 > rect.width())
        room.adjust(0, 8, 0, 0); // below the pin
    if (extra) {
        // Words on a pattern need a ground of their own.
        QRectF ground(0, 0, width + 8, QFontMetricsF(painter_.font()).height());
        ground.moveCenter(room.center());
        painter_.fillRect(ground.intersected(rect.adjusted(1, 1, -1, -1)), theme_.tier(block.tier).tint);
    }
    painter_.setPen(colour);
    painter_.drawText(room, Qt::AlignCenter, text);
}

} // namespace spillway
