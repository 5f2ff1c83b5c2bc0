#include "base/version.h"

#include "version_number.h"

namespace spillway {

std::string_view version() {
    return SPILLWAY_VERSION;
}

} // namespace spillway
