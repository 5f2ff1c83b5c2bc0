#include "options.h"
#include "output.h"
#include "planning.h"

#include <cstdio>
#include <iostream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace spillway::cli {

namespace {

struct GenerateOptions {
    PlanOptions plan;
    std::optional<std::string> prompt;
    std::string prompt_file;
    std::vector<int> tokens;
    std::size_t max_tokens = 128;
    SamplerSettings sampling;
    std::vector<std::string> stop;
    std::size_t variants = 1;
    std::size_t logprobs = 0;
    bool chat = false;
    std::string system;
    bool ignore_eos = false;
};

std::string prompt_text(const GenerateOptions &options) {
    if (options.prompt && *options.prompt != "-") {
        return *options.prompt;
    }
    if (!options.prompt_file.empty() && options.prompt_file != "-") {
        return read_text(options.prompt_file);
    }
    return {std::istreambuf_iterator<char>(std::cin), {}};
}

std::vector<int> prompt_ids(const GenerateOptions &options, const OpenedModel &model) {
    if (!options.tokens.empty()) {
        return options.tokens;
    }
    const std::string text = prompt_text(options);
    if (!options.chat) {
        return encode_prompt(*model.tokenizer, text, false);
    }
    std::vector<ChatMessage> messages;
    if (!options.system.empty()) {
        messages.push_back({ChatRole::system, options.system});
    }
    messages.push_back({ChatRole::user, text});
    return encode_prompt(*model.tokenizer, render_chat(chat_form(model.chat_template), messages), true);
}

nlohmann::json details_json(const GeneratedVariant &variant, const Tokenizer &tokenizer) {
    nlohmann::json list = nlohmann::json::array();
    for (const TokenEvent &token : variant.details) {
        nlohmann::json top = nlohmann::json::array();
        for (const TokenChoice &choice : token.alternatives) {
            top.push_back(
                {{"id", choice.id}, {"piece", tokenizer.piece_name(choice.id)}, {"logprob", choice.logprob}});
        }
        list.push_back({{"id", token.id}, {"logprob", token.logprob}, {"top", top}});
    }
    return list;
}

nlohmann::json result_json(const GenerationResult &result, const Planned &planned, bool logprobs) {
    nlohmann::json variants = nlohmann::json::array();
    for (const GeneratedVariant &variant : result.variants) {
        nlohmann::json value = {
            {"text", variant.text}, {"tokens", variant.tokens}, {"finish", finish_name(variant.finish)}};
        if (logprobs) {
            value["logprobs"] = details_json(variant, *planned.model.tokenizer);
        }
        variants.push_back(std::move(value));
    }
    const double seconds = result.prefill_seconds + result.decode_seconds;
    return {{"prompt_tokens", result.prompt_tokens},
            {"variants", variants},
            {"seconds",
             {{"load", result.load_seconds},
              {"prefill", result.prefill_seconds},
              {"decode", result.decode_seconds}}},
            {"tokens_per_s", {{"prefill", result.prefill_rate()}, {"decode", result.decode_rate()}}},
            {"bytes_read", {{"disk", result.disk_bytes}}},
            {"sweeps", result.sweeps},
            {"peak_rss", result.peak_rss},
            {"plan", to_json(planned.plan)},
            {"measured",
             {{"seconds_per_token", result.seconds_per_token},
              {"disk_bytes_per_s", seconds > 0 ? static_cast<double>(result.disk_bytes) / seconds : 0},
              {"limit", limit_name(result.limit)}}}};
}

/// Streams the text of a single variant, shows progress on a terminal, and tells notices.
class Printer {
  public:
    explicit Printer(bool stream) : stream_(stream) {}

    void operator()(const Event &event) {
        if (const auto *token = std::get_if<TokenEvent>(&event); token != nullptr && stream_) {
            if (!token->text.empty()) {
                line_.clear();
                print(token->text);
                printed_ = true;
            }
        } else if (const auto *load = std::get_if<LoadProgress>(&event)) {
            line_.show("Loading: layer " + std::to_string(load->layer) + " of " + std::to_string(load->layers));
        } else if (const auto *notice = std::get_if<Notice>(&event)) {
            line_.clear();
            std::fprintf(stderr, "note: %s %s\n", notice->message.c_str(), notice->hint.c_str());
        } else if (const auto *sweep = std::get_if<SweepProgress>(&event)) {
            show(*sweep);
        }
    }

    void clear() { line_.clear(); }

