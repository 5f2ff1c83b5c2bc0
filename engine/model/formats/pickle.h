#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace spillway {

/// Of a value in a Pickle. Python's objects can be shared and can contain themselves, so values refer to each
/// other by index in one table: that cannot leak, and nothing walks it recursively.
using PickleIndex = std::uint32_t;

struct PickleTuple {
    std::vector<PickleIndex> items;
};
struct PickleList {
    std::vector<PickleIndex> items;
};
/// A dict or collections.OrderedDict, in the order in which it was filled.
struct PickleDictionary {
    std::vector<std::pair<PickleIndex, PickleIndex>> items;
};
/// A Python class or function by its full name: "torch.HalfStorage".
struct PickleGlobal {
    std::string_view name; ///< of the caller's list
};
/// A call that the pickle asks for. Nobody makes it.
struct PickleCall {
    std::string_view function;
    PickleIndex arguments = 0; ///< a PickleTuple
};
/// A reference to something outside of the pickle; what `id` means is the caller's affair.
struct PicklePersistent {
    PickleIndex id = 0;
};

/// std::monostate is None.
using PickleValue = std::variant<std::monostate, bool, std::int64_t, std::string, PickleTuple, PickleList,
                                 PickleDictionary, PickleGlobal, PickleCall, PicklePersistent>;

/// What a pickle says. A plain value; nothing in it has been executed.
struct Pickle {
    std::vector<PickleValue> values;
    PickleIndex root = 0;
    std::size_t bytes = 0; ///< that the pickle takes, up to its end mark

    [[nodiscard]] const PickleValue &at(PickleIndex index) const { return values[index]; }
    /// The value at `index` where it is a T, else null.
    template <typename T> [[nodiscard]] const T *as(PickleIndex index) const {
        return std::get_if<T>(&values[index]);
    }
};

/// Where a pickle was found, for messages.
struct PickleSource {
    const std::filesystem::path &path;
    std::uint64_t offset = 0; ///< of its first byte in the file
};

/// Reads one pickle of protocol 2 from the beginning of `bytes` (Python's pickletools.py documents the
/// opcodes): those that torch.save writes for dictionaries of tensors, and the names of classes and functions
/// that `allowed` lists ("module.name"; the list must outlive the result) beside collections.OrderedDict.
/// Throws Error naming the file and the byte: unsupported for every other opcode and every other name, damaged
/// for a pickle that ends too early, contradicts itself or exceeds the caps. Time and memory are linear in the
/// bytes read.
Pickle read_pickle(std::span<const std::byte> bytes, const PickleSource &source,
                   std::span<const std::string_view> allowed);

} // namespace spillway
