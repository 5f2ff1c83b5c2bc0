#include "run/verify.h"

#include "base/buffer.h"
#include "base/error.h"
#include "base/units.h"
#include "model/open.h"

#include <algorithm>
#include <cstring>

namespace spillway {

namespace {

constexpr std::uint64_t piece_bytes = 8 * MiB;

/// Whether a 16-bit or 32-bit float with this exponent field is an infinity or no number.
template <typename Word> bool finite(Word bits, Word exponent_mask) {
    return (bits & exponent_mask) != exponent_mask;
}

template <typename Word> std::size_t first_not_finite(std::span<const std::byte> bytes, Word exponent_mask) {
    for (std::size_t i = 0; i + sizeof(Word) <= bytes.size(); i += sizeof(Word)) {
        Word word;
        std::memcpy(&word, bytes.data() + i, sizeof(Word));
        if (!finite(word, exponent_mask)) {
            return i;
        }
    }
    return bytes.size();
}

/// Where the first number that is none lies in a piece of a float tensor; the piece's size if there is none.
std::size_t first_bad_number(BlockType type, std::span<const std::byte> bytes) {
    switch (type) {
    case BlockType::f32:
        return first_not_finite<std::uint32_t>(bytes, 0x7F800000U);
    case BlockType::f16:
        return first_not_finite<std::uint16_t>(bytes, 0x7C00U);
    case BlockType::bf16:
        return first_not_finite<std::uint16_t>(bytes, 0x7F80U);
    default:
        return bytes.size();
    }
}

class Verifier {
  public:
    Verifier(const ModelDescription &model, const std::function<void(std::uint64_t, std::uint64_t)> &progress,
             const std::stop_token &stop)
        : model_(model), progress_(progress), stop_(stop), piece_(piece_bytes) {
        for (const FileIdentity &file : model.files) {
            files_.push_back(File::open(file.path));
        }
    }

    std::vector<Problem> run() {
        for (const Tensor &tensor : model_.tensors) {
            check_tensor(tensor);
        }
        return std::move(problems_);
    }

  private:
    void report(const Tensor &tensor, std::uint64_t offset, std::string message) {
        problems_.push_back({model_.files[tensor.file].path.string(), tensor.name, offset, std::move(message)});
    }

    /// At most one problem a tensor: a damaged region would give millions.
    void check_tensor(const Tensor &tensor) {
        for (std::uint64_t at = 0; at < tensor.bytes; at += piece_bytes) {
            throw_if_stopped(stop_);
            const std::span<std::byte> piece = piece_.bytes().first(std::min(piece_bytes, tensor.bytes - at));
            try {
                files_[tensor.file].read_at(tensor.offset + at, piece);
            } catch (const Error &error) {
                report(tensor, tensor.offset + at, error.message());
                return;
            }
            if (const std::size_t bad = first_bad_number(tensor.type, piece); bad < piece.size()) {
                report(tensor, tensor.offset + at + bad,
                       "Tensor " + tensor.name + " holds an infinity or no number at byte " +
                           std::to_string(tensor.offset + at + bad) + ".");
                return;
            }
            done_ += piece.size();
            if (progress_) {
                progress_(done_, model_.bytes);
            }
        }
    }

    const ModelDescription &model_;
    const std::function<void(std::uint64_t, std::uint64_t)> &progress_;
    const std::stop_token &stop_;
    Buffer piece_;
    std::vector<File> files_;
    std::vector<Problem> problems_;
    std::uint64_t done_ = 0;
};

} // namespace

std::vector<Problem> verify_model(const std::filesystem::path &path,
                                  const std::function<void(std::uint64_t, std::uint64_t)> &progress,
                                  const std::stop_token &stop) {
    try {
        const ModelHeaders headers = open_model_headers(path);
        return Verifier(headers.description, progress, stop).run();
    } catch (const Error &error) {
        if (error.code() == ErrorCode::interrupted) {
            throw;
        }
        return {{path.string(), "", 0, error.message()}};
    }
}

} // namespace spillway
