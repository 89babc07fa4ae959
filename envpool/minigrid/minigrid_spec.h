// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// MiniGridEnvSpec: the config, state and actions of all tasks. A task ignores
// config keys of other tasks.
//
// Threads: as EnvSpec. Errors: none.

#ifndef ENVPOOL_MINIGRID_MINIGRID_SPEC_H_
#define ENVPOOL_MINIGRID_MINIGRID_SPEC_H_

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/env.h"
#include "envpool/minigrid/level.h"
#include "envpool/minigrid/observation.h"
#include "envpool/minigrid/reward_wrappers.h"

namespace envpool::minigrid {

namespace internal {

inline auto MiniGridConfig() {
  const LevelOptions d;
  return MakeDict(
      "env_name"_.Bind(d.env_name), "size"_.Bind(d.size),
      "width"_.Bind(d.width), "height"_.Bind(d.height),
      "agent_start_pos"_.Bind(std::pair<int, int>{1, 1}),
      "agent_start_dir"_.Bind(d.agent_start_dir),
      "agent_pos"_.Bind(std::pair<int, int>{-1, -1}),
      "goal_pos"_.Bind(std::pair<int, int>{-1, -1}),
      "agent_view_size"_.Bind(d.agent_view_size),
      "see_through_walls"_.Bind(d.see_through_walls), "mission_bytes"_.Bind(96),
      "action_max"_.Bind(6), "num_crossings"_.Bind(d.num_crossings),
      "obstacle_type"_.Bind(d.obstacle_type), "strip2_row"_.Bind(d.strip2_row),
      "n_obstacles"_.Bind(d.n_obstacles), "num_objs"_.Bind(d.num_objs),
      "random_length"_.Bind(d.random_length), "room_size"_.Bind(d.room_size),
      "num_rows"_.Bind(d.num_rows), "num_cols"_.Bind(d.num_cols),
      "obj_type"_.Bind(d.obj_type), "wfc_preset"_.Bind(d.wfc_preset),
      "ensure_connected"_.Bind(d.ensure_connected),
      "min_num_rooms"_.Bind(d.min_num_rooms),
      "max_num_rooms"_.Bind(d.max_num_rooms),
      "max_room_size"_.Bind(d.max_room_size), "key_in_box"_.Bind(d.key_in_box),
      "blocked"_.Bind(d.blocked), "agent_room"_.Bind(std::pair<int, int>{1, 1}),
      "num_quarters"_.Bind(d.num_quarters),
      "num_rooms_visited"_.Bind(d.num_rooms_visited));
}
inline auto BabyAiConfig() {
  const LevelOptions d;
  return MakeDict(
      "num_dists"_.Bind(d.num_dists),
      "locked_room_prob"_.Bind(d.locked_room_prob),
      "locations"_.Bind(d.locations), "unblocking"_.Bind(d.unblocking),
      "implicit_unlock"_.Bind(d.implicit_unlock),
      "action_kinds"_.Bind(d.action_kinds), "instr_kinds"_.Bind(d.instr_kinds),
      "doors_open"_.Bind(d.doors_open), "debug"_.Bind(d.debug),
      "select_by"_.Bind(d.select_by), "first_color"_.Bind(d.first_color),
      "second_color"_.Bind(d.second_color), "strict"_.Bind(d.strict),
      "num_doors"_.Bind(d.num_doors), "objs_per_room"_.Bind(d.objs_per_room),
      "start_carrying"_.Bind(d.start_carrying),
      "distractors"_.Bind(d.distractors));
}
// The options of the official wrappers and of the official render.
inline auto WrapperConfig() {
  const RewardOptions d;
  return MakeDict("observation"_.Bind(std::string("partial")),
                  "tile_size"_.Bind(0), "highlight"_.Bind(true),
                  "agent_pov"_.Bind(false), "no_death"_.Bind(d.no_death),
                  "death_cost"_.Bind(d.death_cost),
                  "position_bonus"_.Bind(d.position_bonus),
                  "action_bonus"_.Bind(d.action_bonus));
}

}  // namespace internal

/// Converts a config to level options.
template <typename Config>
LevelOptions OptionsOf(const Config& conf) {
  const auto pos = [](const std::pair<int, int>& xy) {
    return Pos{xy.first, xy.second};
  };
  LevelOptions o;
  o.env_name = conf["env_name"_];
  const int limit = conf["max_episode_steps"_];
  o.max_episode_steps = limit == Level::kNoLimit ? 0 : limit;
  o.size = conf["size"_];
  o.width = conf["width"_];
  o.height = conf["height"_];
  o.agent_start_pos = pos(conf["agent_start_pos"_]);
  o.agent_start_dir = conf["agent_start_dir"_];
  o.agent_pos = pos(conf["agent_pos"_]);
  o.goal_pos = pos(conf["goal_pos"_]);
  o.agent_view_size = conf["agent_view_size"_];
  o.see_through_walls = conf["see_through_walls"_];
  o.num_crossings = conf["num_crossings"_];
  o.obstacle_type = conf["obstacle_type"_];
  o.strip2_row = conf["strip2_row"_];
  o.n_obstacles = conf["n_obstacles"_];
  o.num_objs = conf["num_objs"_];
  o.random_length = conf["random_length"_];
  o.room_size = conf["room_size"_];
  o.num_rows = conf["num_rows"_];
  o.num_cols = conf["num_cols"_];
  o.obj_type = conf["obj_type"_];
  o.wfc_preset = conf["wfc_preset"_];
  o.ensure_connected = conf["ensure_connected"_];
  o.min_num_rooms = conf["min_num_rooms"_];
  o.max_num_rooms = conf["max_num_rooms"_];
  o.max_room_size = conf["max_room_size"_];
  o.key_in_box = conf["key_in_box"_];
  o.blocked = conf["blocked"_];
  o.agent_room = pos(conf["agent_room"_]);
  o.num_quarters = conf["num_quarters"_];
  o.num_rooms_visited = conf["num_rooms_visited"_];
  o.num_dists = conf["num_dists"_];
  o.locked_room_prob = conf["locked_room_prob"_];
  o.locations = conf["locations"_];
  o.unblocking = conf["unblocking"_];
  o.implicit_unlock = conf["implicit_unlock"_];
  o.action_kinds = conf["action_kinds"_];
  o.instr_kinds = conf["instr_kinds"_];
  o.doors_open = conf["doors_open"_];
  o.debug = conf["debug"_];
  o.select_by = conf["select_by"_];
  o.first_color = conf["first_color"_];
  o.second_color = conf["second_color"_];
  o.strict = conf["strict"_];
  o.num_doors = conf["num_doors"_];
  o.objs_per_room = conf["objs_per_room"_];
  o.start_carrying = conf["start_carrying"_];
  o.distractors = conf["distractors"_];
  return o;
}

template <typename Config>
RewardOptions RewardOptionsOf(const Config& conf) {
  return {conf["no_death"_], conf["death_cost"_], conf["position_bonus"_],
          conf["action_bonus"_]};
}

class MiniGridEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return ConcatDict(
        ConcatDict(internal::MiniGridConfig(), internal::BabyAiConfig()),
        internal::WrapperConfig());
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    // Entries without elements are left out, so a flat observation consists of
    // the image alone.
    const bool is_flat = conf["observation"_] == std::string("flat");
    const int mission_bytes = conf["mission_bytes"_];
    return MakeDict(
        "obs:direction"_.Bind(Spec<int>(
            is_flat ? std::vector<int>{0} : std::vector<int>{}, {0, 3})),
        "obs:image"_.Bind(
            Spec<uint8_t>(ImageShape(OptionsOf(conf), conf["observation"_],
                                     conf["tile_size"_]),
                          {0, 255})),
        "obs:mission"_.Bind(
            Spec<uint8_t>({is_flat ? 0 : mission_bytes}, {0, 255})),
        "info:agent_pos"_.Bind(Spec<int>({2}, {0, MaxSide(conf)})),
        "info:mission_id"_.Bind(Spec<int>({})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& conf) {
    return MakeDict("action"_.Bind(Spec<int>({-1}, {0, conf["action_max"_]})));
  }

 private:
  template <typename Config>
  static int MaxSide(const Config& conf) {
    constexpr int kFixedSide = 25;  // the largest side of tasks that fix it
    const int rooms = (conf["room_size"_] - 1) *
                          std::max<int>(conf["num_rows"_], conf["num_cols"_]) +
                      1;
    return std::max({conf["size"_] + 0, conf["width"_] + 0, conf["height"_] + 0,
                     rooms, kFixedSide});
  }
};

using MiniGridEnvSpec = EnvSpec<MiniGridEnvFns>;

}  // namespace envpool::minigrid

#endif  // ENVPOOL_MINIGRID_MINIGRID_SPEC_H_
