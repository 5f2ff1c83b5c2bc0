#include "run/text_writer.h"

namespace spillway {

std::string TextWriter::push(int id) {
    if (tokenizer_.is_special(id)) {
        return {};
    }
    return stop_.push(characters_.push(tokenizer_.piece_bytes(id)));
}

std::string TextWriter::finish() {
    if (stop_.found()) {
        return {};
    }
    std::string rest = stop_.push(characters_.finish());
    return stop_.found() ? rest : rest + stop_.finish();
}

} // namespace spillway
