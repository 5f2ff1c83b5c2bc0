#pragma once

#include "compute/device.h"
#include "plan/plan.h"
#include "run/sweep_monitor.h"
#include "storage/weight_store.h"

#include <functional>
#include <map>
#include <memory>

namespace spillway {

/// A plan's weights as the decoder asks for them: vectors as f32, matrices slice by slice wherever they lie.
/// The decoder must ask for streamed matrices in the plan's order, each exactly once per sweep. One thread.
class Weights {
  public:
    /// Opens the files and takes the memory; reads nothing. `model` and `plan` must outlive it.
    Weights(const ModelDescription &model, const Plan &plan);

    /// Reads what is resident and starts reading ahead. Emits LoadProgress.
    void load(const EventSink &events, const std::stop_token &stop);

    [[nodiscard]] bool has(Role role, int layer = -1) const;
    /// A vector's values; empty where the model has none.
    [[nodiscard]] std::span<const float> vector(Role role, int layer = -1) const;

    /// Calls use(slice) for consecutive slices that cover the matrix. `rows`: activation rows of the product,
    /// which bounds the work between two polls of the stop token.
    void for_each_slice(Role role, int layer, std::size_t rows, SweepMonitor &monitor,
                        const std::function<void(const MatrixSlice &)> &use);
    /// Passes by a matrix that this sweep does not need.
    void skip(Role role, int layer, SweepMonitor &monitor);
    /// One row of the embedding, as stored.
    std::span<const std::byte> embedding_row(int id);
    [[nodiscard]] const Tensor &tensor(Role role, int layer = -1) const;

    /// After a sweep was broken off.
    void restart() { store_->restart(); }

    /// How far the reads of the present sweep are, in layers.
    [[nodiscard]] double layers_read_ahead();
    [[nodiscard]] std::uint64_t resident_bytes() const { return store_->resident_bytes() + vector_bytes_; }
    [[nodiscard]] const WeightStore &store() const { return *store_; }

  private:
    using Key = std::pair<Role, int>;
    struct Matrix {
        std::size_t tensor = 0;
        std::size_t index = 0; ///< in the store
        bool resident = false;
        double layer_fraction = 0; ///< of the layer's bytes, up to the end of this matrix
        double fraction = 0;       ///< of the layer's bytes in this matrix
    };
    [[nodiscard]] const Matrix &matrix(Role role, int layer) const;
    void map_matrices();
    void load_vectors();

    const ModelDescription &model_;
    const Plan &plan_;
    std::map<Key, Matrix> matrices_;
    std::map<Key, std::vector<float>> vectors_;
    std::vector<int> layer_of_matrix_; ///< by index in the store
    std::uint64_t vector_bytes_ = 0;
    std::unique_ptr<WeightStore> store_;
    std::vector<std::byte> row_;
};

} // namespace spillway
