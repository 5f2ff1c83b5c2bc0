#include "model/families/yalm.h"

#include "model/families/yalm_config.h"
#include "model/families/yalm_files.h"
#include "model/formats/file_error.h"
#include "model/formats/little_endian.h"
#include "model/formats/torch_file.h"

#include <cmath>
#include <limits>
#include <unordered_set>

namespace spillway {

namespace {

/// "[32, 31]", as PyTorch writes shapes.
std::string bracketed(const std::vector<std::uint64_t> &shape) {
    std::string text;
    for (const std::uint64_t size : shape) {
        text += (text.empty() ? "" : ", ") + std::to_string(size);
    }
    return "[" + text + "]";
}

/// One file's tensors, taken by name; what is left at the end does not belong to the model.
class StateDict {
  public:
    /// `index`: of the file in the description. `prefix`: of its tensors' names in the original model.
    StateDict(TorchFile file, std::size_t index, std::string prefix, int layer)
        : file_(std::move(file)), index_(index), prefix_(std::move(prefix)), layer_(layer) {}

    [[nodiscard]] const TorchFile &file() const { return file_; }
    /// The shape of `name`, which must have `dimensions`; sizes fit an int.
    [[nodiscard]] const std::vector<std::uint64_t> &shape(const std::string &name,
                                                          std::size_t dimensions) const;

    void vector(std::vector<Tensor> &to, Role role, const std::string &name, std::uint64_t size) {
        to.push_back(take(role, name, {size}));
    }
    /// `name`.weight [size] and `name`.bias.
    void norm(std::vector<Tensor> &to, Role weight, Role bias, const std::string &name, std::uint64_t size) {
        vector(to, weight, name + ".weight", size);
        vector(to, bias, name + ".bias", size);
    }
    void matrix(std::vector<Tensor> &to, Role role, const std::string &name, std::uint64_t rows,
                std::uint64_t cols) {
        to.push_back(take(role, name, {rows, cols}));
    }
    /// `name`.weight [rows, cols] and `name`.bias [rows].
    void linear(std::vector<Tensor> &to, Role weight, Role bias, const std::string &name, std::uint64_t rows,
                std::uint64_t cols) {
        matrix(to, weight, name + ".weight", rows, cols);
        vector(to, bias, name + ".bias", rows);
    }
    /// unsupported when the file holds more than was taken.
    void finish() const;

  private:
    [[nodiscard]] const TorchTensor &find(const std::string &name) const;
    Tensor take(Role role, const std::string &name, const std::vector<std::uint64_t> &shape);

    TorchFile file_;
    std::size_t index_;
    std::string prefix_;
    int layer_;
    std::unordered_set<std::string> taken_;
};

const TorchTensor &StateDict::find(const std::string &name) const {
    const TorchTensor *tensor = file_.find(name);
    if (tensor == nullptr) {
        throw damaged_file(file_.identity.path, "the tensor " + name + " is missing");
    }
    return *tensor;
}

const std::vector<std::uint64_t> &StateDict::shape(const std::string &name, std::size_t dimensions) const {
    const std::vector<std::uint64_t> &shape = find(name).shape;
    bool valid = shape.size() == dimensions;
    for (const std::uint64_t size : shape) {
        valid = valid && size <= std::uint64_t{std::numeric_limits<int>::max()};
    }
    if (!valid) {
        throw damaged_file(file_.identity.path, "the tensor " + name + " has the shape " + bracketed(shape) +
                                                    ", which is not that of a " +
                                                    (dimensions == 1 ? "vector" : "matrix") + " of YaLM");
    }
    return shape;
}

Tensor StateDict::take(Role role, const std::string &name, const std::vector<std::uint64_t> &shape) {
    const TorchTensor &stored = find(name);
    if (stored.shape != shape) {
        throw damaged_file(file_.identity.path, "the tensor " + name + " has the shape " +
                                                    bracketed(stored.shape) + " where " + bracketed(shape) +
                                                    " is expected");
    }
    taken_.insert(name);
    Tensor tensor{.name = prefix_ + name,
                  .role = role,
                  .layer = layer_,
                  .type = stored.type,
                  .rows = shape.size() > 1 ? shape.front() : 1,
                  .cols = shape.back(),
                  .file = index_,
                  .offset = stored.offset,
                  .bytes = stored.bytes()};
    if (!stored.is_contiguous()) {
        // The stride of a dimension of size 1 means nothing.
        tensor.row_stride = tensor.rows > 1 ? stored.stride.front() : 1;
        tensor.col_stride = tensor.cols > 1 ? stored.stride.back() : 1;
    }
    return tensor;
}

void StateDict::finish() const {
    for (const TorchTensor &tensor : file_.tensors) {
        if (!taken_.contains(tensor.name)) {
            throw unsupported_file(file_.identity.path,
                                   "the tensor " + quotable(tensor.name) + " is not part of YaLM",
                                   "This variant of the model is not known: choose the published checkpoint.");
        }
    }
}

class Reader {
  public:
    Reader(const std::filesystem::path &folder, const YalmOptions &options)
        : files_(find_yalm_files(folder)), options_(options), config_(read_yalm_config(folder)) {
        container_.metadata = Metadata(folder.string());
    }

