#pragma once

#include "base/error.h"

#include <QTemporaryDir>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>

namespace spillway {

/// A folder that stands for / or /sys, filled file by file.
class FakeTree {
  public:
    [[nodiscard]] std::filesystem::path path() const {
        return std::filesystem::canonical(folder_.path().toStdString());
    }

    void write(const std::filesystem::path &file, std::string_view text) const {
        std::filesystem::create_directories((path() / file).parent_path());
        std::ofstream(path() / file, std::ios::binary) << text;
    }
    void folder(const std::filesystem::path &name) const { std::filesystem::create_directories(path() / name); }
    void link(const std::filesystem::path &name, const std::filesystem::path &target) const {
        std::filesystem::create_directories((path() / name).parent_path());
        std::filesystem::create_directory_symlink(path() / target, path() / name);
    }

  private:
    QTemporaryDir folder_;
};

/// The error that `action` throws, if any.
template <typename Action> std::optional<Error> error_of(Action &&action) {
    try {
        action();
    } catch (const Error &error) {
        return error;
    }
    return std::nullopt;
}

} // namespace spillway
