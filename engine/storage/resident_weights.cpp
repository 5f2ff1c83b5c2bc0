#include "storage/resident_weights.h"

#include "base/error.h"

#include <algorithm>
#include <deque>
#include <sys/mman.h>

namespace spillway {

namespace {

/// Pieces handed to the reader at a time, so that a model of any size has a short queue.
constexpr std::size_t pieces_ahead = 64;

} // namespace

ResidentWeights::ResidentWeights(const std::vector<StoredMatrix> &matrices, std::uint64_t piece_bytes,
                                 DirectReader &reader)
    : matrices_(matrices), reader_(reader),
      piece_bytes_(std::max<std::uint64_t>(round_down(piece_bytes, read_alignment), read_alignment)) {
    for (std::size_t i = 0; i < matrices.size(); ++i) {
        if (matrices[i].resident && matrices[i].bytes() > 0) {
            const Extent extent = aligned_extent(matrices[i].offset, matrices[i].bytes());
            places_.push_back({i, extent, bytes_});
            bytes_ += extent.bytes;
        }
    }
    memory_ = Buffer(bytes_);
}

void ResidentWeights::load(const std::function<void(std::size_t, std::uint64_t)> &progress,
                           const std::stop_token &stop) {
    loaded_ = false;
    if (memory_.size() == 0) {
        memory_ = Buffer(bytes_);
    }
    // Fewer, larger pages make filling and reading it cheaper. Only a hint, so the answer does not matter.
    madvise(memory_.data(), memory_.size(), MADV_HUGEPAGE);
    try {
        read_all(progress, stop);
    } catch (...) {
        reader_.cancel_all();
        memory_ = Buffer();
        throw;
    }
    loaded_ = true;
}

void ResidentWeights::read_all(const std::function<void(std::size_t, std::uint64_t)> &progress,
                               const std::stop_token &stop) {
    std::deque<Piece> submitted;
    std::uint64_t first_id = 0;
    std::size_t place = 0;
    std::uint64_t begin = 0;
    while (place < places_.size() || !submitted.empty()) {
        while (place < places_.size() && submitted.size() < pieces_ahead) {
            submitted.push_back(piece_at(place, begin));
            submit(submitted.back(), first_id + submitted.size() - 1);
            begin += submitted.back().bytes;
            if (begin == places_[place].extent.bytes) {
                ++place;
                begin = 0;
            }
        }
        throw_if_stopped(stop);
        reader_.wait(first_id, stop);
        const Piece piece = submitted.front();
        submitted.pop_front();
        ++first_id;
        if (progress) {
            progress(places_[piece.place].matrix, piece.wanted);
        }
    }
}

ResidentWeights::Piece ResidentWeights::piece_at(std::size_t place, std::uint64_t begin) const {
    const Extent &extent = places_[place].extent;
    const std::uint64_t bytes = std::min(piece_bytes_, extent.bytes - begin);
    const std::uint64_t matrix_end = extent.lead + matrices_[places_[place].matrix].bytes();
    const std::uint64_t wanted = std::min(begin + bytes, matrix_end) - std::max(begin, extent.lead);
    return {place, begin, bytes, wanted};
}

void ResidentWeights::submit(const Piece &piece, std::uint64_t id) {
    const Place &place = places_[piece.place];
    const StoredMatrix &matrix = matrices_[place.matrix];
    const std::uint64_t matrix_end = place.extent.lead + matrix.bytes();
    reader_.submit({.file = matrix.file,
                    .offset = place.extent.offset + piece.begin,
                    .bytes = piece.bytes,
                    .destination = memory_.data() + place.offset + piece.begin,
                    .id = id,
                    .required = std::min(piece.bytes, matrix_end - piece.begin)});
}

const std::byte *ResidentWeights::data(std::size_t matrix) const {
    const auto place = std::ranges::lower_bound(places_, matrix, {}, &Place::matrix);
    if (!loaded_ || place == places_.end() || place->matrix != matrix) {
        return nullptr;
    }
    return memory_.data() + place->offset + place->extent.lead;
}

} // namespace spillway
