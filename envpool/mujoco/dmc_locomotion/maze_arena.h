// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// MazeArena: the walls, floor and targets of a maze. It writes them into the
// world. The model has as many as a maze may need: see maze_models.py.
//
// Source: dm_control.locomotion.arenas.mazes.
//
// Threads: as World. Errors: std::invalid_argument for a part that the model
// does not have; std::runtime_error for a maze with more walls or tiles than
// the model.

#ifndef ENVPOOL_MUJOCO_DMC_LOCOMOTION_MAZE_ARENA_H_
#define ENVPOOL_MUJOCO_DMC_LOCOMOTION_MAZE_ARENA_H_

#include <array>
#include <string>
#include <vector>

#include "envpool/core/random/random_state.h"
#include "envpool/core/state_io.h"
#include "envpool/mujoco/dmc_locomotion/maze_layout.h"
#include "envpool/mujoco/dmc_locomotion/world.h"

namespace envpool::mujoco::dmc_locomotion {

struct MazeSizes {
  int cells;          // on each side
  double scale;       // of a cell, in metres
  double height;      // of walls, in metres
  int wall_textures;  // to draw from
  int floor_textures;
  double target_height;
};

class MazeArena {
 public:
  MazeArena(const MazeSizes& sizes, World* world);

  /// Builds the walls and the floor, and draws their textures. Targets are out
  /// of reach.
  void Build(const TextGrid& cells, const TextGrid& variations,
             RandomState* random);
  /// The middle of a cell: x, y.
  [[nodiscard]] std::array<double, 2> PlaceOf(Cell cell) const;

  /// The number of targets in the model.
  [[nodiscard]] int targets() const { return targets_; }
  [[nodiscard]] int TargetGeom(int target) const;
  void PlaceTarget(int target, Cell cell);
  /// Hides a target or shows it. It can be touched in either case.
  void ShowTarget(int target, bool is_shown);

  void Save(StateWriter* writer) const;
  void Load(StateReader* reader);

 private:
  struct Box {
    std::array<double, 3> middle;
    std::array<double, 3> half;
  };

  [[nodiscard]] Box BoxOf(const Block& block) const;
  [[nodiscard]] int NumberOf(double half_side) const;
  void BuildWalls(const TextGrid& cells, int texture);
  void BuildWall(int number, const Block& block, int texture);
  void BuildFloor(const TextGrid& variations, RandomState* random);
  void BuildTile(int number, const Block& block, int texture);
  void Place(int geom, const std::array<double, 3>& place,
             const std::array<double, 3>& size, int material);
  void Hide(int geom);

  const MazeSizes& sizes_;
  World& world_;
  double* const place_;
  double* const size_;
  float* const colour_;
  double* const body_place_;
  float* const material_colour_;
  int* const material_;
  const int first_wall_;
  const int walls_;
  const int first_plane_;
  const int first_tile_;
  const int tiles_;
  const int first_target_;  // a body
  const int targets_;
  const int target_material_;
  const int wall_material_;
  const int floor_material_;
};

}  // namespace envpool::mujoco::dmc_locomotion

#endif  // ENVPOOL_MUJOCO_DMC_LOCOMOTION_MAZE_ARENA_H_
