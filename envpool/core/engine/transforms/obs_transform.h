// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ObsTransform: writes the column that shows an entry of the observation, in
// this order: the step of the episode is appended to each vector, the last
// vectors are stacked, the result is normalized and clipped.
//
// At the start of an episode, the stack is filled with copies of one vector.
// With same-step autoreset, final observations are transformed, too, but not
// added to the statistics. Rows with a fault are not added either.
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
  int column = 0;        // state column; one of ResultColumns::shown
  double time_unit = 0;  // appends elapsed_step / time_unit, unless 0
  int stack = 1;         // number of vectors; above 1 only for single players
  DType dtype = DType::kFloat32;  // dtype of the vectors, including the time
  bool normalize = false;
  double low = 0;  // infinite bounds disable clipping
  double high = 0;
  std::vector<std::uint8_t> envs = {};  // which have the entry; empty: all
};

class ENVPOOL_EXPORT ObsTransform {
 public:
  /// The columns and the layout must outlive this object.
  ObsTransform(const ObsTransformOptions& options, const ResultColumns& columns,
               const Layout& layout, int num_envs);

  /// Writes the shown columns of a received block. `update` adds its
  /// observations to the statistics.
  void Apply(StateBlock* block, bool update);

  /// Null without normalization.
  [[nodiscard]] Moments* moments() {
    return moments_.has_value() ? &*moments_ : nullptr;
  }
  /// The size of an env's stack; 0 without stacks.
  [[nodiscard]] std::size_t StackBytes() const {
    return options_.stack > 1 ? vector_bytes_ * options_.stack : 0;
  }
  [[nodiscard]] const char* StackOf(int env_id) const {
    return stacks_.data() + env_id * StackBytes();
  }
  /// Copies StackBytes() bytes; null marks the stack as unknown, so that the
  /// next vector fills it.
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
  std::size_t vector_bytes_;  // size of an item with the time
  std::size_t width_;         // number of elements in a shown item
  int shown_{-1};
  // Columns of final values; -1 unless autoreset is same_step.
  int final_{-1};
  int final_step_{-1};
  int shown_final_{-1};
  std::optional<Moments> moments_;
  std::vector<char> stacks_;         // by env
  std::vector<std::uint8_t> known_;  // by env: whether its stack is valid
  // Rows of a batch before normalization.
  std::vector<char> rows_;
  std::vector<char> finals_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_TRANSFORMS_OBS_TRANSFORM_H_
