#pragma once

#include "base/block_type.h"
#include "base/file.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace spillway {

/// Writes GGUF v3 files for tests: key/values as given, tensors one after another, weights zero.
class GgufWriter {
  public:
    void add(const std::string &key, std::uint32_t value) { begin(key, 4, value); }
    void add(const std::string &key, float value) { begin(key, 6, value); }
    void add(const std::string &key, const std::string &value) {
        begin_key(key, 8);
        put_text(keys_, value);
    }
    void add(const std::string &key, const std::vector<std::string> &values) {
        begin_array(key, 8, values.size());
        for (const std::string &value : values) {
            put_text(keys_, value);
        }
    }
    /// Any scalar or array type by its GGUF id.
    template <typename T> void add_as(const std::string &key, std::uint32_t type, T value) {
        begin(key, type, value);
    }
    template <typename T>
    void add_array_as(const std::string &key, std::uint32_t type, const std::vector<T> &values) {
        begin_array(key, type, values.size());
        for (const T value : values) {
            put(keys_, value);
        }
    }
    /// `shape`: the contiguous dimension first.
    void add_tensor(const std::string &name, const std::vector<std::uint64_t> &shape,
                    BlockType type = BlockType::f32) {
        tensors_.push_back({name, shape, type});
    }

    [[nodiscard]] std::string bytes() const {
        std::string out = "GGUF";
        put(out, std::uint32_t{3});
        put(out, std::uint64_t{tensors_.size()});
        put(out, std::uint64_t{key_count_});
        out += keys_;
        std::uint64_t offset = 0;
        for (const TensorInfo &tensor : tensors_) {
            put_text(out, tensor.name);
            put(out, static_cast<std::uint32_t>(tensor.shape.size()));
            std::uint64_t rows = 1;
            for (const std::uint64_t size : tensor.shape) {
                put(out, size);
                rows *= size;
            }
            rows /= tensor.shape.front();
            put(out, static_cast<std::uint32_t>(tensor.type));
            put(out, offset);
            offset = padded(offset + rows * row_bytes(tensor.type, tensor.shape.front()));
        }
        out.resize(padded(out.size()) + offset);
        return out;
    }
    void write(const std::filesystem::path &path) const { write_whole(path, bytes()); }

  private:
    struct TensorInfo {
        std::string name;
        std::vector<std::uint64_t> shape;
        BlockType type;
    };

    static std::uint64_t padded(std::uint64_t size) { return (size + 31) / 32 * 32; }
    template <typename T> static void put(std::string &out, T value) {
        out.append(reinterpret_cast<const char *>(&value), sizeof(value));
    }
    static void put_text(std::string &out, const std::string &text) {
        put(out, std::uint64_t{text.size()});
        out += text;
    }
    void begin_key(const std::string &key, std::uint32_t type) {
        ++key_count_;
        put_text(keys_, key);
        put(keys_, type);
    }
    template <typename T> void begin(const std::string &key, std::uint32_t type, T value) {
        begin_key(key, type);
        put(keys_, value);
    }
    void begin_array(const std::string &key, std::uint32_t type, std::size_t count) {
        begin_key(key, 9);
        put(keys_, type);
        put(keys_, std::uint64_t{count});
    }

    std::string keys_;
    std::uint64_t key_count_ = 0;
    std::vector<TensorInfo> tensors_;
};

} // namespace spillway
