// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Solver: wave function collapse, with the draws of the official solver. It
// repeatedly chooses a pattern for the place with the fewest possible patterns
// and propagates the consequences, until each place has one pattern.
//
// After a contradiction the solver starts again, as in minigrid 3.2.0; minigrid
// 3.0.0 fails.
//
// Threads: none. Errors: std::runtime_error after too many contradictions.

#ifndef ENVPOOL_MINIGRID_WFC_SOLVER_H_
#define ENVPOOL_MINIGRID_WFC_SOLVER_H_

#include <array>
#include <memory>
#include <vector>

#include "envpool/core/random/rng.h"
#include "envpool/minigrid/wfc/model.h"

namespace envpool::minigrid::wfc {

class Solver {
 public:
  Solver(std::shared_ptr<const Model> model, int rows, int columns);

  /// Returns whether each place is a wall, row by row. The next call overwrites
  /// the result.
  const std::vector<char>& Solve(Generator* random);

 private:
  static constexpr int kMaxAttempts = 1000;
  static constexpr int kOutside = -1;

  void LinkNeighbors();
  bool Attempt(Generator* random);
  /// The undecided place with the fewest patterns (ties are broken by
  /// preferences_); 0 if all places are decided.
  [[nodiscard]] int LeastUncertain() const;
  int DrawPattern(Patterns possible, Generator* random);
  /// Propagates the changes of the places in changed_ to other places. Returns
  /// false on a contradiction.
  bool Propagate();
  void MarkChanged(int place);

  std::shared_ptr<const Model> model_;
  int rows_;
  int columns_;
  // [place][d]: the neighbour opposite to direction d, or kOutside.
  std::vector<std::array<int, 4>> opposite_neighbor_;
  std::vector<Patterns> initial_wave_;  // wave_ before the first choice
  bool can_begin_;

  std::vector<double> preferences_;
  std::vector<Patterns> wave_;
  std::vector<int> changed_;
  std::vector<char> is_changed_;
  std::vector<double> weights_;
  std::vector<char> walls_;
};

}  // namespace envpool::minigrid::wfc

#endif  // ENVPOOL_MINIGRID_WFC_SOLVER_H_
