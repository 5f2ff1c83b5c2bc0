#include "model/formats/state_dict.h"

#include "model/formats/file_error.h"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace spillway {

namespace {

constexpr std::string_view rebuild_tensor = "torch._utils._rebuild_tensor_v2";
constexpr std::string_view rebuild_parameter = "torch._utils._rebuild_parameter";
constexpr std::size_t most_dimensions = 8;
/// 70 TB of f32, above any file; the bytes of all storages that a pickle can name then fit 64 bits.
constexpr std::uint64_t most_elements = std::uint64_t{1} << 44;

struct StorageClass {
    std::string_view name;
    BlockType type;
};
constexpr std::array storage_classes = std::to_array<StorageClass>({
    {"torch.HalfStorage", BlockType::f16},
    {"torch.BFloat16Storage", BlockType::bf16},
    {"torch.FloatStorage", BlockType::f32},
});

constexpr std::array names = std::to_array<std::string_view>({
    rebuild_tensor,
    rebuild_parameter,
    storage_classes[0].name,
    storage_classes[1].name,
    storage_classes[2].name,
});

class Reader {
  public:
    Reader(const Pickle &pickle, const std::filesystem::path &path) : pickle_(pickle), path_(path) {}

    TorchStorages storages();
    std::vector<TorchTensor> tensors(const TorchStorages &storages);

  private:
    [[nodiscard]] Error damaged(const std::string &what) const {
        return damaged_file(path_, where_ + " " + what);
    }
    /// The items of a tuple of `least` to `most`, else an error.
    [[nodiscard]] std::span<const PickleIndex> tuple(PickleIndex index, std::size_t least, std::size_t most,
                                                     const char *what) const;
    [[nodiscard]] std::uint64_t count(PickleIndex index, const char *what) const;
    [[nodiscard]] std::vector<std::uint64_t> counts(PickleIndex index, const char *what) const;
    /// ("storage", class, key, place, elements): the key and what it is.
    [[nodiscard]] std::pair<const std::string &, TorchStorage> storage(PickleIndex id) const;
    [[nodiscard]] TorchTensor tensor(PickleIndex value, const TorchStorages &storages) const;
    [[nodiscard]] std::span<const PickleIndex> tensor_arguments(PickleIndex value) const;
    void check(const TorchTensor &tensor, const TorchStorage &storage, std::uint64_t first) const;