  private:
    void show(const SweepProgress &sweep) {
        // A progress line would tear the text apart where both go to the same terminal.
        if (stream_ && printed_ && isatty(STDOUT_FILENO) == 1) {
            return;
        }
        const std::string what =
            sweep.phase == SweepPhase::prompt
                ? "Reading the prompt, " + std::to_string(sweep.tokens) + " tokens"
                : "Token " + std::to_string(sweep.token) + " of " + std::to_string(sweep.tokens);
        line_.show(what + ", layer " + std::to_string(static_cast<std::size_t>(sweep.computed)) + " of " +
                   std::to_string(sweep.layers));
    }

    bool stream_;
    bool printed_ = false;
    ProgressLine line_;
};

void print_variants(const GenerationResult &result) {
    for (std::size_t i = 0; i < result.variants.size(); ++i) {
        print("--- variant " + std::to_string(i + 1) + "\n" + result.variants[i].text + "\n");
    }
}

int run(const Common &common, const GenerateOptions &options) {
    GenerationRequest request;
    const Planned planned =
        open_and_plan(common, options.plan, false, [&](const OpenedModel &model, PlanRequest &plan) {
            request.prompt = prompt_ids(options, model);
            // Without --context only what this text can need is reserved.
            std::size_t needed = request.prompt.size() + options.max_tokens;
            if (const std::size_t longest = model.description.spec.context_length; longest > 0) {
                needed = std::min(needed, longest);
            }
            plan.context = plan.context.value_or(std::max<std::size_t>(needed, 1));
            plan.batch = std::max(plan.batch, options.variants);
        });
    if (request.prompt.empty()) {
        request.prompt = prompt_ids(options, planned.model);
    }
    request.max_tokens = options.max_tokens;
    request.sampling = options.sampling;
    request.stop = options.stop;
    request.ignore_eos = options.ignore_eos;
    request.variants = options.variants;
    request.alternatives = options.logprobs;

    Printer printer(!common.json && options.variants == 1);
    const EventSink sink = [&](const Event &event) { printer(event); };
    const auto session = Session::load(planned.model, planned.plan, sink, common.stop);
    const GenerationResult result = session->generate(request, sink, common.stop);
    printer.clear();
    if (common.json) {
        print_json(result_json(result, planned, options.logprobs > 0));
    } else if (options.variants > 1) {
        print_variants(result);
    } else {
        print("\n");
    }
    if (!common.json) {
        std::fprintf(stderr, "%zu tokens of prompt at %.1f tokens/s, %zu written at %.1f tokens/s\n",
                     result.prompt_tokens, result.prefill_rate(), result.variants.front().tokens.size(),
                     result.decode_rate());
    }
    return result.variants.front().finish == Finish::interrupted ? 130 : 0;
}

} // namespace

void add_generate(CLI::App &app, Command &chosen) {
    auto options = std::make_shared<GenerateOptions>();
    CLI::App *command = app.add_subcommand("generate", "Write on after a prompt");
    add_plan_options(*command, options->plan);
    CLI::Option_group *prompt = command->add_option_group("prompt");
    prompt->add_option("--prompt", options->prompt, "The text; - reads standard input");
    prompt->add_option("--prompt-file", options->prompt_file, "A file with the text; - reads standard input");
    prompt->add_option("--tokens", options->tokens, "Ids, separated by commas")->delimiter(',');
    prompt->require_option(1);
    command->add_option("--max-tokens", options->max_tokens, "The most to write");
    command->add_option("--temperature", options->sampling.temperature, "0: always the likeliest");
    command->add_option("--top-k", options->sampling.top_k, "0: off");
    command->add_option("--top-p", options->sampling.top_p, "1: off");
    command->add_option("--min-p", options->sampling.min_p, "0: off");
    command->add_option("--repeat-penalty", options->sampling.repeat_penalty, "1: off");
    command->add_option("--repeat-range", options->sampling.repeat_range, "How many last tokens it looks at");
    command->add_option("--seed", options->sampling.seed, "The same seed gives the same text");
    command->add_option("--stop", options->stop, "A text that ends it (repeatable)");
    command->add_option("--variants", options->variants, "Continuations at once")->check(CLI::Range(1, 64));
    command->add_option("--logprobs", options->logprobs, "Report N alternatives of each token");
    command->add_flag("--chat", options->chat, "Put the prompt into the model's chat form");
    command->add_option("--system", options->system, "The system message of the chat form");
    command->add_flag("--ignore-eos", options->ignore_eos, "Do not stop at end-of-text tokens");
    command->callback(
        [options, &chosen] { chosen = [options](const Common &common) { return run(common, *options); }; });
}

} // namespace spillway::cli
