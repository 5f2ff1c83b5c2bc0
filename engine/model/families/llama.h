#pragma once

#include "model/container.h"
#include "model/description.h"

namespace spillway {

/// Llama, Mistral, SmolLM2 (Touvron et al. 2023) as GGUF files of architecture "llama" hold them: fills
/// description.spec and description.tensors. Q and K are permuted at conversion, so rotary pairs are
/// neighbours. Throws Error naming the key or tensor that is missing, contradicts others or is not supported.
void describe_llama(const Container &container, ModelDescription &description);

} // namespace spillway
