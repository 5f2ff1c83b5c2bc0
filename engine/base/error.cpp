#include "base/error.h"

#include <system_error>

namespace spillway {

std::string system_message(int number) {
    return std::generic_category().message(number);
}

void throw_if_stopped(const std::stop_token &stop) {
    if (stop.stop_requested()) {
        throw Error(ErrorCode::interrupted, "Stopped.");
    }
}

} // namespace spillway
