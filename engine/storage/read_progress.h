#pragma once

#include "base/error.h"
#include "base/file.h"
#include "storage/direct_reader.h"

namespace spillway {

/// A request under way: what both readers share of its bookkeeping.
struct ReadProgress {
    ReadRequest request;
    std::size_t done = 0; ///< bytes from the request's start that are in place

    /// The read to issue now: from the last aligned byte on.
    [[nodiscard]] std::size_t position() const;
    [[nodiscard]] std::size_t length() const;
};

/// Takes in what one read() or completion returned (bytes, or a negative errno) and answers whether the request
/// is complete; if not, the read is to be issued again from its new position. Throws Error(io) for a read that
/// the system refused, Error(damaged) where the file ends before `required`.
bool advance(ReadProgress &read, std::int64_t result, const File &file);

/// Reads the rest of it in the calling thread. Throws like advance().
void read_now(ReadProgress &read, const File &file);

/// The error for a read that does not come back.
Error hangs(const ReadRequest &request, const File &file);

} // namespace spillway
