// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Frames of the envs: the scenes of Gymnasium 1.2.3, byte for byte at their own
// size. Catch and NChain, which Gymnasium lacks, have simple scenes.
//
// Threads: any. Errors: none.

#ifndef ENVPOOL_TOY_TEXT_FRAMES_H_
#define ENVPOOL_TOY_TEXT_FRAMES_H_

#include <utility>

#include "envpool/core/batch_env.h"
#include "envpool/toy_text/lake_map.h"

namespace envpool::toy_text {

/// The latest action before an episode's first step.
inline constexpr int kNoAction = -1;

void DrawFrozenLake(const LakeMap& map, int cell, int action,
                    const Frame& frame);
void DrawCliffWalking(int cell, int action, const Frame& frame);
/// `facing` is the latest move, 0 to 3.
void DrawTaxi(int state, int facing, const Frame& frame);

struct BlackjackTable {
  int player_sum;
  bool usable_ace;
  int open;  // the dealer's open card: 1 to 10, or 0 before the first reset
  int suit;
  int face;  // of an open ten
};
void DrawBlackjack(const BlackjackTable& table, const Frame& frame);

/// Ball and paddle are (row, column).
void DrawCatch(int height, int width, std::pair<int, int> ball,
               std::pair<int, int> paddle, const Frame& frame);
void DrawNChain(int num_states, int state, const Frame& frame);

}  // namespace envpool::toy_text

#endif  // ENVPOOL_TOY_TEXT_FRAMES_H_
