// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// EpisodeCutter: cuts the rows of rollouts into whole episodes, for data sets.
//
// An episode of T steps has T + 1 states and T moves. A state is what a reset
// and each step result in, such as an observation; a move is what only steps
// have, such as an action and a reward. Both consist of parts with a fixed
// number of bytes. The rows of an unfinished episode are kept until it ends.
//
// Threads: one at a time. Errors: std::bad_alloc.

#ifndef ENVPOOL_CORE_ROLLOUT_EPISODE_CUTTER_H_
#define ENVPOOL_CORE_ROLLOUT_EPISODE_CUTTER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "envpool/core/export.h"

namespace envpool {

/// The rows of a rollout: for each part an array in C order, of the shape
/// (steps, envs, bytes) unless another one is given.
struct RolloutParts {
  std::int64_t steps = 0;
  std::vector<const char*> states;
  std::vector<const char*> moves;
  // (envs, bytes): the states before the first row, of the envs that start.
  std::vector<const char*> first;
  // (ends, bytes): the last states of episodes, in the order of `ends`, if rows
  // with an end have the first state of the next episode; else empty.
  std::vector<const char*> final;
  const bool* is_reset;       // the row has a first state, and no move
  const bool* ends;           // the row ends an episode
  const bool* is_broken;      // the env failed: its episode is lost
  const bool* starts;         // (envs): `first` has a first state
  const bool* continues;      // (envs): the rows follow the rows before
  const std::int64_t* seeds;  // (envs): of the first episode in these rows ...
  const bool* has_seed;       // ... if it is known
};

/// Whole episodes: the rows of each part, one episode after another.
struct Episodes {
  std::vector<std::int64_t> lengths;  // numbers of moves
  std::vector<std::int64_t> seeds;    // empty if they are not known
  std::vector<std::vector<char>> states;
  std::vector<std::vector<char>> moves;

  [[nodiscard]] std::size_t Bytes() const;
  /// Removes all of them, and keeps the memory.
  void Clear();
};

class ENVPOOL_EXPORT EpisodeCutter {
 public:
  /// The bytes of each part of a state and of a move.
  EpisodeCutter(int num_envs, std::vector<std::size_t> state_bytes,
                std::vector<std::size_t> move_bytes);

  /// Adds the episodes that end in these rows to `whole`.
  void Cut(const RolloutParts& rows);
  /// The whole episodes with a known seed, or without one.
  [[nodiscard]] Episodes& whole(bool has_seed) {
    return whole_[has_seed ? 1 : 0];
  }

 private:
  struct Open {
    std::optional<std::int64_t> seed;
    std::int64_t length = 0;
    std::vector<std::vector<char>> states;
    std::vector<std::vector<char>> moves;
    bool is_open = false;
  };

  void CutEnv(const RolloutParts& rows, int env,
              const std::vector<std::int64_t>& final_rows);
  void Begin(Open* open, std::optional<std::int64_t> seed) const;
  void Finish(Open* open);
  /// Adds `count` rows from a step on.
  void AddStates(const RolloutParts& rows, int env, std::int64_t step,
                 std::int64_t count, Open* open) const;
  void AddMoves(const RolloutParts& rows, int env, std::int64_t step,
                std::int64_t count, Open* open) const;
  /// Adds one state of arrays whose rows are the last axis but one.
  void AddState(const std::vector<const char*>& arrays, std::int64_t row,
                Open* open) const;

  const int num_envs_;
  const std::vector<std::size_t> state_bytes_;
  const std::vector<std::size_t> move_bytes_;
  std::vector<Open> open_;  // by env
  std::array<Episodes, 2> whole_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ROLLOUT_EPISODE_CUTTER_H_
