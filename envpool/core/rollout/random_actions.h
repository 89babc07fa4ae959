// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// RandomActions: a policy that draws from the action space.
//
// Integers, bools and choices are uniform; so are floats between two bounds.
// Other floats are normal or, beyond a single bound, exponential, as in
// Gymnasium's Box. If envs tell which actions are legal, it draws a legal one.
//
// Threads: as Policy.

#ifndef ENVPOOL_CORE_ROLLOUT_RANDOM_ACTIONS_H_
#define ENVPOOL_CORE_ROLLOUT_RANDOM_ACTIONS_H_

#include <cstdint>
#include <vector>

#include "envpool/core/export.h"
#include "envpool/core/rollout/counted_draws.h"
#include "envpool/core/rollout/policy.h"

namespace envpool {

/// The bounds of the elements of an action column. Floats beyond the range of
/// float32 are no bounds.
struct ActionBounds {
  std::vector<double> lows, highs;  // one, or one for each element
};

class ENVPOOL_EXPORT RandomActions : public Policy {
 public:
  /// `bounds`: for each action column after the ids. `first_step`: the number
  /// of the first step, so that a second rollout can continue the first one's
  /// draws. `mask`: the column with the mask of legal actions, or -1. Throws
  /// Error(kArgument) for bounds of another size.
  RandomActions(const ActionStore& store, std::vector<ActionBounds> bounds,
                std::uint64_t seed, std::int64_t first_step, int mask);

  void Act(const Turn& turn) const override;
  [[nodiscard]] std::vector<int> Reads() const override;

 private:
  template <typename T>
  void Draw(std::size_t column, CountedDraws* draws, T* to,
            std::size_t count) const;
  void DrawRow(const Turn& turn, std::size_t column, int index, int actor,
               CountedDraws* draws) const;
  template <typename T>
  void DrawChoices(const Turn& turn, std::int64_t step) const;
  /// `mask`: by action, whether it is legal.
  void DrawLegal(const std::int8_t* mask, std::int64_t count,
                 CountedDraws* draws, char* to) const;

  std::vector<ActionBounds> bounds_;
  std::vector<Column> columns_;
  std::vector<std::uint64_t> starts_;  // by env: the start of its draws
  const std::int64_t first_step_;
  const int mask_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ROLLOUT_RANDOM_ACTIONS_H_
