// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// LevelOptions: the config keys that levels read. The fields have their names.
//
// Threads: immutable. Errors: none; the registration checks the values.

#ifndef ENVPOOL_MINIGRID_LEVEL_OPTIONS_H_
#define ENVPOOL_MINIGRID_LEVEL_OPTIONS_H_

#include <string>

#include "envpool/minigrid/grid.h"

namespace envpool::minigrid {

struct LevelOptions {
  std::string env_name = "empty";
  int max_episode_steps = 0;  // 0: the official limit of the task
  int size = 8;
  int width = 9;
  int height = 7;
  Pos agent_start_pos = {1, 1};  // (-1, -1): at random
  int agent_start_dir = 0;       // -1: at random
  Pos agent_pos = {-1, -1};      // FourRooms; (-1, -1): at random
  Pos goal_pos = {-1, -1};       // FourRooms; (-1, -1): at random
  int agent_view_size = 7;
  bool see_through_walls = false;
  int num_crossings = 1;
  std::string obstacle_type = "lava";
  int strip2_row = 2;
  int n_obstacles = 4;
  int num_objs = 3;
  bool random_length = false;
  int room_size = 6;
  int num_rows = 3;
  int num_cols = 3;
  std::string obj_type = "ball";
  std::string wfc_preset = "MazeSimple";
  bool ensure_connected = true;
  int min_num_rooms = 2;
  int max_num_rooms = 6;
  int max_room_size = 10;
  bool key_in_box = true;
  bool blocked = true;
  Pos agent_room = {1, 1};
  int num_quarters = 4;
  int num_rooms_visited = 25;
  // BabyAI.
  int num_dists = 18;
  double locked_room_prob = 0.5;
  bool locations = true;
  bool unblocking = true;
  bool implicit_unlock = true;
  std::string action_kinds = "goto,pickup,open,putnext";
  std::string instr_kinds = "action,and,seq";
  bool doors_open = false;
  bool debug = false;
  std::string select_by;
  std::string first_color;
  std::string second_color;
  bool strict = false;
  int num_doors = 2;
  int objs_per_room = 4;
  bool start_carrying = false;
  bool distractors = false;
};

}  // namespace envpool::minigrid

#endif  // ENVPOOL_MINIGRID_LEVEL_OPTIONS_H_
