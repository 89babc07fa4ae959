// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Frozen lake, equal to Gymnasium 1.2.3's FrozenLake-v1 draw for draw,
// options included.  The map is, in this order of preference, `desc` (rows of
// the letters S F H G), the named map `map_name`, or the named map of side
// `size`.

#ifndef ENVPOOL_TOY_TEXT_FROZEN_LAKE_H_
#define ENVPOOL_TOY_TEXT_FROZEN_LAKE_H_

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "envpool/toy_text/tabular.h"

namespace envpool::toy_text {

/// The lake as one string, row after row.  Throws on a map that is no map.
struct LakeMap {
  int rows = 0;
  int cols = 0;
  std::string cells;

  static LakeMap FromRows(const std::vector<std::string>& desc) {
    LakeMap map;
    map.rows = static_cast<int>(desc.size());
    map.cols = static_cast<int>(desc.at(0).size());
    for (const std::string& row : desc) {
      if (row.size() != desc[0].size()) {
        throw std::invalid_argument("desc: all rows must be equally long");
      }
      map.cells += row;
    }
    if (map.cells.find_first_not_of("SFHG") != std::string::npos) {
      throw std::invalid_argument("desc: only the letters S F H G are known");
    }
    if (map.cells.find('S') == std::string::npos) {
      throw std::invalid_argument("desc: at least one start cell S is needed");
    }
    return map;
  }

  static LakeMap FromName(const std::string& name) {
    if (name == "4x4") {
      return FromRows({"SFFF", "FHFH", "FFFH", "HFFG"});
    }
    if (name == "8x8") {
      return FromRows({"SFFFFFFF", "FFFFFFFF", "FFFHFFFF", "FFFFFHFF",
                       "FFFHFFFF", "FHHFFFHF", "FHFFHFHF", "FFFHFFFG"});
    }
    throw std::invalid_argument(
        "map_name: expected \"4x4\" or \"8x8\", got \"" + name + "\"");
  }

  template <typename Config>
  static LakeMap FromConfig(const Config& conf) {
    const std::vector<std::string>& desc = conf["desc"_];
    if (!desc.empty()) return FromRows(desc);
    const std::string& name = conf["map_name"_];
    if (!name.empty()) return FromName(name);
    const std::string side = std::to_string(conf["size"_]);
    return FromName(side + "x" + side);
  }
};

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
};

using FrozenLakeEnvSpec = EnvSpec<FrozenLakeEnvFns>;

class FrozenLakeEnv : public TabularEnv<FrozenLakeEnvSpec> {
 public:
  FrozenLakeEnv(const Spec& spec, int num_envs)
      : FrozenLakeEnv(spec, num_envs, LakeMap::FromConfig(spec.config)) {}

 private:
  static constexpr int kActions = 4;  // left, down, right, up

  FrozenLakeEnv(const Spec& spec, int num_envs, const LakeMap& map)
      : TabularEnv(spec, num_envs, MakeTable(spec, map), MakeStarts(map)) {}

  static StartStates MakeStarts(const LakeMap& map) {
    std::vector<int> starts;
    for (std::size_t cell = 0; cell < map.cells.size(); ++cell) {
      if (map.cells[cell] == 'S') starts.push_back(static_cast<int>(cell));
    }
    return StartStates(std::move(starts));
  }

  /// The cell one move away from `cell`, staying on the map.
  static int Move(const LakeMap& map, int cell, int direction) {
    const int row = cell / map.cols;
    const int col = cell % map.cols;
    switch (direction) {
      case 0:
        return row * map.cols + std::max(col - 1, 0);
      case 1:
        return std::min(row + 1, map.rows - 1) * map.cols + col;
      case 2:
        return row * map.cols + std::min(col + 1, map.cols - 1);
      default:
        return std::max(row - 1, 0) * map.cols + col;
    }
  }

  static TransitionTable MakeTable(const Spec& spec, const LakeMap& map) {
    const bool is_slippery = spec.config["is_slippery"_];
    const double success = spec.config["success_rate"_];
    const std::vector<double>& rewards = spec.config["reward_schedule"_];
    if (rewards.size() != 3) {
      throw std::invalid_argument(
          "reward_schedule: expected three numbers (goal, hole, frozen)");
    }
    if (!(success >= 0.0 && success <= 1.0)) {
      throw std::invalid_argument("success_rate: expected 0 <= rate <= 1");
    }
    const double fail = (1.0 - success) / 2.0;
    const int num_cells = map.rows * map.cols;
    TransitionTable table(num_cells, kActions,
                          is_slippery ? std::vector<double>{fail, success, fail}
                                      : std::vector<double>{1.0});
    for (int cell = 0; cell < num_cells; ++cell) {
      const bool absorbing = map.cells[cell] == 'G' || map.cells[cell] == 'H';
      for (int action = 0; action < kActions; ++action) {
        if (absorbing) {
          table.SetCertain(cell, action, cell, 0.0, true);
          continue;
        }
        for (int branch = 0; branch < table.branches(); ++branch) {
          const int turn = is_slippery ? branch - 1 : 0;
          const int next =
              Move(map, cell, (action + turn + kActions) % kActions);
          const char letter = map.cells[next];
          const bool goal = letter == 'G';
          const bool hole = letter == 'H';
          table.Set(cell, action, branch, next,
                    goal ? rewards[0] : (hole ? rewards[1] : rewards[2]),
                    goal || hole);
        }
      }
    }
    return table;
  }
};

}  // namespace envpool::toy_text

#endif  // ENVPOOL_TOY_TEXT_FROZEN_LAKE_H_
