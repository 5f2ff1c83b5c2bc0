#include "model/formats/torch_file.h"

#include "model/formats/file_error.h"
#include "model/formats/little_endian.h"
#include "model/formats/zip_directory.h"

#include <algorithm>
#include <set>

namespace spillway {

namespace {

/// A legacy file begins with the pickle of the number 0x1950a86a20f9469cfc6c: PROTO 2, LONG1 of ten bytes,
/// STOP.
constexpr std::string_view legacy_magic = "\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.";
constexpr std::int64_t legacy_protocol = 1001;
constexpr std::string_view git_lfs = "version https://git-lfs";

/// Some hundred bytes per tensor are usual. Of a legacy file so much is read at once, as its pickles' sizes are
/// not told.
constexpr std::uint64_t largest_pickle = 1 << 20;
constexpr std::uint64_t beginning_bytes = 64;

class Reader {
  public:
    explicit Reader(const std::filesystem::path &path) : file_(File::open(path)), size_(file_.size()) {
        result_.identity = identify(path);
    }

    TorchFile read();

  private:
    [[nodiscard]] const std::filesystem::path &path() const { return file_.path(); }
    [[nodiscard]] Error damaged(const std::string &what) const { return damaged_file(path(), what); }
    [[nodiscard]] Error big_endian() const {
        return unsupported_file(path(), "it was written on a big-endian machine",
                                "Load and save it with PyTorch on a little-endian machine.");
    }
    [[nodiscard]] Error no_checkpoint(std::string_view beginning) const;
    [[nodiscard]] std::vector<std::byte> bytes_at(std::uint64_t offset, std::uint64_t size) const;

    void read_zip();
    void check_byte_order(const ZipDirectory &directory, const std::string &root) const;
    void place_in_zip(TorchStorages &storages, const ZipDirectory &directory, const std::string &root) const;

    void read_legacy();
    void check_system(const Pickle &system) const;
    void place_in_legacy(TorchStorages &storages, const Pickle &keys, std::uint64_t at) const;

