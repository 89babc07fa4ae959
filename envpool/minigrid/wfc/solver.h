// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Solver: wave function collapse, with the draws of the official solver. A
// place is given one of its possible patterns, those with the fewest first,
// until each has one; what follows for the others is worked out in between.
//
// Where that leads to a contradiction, minigrid 3.0.0 fails; this begins again,
// as 3.2.0 does.
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

  /// Whether each place is a wall, row by row. The next call overwrites it.
  const std::vector<char>& Solve(Generator* random);

 private:
  static constexpr int kMaxAttempts = 1000;
  static constexpr int kOutside = -1;

  void LinkNeighbors();
  bool Attempt(Generator* random);
  /// The first of those that are most nearly decided; 0 if all are.
  [[nodiscard]] int MostDecided() const;
  int DrawPattern(Patterns possible, Generator* random);
  /// Works out what follows from the changes of the places in `changed_`.
  /// Returns false if that is a contradiction.
  bool Propagate();
  void MarkChanged(int place);

  std::shared_ptr<const Model> model_;
  int rows_;
  int columns_;
  std::vector<std::array<int, 4>> behind_;  // the neighbour opposite to each
  std::vector<Patterns> begin_;             // before the first choice
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
