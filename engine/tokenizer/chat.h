#pragma once

#include <string>
#include <vector>

namespace spillway {

enum class ChatRole { system, user, assistant };

struct ChatMessage {
    ChatRole role = ChatRole::user;
    std::string text; ///< UTF-8
};

/// How a family writes a conversation as one text. Chosen by looking at the model's own template.
struct ChatForm {
    std::string name;           ///< "ChatML"
    std::string default_system; ///< put in front where the messages have none; "": nothing
    bool from_template = false; ///< false: the model has no template, or none that is known; this is a guess
};

/// Recognises the template of a model (Jinja source; "" where it has none).
ChatForm chat_form(const std::string &jinja_template);

/// The text that the model continues with its answer. Parse it with special pieces.
std::string render_chat(const ChatForm &form, const std::vector<ChatMessage> &messages);

} // namespace spillway
