#include "model/formats/gguf.h"

#include "base/error.h"
#include "base/units.h"
#include "model/formats/gguf_values.h"
#include "model/formats/header_reader.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <unordered_set>

namespace spillway {

namespace {

constexpr std::string_view magic = "GGUF";

/// Far above any real model, and low enough that a hostile header cannot make the program swell.
constexpr std::uint64_t most_keys = 1 << 16;
constexpr std::uint64_t most_tensors = 1 << 20;
constexpr std::uint64_t longest_name = 1 << 16;
constexpr std::uint32_t most_dimensions = 4;
constexpr std::uint64_t largest_alignment = 1 << 30;

/// The least that a tensor info takes in a file: lengths, ids and one byte of name.
constexpr std::uint64_t smallest_tensor = 8 + 1 + 4 + 4 + 8;

class Reader {
  public:
    explicit Reader(const std::filesystem::path &path) : in_(path) {
        container_.files.push_back(identify(path));
        container_.metadata = Metadata(path.string());
    }

    Container read() {
        read_counts();
        read_keys();
        refuse_split();
        const std::uint64_t alignment = read_alignment();
        read_tensors();
        refuse_equal_names();
        // A file with a vocabulary only may end here, without padding.
        if (tensors_ > 0) {
            in_.enter("the padding before the weights");
            in_.skip(round_up(in_.position(), alignment) - in_.position());
            place_tensors(in_.position(), alignment);
        }
        container_.header_hash = in_.hash();
        return std::move(container_);
    }

  private:
    [[nodiscard]] Error damaged(const std::string &what) const { return in_.damaged(what); }
    [[nodiscard]] Error unsupported(const std::string &what, const std::string &hint) const {
        return in_.unsupported(what, hint);
    }

    void read_counts();
    void read_keys();
    std::string read_name(std::string_view what);
    void refuse_split() const;
    [[nodiscard]] std::uint64_t read_alignment() const;
    void read_tensors();
    StoredTensor read_tensor();
    [[nodiscard]] std::uint64_t tensor_bytes(const StoredTensor &tensor) const;
    void refuse_equal_names() const;
    void place_tensors(std::uint64_t data, std::uint64_t alignment);
    void check_place(const StoredTensor &tensor, std::uint64_t expected, std::uint64_t available) const;

