#pragma once

#include <string>
#include <string_view>

namespace spillway {

/// What instruction_set() answers on a machine whose best is `best`, with SPILLWAY_ISA set to `forced` ("":
/// unset).
std::string choose_instruction_set(std::string_view best, std::string_view forced);

} // namespace spillway
