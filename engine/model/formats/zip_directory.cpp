#include "model/formats/zip_directory.h"

#include "model/formats/file_error.h"
#include "model/formats/little_endian.h"

#include <algorithm>
#include <array>
#include <optional>

namespace spillway {

namespace {

constexpr std::uint32_t local_magic = 0x04034b50;
constexpr std::uint32_t entry_magic = 0x02014b50;
constexpr std::uint32_t end_magic = 0x06054b50;
constexpr std::uint32_t end64_magic = 0x06064b50;
constexpr std::uint32_t locator_magic = 0x07064b50;

constexpr std::size_t local_bytes = 30;
constexpr std::size_t entry_bytes = 46;
constexpr std::size_t end_bytes = 22;
constexpr std::size_t end64_bytes = 56;
constexpr std::size_t locator_bytes = 20;
constexpr std::size_t longest_comment = 65535;

/// A number that stands in a zip64 field instead.
constexpr std::uint32_t elsewhere = 0xffffffff;
constexpr std::uint16_t zip64_field = 1;

/// Far above any checkpoint's, which has some hundred bytes per tensor.
constexpr std::uint64_t largest_directory = 64 << 20;

/// Where the central directory lies.
struct Extent {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::uint64_t entries = 0;
    std::uint64_t limit = 0; ///< of the end record that tells of it: the directory ends there or before
};

class Reader {
  public:
    explicit Reader(const File &file) : file_(file), size_(file.size()) {}

    ZipDirectory read();

  private:
    [[nodiscard]] Error damaged(const std::string &what) const { return damaged_file(file_.path(), what); }
    [[nodiscard]] std::vector<std::byte> bytes_at(std::uint64_t offset, std::uint64_t size) const;
    [[nodiscard]] Extent find_directory() const;
    [[nodiscard]] std::optional<std::uint64_t> end64_offset(std::span<const std::byte> tail,
                                                            std::size_t end) const;
    [[nodiscard]] Extent read_end64(std::uint64_t offset) const;
    void check(const Extent &directory) const;
    /// Reads one entry at `at` of the directory and moves `at` behind it.
    ZipEntry read_entry(std::span<const std::byte> directory, std::size_t &at) const;
    /// Turns the offset of the local header into that of the content.
    void skip_local_header(ZipEntry &entry, std::uint64_t limit) const;