    HeaderReader in_;
    Container container_;
    std::uint64_t keys_ = 0;
    std::uint64_t tensors_ = 0;
};

void Reader::read_counts() {
    in_.enter("the first bytes");
    if (in_.text(magic.size()) != magic) {
        throw damaged("it is not a GGUF file: its first bytes are not GGUF's magic");
    }
    const auto version = in_.value<std::uint32_t>();
    constexpr std::uint32_t version_3_big_endian = 0x03000000;
    if (version == version_3_big_endian) {
        throw unsupported("the file was written for big-endian machines",
                          "Convert the model again without --bigendian.");
    }
    if (version < 2 || version > 3) {
        throw unsupported("GGUF version " + std::to_string(version) + " is not supported; 2 and 3 are",
                          "Convert the model again with a present tool.");
    }
    container_.format = "GGUF v" + std::to_string(version);
    tensors_ = in_.value<std::uint64_t>();
    keys_ = in_.value<std::uint64_t>();
}

std::string Reader::read_name(std::string_view what) {
    const auto length = in_.value<std::uint64_t>();
    if (length == 0 || length > longest_name) {
        throw damaged("the " + std::string(what) + " at byte " + std::to_string(in_.position()) +
                      " has a length of " + std::to_string(length) + ", which no name has");
    }
    return in_.text(length);
}

void Reader::read_keys() {
    in_.enter("the key/values");
    if (keys_ > most_keys) {
        throw damaged("the key count " + std::to_string(keys_) + " is over " + std::to_string(most_keys));
    }
    // Nothing is allocated by the count: a false one meets the end of the file.
    for (std::uint64_t i = 0; i < keys_; ++i) {
        std::string key = read_name("key");
        if (container_.metadata.contains(key)) {
            throw damaged("the key " + key + " occurs twice");
        }
        MetadataValue value = read_gguf_value(in_, key);
        container_.metadata.add(std::move(key), std::move(value));
    }
}

void Reader::refuse_split() const {
    if (container_.metadata.unsigned_integer("split.count", 0) > 1) {
        throw unsupported("it is one part of a model that is split into several files, which are not read yet",
                          "Join the parts with llama-gguf-split --merge.");
    }
}

std::uint64_t Reader::read_alignment() const {
    const std::uint64_t alignment = container_.metadata.unsigned_integer("general.alignment", 32);
    if (alignment == 0 || (alignment & (alignment - 1)) != 0 || alignment > largest_alignment) {
        throw damaged("general.alignment " + std::to_string(alignment) + " is not a power of two");
    }
    return alignment;
}

void Reader::read_tensors() {
    in_.enter("the tensor infos");
    if (tensors_ > most_tensors || tensors_ > in_.remaining() / smallest_tensor) {
        throw damaged("the tensor count " + std::to_string(tensors_) + " does not fit the file of " +
                      std::to_string(in_.size()) + " bytes");
    }
    container_.tensors.reserve(static_cast<std::size_t>(tensors_));
    for (std::uint64_t i = 0; i < tensors_; ++i) {
        container_.tensors.push_back(read_tensor());
    }
}

StoredTensor Reader::read_tensor() {
    StoredTensor tensor;
    tensor.name = read_name("tensor name");
    const auto dimensions = in_.value<std::uint32_t>();
    if (dimensions > most_dimensions) {
        throw damaged("tensor " + tensor.name + " has " + std::to_string(dimensions) +
                      " dimensions; GGUF allows 4");
    }
    for (std::uint32_t i = 0; i < dimensions; ++i) {
        tensor.shape.push_back(in_.value<std::uint64_t>());
    }
    const auto type = in_.value<std::uint32_t>();
    const BlockTypeInfo *info = find_block_type(type);
    if (info == nullptr) {
        throw unsupported("tensor " + tensor.name + " has the unknown type " + std::to_string(type),
                          "Get the model in another quantisation, for example Q4_K_M or Q8_0.");
    }
    tensor.type = info->type;
    tensor.offset = in_.value<std::uint64_t>();
    tensor.bytes = tensor_bytes(tensor);
    return tensor;
}

std::uint64_t Reader::tensor_bytes(const StoredTensor &tensor) const {
    const BlockTypeInfo &info = block_type_info(tensor.type);
    std::uint64_t elements = 1;
    for (const std::uint64_t size : tensor.shape) {
        if (size == 0) {
            throw damaged("tensor " + tensor.name + " is empty: its shape is " + shape_text(tensor.shape));
        }
        if (size > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) / elements) {
            throw damaged("tensor " + tensor.name + ": the element count of its shape " +
                          shape_text(tensor.shape) + " overflows 63 bits");
        }
        elements *= size;
    }
    const std::uint64_t row = tensor.shape.empty() ? 1 : tensor.shape.front();
    if (row % info.elements != 0) {
        throw damaged("tensor " + tensor.name + ": its rows of " + std::to_string(row) +
                      " numbers are not a multiple of " + std::string(info.name) + "'s " +
                      std::to_string(info.elements));
    }
    const std::uint64_t blocks = elements / info.elements;
    if (blocks > in_.size() / info.bytes) {
        throw damaged("tensor " + tensor.name + ": " + shape_text(tensor.shape) + " of " +
                      std::string(info.name) + " is larger than the whole file; its data lies behind the end");
    }
    return blocks * info.bytes;
}

void Reader::refuse_equal_names() const {
    std::unordered_set<std::string_view> names;
    for (const StoredTensor &tensor : container_.tensors) {
        if (!names.insert(tensor.name).second) {
            throw damaged("the tensor name " + tensor.name + " occurs twice");
        }
    }
}

/// Tensors follow each other in the order of their infos, each from the padded end of the one before: real
/// files keep to it, other readers insist on it, and nothing can then overlap.
void Reader::place_tensors(std::uint64_t data, std::uint64_t alignment) {
    const std::uint64_t available = in_.size() - data;
    std::uint64_t expected = 0;
    for (StoredTensor &tensor : container_.tensors) {
        check_place(tensor, expected, available);
        expected = round_up(expected + tensor.bytes, alignment);
        tensor.offset += data;
    }
}

void Reader::check_place(const StoredTensor &tensor, std::uint64_t expected, std::uint64_t available) const {
    const std::string where =
        "tensor " + tensor.name + ": offset " + std::to_string(tensor.offset) + " of the weights";
    if (tensor.offset < expected) {
        throw damaged(where + " lies within the data of the tensor before, which ends at " +
                      std::to_string(expected) + ": they share bytes");
    }
    if (tensor.offset >= available) {
        throw damaged(where + " lies behind the end of the file, which has " + std::to_string(available) +
                      " bytes of weights");
    }
    if (tensor.offset != expected) {
        throw damaged(where + " is not the padded end of the tensor before, " + std::to_string(expected));
    }
    if (tensor.bytes > available - tensor.offset) {
        throw damaged("the file ends within the data of tensor " + tensor.name + ", " +
                      std::to_string(tensor.bytes - (available - tensor.offset)) + " bytes too early");
    }
}

} // namespace

bool is_gguf(std::span<const std::byte> beginning) {
    return beginning.size() >= magic.size() &&
           std::equal(magic.begin(), magic.end(), beginning.begin(),
                      [](char a, std::byte b) { return static_cast<std::byte>(a) == b; });
}

Container read_gguf(const std::filesystem::path &path) {
    return Reader(path).read();
}

} // namespace spillway
