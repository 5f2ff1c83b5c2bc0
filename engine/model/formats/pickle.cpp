#include "model/formats/pickle.h"

#include "model/formats/file_error.h"
#include "model/formats/little_endian.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace spillway {

namespace {

/// Far above what a checkpoint needs: some 20 values per tensor, names of at most a few hundred bytes.
constexpr std::size_t most_values = 1 << 18;
constexpr std::size_t most_memos = 1 << 18;
constexpr std::size_t deepest_marks = 64;
constexpr std::size_t longest_text = 4096;
constexpr std::size_t longest_name = 256;

constexpr std::uint8_t proto = 0x80;
constexpr std::uint8_t stop = '.';

constexpr std::string_view ordered_dict = "collections.OrderedDict";

/// Follows the opcodes as Python's stack machine would, but builds descriptions where that builds objects.
class Reader {
  public:
    Reader(std::span<const std::byte> bytes, const PickleSource &source,
           std::span<const std::string_view> allowed)
        : bytes_(bytes), source_(source), allowed_(allowed) {}

    Pickle read();

  private:
    struct Action {
        std::uint8_t opcode;
        void (*follow)(Reader &);
    };
    static std::span<const Action> actions();

    void step(std::uint8_t opcode);
    void read_protocol();
    void mark();
    void read_global();
    void read_long();
    void reduce();
    void build();
    void set_items(std::size_t first);
    void append_items(std::size_t first);
    void make_tuple(std::size_t first);
    void remember(std::size_t memo);
    void recall(std::size_t memo);

    [[nodiscard]] Error damaged(const std::string &what) const;
    template <typename T> T number();
    std::string_view text(std::size_t length);
    std::string_view line();

    void push(PickleValue value);
    PickleIndex pop();
    /// Takes the last mark away and answers the position of what was pushed behind it.
    std::size_t pop_mark();
    /// The last `count` values must lie behind the last mark.
    void require(std::size_t count) const;
    /// The position of the last `count` values.
    [[nodiscard]] std::size_t last(std::size_t count) const;
    template <typename T> T &container_below(std::size_t first, const char *kind);

