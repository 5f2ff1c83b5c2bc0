#include "widgets/lane_geometry.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace spillway {

namespace {

constexpr double margin = 12;
constexpr double gap = 3;
constexpr double row_gap = 4;
constexpr double bar_height = 18;
constexpr double handle_height = 12; ///< above the bar
constexpr double least_extra = 6;    ///< width of a context or staging block, be it ever so small
constexpr double most_extra = 5;     ///< in average layers: the bar above shows the true proportion

std::size_t at(Tier tier) {
    return static_cast<std::size_t>(tier);
}

/// One layer as a block: in the tier that holds most of it, with the rest told as divided.
LaneBlock layerBlock(const Plan &plan, int layer, const std::array<std::uint64_t, 3> &bytes, bool pinned) {
    LaneBlock block;
    block.layer = layer;
    block.tier = plan.layer_tier(layer);
    block.bytes = bytes[0] + bytes[1] + bytes[2];
    block.pinned = pinned;
    for (const Tier other : all_tiers) {
        if (other == block.tier || bytes[at(other)] == 0)
            continue;
        const double share = static_cast<double>(bytes[at(other)]) / static_cast<double>(block.bytes);
        if (share > block.divided_share) {
            block.divided_tier = other;
            block.divided_share = share;
        }
    }
    return block;
}

} // namespace

std::uint64_t installedBytes(const Machine &machine, Tier tier) {
    if (tier == Tier::ram)
        return machine.ram_total;
    std::uint64_t bytes = 0;
    if (tier == Tier::gpu)
        for (const Gpu &gpu : machine.gpus)
            bytes += gpu.usable ? gpu.memory_total : 0;
    return bytes;
}

LaneGeometry::LaneGeometry(const Plan &plan, const Machine &machine, double width, const LaneMetrics &metrics) {
    for (const Tier tier : all_tiers) {
        const std::uint64_t installed = installedBytes(machine, tier);
        lanes_[at(tier)].tier = tier;
        lanes_[at(tier)].collapsed = tier == Tier::gpu && installed == 0 && plan.tier(tier).budget == 0;
        const std::uint64_t needed = plan.model_bytes + plan.kv_bytes + plan.ring_bytes +
                                     plan.tier(tier).used.scratch + plan.tier(tier).used.other;
        const std::uint64_t used = plan.tier(tier).used.total();
        if (tier != Tier::disk)
            scales_[at(tier)] = std::max({used, std::min(installed, 2 * needed), std::uint64_t{1}});
    }
    collectBlocks(plan);
    double top = 0;
    for (const Tier tier : all_tiers) {
        layOutLane(tier, plan, top, width, metrics);
        top = lanes_[at(tier)].rect.bottom();
    }
    height_ = top;
}

void LaneGeometry::collectBlocks(const Plan &plan) {
    std::vector<std::array<std::uint64_t, 3>> bytes(plan.layers);
    std::vector<bool> pinned(plan.layers, false);
    std::vector<LaneBlock> all;
    for (const Part &part : plan.parts) {
        if (part.layer >= 0 && static_cast<std::size_t>(part.layer) < plan.layers) {
            bytes[static_cast<std::size_t>(part.layer)][at(part.tier)] += part.bytes;
            if (part.pinned)
                pinned[static_cast<std::size_t>(part.layer)] = true;
        } else if (part.bytes > 0) {
            LaneBlock block;
            block.kind = part.kind == PartKind::output ? LaneBlock::Kind::output : LaneBlock::Kind::embedding;
            block.tier = part.tier;
            block.bytes = part.bytes;
            block.pinned = part.pinned;
            all.push_back(block);
        }
    }
    for (std::size_t layer = 0; layer < plan.layers; ++layer)
        all.push_back(layerBlock(plan, static_cast<int>(layer), bytes[layer], pinned[layer]));
    for (const Tier tier : all_tiers) {
        const MemoryUse &used = plan.tier(tier).used;
        if (used.context > 0)
            all.push_back({LaneBlock::Kind::context, -1, tier, used.context, false, tier, 0, {}});
        if (used.staging + used.scratch > 0)
            all.push_back(
                {LaneBlock::Kind::staging, -1, tier, used.staging + used.scratch, false, tier, 0, {}});
    }
    // Embedding, layers, output, context, staging: the order of a sweep.
    const auto rank = [](const LaneBlock &block) {
        constexpr std::array<int, 5> ranks = {1, 0, 2, 3, 4}; // by LaneBlock::Kind
        return ranks[static_cast<std::size_t>(block.kind)];
    };
    std::ranges::stable_sort(all, [&](const LaneBlock &a, const LaneBlock &b) {
        return std::pair(at(a.tier), rank(a)) < std::pair(at(b.tier), rank(b));
    });
    blocks_ = std::move(all);
}

