// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// StackedRows: finds the different frames in a rollout's rows of stacked
// frames. A row follows the env's row before if it has all of its frames but
// the first one, and one new frame at the end; then that frame is the only one
// to be kept. The comparison is made right after a step, while both rows are in
// a cache.
//
// Threads: Look may be called at once for different envs. Ownership: the arrays
// are the caller's. Errors: std::bad_alloc.

#ifndef ENVPOOL_CORE_ROLLOUT_STACKED_ROWS_H_
#define ENVPOOL_CORE_ROLLOUT_STACKED_ROWS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "envpool/core/export.h"

namespace envpool {

class ENVPOOL_EXPORT StackedRows {
 public:
  /// `rows`: (steps, envs, frames, frame_bytes). `newest`: (envs, steps,
  /// frame_bytes), for the last frame of each row.
  StackedRows(const char* rows, char* newest, std::int64_t steps, int envs,
              int frames, std::size_t frame_bytes);

  /// Takes the rows of a step of some envs, after the rows of the step before.
  void Look(std::int64_t step, int first_env, int count);
  /// Completes `newest` after all steps, and returns the other frames that are
  /// not in a row before.
  std::vector<char> TakeOthers();
  /// Writes for each frame of the rows, (steps, envs, frames), which one it is:
  /// one of `newest`, or, after these, of the result of TakeOthers.
  void WriteIndex(std::int64_t* index) const;

 private:
  [[nodiscard]] const char* Row(std::int64_t step, int env) const {
    return rows_ + (step * envs_ + env) * frames_ * frame_bytes_;
  }
  void CopyNewest(std::int64_t step, int env);

  const char* const rows_;
  char* const newest_;
  const std::int64_t steps_;
  const int envs_;
  const int frames_;
  const std::size_t frame_bytes_;
  std::vector<char> follows_;     // (steps, envs)
  std::vector<char> has_stacks_;  // by env: whether rows may follow others
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ROLLOUT_STACKED_ROWS_H_