    std::span<const std::byte> bytes_;
    PickleSource source_;
    std::span<const std::string_view> allowed_;
    std::size_t at_ = 0;        ///< the next byte
    std::size_t opcode_at_ = 0; ///< of the opcode that is being followed
    Pickle pickle_;
    std::vector<PickleIndex> stack_;
    std::vector<std::size_t> marks_; ///< positions in the stack
    std::vector<PickleIndex> memos_;
};

constexpr PickleIndex no_value = std::numeric_limits<PickleIndex>::max();

Error Reader::damaged(const std::string &what) const {
    return damaged_file(source_.path,
                        "the pickle at byte " + std::to_string(source_.offset + opcode_at_) + " " + what);
}

template <typename T> T Reader::number() {
    if (bytes_.size() - at_ < sizeof(T)) {
        throw damaged("ends too early");
    }
    const T value = load<T>(bytes_, at_);
    at_ += sizeof(T);
    return value;
}

std::string_view Reader::text(std::size_t length) {
    if (length > bytes_.size() - at_) {
        throw damaged("has a text of " + std::to_string(length) + " bytes that ends behind it");
    }
    if (length > longest_text) {
        throw damaged("has a text of " + std::to_string(length) + " bytes, too long for a name");
    }
    const std::string_view result(reinterpret_cast<const char *>(bytes_.data()) + at_, length);
    at_ += length;
    return result;
}

std::string_view Reader::line() {
    const auto rest = bytes_.subspan(at_, std::min(bytes_.size() - at_, longest_name));
    const auto end = std::ranges::find(rest, std::byte{'\n'});
    if (end == rest.end()) {
        throw damaged("has a name of a class or function without an end");
    }
    const std::string_view result = text(static_cast<std::size_t>(end - rest.begin()));
    ++at_;
    return result;
}

void Reader::push(PickleValue value) {
    if (pickle_.values.size() == most_values) {
        throw damaged("has more than " + std::to_string(most_values) + " values");
    }
    stack_.push_back(static_cast<PickleIndex>(pickle_.values.size()));
    pickle_.values.push_back(std::move(value));
}

void Reader::require(std::size_t count) const {
    const std::size_t below = marks_.empty() ? 0 : marks_.back();
    if (stack_.size() - below < count) {
        throw damaged("takes more values than there are");
    }
}

std::size_t Reader::last(std::size_t count) const {
    require(count);
    return stack_.size() - count;
}

PickleIndex Reader::pop() {
    require(1);
    const PickleIndex value = stack_.back();
    stack_.pop_back();
    return value;
}

void Reader::mark() {
    if (marks_.size() == deepest_marks) {
        throw damaged("is nested more than " + std::to_string(deepest_marks) + " deep");
    }
    marks_.push_back(stack_.size());
}

std::size_t Reader::pop_mark() {
    if (marks_.empty()) {
        throw damaged("goes back to a mark that is not there");
    }
    const std::size_t first = marks_.back();
    marks_.pop_back();
    return first;
}

/// The value right below position `first` of the stack, which must be a T of this pickle.
template <typename T> T &Reader::container_below(std::size_t first, const char *kind) {
    const std::size_t below = marks_.empty() ? 0 : marks_.back();
    T *container = first > below ? std::get_if<T>(&pickle_.values[stack_[first - 1]]) : nullptr;
    if (container == nullptr) {
        throw damaged("puts items into something that is not a " + std::string(kind));
    }
    return *container;
}

void Reader::set_items(std::size_t first) {
    auto &items = container_below<PickleDictionary>(first, "dictionary").items;
    if ((stack_.size() - first) % 2 != 0) {
        throw damaged("has a key without a value");
    }
    for (std::size_t i = first; i < stack_.size(); i += 2) {
        items.emplace_back(stack_[i], stack_[i + 1]);
    }
    stack_.resize(first);
}

void Reader::append_items(std::size_t first) {
    auto &items = container_below<PickleList>(first, "list").items;
    items.insert(items.end(), stack_.begin() + static_cast<std::ptrdiff_t>(first), stack_.end());
    stack_.resize(first);
}

void Reader::make_tuple(std::size_t first) {
    PickleTuple tuple;
    tuple.items.assign(stack_.begin() + static_cast<std::ptrdiff_t>(first), stack_.end());
    stack_.resize(first);
    push(std::move(tuple));
}

void Reader::remember(std::size_t memo) {
    require(1);
    // Numbers are given in order from 0 on, each to a value that takes a byte at least.
    if (memo >= bytes_.size() || memo >= most_memos) {
        throw damaged("remembers a value as number " + std::to_string(memo));
    }
    if (memo >= memos_.size()) {
        memos_.resize(memo + 1, no_value);
    }
    memos_[memo] = stack_.back();
}

void Reader::recall(std::size_t memo) {
    if (memo >= memos_.size() || memos_[memo] == no_value) {
        throw damaged("recalls the value number " + std::to_string(memo) + ", which it did not remember");
    }
    stack_.push_back(memos_[memo]);
}

void Reader::read_protocol() {
    if (bytes_.empty() || number<std::uint8_t>() != proto) {
        throw damaged("does not begin as one");
    }
    if (const int protocol = number<std::uint8_t>(); protocol != 2) {
        throw unsupported_file(source_.path,
                               "the pickle at byte " + std::to_string(source_.offset) + " has protocol " +
                                   std::to_string(protocol) + "; only 2 is read",
                               "Save the checkpoint again with torch.save and its default protocol.");
    }
}

/// Modules are looked up nowhere: a name is only compared with those that are allowed.
void Reader::read_global() {
    const std::string_view module = line();
    const std::string name = std::string(module) + "." + std::string(line());
    if (name == ordered_dict) {
        push(PickleGlobal{ordered_dict});
        return;
    }
    const auto found = std::ranges::find(allowed_, name);
    if (found == allowed_.end()) {
        throw unsupported_file(source_.path,
                               "it asks Python for " + quotable(name) + " (byte " +
                                   std::to_string(source_.offset + opcode_at_) +
                                   "), which a file of weights does not need; nothing was executed",
                               "Other programs may run what this file asks for: open it with none, and get the "
                               "checkpoint from a place that you trust.");
    }
    push(PickleGlobal{*found});
}

/// An integer of any length, two's complement; only what 64 bits hold is of use.
void Reader::read_long() {
    const std::size_t length = number<std::uint8_t>();
    const std::string_view digits = text(length);
    if (length > sizeof(std::uint64_t)) {
        throw damaged("has an integer of " + std::to_string(length) + " bytes");
    }
    const bool negative = length > 0 && (static_cast<unsigned char>(digits.back()) & 0x80U) != 0;
    std::uint64_t value = negative ? ~std::uint64_t{0} : 0;
    std::memcpy(&value, digits.data(), length);
    push(static_cast<std::int64_t>(value));
}

void Reader::reduce() {
    const PickleIndex arguments = pop();
    const PickleIndex function = pop();
    const auto *tuple = pickle_.as<PickleTuple>(arguments);
    const auto *global = pickle_.as<PickleGlobal>(function);
    if (tuple == nullptr || global == nullptr) {
        throw damaged("calls something that is not a function, or with no list of arguments");
    }
    if (global->name != ordered_dict) {
        push(PickleCall{.function = global->name, .arguments = arguments});
    } else if (tuple->items.empty()) {
        push(PickleDictionary{});
    } else {
        throw damaged("makes an OrderedDict in a way that PyTorch does not");
    }
}

/// The attributes of an OrderedDict (state_dict() has `_metadata`, versions of modules) say nothing about
/// weights.
void Reader::build() {
    const PickleIndex state = pop();
    container_below<PickleDictionary>(stack_.size(), "dictionary");
    if (pickle_.as<PickleDictionary>(state) == nullptr) {
        throw damaged("gives an object attributes that are not a dictionary");
    }
}

/// Every opcode that is followed, with its name in pickletools.py.
std::span<const Reader::Action> Reader::actions() {
    using In = Reader &;
    static constexpr std::array table = std::to_array<Action>({
        {'(', [](In in) { in.mark(); }},                                                 // MARK
        {'N', [](In in) { in.push(std::monostate()); }},                                 // NONE
        {0x88, [](In in) { in.push(true); }},                                            // NEWTRUE
        {0x89, [](In in) { in.push(false); }},                                           // NEWFALSE
        {'J', [](In in) { in.push(std::int64_t{in.number<std::int32_t>()}); }},          // BININT
        {'K', [](In in) { in.push(std::int64_t{in.number<std::uint8_t>()}); }},          // BININT1
        {'M', [](In in) { in.push(std::int64_t{in.number<std::uint16_t>()}); }},         // BININT2
        {0x8a, [](In in) { in.read_long(); }},                                           // LONG1
        {'X', [](In in) { in.push(std::string(in.text(in.number<std::uint32_t>()))); }}, // BINUNICODE
        {')', [](In in) { in.push(PickleTuple()); }},                                    // EMPTY_TUPLE
        {'t', [](In in) { in.make_tuple(in.pop_mark()); }},                              // TUPLE
        {0x85, [](In in) { in.make_tuple(in.last(1)); }},                                // TUPLE1
        {0x86, [](In in) { in.make_tuple(in.last(2)); }},                                // TUPLE2
        {0x87, [](In in) { in.make_tuple(in.last(3)); }},                                // TUPLE3
        {']', [](In in) { in.push(PickleList()); }},                                     // EMPTY_LIST
        {'a', [](In in) { in.append_items(in.last(1)); }},                               // APPEND
        {'e', [](In in) { in.append_items(in.pop_mark()); }},                            // APPENDS
        {'}', [](In in) { in.push(PickleDictionary()); }},                               // EMPTY_DICT
        {'s', [](In in) { in.set_items(in.last(2)); }},                                  // SETITEM
        {'u', [](In in) { in.set_items(in.pop_mark()); }},                               // SETITEMS
        {'c', [](In in) { in.read_global(); }},                                          // GLOBAL
        {'R', [](In in) { in.reduce(); }},                                               // REDUCE
        {'b', [](In in) { in.build(); }},                                                // BUILD
        {'Q', [](In in) { in.push(PicklePersistent{in.pop()}); }},                       // BINPERSID
        {'q', [](In in) { in.remember(in.number<std::uint8_t>()); }},                    // BINPUT
        {'r', [](In in) { in.remember(in.number<std::uint32_t>()); }},                   // LONG_BINPUT
        {'h', [](In in) { in.recall(in.number<std::uint8_t>()); }},                      // BINGET
        {'j', [](In in) { in.recall(in.number<std::uint32_t>()); }},                     // LONG_BINGET
    });
    return table;
}

void Reader::step(std::uint8_t opcode) {
    const auto action = std::ranges::find(actions(), opcode, &Action::opcode);
    if (action != actions().end()) {
        return action->follow(*this);
    }
    std::array<char, 2> hex{};
    const char *end = std::to_chars(hex.data(), hex.data() + hex.size(), opcode, 16).ptr;
    throw unsupported_file(source_.path,
                           "the pickle opcode 0x" +
                               std::string(hex.data(), static_cast<std::size_t>(end - hex.data())) +
                               " at byte " + std::to_string(source_.offset + opcode_at_) +
                               " is not one that a file of weights needs",
                           "Save the checkpoint again with torch.save, as a dictionary of tensors.");
}

Pickle Reader::read() {
    read_protocol();
    for (;;) {
        opcode_at_ = at_;
        const auto opcode = number<std::uint8_t>();
        if (opcode == stop) {
            break;
        }
        step(opcode);
    }
    if (stack_.size() != 1 || !marks_.empty()) {
        throw damaged("ends with " + std::to_string(stack_.size()) + " values where one is expected");
    }
    pickle_.root = stack_.back();
    pickle_.bytes = at_;
    return std::move(pickle_);
}

} // namespace

Pickle read_pickle(std::span<const std::byte> bytes, const PickleSource &source,
                   std::span<const std::string_view> allowed) {
    return Reader(bytes, source, allowed).read();
}

} // namespace spillway