    File file_;
    std::uint64_t size_;
    TorchFile result_;
};

std::vector<std::byte> Reader::bytes_at(std::uint64_t offset, std::uint64_t size) const {
    std::vector<std::byte> bytes(static_cast<std::size_t>(size));
    file_.read_at(offset, bytes);
    return bytes;
}

Error Reader::no_checkpoint(std::string_view beginning) const {
    if (beginning.empty()) {
        return damaged("it is empty (0 bytes)");
    }
    if (beginning.starts_with(git_lfs)) {
        return {ErrorCode::damaged,
                path().string() + ": it is a Git LFS pointer, a text of " + std::to_string(size_) +
                    " bytes in place of the checkpoint.",
                "Run \"git lfs pull\" in its folder, or download the file itself."};
    }
    return unsupported_file(
        path(), "it is no PyTorch checkpoint: it begins with \"" + quotable(beginning.substr(0, 16)) + "\"",
        "A download that failed may have left a web page here: get the file again.");
}

TorchFile Reader::read() {
    const std::vector<std::byte> beginning = bytes_at(0, std::min(size_, beginning_bytes));
    const std::string_view text(reinterpret_cast<const char *>(beginning.data()), beginning.size());
    if (is_zip(beginning)) {
        read_zip();
    } else if (text.starts_with(legacy_magic)) {
        read_legacy();
    } else {
        throw no_checkpoint(text);
    }
    return std::move(result_);
}

/// All entries are in one folder, whose name is free: FOLDER/data.pkl, FOLDER/data/KEY.
void Reader::read_zip() {
    result_.format = "PyTorch zip";
    const ZipDirectory directory = read_zip_directory(file_);
    constexpr std::string_view suffix = "/data.pkl";
    const auto entry = std::ranges::find_if(directory.entries, [&](const ZipEntry &candidate) {
        return candidate.name.ends_with(suffix) &&
               candidate.name.find('/') == candidate.name.size() - suffix.size();
    });
    if (entry == directory.entries.end()) {
        throw unsupported_file(path(), "it is a zip archive without data.pkl, not a PyTorch checkpoint",
                               "Choose a file that was written by torch.save.");
    }
    if (entry->size > largest_pickle) {
        throw damaged("the entry " + quotable(entry->name) + " has " + std::to_string(entry->size) +
                      " bytes, too many for the names of tensors");
    }
    const std::string root = entry->name.substr(0, entry->name.size() - suffix.size());
    check_byte_order(directory, root);
    const std::vector<std::byte> bytes = bytes_at(entry->offset, entry->size);
    const Pickle pickle = read_pickle(bytes, {.path = path(), .offset = entry->offset}, state_dict_names());
    TorchStorages storages = storages_of(pickle, path());
    place_in_zip(storages, directory, root);
    result_.tensors = tensors_of(pickle, storages, path());
    result_.header_hash = fnv_hash(bytes, directory.hash);
}

/// PyTorch 2.1 and newer tell the byte order; older ones wrote what the machine had.
void Reader::check_byte_order(const ZipDirectory &directory, const std::string &root) const {
    constexpr std::string_view big = "big";
    const ZipEntry *entry = directory.find(root + "/byteorder");
    if (entry != nullptr && entry->size == big.size()) {
        const std::vector<std::byte> order = bytes_at(entry->offset, entry->size);
        if (std::string_view(reinterpret_cast<const char *>(order.data()), order.size()) == big) {
            throw big_endian();
        }
    }
}

void Reader::place_in_zip(TorchStorages &storages, const ZipDirectory &directory,
                          const std::string &root) const {
    for (auto &[key, storage] : storages) {
        std::string name = root;
        name.append("/data/").append(key);
        const ZipEntry *entry = directory.find(name);
        if (entry == nullptr) {
            throw damaged("the entry " + quotable(name) + ", which its pickle refers to, is missing");
        }
        if (entry->size != storage.bytes()) {
            throw damaged("the entry " + quotable(name) + " has " + std::to_string(entry->size) +
                          " bytes where " + std::to_string(storage.bytes()) + " are expected");
        }
        storage.offset = entry->offset;
    }
}

/// Five pickles (magic, version, system, the dictionary, the storages' keys), then the storages in the keys'
/// order, each with its count of elements in front.
void Reader::read_legacy() {
    result_.format = "PyTorch legacy";
    const std::vector<std::byte> bytes = bytes_at(0, std::min(size_, largest_pickle));
    std::size_t at = legacy_magic.size();
    const auto next = [&] {
        Pickle pickle =
            read_pickle(std::span(bytes).subspan(at), {.path = path(), .offset = at}, state_dict_names());
        at += pickle.bytes;
        return pickle;
    };
    const Pickle version = next();
    const auto *number = version.as<std::int64_t>(version.root);
    if (number == nullptr || *number != legacy_protocol) {
        throw damaged("it has another protocol version than " + std::to_string(legacy_protocol) +
                      ", the only one that PyTorch wrote");
    }
    check_system(next());
    const Pickle state = next();
    const Pickle keys = next();
    TorchStorages storages = storages_of(state, path());
    place_in_legacy(storages, keys, at);
    result_.tensors = tensors_of(state, storages, path());
    result_.header_hash = fnv_hash(std::span(bytes).first(at));
}

void Reader::check_system(const Pickle &system) const {
    const auto *items = system.as<PickleDictionary>(system.root);
    if (items == nullptr) {
        throw damaged("its third pickle does not describe a system");
    }
    for (const auto &[key, value] : items->items) {
        const auto *name = system.as<std::string>(key);
        const auto *flag = system.as<bool>(value);
        if (name != nullptr && *name == "little_endian" && flag != nullptr && !*flag) {
            throw big_endian();
        }
    }
}

void Reader::place_in_legacy(TorchStorages &storages, const Pickle &keys, std::uint64_t at) const {
    const auto *list = keys.as<PickleList>(keys.root);
    if (list == nullptr || list->items.size() != storages.size()) {
        throw damaged("its list of storages at byte " + std::to_string(at) + " does not go with its tensors");
    }
    std::set<std::string_view> placed;
    std::uint64_t end = at;
    for (const PickleIndex item : list->items) {
        const auto *key = keys.as<std::string>(item);
        const auto found = key == nullptr ? storages.end() : storages.find(*key);
        if (found == storages.end() || !placed.insert(found->first).second) {
            throw damaged("its list of storages has one that no tensor uses, or one twice");
        }
        TorchStorage &storage = found->second;
        storage.offset = end + sizeof(std::uint64_t);
        end = storage.offset + storage.bytes();
    }
    if (end > size_) {
        throw damaged("it is cut off: it has " + std::to_string(size_) + " bytes, and its tensors need " +
                      std::to_string(end));
    }
    for (const auto &[key, storage] : storages) {
        const std::uint64_t offset = storage.offset - sizeof(std::uint64_t);
        const auto count = load<std::uint64_t>(bytes_at(offset, sizeof(std::uint64_t)), 0);
        if (count != storage.elements) {
            throw damaged("the storage " + quotable(key) + " at byte " + std::to_string(offset) + " has " +
                          std::to_string(count) + " numbers where " + std::to_string(storage.elements) +
                          " are expected");
        }
    }
}

} // namespace

const TorchTensor *TorchFile::find(std::string_view name) const {
    const auto found = std::ranges::find(tensors, name, &TorchTensor::name);
    return found == tensors.end() ? nullptr : &*found;
}

TorchFile read_torch_file(const std::filesystem::path &path) {
    return Reader(path).read();
}

} // namespace spillway
