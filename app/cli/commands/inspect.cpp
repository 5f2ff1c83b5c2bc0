#include "options.h"
#include "output.h"

#include <memory>
#include <nlohmann/json.hpp>

namespace spillway::cli {

namespace {

struct InspectOptions {
    std::string model;
    bool tensors = false;
};

nlohmann::json to_json(const Tensor &tensor) {
    return {{"name", tensor.name},     {"type", block_type_info(tensor.type).name},
            {"rows", tensor.rows},     {"cols", tensor.cols},
            {"layer", tensor.layer},   {"file", tensor.file},
            {"offset", tensor.offset}, {"bytes", tensor.bytes}};
}

nlohmann::json to_json(const ModelDescription &model, bool tensors) {
    nlohmann::json value = {{"name", model.name},
                            {"architecture", model.architecture},
                            {"format", model.format},
                            {"type", model.type_summary},
                            {"layers", model.spec.layers},
                            {"width", model.spec.width},
                            {"heads", model.spec.heads},
                            {"kv_heads", model.spec.kv_heads},
                            {"feed_forward", model.spec.feed_forward},
                            {"vocabulary", model.spec.vocabulary},
                            {"context_length", model.spec.context_length},
                            {"bytes", model.bytes},
                            {"parameters", model.parameters},
                            {"metadata", nlohmann::json::object()}};
    for (const auto &[key, text] : model.metadata) {
        value["metadata"][key] = text;
    }
    if (tensors) {
        value["tensors"] = nlohmann::json::array();
        for (const Tensor &tensor : model.tensors) {
            value["tensors"].push_back(to_json(tensor));
        }
    }
    return value;
}

std::string describe(const ModelDescription &model, bool tensors) {
    std::string text = model.name + "\n" + model.format + ", " + model.architecture + ", " +
                       model.type_summary + ", " + format_bytes(model.bytes) + ", " +
                       std::to_string(model.parameters) + " parameters\n" + std::to_string(model.spec.layers) +
                       " layers of width " + std::to_string(model.spec.width) + ", " +
                       std::to_string(model.spec.heads) + " heads on " + std::to_string(model.spec.kv_heads) +
                       ", context " + std::to_string(model.spec.context_length) + "\n";
    for (const auto &[key, value] : model.metadata) {
        text += key + " = " + value + "\n";
    }
    if (tensors) {
        for (const Tensor &tensor : model.tensors) {
            text += tensor.name + "  " + std::string(block_type_info(tensor.type).name) + "  " +
                    std::to_string(tensor.rows) + " x " + std::to_string(tensor.cols) + "  " +
                    format_bytes(tensor.bytes) + "\n";
        }
    }
    return text;
}

} // namespace

void add_inspect(CLI::App &app, Command &chosen) {
    auto options = std::make_shared<InspectOptions>();
    CLI::App *command = app.add_subcommand("inspect", "What a model is, from its headers only");
    command->add_option("MODEL", options->model, "A model file")->required();
    command->add_flag("--tensors", options->tensors, "List every tensor");
    command->callback([options, &chosen] {
        chosen = [options](const Common &common) {
            const OpenedModel model = open_model(options->model);
            if (common.json) {
                print_json(to_json(model.description, options->tensors));
            } else {
                print(describe(model.description, options->tensors));
            }
            return 0;
        };
    });
}

} // namespace spillway::cli
