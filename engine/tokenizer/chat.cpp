#include "tokenizer/chat.h"

#include <array>
#include <optional>
#include <string_view>

namespace spillway {

namespace {

constexpr std::string_view chatml = "ChatML";
constexpr std::string_view turn_start = "<|im_start|>";
constexpr std::string_view turn_end = "<|im_end|>";

constexpr std::string_view role_name(ChatRole role) {
    constexpr std::array<std::string_view, 3> names = {"system", "user", "assistant"};
    return names[static_cast<std::size_t>(role)];
}

constexpr std::string_view speaker(ChatRole role) {
    constexpr std::array<std::string_view, 3> names = {"System", "User", "Assistant"};
    return names[static_cast<std::size_t>(role)];
}

/// What a Jinja string literal that goes on at the beginning of `source` says before `end`; nothing when the
/// literal ends first, or says something that is computed.
std::optional<std::string> literal_until(std::string_view source, std::string_view end) {
    std::string text;
    while (!source.starts_with(end)) {
        if (source.empty() || source.front() == '\'' || source.front() == '"') {
            return std::nullopt;
        }
        if (source.front() == '\\' && source.size() > 1) {
            text += source[1] == 'n' ? '\n' : source[1];
            source.remove_prefix(2);
        } else {
            text += source.front();
            source.remove_prefix(1);
        }
    }
    return text;
}

/// The system message that a ChatML template itself puts in front where the messages have none: the one that
/// is spelt out as a literal.
std::string spelt_out_system(std::string_view source) {
    const std::string start = std::string(turn_start) + "system";
    for (std::size_t at = source.find(start); at != std::string_view::npos; at = source.find(start, at + 1)) {
        const auto text = literal_until(source.substr(at + start.size()), turn_end);
        if (text && text->starts_with('\n')) {
            return text->substr(1);
        }
    }
    return {};
}

std::string render_chatml(const std::vector<ChatMessage> &messages) {
    std::string text;
    for (const ChatMessage &message : messages) {
        text.append(turn_start).append(role_name(message.role)).append("\n");
        text.append(message.text).append(turn_end).append("\n");
    }
    return text.append(turn_start).append("assistant\n");
}

std::string render_plain(const std::vector<ChatMessage> &messages) {
    std::string text;
    for (const ChatMessage &message : messages) {
        text.append(speaker(message.role)).append(": ").append(message.text).append("\n");
    }
    return text.append("Assistant:");
}

} // namespace

ChatForm chat_form(const std::string &jinja_template) {
    const std::string_view source = jinja_template;
    if (source.find(turn_start) != std::string_view::npos && source.find(turn_end) != std::string_view::npos) {
        return {std::string(chatml), spelt_out_system(source), true};
    }
    return {"plain", "", false};
}

std::string render_chat(const ChatForm &form, const std::vector<ChatMessage> &messages) {
    std::vector<ChatMessage> all;
    const bool has_system = !messages.empty() && messages.front().role == ChatRole::system;
    if (!has_system && !form.default_system.empty()) {
        all.push_back({ChatRole::system, form.default_system});
    }
    all.insert(all.end(), messages.begin(), messages.end());
    return form.name == chatml ? render_chatml(all) : render_plain(all);
}

} // namespace spillway
