// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Observations: returns the last observation of each env again. Envs must have
// one player. The arrays of results are not used, since the user may have
// written to them.
//
// Some kernels can write an observation again. For other kernels, and for pools
// that transform observations, this class copies the observations of every
// result, as the env made them and as the user sees them.
//
// Threads: any; Read with the GIL. Errors: Error(kProtocol) for an env without
// a known observation.

#ifndef ENVPOOL_CORE_BINDING_OBSERVATIONS_H_
#define ENVPOOL_CORE_BINDING_OBSERVATIONS_H_

#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

#include "envpool/core/binding/py_ref.h"
#include "envpool/core/engine/engine.h"
#include "envpool/core/engine/transforms/pool_transforms.h"

namespace envpool {

class Observations {
 public:
  /// `transforms`: those of the pool; may be null.
  Observations(Engine* engine, PoolTransforms* transforms);
  ~Observations() = default;
  Observations(const Observations&) = delete;
  Observations& operator=(const Observations&) = delete;

  /// Keeps the observations of a result, if needed.
  void Store(const StateBlock& result) {
    if (keeps_) {
      Copy(result);
    }
  }
  /// Returns a list with an entry for each column: a new array of the envs'
  /// rows for observations, None for other columns. The envs are idle.
  PyRef Read(const std::vector<int>& ids);
  /// The bytes of each env's last observation and of its transforms, for its
  /// saved state. Empty if the observation is unknown or follows from the
  /// state. The envs are idle.
  [[nodiscard]] std::vector<std::string> Save(
      const std::vector<int>& ids) const;
  /// The size of an entry of Save, unless the entry is empty.
  [[nodiscard]] std::size_t RowBytes() const;
  /// Restores a result of Save as the last observation of each env. Throws
  /// Error(kArgument) for a row of the wrong size or content.
  void Load(const std::vector<int>& ids, const std::vector<std::string>& rows);

 private:
  void Copy(const StateBlock& result);
  PyRef Rows(int column, const std::vector<int>& ids);

  Engine* const engine_;
  PoolTransforms* const transforms_;
  // One row for each env; result blocks of asynchronous pools have fewer.
  const Layout layout_;
  StateBlock block_;     // row i belongs to env i
  const bool observes_;  // the kernel writes observations when asked
  const bool keeps_;     // observations or transforms of envs are kept
  std::vector<int> columns_;
  std::vector<int> kept_;  // columns of results that block_ has copies of
  // Guards the rest, block_ and transforms_' states of envs: rollouts and
  // compiled programs store results without the GIL. Its holder calls nothing
  // of Python's.
  mutable std::mutex mutex_;
  // By env: whether its observation and transforms are known, if any are kept.
  std::vector<bool> known_;
  bool all_known_{false};  // then known_ is all true
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_OBSERVATIONS_H_
