#include "run/stop_texts.h"

#include <algorithm>
#include <utility>

namespace spillway {

StopTexts::StopTexts(std::vector<std::string> texts) : texts_(std::move(texts)) {
    std::erase_if(texts_, [](const std::string &text) { return text.empty(); });
}

std::string StopTexts::push(std::string_view piece) {
    if (found_) {
        return {};
    }
    held_ += piece;
    std::size_t earliest = std::string::npos;
    for (const std::string &text : texts_) {
        earliest = std::min(earliest, held_.find(text));
    }
    if (earliest != std::string::npos) {
        found_ = true;
        std::string certain = held_.substr(0, earliest);
        held_.clear();
        return certain;
    }
    // The longest end of what is held that is a beginning of a stop text stays.
    std::size_t keep = 0;
    for (const std::string &text : texts_) {
        for (std::size_t n = std::min(text.size() - 1, held_.size()); n > keep; --n) {
            if (held_.ends_with(std::string_view(text).substr(0, n))) {
                keep = n;
            }
        }
    }
    std::string certain = held_.substr(0, held_.size() - keep);
    held_.erase(0, certain.size());
    return certain;
}

std::string StopTexts::finish() {
    return std::exchange(held_, {});
}

} // namespace spillway
