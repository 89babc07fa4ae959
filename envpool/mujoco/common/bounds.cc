// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/common/bounds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace envpool::mujoco {
namespace {

// Distances below which geoms are not apart, absolute and per unit of their
// coordinates. MuJoCo's search for the nearest points of convex shapes ends
// within 1e-6.
constexpr double kSlack = 1e-5;
constexpr double kRelativeSlack = 1e-6;

using Vector = std::array<double, 3>;

double SumOfSizes(const Vector& vector) {
  return std::fabs(vector[0]) + std::fabs(vector[1]) + std::fabs(vector[2]);
}

Vector CentreOf(const Box& box, Place place) {
  Vector centre;
  for (std::size_t i = 0; i < 3; ++i) {
    const double* row = place.frame + 3 * i;
    centre[i] = place.position[i] + row[0] * box.centre[0] +
                row[1] * box.centre[1] + row[2] * box.centre[2];
  }
  return centre;
}

double SlackOf(const Vector& centre1, const Vector& centre2) {
  return kSlack + kRelativeSlack * (SumOfSizes(centre1) + SumOfSizes(centre2));
}

/// The largest distance of a point of the geom from the geom's origin.
double ReachOf(const mjModel& model, int geom) {
  const Box box = BoxOf(model, geom);
  if (!box.exists) {
    return std::numeric_limits<double>::infinity();
  }
  double square = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const double side = std::fabs(box.centre[i]) + box.half[i];
    square += side * side;
  }
  return std::max(std::sqrt(square), model.geom_rbound[geom]);
}

template <std::size_t kCount>
double SquaredDistance(const std::array<double, kCount>& one,
                       const double* other) {
  double sum = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    const double difference = one[i] - other[i];
    sum += difference * difference;
  }
  return sum;
}

}  // namespace

Box BoxOf(const mjModel& model, int geom) {
  const double* size = model.geom_size + 3 * static_cast<std::size_t>(geom);
  const double* bounds = model.geom_aabb + 6 * static_cast<std::size_t>(geom);
  switch (model.geom_type[geom]) {
    case mjGEOM_SPHERE:
      return {
          .exists = true, .centre = {}, .half = {size[0], size[0], size[0]}};
    case mjGEOM_CAPSULE:
      return {.exists = true,
              .centre = {},
              .half = {size[0], size[0], size[0] + size[1]}};
    case mjGEOM_CYLINDER:
      return {
          .exists = true, .centre = {}, .half = {size[0], size[0], size[1]}};
    case mjGEOM_ELLIPSOID:
    case mjGEOM_BOX:
      return {
          .exists = true, .centre = {}, .half = {size[0], size[1], size[2]}};
    case mjGEOM_MESH:
      return {.exists = true,
              .centre = {bounds[0], bounds[1], bounds[2]},
              .half = {bounds[3], bounds[4], bounds[5]}};
    default:
      return {};
  }
}

// Boxes are apart if the plane of a face separates them. NaN separates nothing.
bool AreApart(const Box& box1, Place place1, const Box& box2, Place place2,
              double distance) {
  const Vector centre1 = CentreOf(box1, place1);
  const Vector centre2 = CentreOf(box2, place2);
  const double gap = distance + SlackOf(centre1, centre2);
  const Vector between{centre2[0] - centre1[0], centre2[1] - centre1[1],
                       centre2[2] - centre1[2]};
  const double* frame1 = place1.frame;
  const double* frame2 = place2.frame;
  std::array<Vector, 3> cosines;  // of the angles between the axes
  for (std::size_t i = 0; i < 3; ++i) {
    double reach = box1.half[i];
    for (std::size_t j = 0; j < 3; ++j) {
      cosines[i][j] =
          std::fabs(frame1[i] * frame2[j] + frame1[3 + i] * frame2[3 + j] +
                    frame1[6 + i] * frame2[6 + j]);
      reach += cosines[i][j] * box2.half[j];
    }
    const double along = between[0] * frame1[i] + between[1] * frame1[3 + i] +
                         between[2] * frame1[6 + i];
    if (std::fabs(along) > reach + gap) {
      return true;
    }
  }
  for (std::size_t j = 0; j < 3; ++j) {
    const double reach = box2.half[j] + cosines[0][j] * box1.half[0] +
                         cosines[1][j] * box1.half[1] +
                         cosines[2][j] * box1.half[2];
    const double along = between[0] * frame2[j] + between[1] * frame2[3 + j] +
                         between[2] * frame2[6 + j];
    if (std::fabs(along) > reach + gap) {
      return true;
    }
  }
  return false;
}

bool IsAbove(Place plane, const Box& box, Place place, double distance) {
  const Vector centre = CentreOf(box, place);
  const Vector origin{plane.position[0], plane.position[1], plane.position[2]};
  const double* up = plane.frame + 2;  // every third value is the z axis
  double height = 0;
  double reach = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    height += (centre[i] - origin[i]) * up[3 * i];
    reach += box.half[i] *
             std::fabs(up[0] * place.frame[i] + up[3] * place.frame[3 + i] +
                       up[6] * place.frame[6 + i]);
  }
  return height > reach + distance + SlackOf(centre, origin);
}

void Motion::Add(const mjModel& model, int geom) {
  const double reach = ReachOf(model, geom);
  tracked_.push_back(
      {.geom = geom, .square = reach * reach, .position = {}, .frame = {}});
}

void Motion::Start(const mjData& data) {
  for (Tracked& each : tracked_) {
    const auto geom = static_cast<std::size_t>(each.geom);
    std::copy_n(data.geom_xpos + 3 * geom, 3, each.position.begin());
    std::copy_n(data.geom_xmat + 9 * geom, 9, each.frame.begin());
  }
}

// A point at q of the geom's frame moves by the change of the origin, and by
// the change of the frame times q. The matrix's norm bounds the latter. Each of
// the two may have half of the distance.
bool Motion::IsWithin(const mjData& data, double distance) const {
  const double limit = distance * distance / 4;
  for (const Tracked& each : tracked_) {
    const auto geom = static_cast<std::size_t>(each.geom);
    const double move =
        SquaredDistance(each.position, data.geom_xpos + 3 * geom);
    const double turn = SquaredDistance(each.frame, data.geom_xmat + 9 * geom);
    // NaN is not within.
    if (!(move <= limit) || !(turn == 0 || turn * each.square <= limit)) {
      return false;
    }
  }
  return true;
}

}  // namespace envpool::mujoco
