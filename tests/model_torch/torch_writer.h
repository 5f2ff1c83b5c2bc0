#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace spillway {

template <typename T> void put(std::string &out, T value) {
    out.append(reinterpret_cast<const char *>(&value), sizeof(value));
}

/// Writes zip archives of stored entries for tests, the way PyTorch does: zeros in local headers, a zip64 end
/// record. What is public changes what is written.
class ZipWriter {
  public:
    struct Entry {
        std::string name;
        std::string content;
        std::uint16_t method = 0;
        std::uint16_t flags = 0x0808;
        bool zip64 = false; ///< its sizes and offset stand in an extra field
    };
    std::vector<Entry> entries;
    std::string comment;
    bool end64 = true;

    void add(std::string name, std::string content) {
        entries.push_back({std::move(name), std::move(content)});
    }

    [[nodiscard]] std::string bytes() const {
        std::string out;
        std::string directory;
        for (const Entry &entry : entries) {
            put_directory_entry(directory, entry, out.size());
            put(out, std::uint32_t{0x04034b50});
            put(out, std::uint16_t{0});
            put(out, entry.flags);
            out.append(18, '\0');
            put(out, static_cast<std::uint16_t>(entry.name.size()));
            put(out, std::uint16_t{0});
            out += entry.name + entry.content;
        }
        const std::uint64_t at = out.size();
        out += directory;
        put_end(out, at, directory.size());
        return out;
    }

  private:
    static void put_directory_entry(std::string &out, const Entry &entry, std::uint64_t offset) {
        put(out, std::uint32_t{0x02014b50});
        put(out, std::uint32_t{0});
        put(out, entry.flags);
        put(out, entry.method);
        put(out, std::uint64_t{0}); // time and checksum
        const auto size = static_cast<std::uint32_t>(entry.content.size());
        put(out, entry.zip64 ? ~std::uint32_t{0} : size);
        put(out, entry.zip64 ? ~std::uint32_t{0} : size);
        put(out, static_cast<std::uint16_t>(entry.name.size()));
        put(out, std::uint16_t(entry.zip64 ? 4 + 2 + 4 + 24 : 0));
        out.append(10, '\0');
        put(out, entry.zip64 ? ~std::uint32_t{0} : static_cast<std::uint32_t>(offset));
        out += entry.name;
        if (entry.zip64) {
            out.append("FB\x02\x00ZZ", 6); // another field in front
            put(out, std::uint16_t{1});
            put(out, std::uint16_t{24});
            put(out, std::uint64_t{size});
            put(out, std::uint64_t{size});
            put(out, offset);
        }
    }

    void put_end(std::string &out, std::uint64_t at, std::uint64_t size) const {
        const std::uint64_t end = out.size();
        const std::uint64_t count = entries.size();
        if (end64) {
            put(out, std::uint32_t{0x06064b50});
            put(out, std::uint64_t{44});
            out.append(12, '\0');
            for (const std::uint64_t number : {count, count, size, at}) {
                put(out, number);
            }
            put(out, std::uint32_t{0x07064b50});
            put(out, std::uint32_t{0});
            put(out, end);
            put(out, std::uint32_t{1});
        }
        put(out, std::uint32_t{0x06054b50});
        put(out, std::uint32_t{0});
        put(out, static_cast<std::uint16_t>(count));
        put(out, static_cast<std::uint16_t>(count));
        put(out, static_cast<std::uint32_t>(size));
        put(out, static_cast<std::uint32_t>(at));
        put(out, static_cast<std::uint16_t>(comment.size()));
        out += comment;
    }
};

/// Pieces of pickles of protocol 2.
namespace pickled {

inline std::string text(const std::string &value) {
    std::string out = "X";
    put(out, static_cast<std::uint32_t>(value.size()));
    return out + value;
}

inline std::string integer(std::int64_t value) {
    std::string out = "\x8a\x08";
    put(out, value);
    return out;
}

inline std::string tuple(const std::vector<std::int64_t> &values) {
    std::string out = "(";
    for (const std::int64_t value : values) {
        out += integer(value);
    }
    return out + "t";
}

inline std::string storage(const std::string &type, const std::string &key, std::int64_t elements) {
    return "(" + text("storage") + "ctorch\n" + type + "\n" + text(key) + text("cpu") + integer(elements) +
           "tQ";
}

inline std::string tensor(const std::string &storage, std::int64_t offset,
                          const std::vector<std::int64_t> &shape, const std::vector<std::int64_t> &stride,
                          const std::string &more = "") {
    return "ctorch._utils\n_rebuild_tensor_v2\n(" + storage + integer(offset) + tuple(shape) + tuple(stride) +
           "\x89" + "ccollections\nOrderedDict\n)R" + more + "tR";
}

inline std::string parameter(const std::string &tensor) {
    return "ctorch._utils\n_rebuild_parameter\n(" + tensor + "\x88" + "ccollections\nOrderedDict\n)RtR";
}

inline std::string dictionary(const std::vector<std::pair<std::string, std::string>> &items) {
    std::string out = "\x80\x02}(";
    for (const auto &[key, value] : items) {
        out += text(key) + value;
    }
    return out + "u.";
}

} // namespace pickled

} // namespace spillway
