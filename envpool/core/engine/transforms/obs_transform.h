// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ObsTransform: writes the column that shows an entry of the observation, in
// this order: the step of the episode is appended to each vector, the last
// vectors are stacked, the result is normalized and clipped.
//
// A stack starts anew, filled with one vector, when an episode starts. With
// same-step autoreset, final observations are transformed, too, but do not
// count in the statistics. Rows with a fault do not count either.
//
// Threads: one at a time. Errors: std::bad_alloc.

#ifndef ENVPOOL_CORE_ENGINE_TRANSFORMS_OBS_TRANSFORM_H_
#define ENVPOOL_CORE_ENGINE_TRANSFORMS_OBS_TRANSFORM_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "envpool/core/engine/memory/result_columns.h"
#include "envpool/core/engine/memory/state_block.h"
#include "envpool/core/engine/transforms/moments.h"
#include "envpool/core/export.h"

namespace envpool {

struct ObsTransformOptions {
  int column = 0;        // of the state; one of ResultColumns::shown
  double time_unit = 0;  // appends elapsed_step / time_unit, unless 0
  int stack = 1;         // how many vectors; above 1 only of single players
  DType dtype = DType::kFloat32;  // of the vectors, with the step
  bool normalize = false;
  double low = 0;  // both bounds infinite: does not clip
  double high = 0;
  std::vector<std::uint8_t> envs = {};  // which have the entry; empty: all
};

class ENVPOOL_EXPORT ObsTransform {
 public:
  /// The columns and the layout must outlive this object.
  ObsTransform(const ObsTransformOptions& options, const ResultColumns& columns,
               const Layout& layout, int num_envs);

  /// Writes the shown rows of a block that was received. `update`: its
  /// observations count in the statistics.
  void Apply(StateBlock* block, bool update);

  /// Null without normalization.
  [[nodiscard]] Moments* moments() {
    return moments_.has_value() ? &*moments_ : nullptr;
  }
  /// The bytes of an env's stack; 0 without one.
  [[nodiscard]] std::size_t StackBytes() const {
    return options_.stack > 1 ? vector_bytes_ * options_.stack : 0;
  }
  [[nodiscard]] const char* StackOf(int env_id) const {
    return stacks_.data() + env_id * StackBytes();
  }
  /// Takes StackBytes() bytes; null: unknown, so the next vector fills it.
  void SetStack(int env_id, const char* bytes);

 private:
  [[nodiscard]] bool Assembles() const {
    return options_.time_unit != 0 || options_.stack > 1;
  }
  [[nodiscard]] bool Clips() const;
  [[nodiscard]] int RowsOf(const StateBlock& block) const;
  void WriteVector(const StateBlock& block, int column, int row,
                   char* to) const;
  void Assemble(const StateBlock& block, char* rows, char* finals);
  void Push(const StateBlock& block, int row, bool is_first, char* stack);
  void Finish(const char* rows, std::size_t count, char* out) const;
  void FinishFinals(const StateBlock& block, const char* finals,
                    char* out) const;

  const ObsTransformOptions options_;
  const ResultColumns& columns_;
  const Column& from_;
  const std::size_t item_bytes_;
  std::size_t vector_bytes_;  // of an item, with the step
  std::size_t width_;         // of numbers in a shown item
  int shown_{-1};
  // Of final values, with same-step autoreset.
  int final_{-1};
  int final_step_{-1};
  int shown_final_{-1};
  std::optional<Moments> moments_;
  std::vector<char> stacks_;         // by env
  std::vector<std::uint8_t> known_;  // by env: whether its stack counts
  // Of a batch, before normalization.
  std::vector<char> rows_;
  std::vector<char> finals_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_TRANSFORMS_OBS_TRANSFORM_H_
