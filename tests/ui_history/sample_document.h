#pragma once

#include "history/document.h"

namespace spillway {

/// A document in which every field differs from its default.
inline Document sampleDocument() {
    Document document;
    document.title = QString::fromUtf8("Ключ & <замок>");
    document.text =
        OwnedText(QString::fromUtf8("Once “upon” a time 😀\n\n<b>&amp;</b>"), {{5, 0}, {7, 1}, {23, 0}});
    document.turns = {
        {ChatRole::system, "Be brief.", 0}, {ChatRole::user, "Why?", 0}, {ChatRole::assistant, "So.\nYes.", 2}};
    document.draft = "And why not?";
    document.settings.preset = "Mine";
    document.settings.sampling = {0.7F, 12, 0.85F, 0.15F, 1.2F, 32, 18446744073709551615U};
    document.settings.random_seed = false;
    document.settings.max_tokens = 77;
    document.settings.stop_texts = {"\n\n", "THE 'END'"};
    document.cursor = 9;
    GenerationRecord generation;
    generation.number = 1;
    generation.started = QDateTime::fromString("2026-01-02T03:04:05.678Z", Qt::ISODateWithMs);
    generation.finish = "stop";
    generation.text = QString::fromUtf8("“upon” ");
    generation.model_name = "Tiny";
    generation.model_path = "/models/it's tiny.gguf";
    generation.model_bytes = 98362432;
    generation.header_hash = 0xfedcba9876543210U;
    generation.program_version = "0.1.0";
    generation.sampling = document.settings.sampling;
    generation.max_tokens = 77;
    generation.stop_texts = document.settings.stop_texts;
    generation.prompt_ids = {1, 2, 3};
    generation.token_ids = {40, 50};
    generation.numerics = "precise";
    generation.context = 4096;
    generation.threads = 2;
    generation.ram_budget = 123456789;
    generation.plan_summary = "Fits in RAM";
    generation.prefill_seconds = 0.25;
    generation.decode_seconds = 1.5;
    generation.prefill_tokens = 3;
    generation.decode_tokens = 2;
    generation.disk_bytes = 42;
    document.generations = {generation};
    return document;
}

} // namespace spillway
