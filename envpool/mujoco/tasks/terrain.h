// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Terrain: ground for robots, cell by cell. Cells of one column are of one
// kind; along the x axis, from level to level, they get harder. Slopes and
// roughness are one height field, stairs and boxes are geoms. All envs share
// it, as part of the model.
//
// Threads: constant after construction. Errors: std::invalid_argument, which
// names the config key.

#ifndef ENVPOOL_MUJOCO_TASKS_TERRAIN_H_
#define ENVPOOL_MUJOCO_TASKS_TERRAIN_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "mujoco/mujoco.h"

namespace envpool::mujoco::tasks {

class Terrain {
 public:
  enum class Kind { kFlat, kRough, kSlope, kStairs, kBoxes, kCount };

  /// Reads the numbers of the config: levels, the side of a cell, the distance
  /// of heights, the width of the border, the side of the flat centre of a
  /// cell, all in metres, and a seed; then for each column its kind, its amount
  /// at the first and at the last level, and its width. No numbers are no
  /// terrain.
  explicit Terrain(const std::vector<double>& numbers);

  [[nodiscard]] bool empty() const { return columns_.empty(); }
  /// Equal names stand for equal terrains.
  [[nodiscard]] std::string name() const;
  /// The centres of all cells on the ground: x, y and z of each, level by
  /// level.
  [[nodiscard]] std::vector<double> Origins() const;
  /// Adds the geoms, which are named `terrain` and `terrain_0`, ...
  void AddTo(mjSpec* spec) const;

 private:
  struct Column {
    Kind kind;
    double first;  // the amount at the first level
    double last;
    double width;
  };
  /// A box on the ground: its centre, half sides and height.
  struct Box {
    double x;
    double y;
    double half;
    double height;
  };
  /// The heights of a grid, row by row along the y axis.
  struct Field {
    int rows;
    int columns;
    std::vector<float> heights;
  };

  [[nodiscard]] double amount(const Column& column, int level) const;
  [[nodiscard]] double x_of(int level) const;
  [[nodiscard]] double y_of(std::size_t column) const;
  /// How far the sides of a cell are from its flat centre.
  [[nodiscard]] double rise() const { return (cell_ - centre_) / 2; }
  [[nodiscard]] int steps(const Column& column) const;

  [[nodiscard]] Field MakeField() const;
  [[nodiscard]] std::vector<Box> MakeBoxes() const;
  void AddField(mjSpec* spec) const;
  void AddBoxes(mjSpec* spec) const;

  const std::vector<double> numbers_;
  int levels_{0};
  double cell_{0};
  double resolution_{0};
  double border_{0};
  double centre_{0};
  std::int64_t seed_{0};
  std::vector<Column> columns_;
};

}  // namespace envpool::mujoco::tasks

#endif  // ENVPOOL_MUJOCO_TASKS_TERRAIN_H_