    Container read(ModelDescription &description);

  private:
    StateDict open(const std::filesystem::path &path, const std::string &prefix, int layer = -1);
    void read_sizes(const StateDict &embedding, const StateDict &layer);
    void set_heads();
    void take_layer(StateDict &file, std::size_t index);
    void take_output(StateDict &file, StateDict &embedding);
    void add_metadata();

    YalmFiles files_;
    YalmOptions options_;
    YalmConfig config_;
    Container container_;
    DecoderSpec spec_;
    std::vector<Tensor> tensors_;
};

StateDict Reader::open(const std::filesystem::path &path, const std::string &prefix, int layer) {
    TorchFile file = read_torch_file(path);
    container_.format = file.format;
    container_.files.push_back(file.identity);
    container_.header_hash = fnv_hash(std::as_bytes(std::span(&file.header_hash, 1)), container_.header_hash);
    return {std::move(file), container_.files.size() - 1, prefix, layer};
}

void Reader::read_sizes(const StateDict &embedding, const StateDict &layer) {
    const auto &words = embedding.shape("word_embeddings.weight", 2);
    spec_ = {.layers = files_.layers,
             .width = layer.shape("post_attention_layernorm.weight", 1)[0],
             .feed_forward = layer.shape("mlp.dense_ffn_hidden.weight", 2)[0],
             .vocabulary = words[0],
             .context_length = config_.max_position,
             .norm = NormKind::layer,
             .norm_epsilon = 1e-5F,
             .rope = RopeKind::half_split,
             .rope_base = 10000.0F,
             .activation = Activation::gelu,
             .gated = true,
             .embedding_width = words[1]};
    if (spec_.embedding_width > spec_.width) {
        throw damaged_file(embedding.file().identity.path,
                           "the tensor word_embeddings.weight has rows of " + std::to_string(words[1]) +
                               " numbers, more than the hidden width " + std::to_string(spec_.width));
    }
}

void Reader::set_heads() {
    spec_.heads = yalm_heads(options_.heads, config_, spec_.width);
    spec_.kv_heads = spec_.heads;
    spec_.head_dim = spec_.width / spec_.heads;
    spec_.rope_dims = spec_.head_dim;
    spec_.attention_scale = 1.0F / std::sqrt(static_cast<float>(spec_.head_dim));
}

/// What YaLM calls hidden goes through the activation, what it calls gate does not: our gate and up.
void Reader::take_layer(StateDict &file, std::size_t index) {
    using enum Role;
    if (index > 0) {
        file.norm(tensors_, attention_norm, attention_norm_bias, "input_layernorm", spec_.width);
    }
    file.linear(tensors_, attention_qkv, attention_qkv_bias, "attention.query_key_value", 3 * spec_.width,
                spec_.width);
    file.linear(tensors_, attention_output, attention_output_bias, "attention.dense", spec_.width, spec_.width);
    file.norm(tensors_, feed_forward_norm, feed_forward_norm_bias, "post_attention_layernorm", spec_.width);
    file.linear(tensors_, feed_forward_gate, feed_forward_gate_bias, "mlp.dense_ffn_hidden", spec_.feed_forward,
                spec_.width);
    file.linear(tensors_, feed_forward_up, feed_forward_up_bias, "mlp.dense_ffn_gate", spec_.feed_forward,
                spec_.width);
    file.linear(tensors_, feed_forward_down, feed_forward_down_bias, "mlp.dense_ffn_output", spec_.width,
                spec_.feed_forward);
    file.finish();
}

/// The embedding is the output matrix too: a sweep goes through all of it last.
void Reader::take_output(StateDict &file, StateDict &embedding) {
    using enum Role;
    const std::uint64_t narrow = spec_.embedding_width;
    file.norm(tensors_, output_norm, output_norm_bias, "input_layer_norm", spec_.width);
    file.linear(tensors_, output_dense, output_dense_bias, "dense", narrow, spec_.width);
    file.norm(tensors_, output_dense_norm, output_dense_norm_bias, "output_layer_norm", narrow);
    embedding.matrix(tensors_, token_embedding, "word_embeddings.weight", spec_.vocabulary, narrow);
    file.vector(tensors_, output_bias, "output_bias", spec_.vocabulary);
    embedding.finish();
    file.finish();
}

void Reader::add_metadata() {
    Metadata &metadata = container_.metadata;
    metadata.add("general.architecture", std::string("yalm"));
    metadata.add("general.name", std::filesystem::weakly_canonical(files_.folder).filename().string());
    const auto add = [&](const char *key, std::size_t value) { metadata.add(key, std::uint64_t{value}); };
    add("yalm.block_count", spec_.layers);
    add("yalm.embedding_length", spec_.embedding_width);
    add("yalm.hidden_length", spec_.width);
    add("yalm.feed_forward_length", spec_.feed_forward);
    add("yalm.attention.head_count", spec_.heads);
    add("yalm.context_length", spec_.context_length);
    add("yalm.vocab_size", spec_.vocabulary);
}

Container Reader::read(ModelDescription &description) {
    container_.header_hash = fnv_start;
    StateDict embedding = open(files_.embedding(), "embedding.");
    StateDict projector = open(files_.projector(), "projector.");
    for (std::size_t i = 0; i < files_.layers; ++i) {
        StateDict layer =
            open(files_.layer(i), "transformer.layers." + std::to_string(i) + ".", static_cast<int>(i));
        if (i == 0) {
            read_sizes(embedding, layer);
            set_heads();
            projector.norm(tensors_, Role::embedding_norm, Role::embedding_norm_bias, "input_layernorm",
                           spec_.embedding_width);
            projector.finish();
        }
        take_layer(layer, i);
    }
    StateDict output = open(files_.output(), "output_layer.");
    take_output(output, embedding);
    add_metadata();
    description.spec = spec_;
    description.tensors = std::move(tensors_);
    return std::move(container_);
}

} // namespace

bool is_yalm_checkpoint(const std::filesystem::path &path) {
    std::error_code failure;
    if (!std::filesystem::is_directory(path, failure)) {
        return is_yalm_file_name(path.filename().string());
    }
    for (auto entry = std::filesystem::directory_iterator(path, failure);
         !failure && entry != std::filesystem::directory_iterator(); entry.increment(failure)) {
        if (is_yalm_file_name(entry->path().filename().string())) {
            return true;
        }
    }
    return false;
}

Container open_yalm(const std::filesystem::path &path, const YalmOptions &options,
                    ModelDescription &description) {
    std::error_code failure;
    const bool is_folder = std::filesystem::is_directory(path, failure);
    const std::filesystem::path folder = is_folder ? path : path.parent_path();
    return Reader(folder.empty() ? "." : folder, options).read(description);
}

} // namespace spillway
