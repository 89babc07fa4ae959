// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Observations: the last observation of each env, for callers that need it
// again. Envs must have one player. The arrays that the user received will not
// do: the user may have written to them.
//
// Kernels that can write an observation again are asked to. For others, a copy
// of every result is kept.
//
// Threads: with the GIL. Errors: Error(kProtocol) for an env of which no
// observation is known.

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

  /// Keeps what is needed of a result.
  void Store(const StateBlock& result) {
    if (kept_ != nullptr) {
      Copy(result);
    }
  }
  /// A list with an entry for each column: for those of observations a new
  /// array with a row for each of the envs, which are idle; None for others.
  PyRef Read(const std::vector<int>& ids);
  /// For the saved state of each of the envs, which are idle, the bytes of its
  /// observation: none if it is not known, or is written again from the state.
  [[nodiscard]] std::vector<std::string> Save(
      const std::vector<int>& ids) const;
  /// Makes what Save returned the last observation of each of the envs.
  /// Error(kArgument): its size is wrong.
  void Load(const std::vector<int>& ids, const std::vector<std::string>& rows);

 private:
  void Copy(const StateBlock& result);
  PyRef Rows(const StateBlock& block, int column, const std::vector<int>& ids);

  Engine* const engine_;
  const std::shared_ptr<BlockPool> pool_;
  std::vector<int> columns_;
  StateBlock* kept_{nullptr};  // row i is env i's
  std::vector<bool> known_;    // the rows of it that hold something
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_OBSERVATIONS_H_
