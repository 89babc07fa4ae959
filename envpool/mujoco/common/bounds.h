// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Bounds of geoms, for Collider: boxes that contain them, and how far they have
// moved. All answers allow for rounding, in MuJoCo and here: a contact needs
// geoms that no function here calls apart.
//
// Threads: one thread at a time. Errors: std::bad_alloc.

#ifndef ENVPOOL_MUJOCO_COMMON_BOUNDS_H_
#define ENVPOOL_MUJOCO_COMMON_BOUNDS_H_

#include <array>
#include <vector>

#include "mujoco/mujoco.h"

namespace envpool::mujoco {

/// A box that contains a geom, in the geom's frame.
struct Box {
  bool exists{false};
  std::array<double, 3> centre{};
  std::array<double, 3> half{};  // of its sides
};

/// The box of a geom. Planes, height fields and the like have none.
Box BoxOf(const mjModel& model, int geom);

/// A geom's place in the world: a position, and a frame row by row.
struct Place {
  const double* position;
  const double* frame;
};

/// Whether the geoms in these boxes are farther apart than `distance`.
bool AreApart(const Box& box1, Place place1, const Box& box2, Place place2,
              double distance);

/// Whether the geom in this box is farther above the plane than `distance`.
bool IsAbove(Place plane, const Box& box, Place place, double distance);

/// Bounds how far the points of some geoms have moved.
class Motion {
 public:
  /// Adds a geom, once.
  void Add(const mjModel& model, int geom);
  /// Starts again at the geoms' current places.
  void Start(const mjData& data);
  /// Whether no point of a geom has moved farther than `distance`.
  [[nodiscard]] bool IsWithin(const mjData& data, double distance) const;

 private:
  struct Tracked {
    int geom;
    double square;  // of the largest distance of a point from the origin
    std::array<double, 3> position;
    std::array<double, 9> frame;
  };

  std::vector<Tracked> tracked_;
};

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_BOUNDS_H_
