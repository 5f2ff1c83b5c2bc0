#include "run/weights.h"

#include "compute/cpu/cpu_device.h"
#include "plan/parts.h"

#include <algorithm>
#include <cstring>

namespace spillway {

namespace {

/// Multiply-adds between two polls of the stop token: some 20 ms of one slow core.
constexpr std::size_t work_per_poll = std::size_t{1} << 27;

/// Vectors are few and small: any float type of the file becomes f32 here.
std::vector<float> to_f32(const Tensor &tensor, std::span<const std::byte> bytes) {
    std::vector<float> values(tensor.cols);
    if (tensor.type == BlockType::f32) {
        std::memcpy(values.data(), bytes.data(), bytes.size());
    } else {
        const auto device = make_cpu_device("scalar", 1);
        device->dequantize_row(tensor.type, bytes.data(), tensor.cols, values.data());
    }
    return values;
}

} // namespace

Weights::Weights(const ModelDescription &model, const Plan &plan) : model_(model), plan_(plan) {
    map_matrices();
    StorageLayout layout;
    for (const FileIdentity &file : model.files) {
        layout.files.push_back(file.path);
    }
    layout.matrices = stored_matrices(model, plan.parts);
    layout.slice_bytes = plan.slice_bytes;
    layout.ring_bytes = plan.ring_bytes;
    store_ = std::make_unique<WeightStore>(std::move(layout));
}

void Weights::map_matrices() {
    std::map<int, std::uint64_t> layer_bytes;
    for (const Part &part : plan_.parts) {
        layer_bytes[part.layer] += part.bytes;
    }
    std::map<int, double> layer_done;
    for (const Part &part : plan_.parts) {
        for (const std::size_t index : part.tensors) {
            const Tensor &tensor = model_.tensors[index];
            if (tensor.is_vector()) {
                continue;
            }
            const double fraction =
                static_cast<double>(tensor.bytes) / static_cast<double>(layer_bytes[part.layer]);
            double &done = layer_done[part.layer];
            done += fraction;
            matrices_[{tensor.role, tensor.layer}] = {.tensor = index,
                                                      .index = layer_of_matrix_.size(),
                                                      .resident = part.tier == Tier::ram,
                                                      .layer_fraction = done,
                                                      .fraction = fraction};
            layer_of_matrix_.push_back(part.kind == PartKind::output ? static_cast<int>(plan_.layers)
                                                                     : part.layer);
        }
    }
}

void Weights::load_vectors() {
    std::vector<File> files;
    for (const FileIdentity &file : model_.files) {
        files.push_back(File::open(file.path));
    }
    for (const Tensor &tensor : model_.tensors) {
        if (tensor.is_vector()) {
            std::vector<std::byte> bytes(tensor.bytes);
            files[tensor.file].read_at(tensor.offset, bytes);
            vectors_[{tensor.role, tensor.layer}] = to_f32(tensor, bytes);
            vector_bytes_ += tensor.cols * sizeof(float);
        }
    }
}

void Weights::load(const EventSink &events, const std::stop_token &stop) {
    load_vectors();
    LoadProgress progress;
    progress.layers = plan_.layers;
    for (const Part &part : plan_.parts) {
        progress.bytes_total[static_cast<std::size_t>(Tier::ram)] += part.tier == Tier::ram ? part.bytes : 0;
    }
    const Clock::time_point start = Clock::now();
    Clock::time_point last{};
    store_->load(
        [&](std::size_t matrix, std::uint64_t bytes) {
            std::uint64_t &done = progress.bytes_done[static_cast<std::size_t>(Tier::ram)];
            done += bytes;
            const Clock::time_point now = Clock::now();
            if (events && (now - last >= std::chrono::milliseconds(33) || done == progress.bytes_total[1])) {
                last = now;
                progress.layer = static_cast<std::size_t>(std::max(layer_of_matrix_[matrix], 0));
                progress.bytes_per_second = static_cast<double>(done) / std::max(seconds_since(start), 1e-6);
                events(progress);
            }
        },
        stop);
}

bool Weights::has(Role role, int layer) const {
    return vectors_.contains({role, layer}) || matrices_.contains({role, layer});
}

std::span<const float> Weights::vector(Role role, int layer) const {
    const auto found = vectors_.find({role, layer});
    return found == vectors_.end() ? std::span<const float>() : std::span<const float>(found->second);
}

const Weights::Matrix &Weights::matrix(Role role, int layer) const {
    // A tied embedding serves as output head.
    if (role == Role::output && !matrices_.contains({role, layer})) {
        return matrices_.at({Role::token_embedding, -1});
    }
    return matrices_.at({role, layer});
}

const Tensor &Weights::tensor(Role role, int layer) const {
    return model_.tensors[matrix(role, layer).tensor];
}

void Weights::for_each_slice(Role role, int layer, std::size_t rows, SweepMonitor &monitor,
                             const std::function<void(const MatrixSlice &)> &use) {
    const Matrix &matrix = this->matrix(role, layer);
    const Tensor &tensor = model_.tensors[matrix.tensor];
    const std::size_t stride = row_bytes(tensor.type, tensor.cols);
    const std::size_t step = std::max<std::size_t>(work_per_poll / (tensor.cols * rows), 64);
    std::size_t done = 0;
    while (done < tensor.rows) {
        WeightStore::Slice stored{.matrix = matrix.index, .rows = tensor.rows};
        if (matrix.resident) {
            stored.data = store_->resident(matrix.index);
        } else {
            monitor.computed(matrix.layer_fraction - matrix.fraction, 0);
            stored = store_->acquire(monitor.stop());
            monitor.waited(stored.rows * stride);
        }
        for (std::size_t i = 0; i < stored.rows; i += step) {
            const std::size_t count = std::min(step, stored.rows - i);
            use({.type = tensor.type,
                 .cols = tensor.cols,
                 .first_row = stored.first_row + i,
                 .rows = count,
                 .data = stored.data + i * stride});
            done += count;
            const double part = static_cast<double>(done) / static_cast<double>(tensor.rows);
            monitor.computed(matrix.layer_fraction - matrix.fraction * (1 - part), count * stride);
        }
        if (!matrix.resident) {
            store_->release();
        }
    }
}

void Weights::skip(Role role, int layer, SweepMonitor &monitor) {
    if (!matrix(role, layer).resident) {
        for_each_slice(role, layer, 1, monitor, [](const MatrixSlice &) {});
    }
}

std::span<const std::byte> Weights::embedding_row(int id) {
    const Matrix &embedding = matrices_.at({Role::token_embedding, -1});
    const Tensor &tensor = model_.tensors[embedding.tensor];
    row_.resize(row_bytes(tensor.type, tensor.cols));
    store_->read_row(embedding.index, static_cast<std::uint64_t>(id), row_);
    return row_;
}

double Weights::layers_read_ahead() {
    const std::optional<WeightStore::ReadAhead> ahead = store_->read_ahead();
    if (!ahead || ahead->next_sweep) {
        return static_cast<double>(plan_.layers);
    }
    const double layer = std::max(layer_of_matrix_[ahead->matrix], 0);
    for (const auto &[key, matrix] : matrices_) {
        if (matrix.index == ahead->matrix) {
            return layer + matrix.layer_fraction - matrix.fraction * (1 - ahead->fraction);
        }
    }
    return layer;
}

} // namespace spillway
