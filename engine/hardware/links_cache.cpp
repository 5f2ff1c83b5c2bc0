#include "base/error.h"
#include "base/file.h"
#include "base/units.h"
#include "base/version.h"
#include "hardware/measure.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace spillway {

namespace {

using nlohmann::json;

constexpr std::string_view format_name = "spillway-links";
constexpr int format_version = 1;

/// The links by their names in the file.
struct NamedLink {
    const char *name;
    std::optional<LinkSpeed> Links::*link;
};
constexpr std::array<NamedLink, 6> named_links = {{
    {"storage_to_ram", &Links::storage_to_ram},
    {"ram_to_cpu", &Links::ram_to_cpu},
    {"ram_to_gpu", &Links::ram_to_gpu},
    {"gpu_to_gpu", &Links::gpu_to_gpu},
    {"storage_to_ram_together", &Links::storage_to_ram_together},
    {"ram_to_cpu_together", &Links::ram_to_cpu_together},
}};

std::filesystem::path cache_file(const std::filesystem::path &data_dir) {
    return data_dir / "links.json";
}

/// What the measured speeds depend on. RAM is rounded, for its last MiB differ between kernels.
json key_of(const Machine &machine, const Storage &storage) {
    const auto drive = std::ranges::find(machine.drives, storage.device, &Drive::device);
    return {{"version", version()},
            {"cpu", machine.cpu},
            {"cores", machine.cores.size()},
            {"ram_gib", (machine.ram_total + GiB / 2) / GiB},
            {"device", storage.device},
            {"model", drive == machine.drives.end() ? std::string() : drive->model},
            {"bytes", drive == machine.drives.end() ? storage.size : drive->bytes},
            {"file_system", storage.file_system}};
}

/// The file's entries; none where there is no file or it is not sound: speeds can be measured again at any
/// time.
json read_entries(const std::filesystem::path &data_dir) {
    json file;
    try {
        file = json::parse(read_text(cache_file(data_dir)), nullptr, false);
    } catch (const Error &) {
        return json::array();
    }
    const bool sound = file.is_object() && file.value("format", json()) == format_name &&
                       file.value("version", json()) == format_version && file.contains("entries") &&
                       file["entries"].is_array();
    return sound ? file["entries"] : json::array();
}

json to_json(const Links &links) {
    json object = json::object();
    for (const NamedLink &named : named_links) {
        if (const std::optional<LinkSpeed> &link = links.*named.link) {
            object[named.name] = {{"bytes_per_s", link->bytes_per_s}, {"how", link->how}};
        }
    }
    return object;
}

/// Nothing where an entry is not as to_json() writes it.
std::optional<Links> from_json(const json &object) {
    Links links;
    for (const NamedLink &named : named_links) {
        if (!object.contains(named.name)) {
            continue;
        }
        const json &link = object[named.name];
        const json rate = link.is_object() ? link.value("bytes_per_s", json()) : json();
        const json how = link.is_object() ? link.value("how", json()) : json();
        if (!rate.is_number() || !(rate.get<double>() > 0) || !how.is_string()) {
            return std::nullopt;
        }
        links.*named.link = LinkSpeed{rate.get<double>(), Source::cached, how.get<std::string>()};
    }
    return links;
}

bool is_for(const json &entry, const json &key) {
    return entry.is_object() && entry.value("key", json()) == key;
}

} // namespace

std::optional<Links> load_links(const std::filesystem::path &data_dir, const Machine &machine,
                                const Storage &storage) {
    const json key = key_of(machine, storage);
    for (const json &entry : read_entries(data_dir)) {
        if (is_for(entry, key) && entry.contains("links") && entry["links"].is_object()) {
            return from_json(entry["links"]);
        }
    }
    return std::nullopt;
}

void save_links(const std::filesystem::path &data_dir, const Machine &machine, const Storage &storage,
                const Links &links) {
    const json key = key_of(machine, storage);
    json entries = json::array();
    for (json &entry : read_entries(data_dir)) {
        if (!is_for(entry, key)) {
            entries.push_back(std::move(entry));
        }
    }
    entries.push_back({{"key", key}, {"links", to_json(links)}});
    const json file = {{"format", format_name}, {"version", format_version}, {"entries", std::move(entries)}};
    std::error_code error;
    std::filesystem::create_directories(data_dir,
                                        error); // where this fails, so does the write, with its message
    write_whole(cache_file(data_dir), file.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
}

} // namespace spillway
