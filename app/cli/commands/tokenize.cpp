#include "options.h"
#include "output.h"

#include <iostream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>

namespace spillway::cli {

namespace {

struct TokenizeOptions {
    std::string model;
    std::optional<std::string> text;
    bool no_special = false;
};

int run(const Common &common, const TokenizeOptions &options) {
    const OpenedModel model = open_model(options.model);
    const std::string text =
        options.text ? *options.text : std::string(std::istreambuf_iterator<char>(std::cin), {});
    const std::vector<int> ids = model.tokenizer->encode(text, !options.no_special);
    if (common.json) {
        nlohmann::json pieces = nlohmann::json::array();
        for (const int id : ids) {
            pieces.push_back(model.tokenizer->piece_name(id));
        }
        print_json({{"ids", ids}, {"pieces", pieces}});
        return 0;
    }
    for (const int id : ids) {
        print(std::to_string(id) + "\t" + model.tokenizer->piece_name(id) + "\n");
    }
    return 0;
}

} // namespace

void add_tokenize(CLI::App &app, Command &chosen) {
    auto options = std::make_shared<TokenizeOptions>();
    CLI::App *command = app.add_subcommand("tokenize", "Ids and pieces of a text");
    command->add_option("MODEL", options->model, "A model file")->required();
    command->add_option("--text", options->text, "The text; without it, standard input");
    command->add_flag("--no-special", options->no_special,
                      "Take special pieces in the text as plain characters");
    command->callback(
        [options, &chosen] { chosen = [options](const Common &common) { return run(common, *options); }; });
}

} // namespace spillway::cli