    const File &file_;
    std::uint64_t size_;
};

std::vector<std::byte> Reader::bytes_at(std::uint64_t offset, std::uint64_t size) const {
    std::vector<std::byte> bytes(static_cast<std::size_t>(size));
    file_.read_at(offset, bytes);
    return bytes;
}

/// The end record is the last thing in the file, but for a comment whose length it tells.
Extent Reader::find_directory() const {
    const std::uint64_t tail_bytes =
        std::min<std::uint64_t>(size_, locator_bytes + end_bytes + longest_comment);
    const std::vector<std::byte> tail = bytes_at(size_ - tail_bytes, tail_bytes);
    for (std::size_t end = tail.size() - std::min(tail.size(), end_bytes) + 1; end-- > 0;) {
        if (tail.size() - end < end_bytes || load<std::uint32_t>(tail, end) != end_magic ||
            load<std::uint16_t>(tail, end + 20) != tail.size() - end - end_bytes) {
            continue;
        }
        if (const auto end64 = end64_offset(tail, end)) {
            return read_end64(*end64);
        }
        return {.offset = load<std::uint32_t>(tail, end + 16),
                .size = load<std::uint32_t>(tail, end + 12),
                .entries = load<std::uint16_t>(tail, end + 10),
                .limit = size_ - tail.size() + end};
    }
    throw damaged("it is cut off: it has " + std::to_string(size_) +
                  " bytes and no zip directory stands at its end");
}

std::optional<std::uint64_t> Reader::end64_offset(std::span<const std::byte> tail, std::size_t end) const {
    if (end < locator_bytes || load<std::uint32_t>(tail, end - locator_bytes) != locator_magic) {
        return std::nullopt;
    }
    const auto offset = load<std::uint64_t>(tail, end - locator_bytes + 8);
    const std::uint64_t locator = size_ - tail.size() + end - locator_bytes;
    if (offset > locator || locator - offset < end64_bytes) {
        throw damaged("the zip64 end record is said to lie at byte " + std::to_string(offset) +
                      ", which leaves no room for it in the " + std::to_string(size_) + " bytes of the file");
    }
    return offset;
}

Extent Reader::read_end64(std::uint64_t offset) const {
    const std::vector<std::byte> record = bytes_at(offset, end64_bytes);
    if (load<std::uint32_t>(record, 0) != end64_magic) {
        throw damaged("at byte " + std::to_string(offset) + " there is no zip64 end record");
    }
    return {.offset = load<std::uint64_t>(record, 48),
            .size = load<std::uint64_t>(record, 40),
            .entries = load<std::uint64_t>(record, 32),
            .limit = offset};
}

void Reader::check(const Extent &directory) const {
    if (directory.offset > directory.limit || directory.size > directory.limit - directory.offset) {
        throw damaged("the zip directory is said to take " + std::to_string(directory.size) +
                      " bytes from byte " + std::to_string(directory.offset) +
                      ", but it must end before byte " + std::to_string(directory.limit) + " of the file's " +
                      std::to_string(size_));
    }
    if (directory.size > largest_directory || directory.entries > directory.size / entry_bytes) {
        throw damaged("the zip directory at byte " + std::to_string(directory.offset) + " of " +
                      std::to_string(directory.size) + " bytes is not one of " +
                      std::to_string(directory.entries) + " entries");
    }
}

/// Numbers of 32 bits that were too small stand in an extra field, in this order (APPNOTE 4.5.3).
void widen(ZipEntry &entry, std::uint64_t &packed, std::span<const std::byte> extra) {
    while (extra.size() >= 4) {
        const std::size_t length = load<std::uint16_t>(extra, 2);
        if (length > extra.size() - 4) {
            break;
        }
        std::span<const std::byte> field = extra.subspan(4, length);
        if (load<std::uint16_t>(extra, 0) == zip64_field) {
            for (std::uint64_t *number : {&entry.size, &packed, &entry.offset}) {
                if (*number == elsewhere && field.size() >= sizeof(std::uint64_t)) {
                    *number = load<std::uint64_t>(field, 0);
                    field = field.subspan(sizeof(std::uint64_t));
                }
            }
            return;
        }
        extra = extra.subspan(4 + length);
    }
}

ZipEntry Reader::read_entry(std::span<const std::byte> directory, std::size_t &at) const {
    const std::span<const std::byte> record = directory.subspan(at);
    if (record.size() < entry_bytes || load<std::uint32_t>(record, 0) != entry_magic) {
        throw damaged("the zip directory has no entry at its byte " + std::to_string(at) +
                      ", where one is expected");
    }
    const auto name_bytes = load<std::uint16_t>(record, 28);
    const auto extra_bytes = load<std::uint16_t>(record, 30);
    const std::size_t bytes = entry_bytes + name_bytes + extra_bytes + load<std::uint16_t>(record, 32);
    if (record.size() < bytes) {
        throw damaged("the entry at byte " + std::to_string(at) + " of the zip directory ends behind it");
    }
    ZipEntry entry;
    entry.name.assign(reinterpret_cast<const char *>(record.data()) + entry_bytes, name_bytes);
    entry.size = load<std::uint32_t>(record, 24);
    entry.offset = load<std::uint32_t>(record, 42);
    std::uint64_t packed = load<std::uint32_t>(record, 20);
    widen(entry, packed, record.subspan(entry_bytes + name_bytes, extra_bytes));

    constexpr std::uint16_t encrypted = 1;
    if (load<std::uint16_t>(record, 10) != 0 || (load<std::uint16_t>(record, 8) & encrypted) != 0) {
        throw unsupported_file(file_.path(),
                               "the entry " + quotable(entry.name) + " is compressed or encrypted (method " +
                                   std::to_string(load<std::uint16_t>(record, 10)) + ")",
                               "Save the checkpoint again with torch.save, which stores entries as they are.");
    }
    if (packed != entry.size) {
        throw damaged("the entry " + quotable(entry.name) + " is stored, but has two sizes, " +
                      std::to_string(packed) + " and " + std::to_string(entry.size));
    }
    at += bytes;
    return entry;
}

void Reader::skip_local_header(ZipEntry &entry, std::uint64_t limit) const {
    const std::string where = "the entry " + quotable(entry.name) + " at byte " + std::to_string(entry.offset);
    if (entry.offset > limit || limit - entry.offset < local_bytes) {
        throw damaged(where + " lies behind byte " + std::to_string(limit) +
                      ", where the contents of the file's " + std::to_string(size_) + " bytes end");
    }
    std::array<std::byte, local_bytes> header{};
    file_.read_at(entry.offset, header);
    if (load<std::uint32_t>(header, 0) != local_magic) {
        throw damaged(where + " does not begin with a zip header");
    }
    const std::uint64_t content = entry.offset + local_bytes + load<std::uint16_t>(header, 26) +
                                  std::uint64_t{load<std::uint16_t>(header, 28)};
    if (content > limit || entry.size > limit - content) {
        throw damaged(where + " has " + std::to_string(entry.size) + " bytes, more than lie before byte " +
                      std::to_string(limit) + ", where the contents end");
    }
    entry.offset = content;
}

ZipDirectory Reader::read() {
    const Extent extent = find_directory();
    check(extent);
    const std::vector<std::byte> bytes = bytes_at(extent.offset, extent.size);
    ZipDirectory directory{.entries = {}, .offset = extent.offset, .hash = fnv_hash(bytes)};
    directory.entries.reserve(static_cast<std::size_t>(extent.entries));
    std::size_t at = 0;
    for (std::uint64_t i = 0; i < extent.entries; ++i) {
        directory.entries.push_back(read_entry(bytes, at));
        skip_local_header(directory.entries.back(), extent.offset);
    }
    std::ranges::sort(directory.entries, {}, &ZipEntry::name);
    const auto twice = std::ranges::adjacent_find(directory.entries, {}, &ZipEntry::name);
    if (twice != directory.entries.end()) {
        throw damaged("the entry " + quotable(twice->name) + " occurs twice");
    }
    return directory;
}

} // namespace

const ZipEntry *ZipDirectory::find(std::string_view name) const {
    const auto found = std::ranges::lower_bound(entries, name, {}, &ZipEntry::name);
    return found != entries.end() && found->name == name ? &*found : nullptr;
}

bool is_zip(std::span<const std::byte> beginning) {
    return beginning.size() >= sizeof(local_magic) && load<std::uint32_t>(beginning, 0) == local_magic;
}

ZipDirectory read_zip_directory(const File &file) {
    return Reader(file).read();
}

} // namespace spillway
