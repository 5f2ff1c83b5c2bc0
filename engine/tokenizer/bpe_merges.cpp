#include "tokenizer/bpe_merges.h"

#include "base/error.h"

#include <bit>
#include <queue>

namespace spillway {

namespace {

/// A pair of neighbours that a rule merges. Stale when either has been merged since: then the ids differ.
struct Candidate {
    std::uint32_t rank;
    std::uint32_t position; ///< of the left one
    std::int32_t left;
    std::int32_t right;
    std::int32_t result;

    bool operator<(const Candidate &other) const { // a queue gives its greatest first
        return rank != other.rank ? rank > other.rank : position > other.position;
    }
};

constexpr std::uint32_t none = ~std::uint32_t{0};

/// The symbols of a text as a doubly linked list over one array; a merged-away symbol has the id -1.
class Chain {
  public:
    Chain(const BpeMerges &merges, std::vector<std::int32_t> &ids) : merges_(merges), ids_(ids) {
        const auto count = static_cast<std::uint32_t>(ids.size());
        previous_.resize(count);
        next_.resize(count);
        for (std::uint32_t i = 0; i < count; ++i) {
            previous_[i] = i == 0 ? none : i - 1;
            next_[i] = i + 1 == count ? none : i + 1;
        }
    }

    void merge_all() {
        std::vector<Candidate> first;
        first.reserve(ids_.size());
        queue_ = Queue({}, std::move(first));
        for (std::uint32_t i = 0; i + 1 < ids_.size(); ++i) {
            consider(i);
        }
        while (!queue_.empty()) {
            const Candidate best = queue_.top();
            queue_.pop();
            const std::uint32_t right = next_[best.position];
            if (ids_[best.position] == best.left && right != none && ids_[right] == best.right) {
                merge(best, right);
            }
        }
        compact();
    }

  private:
    using Queue = std::priority_queue<Candidate>;

    void consider(std::uint32_t position) {
        const std::uint32_t right = position == none ? none : next_[position];
        if (right == none) {
            return;
        }
        if (const auto merge = merges_.find(ids_[position], ids_[right])) {
            queue_.push({merge->rank, position, ids_[position], ids_[right], merge->result});
        }
    }

    void merge(const Candidate &best, std::uint32_t right) {
        ids_[best.position] = best.result;
        ids_[right] = -1;
        const std::uint32_t after = next_[right];
        next_[best.position] = after;
        next_[right] = none;
        if (after != none) {
            previous_[after] = best.position;
        }
        consider(previous_[best.position]);
        consider(best.position);
    }

    void compact() {
        std::size_t count = 0;
        for (std::uint32_t i = ids_.empty() ? none : 0; i != none; i = next_[i]) {
            ids_[count++] = ids_[i];
        }
        ids_.resize(count);
    }

    const BpeMerges &merges_;
    std::vector<std::int32_t> &ids_;
    std::vector<std::uint32_t> previous_;
    std::vector<std::uint32_t> next_;
    Queue queue_;
};

} // namespace

BpeMerges::BpeMerges(const Pieces &pieces, const std::vector<std::string> &merges) {
    slots_.resize(std::bit_ceil(merges.size() * 2 + 2));
    std::string joined;
    for (std::size_t i = 0; i < merges.size(); ++i) {
        const std::string_view merge = merges[i];
        // A piece may itself begin with a space, never be empty.
        const std::size_t space = merge.find(' ', 1);
        if (space == std::string_view::npos || space + 1 == merge.size()) {
            throw Error(ErrorCode::damaged,
                        "Merge " + std::to_string(i) + " of the vocabulary, \"" + merges[i] + "\", is no pair.",
                        "The model's file is damaged: get it again.");
        }
        const std::string_view left = merge.substr(0, space);
        const std::string_view right = merge.substr(space + 1);
        joined.assign(left).append(right);
        const std::optional<int> left_id = pieces.find(left);
        const std::optional<int> right_id = pieces.find(right);
        const std::optional<int> result = pieces.find(joined);
        if (!left_id || !right_id || !result) {
            continue;
        }
        Slot &slot = slots_[slot_of(*left_id, *right_id)];
        if (slot.left < 0) { // the first of equal rules counts
            slot = {*left_id, *right_id, {static_cast<std::uint32_t>(i), *result}};
        }
    }
}

std::size_t BpeMerges::slot_of(std::int32_t left, std::int32_t right) const {
    const std::size_t mask = slots_.size() - 1;
    const std::uint64_t key =
        static_cast<std::uint64_t>(static_cast<std::uint32_t>(left)) << 32U | static_cast<std::uint32_t>(right);
    // Multiplicative hashing (Knuth): the high bits of the product are well mixed.
    std::size_t slot = (key * 0x9E3779B97F4A7C15U) >> 32U & mask;
    while (slots_[slot].left >= 0 && (slots_[slot].left != left || slots_[slot].right != right)) {
        slot = (slot + 1) & mask;
    }
    return slot;
}

std::optional<BpeMerges::Merge> BpeMerges::find(std::int32_t left, std::int32_t right) const {
    if (left < 0 || right < 0) {
        return std::nullopt;
    }
    const Slot &slot = slots_[slot_of(left, right)];
    return slot.left < 0 ? std::nullopt : std::optional(slot.merge);
}

void BpeMerges::apply(std::vector<std::int32_t> &ids) const {
    Chain(*this, ids).merge_all();
}

} // namespace spillway
