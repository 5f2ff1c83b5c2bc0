#pragma once

#include <string_view>

namespace spillway {

/// "0.1.0": the project's version, set in the top CMakeLists.txt alone.
std::string_view version();

} // namespace spillway
