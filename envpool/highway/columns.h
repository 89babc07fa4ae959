// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Columns: the numbers of the bodies on a road that change in each frame, a
// column for each number, and the loops over them. The loops are compiled for
// several instruction sets, with the same bits.
//
// The angle of the wheels occurs only as the slip angle that follows from it.
//
// Threads: one at a time. Errors: none.

#ifndef ENVPOOL_HIGHWAY_COLUMNS_H_
#define ENVPOOL_HIGHWAY_COLUMNS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "envpool/highway/driver_model.h"
#include "envpool/highway/lane.h"

namespace envpool::highway {

/// All ones or zeros.
using Mask = std::uint64_t;
constexpr Mask MaskOf(bool x) { return x ? ~Mask{0} : Mask{0}; }

struct Columns {
  /// Columns are whole blocks long.
  static constexpr std::size_t kBlock = 8;
  static constexpr double kNoGap = std::numeric_limits<double>::infinity();

  using Numbers = std::vector<double>;

  void Resize(std::size_t count);
  [[nodiscard]] Vec PositionOf(std::size_t i) const { return {x[i], y[i]}; }
  [[nodiscard]] Vec VelocityOf(std::size_t i) const {
    return {velocity_x[i], velocity_y[i]};
  }
  [[nodiscard]] Vec DirectionOf(std::size_t i) const {
    return {direction_x[i], direction_y[i]};
  }

  std::size_t size{0};
  Numbers x, y, heading, speed;
  Numbers direction_x, direction_y, velocity_x, velocity_y;
  Numbers acceleration, slip_angle, slip_sine;
  Numbers target_speed, exponent, timer, timer_rate;
  Numbers least_speed, most_speed;
  Numbers radius;  // of a circle around the body
  std::vector<Mask> is_driven, is_stopping;
  // The wanted turn to the lane, as a sine. A vehicle is turning if this or the
  // slip matters for the rounding of angles; those bodies are copied.
  Numbers turn_sine;
  std::vector<Mask> is_turning;
  struct Turning {
    std::vector<std::size_t> body;
    Numbers sine, future_heading, heading, speed;
  } turning;
  // Where the body is on its lane.
  Numbers s, lat;
  Numbers speed_limit;
  // For decisions: the acceleration on a free road, the place beside the
  // target lane and that lane's heading a moment later, and the body in front.
  Numbers free, target_lat, future_heading;
  Numbers gap, front_x, front_y;
  // The nearest lane found so far, as a number, and its distance.
  Numbers nearest, distance;
};

/// What FindOnLane needs to know of a straight lane.
struct StraightLane {
  Vec start;
  Vec direction;
  Vec across;
  double heading;
  double length;
  double half_width;
  double number;
};

/// Bodies relative to a straight lane.
struct OnLane {
  Columns::Numbers s;
  std::vector<Mask>* lanes;  // by body: the lanes that it is on or near
  Mask bit;                  // of this lane
};

/// Boxes around lanes, in columns; padding is nowhere.
struct Boxes {
  static constexpr std::size_t kWord = 64;

  void Add(Vec low_corner, Vec high_corner);
  /// Call after the last Add.
  void Pad();
  Columns::Numbers left, right, low, high;
  std::vector<Mask> bit;  // of the box in its word
};

/// Places in the middle of a lane, and a grid around a vehicle.
struct LanePlaces {
  /// This many places at once, whole vectors.
  static constexpr std::size_t kCount = 8;

  double first;  // place number i is at s = first + i * step
  double step;
  double length;  // s is limited to the lane
  // The lane is straight, or a circle if the radius is not 0.
  Vec start;  // or the center
  Vec direction;
  double radius;
  double phase;
  double turn;
  Vec position;     // of the vehicle
  bool is_aligned;  // the grid, with the axes of the vehicle
  Vec axis;
  Vec low;  // of the grid
  Vec cell;
  double columns;
  double rows;
};

/// The loops, for one instruction set.
struct ColumnLoops {
  /// Sets `free`.
  void (*free)(const DriverModel&, Columns*);
  /// Sets the slip and the acceleration.
  void (*decide)(const DriverModel&, Columns*);
  /// Moves bodies.
  void (*move)(double dt, Columns*);
  /// Updates the nearest lane and the place on it; fills `on`.
  void (*find_on_lane)(const StraightLane&, Columns*, OnLane* on);
  /// A bit for each of 64 boxes from number `begin` on that is within `reach`
  /// of a position along both axes.
  Mask (*near_boxes)(const Boxes&, std::size_t begin, Vec position,
                     double reach);
  /// The cells of kCount places from number `begin` on, -1 beyond the grid.
  void (*cells)(const LanePlaces&, int begin, double* cells);
};

/// The loops for this processor.
const ColumnLoops& LoopsOfThisMachine();

}  // namespace envpool::highway

#endif  // ENVPOOL_HIGHWAY_COLUMNS_H_
