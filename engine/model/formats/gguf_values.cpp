#include "model/formats/gguf_values.h"

#include "base/error.h"

namespace spillway {

namespace {

/// Far above any real model, and low enough that a hostile header cannot make the program swell: a value takes
/// at most a few times its size in the file.
constexpr std::uint64_t longest_text = 1 << 26;
constexpr std::uint64_t longest_array = 1 << 24;

enum class ValueType : std::uint32_t {
    u8 = 0,
    i8 = 1,
    u16 = 2,
    i16 = 3,
    u32 = 4,
    i32 = 5,
    f32 = 6,
    boolean = 7,
    text = 8,
    array = 9,
    u64 = 10,
    i64 = 11,
    f64 = 12,
};

/// Bytes of a value of this type in the file, at least; 0 for a type that is not known.
std::uint64_t smallest_value(ValueType type) {
    switch (type) {
    case ValueType::u8:
    case ValueType::i8:
    case ValueType::boolean:
        return 1;
    case ValueType::u16:
    case ValueType::i16:
        return 2;
    case ValueType::u32:
    case ValueType::i32:
    case ValueType::f32:
        return 4;
    case ValueType::text:
    case ValueType::u64:
    case ValueType::i64:
    case ValueType::f64:
        return 8;
    case ValueType::array:
        return 12;
    }
    return 0;
}

MetadataValue read_single(HeaderReader &in, const std::string &key, ValueType type) {
    switch (type) {
    case ValueType::u8:
        return std::uint64_t{in.value<std::uint8_t>()};
    case ValueType::i8:
        return std::int64_t{in.value<std::int8_t>()};
    case ValueType::u16:
        return std::uint64_t{in.value<std::uint16_t>()};
    case ValueType::i16:
        return std::int64_t{in.value<std::int16_t>()};
    case ValueType::u32:
        return std::uint64_t{in.value<std::uint32_t>()};
    case ValueType::i32:
        return std::int64_t{in.value<std::int32_t>()};
    case ValueType::f32:
        return double{in.value<float>()};
    case ValueType::boolean:
        return in.value<std::uint8_t>() != 0;
    case ValueType::text: {
        const auto length = in.value<std::uint64_t>();
        if (length > longest_text || length > in.remaining()) {
            throw in.damaged("the string length " + std::to_string(length) + " of key " + key +
                             " does not fit the file");
        }
        return in.text(length);
    }
    case ValueType::u64:
        return in.value<std::uint64_t>();
    case ValueType::i64:
        return in.value<std::int64_t>();
    case ValueType::f64:
        return in.value<double>();
    case ValueType::array:
        break;
    }
    throw in.damaged("key " + key + " has the unknown value type " +
                     std::to_string(static_cast<std::uint32_t>(type)));
}

template <typename To, typename From> std::vector<To> read_numbers(HeaderReader &in, std::uint64_t count) {
    std::vector<To> numbers;
    numbers.reserve(static_cast<std::size_t>(count));
    for (std::uint64_t i = 0; i < count; ++i) {
        numbers.push_back(static_cast<To>(in.value<From>()));
    }
    return numbers;
}

MetadataValue read_array(HeaderReader &in, const std::string &key) {
    const auto type = static_cast<ValueType>(in.value<std::uint32_t>());
    const auto count = in.value<std::uint64_t>();
    if (type == ValueType::array) {
        throw in.unsupported("key " + key + " is an array of arrays, which is not supported",
                             "Convert the model again without this key.");
    }
    const std::uint64_t smallest = smallest_value(type);
    if (smallest != 0 && (count > longest_array || count > in.remaining() / smallest)) {
        throw in.damaged("the array " + key + " has a length of " + std::to_string(count) +
                         ", which does not fit the file or is over " + std::to_string(longest_array));
    }
    switch (type) {
    case ValueType::u8:
        return read_numbers<std::int64_t, std::uint8_t>(in, count);
    case ValueType::i8:
        return read_numbers<std::int64_t, std::int8_t>(in, count);
    case ValueType::u16:
        return read_numbers<std::int64_t, std::uint16_t>(in, count);
    case ValueType::i16:
        return read_numbers<std::int64_t, std::int16_t>(in, count);
    case ValueType::u32:
        return read_numbers<std::int64_t, std::uint32_t>(in, count);
    case ValueType::i32:
        return read_numbers<std::int64_t, std::int32_t>(in, count);
    case ValueType::u64:
        return read_numbers<std::int64_t, std::uint64_t>(in, count);
    case ValueType::i64:
        return read_numbers<std::int64_t, std::int64_t>(in, count);
    case ValueType::f32:
        return read_numbers<double, float>(in, count);
    case ValueType::f64:
        return read_numbers<double, double>(in, count);
    case ValueType::boolean:
        return read_numbers<bool, std::uint8_t>(in, count);
    case ValueType::text: {
        std::vector<std::string> texts;
        texts.reserve(static_cast<std::size_t>(count));
        for (std::uint64_t i = 0; i < count; ++i) {
            texts.push_back(std::get<std::string>(read_single(in, key, ValueType::text)));
        }
        return texts;
    }
    case ValueType::array:
        break;
    }
    throw in.damaged("key " + key + " is an array of the unknown value type " +
                     std::to_string(static_cast<std::uint32_t>(type)));
}

} // namespace

MetadataValue read_gguf_value(HeaderReader &in, const std::string &key) {
    const auto type = static_cast<ValueType>(in.value<std::uint32_t>());
    return type == ValueType::array ? read_array(in, key) : read_single(in, key, type);
}

} // namespace spillway