    const Pickle &pickle_;
    const std::filesystem::path &path_;
    std::string where_; ///< "the tensor NAME": what messages are about
};

std::span<const PickleIndex> Reader::tuple(PickleIndex index, std::size_t least, std::size_t most,
                                           const char *what) const {
    const auto *tuple = pickle_.as<PickleTuple>(index);
    if (tuple == nullptr || tuple->items.size() < least || tuple->items.size() > most) {
        throw damaged("has no valid " + std::string(what));
    }
    return tuple->items;
}

std::uint64_t Reader::count(PickleIndex index, const char *what) const {
    const auto *number = pickle_.as<std::int64_t>(index);
    if (number == nullptr || *number < 0 || static_cast<std::uint64_t>(*number) > most_elements) {
        throw damaged("has no valid " + std::string(what) +
                      (number == nullptr ? "" : ": " + std::to_string(*number)));
    }
    return static_cast<std::uint64_t>(*number);
}

std::vector<std::uint64_t> Reader::counts(PickleIndex index, const char *what) const {
    std::vector<std::uint64_t> numbers;
    for (const PickleIndex item : tuple(index, 0, most_dimensions, what)) {
        numbers.push_back(count(item, what));
    }
    return numbers;
}

std::pair<const std::string &, TorchStorage> Reader::storage(PickleIndex id) const {
    const std::span<const PickleIndex> items = tuple(id, 5, 6, "reference to a storage");
    const auto *kind = pickle_.as<std::string>(items[0]);
    const auto *type = pickle_.as<PickleGlobal>(items[1]);
    const auto *key = pickle_.as<std::string>(items[2]);
    if (kind == nullptr || *kind != "storage" || type == nullptr || key == nullptr) {
        throw damaged("has no valid reference to a storage");
    }
    const auto known = std::ranges::find(storage_classes, type->name, &StorageClass::name);
    if (known == storage_classes.end()) {
        throw damaged("has a storage of the class " + std::string(type->name));
    }
    // Only files of the oldest PyTorch have a sixth item that is not None: a storage that is a part of another.
    if (items.size() == 6 && pickle_.as<std::monostate>(items[5]) == nullptr) {
        throw unsupported_file(path_, where_ + " has a storage that is a view of another one",
                               "Save the checkpoint again with a present version of PyTorch.");
    }
    return {*key, {.type = known->type, .elements = count(items[4], "size of its storage")}};
}

TorchStorages Reader::storages() {
    where_ = "the pickle";
    TorchStorages storages;
    for (const PickleValue &value : pickle_.values) {
        if (const auto *reference = std::get_if<PicklePersistent>(&value)) {
            const auto [key, found] = storage(reference->id);
            const TorchStorage &first = storages.emplace(key, found).first->second;
            if (first.type != found.type || first.elements != found.elements) {
                throw damaged("tells two things of the storage " + quotable(key));
            }
        }
    }
    return storages;
}

/// The arguments of the call that makes the tensor `value`, which may be within a Parameter.
std::span<const PickleIndex> Reader::tensor_arguments(PickleIndex value) const {
    const auto *call = pickle_.as<PickleCall>(value);
    if (call != nullptr && call->function == rebuild_parameter) {
        call = pickle_.as<PickleCall>(tuple(call->arguments, 3, 3, "Parameter")[0]);
    }
    if (call == nullptr || call->function != rebuild_tensor) {
        throw damaged_file(path_, where_ + " is not a tensor");
    }
    const std::span<const PickleIndex> arguments = tuple(call->arguments, 6, 7, "tensor");
    // The seventh, of newer versions, says that values are to be negated or conjugated when they are read.
    if (arguments.size() == 7 && pickle_.as<std::monostate>(arguments[6]) == nullptr) {
        const auto *metadata = pickle_.as<PickleDictionary>(arguments[6]);
        if (metadata == nullptr || !metadata->items.empty()) {
            throw unsupported_file(path_, where_ + " is a lazily negated or conjugated view",
                                   "Save it again after .clone() or .resolve_neg().");
        }
    }
    return arguments;
}

/// (storage, offset, size, stride, requires_grad, hooks)
TorchTensor Reader::tensor(PickleIndex value, const TorchStorages &storages) const {
    const std::span<const PickleIndex> arguments = tensor_arguments(value);
    const auto *reference = pickle_.as<PicklePersistent>(arguments[0]);
    if (reference == nullptr) {
        throw damaged("has no storage");
    }
    const TorchStorage &found = storages.find(storage(reference->id).first)->second;
    const std::uint64_t first = count(arguments[1], "offset");
    TorchTensor tensor{.name = {},
                       .type = found.type,
                       .shape = counts(arguments[2], "size"),
                       .stride = counts(arguments[3], "stride"),
                       .offset = found.offset + first * block_type_info(found.type).bytes,
                       .storage_begin = found.offset,
                       .storage_end = found.offset + found.bytes()};
    check(tensor, found, first);
    return tensor;
}

void Reader::check(const TorchTensor &tensor, const TorchStorage &storage, std::uint64_t first) const {
    if (tensor.shape.size() != tensor.stride.size()) {
        throw damaged("has " + std::to_string(tensor.shape.size()) + " sizes and " +
                      std::to_string(tensor.stride.size()) + " strides");
    }
    const std::string held = "the " + std::to_string(storage.elements) + " numbers of its storage";
    bool inside = first < storage.elements;
    std::uint64_t behind = inside ? storage.elements - 1 - first : 0; // numbers behind the last one reached
    std::uint64_t elements = 1;
    for (std::size_t i = 0; i < tensor.shape.size(); ++i) {
        const std::uint64_t size = tensor.shape[i];
        if (size == 0) {
            throw damaged("is empty");
        }
        if (size > storage.elements / elements || (size > 1 && tensor.stride[i] == 0)) {
            throw unsupported_file(path_, where_ + " is expanded: it repeats some of " + held,
                                   "Save it again after .contiguous().");
        }
        elements *= size;
        if (size > 1) {
            inside = inside && tensor.stride[i] <= behind / (size - 1);
            behind -= inside ? (size - 1) * tensor.stride[i] : 0;
        }
    }
    if (!inside) {
        throw damaged("from number " + std::to_string(first) + " on ends behind " + held);
    }
}

std::vector<TorchTensor> Reader::tensors(const TorchStorages &storages) {
    const auto *dictionary = pickle_.as<PickleDictionary>(pickle_.root);
    if (dictionary == nullptr) {
        throw unsupported_file(
            path_, "it does not hold a dictionary of tensors",
            "Choose the checkpoint that was saved with torch.save(model.state_dict(), ...).");
    }
    std::vector<TorchTensor> tensors;
    std::unordered_set<std::string_view> known;
    for (const auto &[key, value] : dictionary->items) {
        const auto *name = pickle_.as<std::string>(key);
        if (name == nullptr) {
            throw damaged_file(path_, "its dictionary has a key that is not a name");
        }
        where_ = "the tensor " + quotable(*name);
        if (!known.insert(*name).second) {
            throw damaged("occurs twice");
        }
        tensors.push_back(tensor(value, storages));
        tensors.back().name = *name;
    }
    return tensors;
}

} // namespace

std::uint64_t TorchTensor::elements() const {
    std::uint64_t product = 1;
    for (const std::uint64_t size : shape) {
        product *= size;
    }
    return product;
}

bool TorchTensor::is_contiguous() const {
    std::uint64_t expected = 1;
    for (std::size_t i = shape.size(); i-- > 0;) {
        if (shape[i] != 1 && stride[i] != expected) {
            return false;
        }
        expected *= shape[i];
    }
    return true;
}

std::span<const std::string_view> state_dict_names() {
    return names;
}

TorchStorages storages_of(const Pickle &pickle, const std::filesystem::path &path) {
    return Reader(pickle, path).storages();
}

std::vector<TorchTensor> tensors_of(const Pickle &pickle, const TorchStorages &storages,
                                    const std::filesystem::path &path) {
    return Reader(pickle, path).tensors(storages);
}

} // namespace spillway
