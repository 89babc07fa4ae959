// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Cliff walking (Sutton & Barto, example 6.6), equal to Gymnasium 1.2.3's
// CliffWalking-v1 draw for draw.  4 x 12 cells; the bottom row is start, ten
// cliff cells, goal.  Every move costs 1, stepping on the cliff costs 100 and
// leads back to the start without ending the episode.

#ifndef ENVPOOL_TOY_TEXT_CLIFFWALKING_H_
#define ENVPOOL_TOY_TEXT_CLIFFWALKING_H_

#include <string>
#include <utility>
#include <vector>

#include "envpool/toy_text/frames.h"
#include "envpool/toy_text/tabular.h"
#include "envpool/toy_text/texts.h"

namespace envpool::toy_text {

class CliffWalkingEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("is_slippery"_.Bind(false));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict("obs"_.Bind(Spec<int>({-1}, {0, 47})),
                    "info:prob"_.Bind(Spec<float>({}, {0.0F, 1.0F})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<int>({-1}, {0, 3})));
  }
  template <typename Config>
  static decltype(auto) Params(const Config& /*conf*/) {
    return MakeDict(
        "step_reward"_.Bind(ParamSpec{-1.0, -1e6, 1e6, "reward for a move"}),
        "cliff_reward"_.Bind(
            ParamSpec{-100.0, -1e6, 1e6, "reward for a move onto the cliff"}));
  }
};

using CliffWalkingEnvSpec = EnvSpec<CliffWalkingEnvFns>;

class CliffWalkingEnv
    : public TabularEnv<CliffWalkingEnvSpec, CliffWalkingEnv> {
 public:
  CliffWalkingEnv(const Spec& spec, int num_envs)
      : TabularEnv(spec, num_envs, MakeTable(spec.config["is_slippery"_]),
                   StartStates({kStart})) {}

  static constexpr int kRows = 4;
  static constexpr int kCols = 12;
  static constexpr int kActions = 4;  // up, right, down, left
  static constexpr int kStart = (kRows - 1) * kCols;
  static constexpr int kGoal = kRows * kCols - 1;
  static constexpr int kCell = 60;  // pixels along a side
  static constexpr std::pair<int, int> kFrameSize{kCell * kCols, kCell * kRows};

  template <typename Params>
  ENVPOOL_LANE_INLINE static Dynamics<2> DynamicsOf(const Params& params,
                                                    int i) {
    // If slippery, left and right turns are as likely as the intended move.
    return {{params["step_reward"_][i], params["cliff_reward"_][i]},
            {1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0}};
  }

  static constexpr bool IsCliff(int cell) {
    return cell > kStart && cell < kGoal;
  }

  void RenderLane(int lane, const Frame& frame, const Actions* last) const {
    DrawCliffWalking(state_[lane], ActionOf(last, kActions), frame);
  }
  [[nodiscard]] std::string RenderLaneText(int lane) const {
    return CliffText(state_[lane]);
  }

 private:
  enum Reward { kAway, kAtCliff };  // indices of rewards

  static TransitionTable MakeTable(bool is_slippery) {
    // The order of branches is a - 1, a, a + 1.
    TransitionTable table(kRows * kCols, kActions, is_slippery ? 3 : 1);
    for (int state = 0; state < kRows * kCols; ++state) {
      for (int action = 0; action < kActions; ++action) {
        for (int branch = 0; branch < table.branches(); ++branch) {
          const int turn = is_slippery ? branch - 1 : 0;
          const int cell = MoveOnGrid(
              state, (action + turn + kActions) % kActions, kRows, kCols);
          const bool cliff = IsCliff(cell);
          table.Set(state, action, branch, cliff ? kStart : cell,
                    cliff ? kAtCliff : kAway, cell == kGoal);
        }
      }
    }
    return table;
  }
};

}  // namespace envpool::toy_text

#endif  // ENVPOOL_TOY_TEXT_CLIFFWALKING_H_
