#pragma once

#include "base/tier.h"

#include <cstdint>
#include <exception>
#include <stop_token>
#include <string>
#include <vector>

namespace spillway {

enum class ErrorCode {
    invalid_argument, ///< the caller asked for something that has no meaning
    not_found,        ///< a file, tensor or key is not there
    damaged,          ///< a file contradicts itself or ends too early
    unsupported,      ///< sound, but not something this program can compute
    does_not_fit,     ///< over a budget; see ShortOfMemory
    io,               ///< the system refused a read or a write
    interrupted,      ///< the stop token was set
    busy,             ///< another process or job holds it
    internal,
};

/// What went wrong, for people: message() is one sentence that names the file, tensor, byte or tier; hint() is
/// one that says what to do. Thrown inside the engine, caught at its boundary. Copyable across threads.
class Error : public std::exception {
  public:
    Error(ErrorCode code, std::string message, std::string hint = {})
        : code_(code), message_(std::move(message)), hint_(std::move(hint)) {}

    [[nodiscard]] ErrorCode code() const noexcept { return code_; }
    [[nodiscard]] const std::string &message() const noexcept { return message_; }
    [[nodiscard]] const std::string &hint() const noexcept { return hint_; }
    [[nodiscard]] const char *what() const noexcept override { return message_.c_str(); }

  private:
    ErrorCode code_;
    std::string message_;
    std::string hint_;
};

/// A plan that cannot be made: `bytes` more of `tier` are needed. `options` are changes that would make it fit.
class ShortOfMemory : public Error {
  public:
    ShortOfMemory(Tier tier, std::uint64_t bytes, std::string message, std::vector<std::string> options)
        : Error(ErrorCode::does_not_fit, std::move(message), options.empty() ? std::string() : options.front()),
          tier_(tier), bytes_(bytes), options_(std::move(options)) {}

    [[nodiscard]] Tier tier() const noexcept { return tier_; }
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
    [[nodiscard]] const std::vector<std::string> &options() const noexcept { return options_; }

  private:
    Tier tier_;
    std::uint64_t bytes_;
    std::vector<std::string> options_;
};

/// "Permission denied" for the present errno, or for `number`.
std::string system_message(int number);

/// Throws Error(interrupted) when a stop was requested. Every long loop calls it at least once per 50 ms.
void throw_if_stopped(const std::stop_token &stop);

} // namespace spillway
