// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Maze: a map of cells, the places on it, and its walls in a robot's model.
//
// Threads: constant after construction. Errors: std::invalid_argument for a map
// that is not one.

#ifndef ENVPOOL_MUJOCO_ROBOTICS_MAZE_H_
#define ENVPOOL_MUJOCO_ROBOTICS_MAZE_H_

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "envpool/mujoco/common/model.h"

namespace envpool::mujoco::robotics {

/// x and y in the world, in metres.
using Place = std::array<double, 2>;

double DistanceBetween(const double* a, const double* b);

class Maze {
 public:
  /// `map` is the name of a map, such as "U_MAZE", or its rows from north to
  /// south, separated by "/". A cell is 1 (wall), 0 (free), r (start), g (goal)
  /// or c (start and goal). `scaling` is the side of a cell in metres, `height`
  /// that of the walls in cells.
  Maze(const std::string& map, double scaling, double height);

  /// The places of goals, and of the robot at the start of an episode. There is
  /// at least one of each.
  [[nodiscard]] const std::vector<Place>& goals() const { return goals_; }
  [[nodiscard]] const std::vector<Place>& starts() const { return starts_; }
  [[nodiscard]] double scaling() const { return scaling_; }
  [[nodiscard]] std::size_t num_rows() const { return rows_.size(); }

  /// The centre of a cell; throws std::invalid_argument, which begins with
  /// `name`, for a wall or a cell that is not in the maze.
  [[nodiscard]] Place FreeCell(const char* name, int row, int column) const;

  /// The change that adds walls, and the site "target", to a robot's model.
  [[nodiscard]] ModelEdit Walls() const;

 private:
  void FindPlaces();
  void AddTo(mjSpec* spec) const;
  [[nodiscard]] Place CentreOf(std::size_t row, std::size_t column) const;

  std::vector<std::string> rows_;
  double scaling_;
  double height_;
  std::vector<Place> goals_;
  std::vector<Place> starts_;
};

}  // namespace envpool::mujoco::robotics

#endif  // ENVPOOL_MUJOCO_ROBOTICS_MAZE_H_
