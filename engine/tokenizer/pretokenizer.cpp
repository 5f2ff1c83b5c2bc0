#include "tokenizer/pretokenizer.h"

#include "base/error.h"
#include "tokenizer/utf8.h"

#include <algorithm>
#include <array>
#include <limits>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

namespace spillway {

namespace {

/// The patterns as their families publish them (tokenizer.json, and for GGUF's names llama.cpp's
/// llama-vocab.cpp).
constexpr std::string_view gpt2 =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";
constexpr std::string_view single_digit = R"(\p{N})";
constexpr std::string_view llama3 =
    R"('(?:[sS]|[tT]|[rR][eE]|[vV][eE]|[mM]|[lL][lL]|[dD])|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3})"
    R"(| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr std::string_view qwen2 =
    R"('(?:[sS]|[tT]|[rR][eE]|[vV][eE]|[mM]|[lL][lL]|[dD])|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N})"
    R"(| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr std::string_view line_end = R"([\r\n])";
constexpr std::string_view deepseek_letters = R"(\s?\p{L}+)";
constexpr std::string_view deepseek_punctuation = R"(\s?\p{P}+)";
constexpr std::string_view deepseek_cjk = R"([\x{4e00}-\x{9fa5}\x{0800}-\x{4e00}\x{ac00}-\x{d7ff}]+)";

const std::vector<PretokenizerRules> &rules_table() {
    static const std::vector<PretokenizerRules> table = [] {
        const PretokenizerRules words = {"gpt-2", {gpt2}};
        const PretokenizerRules digits = {"smollm", {single_digit, gpt2}};
        const PretokenizerRules llama = {"llama-bpe", {llama3}, true, true};
        const PretokenizerRules qwen = {"qwen2", {qwen2}};
        const PretokenizerRules deepseek = {
            "deepseek-coder", {line_end, deepseek_letters, deepseek_punctuation, deepseek_cjk, single_digit}};
        const auto named = [](PretokenizerRules rules, std::string_view name) {
            rules.name = name;
            return rules;
        };
        return std::vector<PretokenizerRules>{
            words,
            digits,
            named(digits, "starcoder"),
            llama,
            named(llama, "llama3"),
            named(llama, "llama-v3"),
            qwen,
            named(qwen, "deepseek-r1-qwen"),
            deepseek,
        };
    }();
    return table;
}

/// PCRE2's \s also takes U+180E, which is no white space in Unicode any more and none to the families' own
/// tokenizers.
std::string with_unicode_spaces(std::string_view pattern) {
    std::string result;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const std::string_view escape = pattern.substr(i, 2);
        if (escape == R"(\s)" || escape == R"(\S)") {
            result += escape == R"(\s)" ? R"(\p{White_Space})" : R"(\P{White_Space})";
            ++i;
        } else if (escape.size() == 2 && escape.front() == '\\') {
            result += escape;
            ++i;
        } else {
            result += pattern[i];
        }
    }
    return result;
}

std::string pcre_message(int code) {
    std::array<PCRE2_UCHAR, 256> text{};
    pcre2_get_error_message(code, text.data(), text.size());
    return reinterpret_cast<const char *>(text.data());
}

struct Free {
    void operator()(pcre2_code *code) const { pcre2_code_free(code); }
    void operator()(pcre2_match_data *data) const { pcre2_match_data_free(data); }
    void operator()(pcre2_match_context *context) const { pcre2_match_context_free(context); }
};

} // namespace

/// One compiled pattern.
class Pretokenizer::Pattern {
  public:
    explicit Pattern(std::string_view text) {
        const std::string pattern = with_unicode_spaces(text);
        int error = 0;
        PCRE2_SIZE offset = 0;
        code_.reset(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern.data()), pattern.size(),
                                  PCRE2_UTF | PCRE2_UCP, &error, &offset, nullptr));
        if (code_ == nullptr) {
            throw Error(ErrorCode::internal,
                        "The pre-tokenisation pattern " + pattern +
                            " does not compile: " + pcre_message(error) + ".",
                        "PCRE2 10.40 or later is needed.");
        }
        // Without just-in-time code (another processor, a hardened kernel) the same matches take longer.
        pcre2_jit_compile(code_.get(), PCRE2_JIT_COMPLETE);
    }

    /// Appends the matches in `text`, which is valid UTF-8, and what lies between them.
    void split(std::string_view text, std::vector<std::string_view> &words) const {
        const std::unique_ptr<pcre2_match_data, Free> match(pcre2_match_data_create(1, nullptr));
        const std::unique_ptr<pcre2_match_context, Free> context(pcre2_match_context_create(nullptr));
        if (match == nullptr || context == nullptr) {
            throw std::bad_alloc();
        }
        // None of the patterns tries more than a few ways, but a long run of spaces is many single steps.
        pcre2_set_match_limit(context.get(), std::numeric_limits<std::uint32_t>::max());
        std::size_t done = 0;
        while (done < text.size()) {
            const int status =
                pcre2_match(code_.get(), reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), done,
                            PCRE2_NO_UTF_CHECK | PCRE2_NOTEMPTY, match.get(), context.get());
            if (status == PCRE2_ERROR_NOMATCH) {
                break;
            }
            if (status < 0) {
                throw Error(ErrorCode::internal, "The text cannot be divided: " + pcre_message(status) + ".",
                            "Try a shorter text.");
            }
            const PCRE2_SIZE *ends = pcre2_get_ovector_pointer(match.get());
            if (ends[0] > done) {
                words.push_back(text.substr(done, ends[0] - done));
            }
            words.push_back(text.substr(ends[0], ends[1] - ends[0]));
            done = ends[1];
        }
        if (done < text.size()) {
            words.push_back(text.substr(done));
        }
    }

  private:
    std::unique_ptr<pcre2_code, Free> code_;
};

const PretokenizerRules *find_pretokenizer_rules(std::string_view name) {
    const auto found = std::ranges::find(rules_table(), name, &PretokenizerRules::name);
    return found == rules_table().end() ? nullptr : &*found;
}

std::string known_pretokenizers() {
    std::string list;
    for (const PretokenizerRules &rules : rules_table()) {
        list += (list.empty() ? "" : ", ") + std::string(rules.name);
    }
    return list;
}

Pretokenizer::Pretokenizer(const PretokenizerRules &rules) {
    for (const std::string_view pattern : rules.patterns) {
        patterns_.emplace_back(pattern);
    }
}

Pretokenizer::~Pretokenizer() = default;
Pretokenizer::Pretokenizer(Pretokenizer &&) noexcept = default;
Pretokenizer &Pretokenizer::operator=(Pretokenizer &&) noexcept = default;

std::vector<std::string_view> Pretokenizer::split(std::string_view text) const {
    std::vector<std::string_view> result;
    while (!text.empty()) {
        const std::size_t valid = valid_utf8_length(text);
        std::vector<std::string_view> words;
        if (valid > 0) {
            words.push_back(text.substr(0, valid));
        }
        for (const Pattern &pattern : patterns_) {
            std::vector<std::string_view> finer;
            finer.reserve(words.size());
            for (const std::string_view word : words) {
                pattern.split(word, finer);
            }
            words = std::move(finer);
        }
        result.insert(result.end(), words.begin(), words.end());
        text.remove_prefix(valid);
        if (!text.empty()) {
            const std::size_t bad = utf8_start(text).bytes;
            result.push_back(text.substr(0, bad));
            text.remove_prefix(bad);
        }
    }
    return result;
}

} // namespace spillway
