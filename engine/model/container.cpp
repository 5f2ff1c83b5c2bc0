#include "model/container.h"

namespace spillway {

std::string shape_text(const std::vector<std::uint64_t> &shape) {
    std::string text;
    for (const std::uint64_t size : shape) {
        text += (text.empty() ? "" : " x ") + std::to_string(size);
    }
    return text.empty() ? "a single number" : text;
}

} // namespace spillway
