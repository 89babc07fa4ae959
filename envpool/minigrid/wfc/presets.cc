// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The pictures come from minigrid/envs/wfc/patterns in the source repository of
// MiniGrid (Apache-2.0). Most of them are samples of WaveFunctionCollapse by
// Maxim Gumin (MIT). The published package of MiniGrid does not contain them.

#include "envpool/minigrid/wfc/presets.h"

#include <array>
#include <stdexcept>
#include <string>

namespace envpool::minigrid::wfc {

const Preset& FindPreset(const std::string& name) {
  static const auto* presets = new std::array<Preset, 6>{{
      {"MazeSimple", 2, false, {"....", ".###", ".#.#", ".###"}},
      {"DungeonMazeScaled",
       2,
       true,
       {"........", "........", "..######", "..######", "..##..##", "..##..##",
        "..######", "..######"}},
      {"RoomsFabric", 3, false, {"..#..", ".....", "#####", ".....", "..#.."}},
      {"ObstaclesBlackdots", 2, false, {"...", ".#.", "..."}},
      {"ObstaclesAngular",
       3,
       true,
       {"...........", ".....#####.", ".....#####.", ".....#####.",
        ".....#####.", ".#########.", ".#########.", ".#########.",
        ".#########.", ".#########.", "..........."}},
      {"ObstaclesHogs3",
       3,
       true,
       {".................", ".......#....#....", "..#...###..###...",
        ".###...#....#....", "..#..............", ".........#.......",
        "....#...###...#..", "...###...#...###.", "....#.........#..",
        ".................", ".......#....#....", "..#...###..###...",
        ".###...#....#....", "..#..#...#....#..", "....###.###..###.",
        ".....#...#....#..", "................."}},
  }};
  for (const Preset& preset : *presets) {
    if (preset.name == name) {
      return preset;
    }
  }
  throw std::invalid_argument("wfc_preset: expected a preset, got \"" + name +
                              "\"");
}

}  // namespace envpool::minigrid::wfc
