// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Frozen lake, equal to Gymnasium 1.2.3's FrozenLake-v1 draw for draw,
// options included.  The map is, in this order of preference, `desc` (rows of
// the letters S F H G), the named map `map_name`, or the named map of side
// `size`.

#ifndef ENVPOOL_TOY_TEXT_FROZEN_LAKE_H_
#define ENVPOOL_TOY_TEXT_FROZEN_LAKE_H_

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/batch_envpool.h"
#include "envpool/toy_text/frames.h"
#include "envpool/toy_text/lake_map.h"
#include "envpool/toy_text/tabular.h"
#include "envpool/toy_text/texts.h"

namespace envpool::toy_text {

class FrozenLakeEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("size"_.Bind(4), "map_name"_.Bind(std::string()),
                    "desc"_.Bind(std::vector<std::string>()),
                    "is_slippery"_.Bind(true), "success_rate"_.Bind(1.0 / 3.0),
                    "reward_schedule"_.Bind(std::vector<double>{1.0, 0.0, 0.0}),
                    "reward_threshold"_.Bind(0.7));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const LakeMap map = LakeMap::FromConfig(conf);
    return MakeDict("obs"_.Bind(Spec<int>({-1}, {0, map.rows * map.cols - 1})),
                    "info:prob"_.Bind(Spec<float>({}, {0.0F, 1.0F})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<int>({-1}, {0, 3})));
  }
  template <typename Config>
  static decltype(auto) Params(const Config& conf) {
    const double success = conf["success_rate"_];
    const std::vector<double>& rewards = conf["reward_schedule"_];
    if (rewards.size() != 3) {
      throw std::invalid_argument(
          "reward_schedule: expected three numbers (goal, hole, frozen)");
    }
    if (!(success >= 0.0 && success <= 1.0)) {
      throw std::invalid_argument("success_rate: expected 0 <= rate <= 1");
    }
    return MakeDict(
        "success_rate"_.Bind(
            ParamSpec{success, 0.0, 1.0,
                      "probability of the intended direction; only with "
                      "is_slippery"}),
        "goal_reward"_.Bind(
            ParamSpec{rewards[0], -1e6, 1e6, "reward for reaching the goal"}),
        "hole_reward"_.Bind(
            ParamSpec{rewards[1], -1e6, 1e6, "reward for falling into a hole"}),
        "frozen_reward"_.Bind(
            ParamSpec{rewards[2], -1e6, 1e6, "reward for any other move"}));
  }
};

using FrozenLakeEnvSpec = EnvSpec<FrozenLakeEnvFns>;

class FrozenLakeEnv : public TabularEnv<FrozenLakeEnvSpec, FrozenLakeEnv> {
  // Indices of rewards.
  enum Reward { kAtGoal, kInHole, kOnIce, kNothing, kRewards };

 public:
  FrozenLakeEnv(const Spec& spec, int num_envs)
      : FrozenLakeEnv(spec, num_envs, LakeMap::FromConfig(spec.config)) {}

  template <typename Params>
  ENVPOOL_LANE_INLINE static Dynamics<kRewards> DynamicsOf(const Params& params,
                                                           int i) {
    const double success = params["success_rate"_][i];
    const double fail = (1.0 - success) / 2.0;
    return {{params["goal_reward"_][i], params["hole_reward"_][i],
             params["frozen_reward"_][i], 0.0},
            {fail, success, fail}};
  }

  [[nodiscard]] std::pair<int, int> FrameSize(int /*lane*/) const {
    return map_.FrameSize();
  }
  void RenderLane(int lane, const Frame& frame, const Actions* last) const {
    DrawFrozenLake(map_, state_[lane], ActionOf(last, kActions), frame);
  }
  [[nodiscard]] std::string RenderLaneText(int lane,
                                           const Actions* last) const {
    return LakeText(map_, state_[lane], ActionOf(last, kActions));
  }

 private:
  static constexpr int kActions = 4;  // left, down, right, up

  FrozenLakeEnv(const Spec& spec, int num_envs, const LakeMap& map)
      : TabularEnv(spec, num_envs, MakeTable(spec, map), MakeStarts(map)),
        map_(map) {}

  static StartStates MakeStarts(const LakeMap& map) {
    std::vector<int> starts;
    for (std::size_t cell = 0; cell < map.cells.size(); ++cell) {
      if (map.cells[cell] == 'S') starts.push_back(static_cast<int>(cell));
    }
    return StartStates(std::move(starts));
  }

  static TransitionTable MakeTable(const Spec& spec, const LakeMap& map) {
    const bool is_slippery = spec.config["is_slippery"_];
    const int num_cells = map.rows * map.cols;
    TransitionTable table(num_cells, kActions, is_slippery ? 3 : 1);
    for (int cell = 0; cell < num_cells; ++cell) {
      const bool absorbing = map.cells[cell] == 'G' || map.cells[cell] == 'H';
      for (int action = 0; action < kActions; ++action) {
        if (absorbing) {
          table.SetCertain(cell, action, cell, kNothing, true);
          continue;
        }
        for (int branch = 0; branch < table.branches(); ++branch) {
          const int turn = is_slippery ? branch - 1 : 0;
          // The actions are left, down, right and up.
          const int direction =
              kActions - 1 - (action + turn + kActions) % kActions;
          const int next = MoveOnGrid(cell, direction, map.rows, map.cols);
          const char letter = map.cells[next];
          const bool goal = letter == 'G';
          const bool hole = letter == 'H';
          table.Set(cell, action, branch, next,
                    goal ? kAtGoal : (hole ? kInHole : kOnIce), goal || hole);
        }
      }
    }
    return table;
  }

  LakeMap map_;
};

}  // namespace envpool::toy_text

#endif  // ENVPOOL_TOY_TEXT_FROZEN_LAKE_H_
