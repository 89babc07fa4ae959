// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Observations: returns the last observation of each env again. Envs must have
// one player. The arrays of results are not used, since the user may have
// written to them.
//
// Some kernels can write an observation again. For other kernels, this class
// copies the observations of every result.
//
// Threads: with the GIL. Errors: Error(kProtocol) for an env without a known
// observation.

#ifndef ENVPOOL_CORE_BINDING_OBSERVATIONS_H_
#define ENVPOOL_CORE_BINDING_OBSERVATIONS_H_

#include <memory>
#include <string>
#include <vector>

#include "envpool/core/binding/py_ref.h"
#include "envpool/core/engine/engine.h"

namespace envpool {

class Observations {
 public:
  explicit Observations(Engine* engine);
  ~Observations();
  Observations(const Observations&) = delete;
  Observations& operator=(const Observations&) = delete;

  /// Keeps the observations of a result, if needed.
  void Store(const StateBlock& result) {
    if (kept_ != nullptr) {
      Copy(result);
    }
  }
  /// Returns a list with an entry for each column: a new array of the envs'
  /// rows for observations, None for other columns. The envs are idle.
  PyRef Read(const std::vector<int>& ids);
  /// The bytes of each env's observation, for its saved state; empty if the
  /// observation is unknown or follows from the state. The envs are idle.
  [[nodiscard]] std::vector<std::string> Save(
      const std::vector<int>& ids) const;
  /// Restores what Save returned as the last observation of each env.
  /// Throws Error(kArgument) for a row of the wrong size.
  void Load(const std::vector<int>& ids, const std::vector<std::string>& rows);

 private:
  void Copy(const StateBlock& result);
  PyRef Rows(const StateBlock& block, int column, const std::vector<int>& ids);

  Engine* const engine_;
  const std::shared_ptr<BlockPool> pool_;
  std::vector<int> columns_;
  StateBlock* kept_{nullptr};  // row i belongs to env i
  std::vector<bool> known_;    // by env: whether its row is set
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_OBSERVATIONS_H_