void LaneGeometry::layOutLane(Tier tier, const Plan &plan, double top, double width,
                              const LaneMetrics &metrics) {
    Lane &lane = lanes_[at(tier)];
    if (lane.collapsed) {
        lane.rect = {0, top, width, metrics.line_height + 2 * margin};
        lane.label = {0, top, metrics.label_width, lane.rect.height()};
        return;
    }
    const double left = metrics.label_width + margin;
    const double right = std::max(left + metrics.least_width, width - margin);
    double y = top + margin;
    if (scales_[at(tier)] > 0) {
        lane.bar = {left, y + handle_height, right - left, bar_height};
        y = lane.bar.bottom() + margin;
    }
    const double average = plan.layers > 0
                               ? static_cast<double>(std::accumulate(
                                     blocks_.begin(), blocks_.end(), std::uint64_t{0},
                                     [](std::uint64_t sum, const LaneBlock &block) {
                                         return sum + (block.kind == LaneBlock::Kind::layer ? block.bytes : 0);
                                     })) /
                                     static_cast<double>(plan.layers)
                               : 1;
    double x = left;
    bool any = false;
    for (LaneBlock &block : blocks_) {
        if (block.tier != tier)
            continue;
        const bool extra = block.kind == LaneBlock::Kind::context || block.kind == LaneBlock::Kind::staging;
        const double by_bytes =
            average > 0 ? metrics.block_width * static_cast<double>(block.bytes) / average : 0;
        double block_width = std::max(extra ? least_extra : metrics.least_width, std::round(by_bytes));
        block_width = std::min(block_width, extra ? most_extra * metrics.block_width : right - left);
        block_width = std::min(block_width, right - left);
        if (any && x + block_width > right + 0.5) {
            x = left;
            y += metrics.block_height + row_gap;
        }
        block.rect = {x, y, block_width, metrics.block_height};
        x += block_width + gap;
        any = true;
    }
    const double bottom = any ? y + metrics.block_height : y;
    const double label_bottom = top + margin + 4.6 * metrics.line_height;
    lane.rect = {0, top, width, std::max(bottom, label_bottom) + margin - top};
    lane.label = {0, top, metrics.label_width, lane.rect.height()};
}

int LaneGeometry::blockAt(const QPointF &point) const {
    for (std::size_t i = 0; i < blocks_.size(); ++i)
        if (blocks_[i].rect.contains(point))
            return static_cast<int>(i);
    return -1;
}

int LaneGeometry::blockOfLayer(int layer) const {
    for (std::size_t i = 0; i < blocks_.size(); ++i)
        if (blocks_[i].kind == LaneBlock::Kind::layer && blocks_[i].layer == layer)
            return static_cast<int>(i);
    return -1;
}

std::optional<Tier> LaneGeometry::laneAt(const QPointF &point) const {
    for (const Lane &lane : lanes_)
        if (lane.rect.contains(point) && !lane.collapsed)
            return lane.tier;
    return std::nullopt;
}

int LaneGeometry::neighbour(int block, int dx, int dy) const {
    const int count = static_cast<int>(blocks_.size());
    if (count == 0)
        return -1;
    if (block < 0 || block >= count)
        return 0;
    if (dx != 0)
        return std::clamp(block + dx, 0, count - 1);
    const QRectF &from = blocks_[static_cast<std::size_t>(block)].rect;
    // Of the nearest row above or below, the block that lies most nearly under this one.
    int best = block;
    double best_row = 1e9;
    double best_offset = 1e9;
    for (int i = 0; i < count; ++i) {
        const QRectF &to = blocks_[static_cast<std::size_t>(i)].rect;
        const double row = (to.top() - from.top()) * dy;
        const double offset = std::abs(to.center().x() - from.center().x());
        if (row <= 1 || row > best_row + 1 || (row > best_row - 1 && offset >= best_offset))
            continue;
        best = i;
        best_row = row;
        best_offset = offset;
    }
    return best;
}

double LaneGeometry::xOf(Tier tier, std::uint64_t bytes) const {
    const QRectF &bar = lane(tier).bar;
    const double share = scale(tier) > 0 ? static_cast<double>(bytes) / static_cast<double>(scale(tier)) : 0;
    return bar.left() + bar.width() * std::min(1.0, share);
}

std::uint64_t LaneGeometry::bytesAt(Tier tier, double x) const {
    const QRectF &bar = lane(tier).bar;
    if (bar.width() <= 0)
        return 0;
    const double share = std::clamp((x - bar.left()) / bar.width(), 0.0, 1.0);
    return static_cast<std::uint64_t>(share * static_cast<double>(scale(tier)));
}

} // namespace spillway
