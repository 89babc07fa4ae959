// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/tasks/senses.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

namespace envpool::mujoco::tasks {
namespace {

bool Has(std::span<const double> geoms, int geom) {
  return std::find(geoms.begin(), geoms.end(), geom) != geoms.end();
}

}  // namespace

void MeasureContacts(const mjModel& model, const mjData& data,
                     std::span<const double> first,
                     std::span<const double> second, ContactResult result,
                     double* out) {
  std::fill_n(out, result == ContactResult::kForce ? 3 : 1, 0.0);
  for (int i = 0; i < data.ncon; ++i) {
    const mjContact& contact = data.contact[i];
    const auto matches = [&](int one, int other) {
      return Has(first, one) && (second.empty() || Has(second, other));
    };
    // MuJoCo's force acts on the second geom of a contact.
    double sign = 0;
    if (matches(contact.geom[1], contact.geom[0])) {
      sign = 1;
    } else if (matches(contact.geom[0], contact.geom[1])) {
      sign = -1;
    } else {
      continue;
    }
    if (result == ContactResult::kCount) {
      out[0] += 1;
      continue;
    }
    std::array<double, 6> force{};
    mj_contactForce(&model, &data, i, force.data());
    if (result == ContactResult::kNormal) {
      out[0] += force[0];
      continue;
    }
    for (int axis = 0; axis < 3; ++axis) {
      for (int row = 0; row < 3; ++row) {
        out[axis] += sign * contact.frame[3 * row + axis] * force[row];
      }
    }
  }
}

double CastRay(const mjModel& model, const mjData& data, const double* point,
               const double* direction, int excluded) {
  if (std::all_of(direction, direction + 3,
                  [](double value) { return !(value < 0 || value > 0); })) {
    return -1;  // MuJoCo requires a direction
  }
  int geom = -1;
  return mj_ray(&model, &data, point, direction, /*geomgroup=*/nullptr,
                /*flg_static=*/1, excluded, &geom, /*normal=*/nullptr);
}

namespace {

/// std::hypot() of glibc 2.35 is not in manylinux_2_28.
double Length(double x, double y) { return std::sqrt(x * x + y * y); }

/// A circle around points, seen from above.
struct Circle {
  double x;
  double y;
  double radius;
};

Circle CircleAround(std::span<const double> points) {
  std::array<double, 2> low{points[0], points[1]};
  std::array<double, 2> high = low;
  for (std::size_t i = 0; i < points.size(); i += 3) {
    for (int axis = 0; axis < 2; ++axis) {
      low[axis] = std::min(low[axis], points[i + axis]);
      high[axis] = std::max(high[axis], points[i + axis]);
    }
  }
  return {.x = (low[0] + high[0]) / 2,
          .y = (low[1] + high[1]) / 2,
          .radius = Length(high[0] - low[0], high[1] - low[1]) / 2};
}

/// Whether a geom of the world may be below points in the circle.
bool MayBeBelow(const mjModel& model, const mjData& data, int geom,
                const Circle& circle) {
  if (model.body_weldid[model.geom_bodyid[geom]] != 0) {
    return false;
  }
  const double radius = model.geom_rbound[geom];  // 0 of planes
  const double* centre = data.geom_xpos + 3 * geom;
  return radius == 0 || Length(centre[0] - circle.x, centre[1] - circle.y) <=
                            radius + circle.radius;
}

double DistanceDown(const mjModel& model, const mjData& data, int geom,
                    const double* point) {
  constexpr std::array<double, 3> kDown{0, 0, -1};
  switch (model.geom_type[geom]) {
    case mjGEOM_HFIELD:
      return mj_rayHfield(&model, &data, geom, point, kDown.data(),
                          /*normal=*/nullptr);
    case mjGEOM_MESH:
      return mj_rayMesh(&model, &data, geom, point, kDown.data(),
                        /*normal=*/nullptr);
    default:
      return mju_rayGeom(data.geom_xpos + 3 * geom, data.geom_xmat + 9 * geom,
                         model.geom_size + 3 * geom, point, kDown.data(),
                         model.geom_type[geom], /*normal=*/nullptr);
  }
}

}  // namespace

void ScanGround(const mjModel& model, const mjData& data,
                std::span<const double> points, double* out) {
  const std::size_t count = points.size() / 3;
  std::fill_n(out, count, -1.0);
  if (count == 0) {
    return;
  }
  const Circle circle = CircleAround(points);
  for (int geom = 0; geom < model.ngeom; ++geom) {
    if (!MayBeBelow(model, data, geom, circle)) {
      continue;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const double* point = points.data() + 3 * i;
      const Circle alone{.x = point[0], .y = point[1], .radius = 0};
      if (!MayBeBelow(model, data, geom, alone)) {
        continue;
      }
      const double distance = DistanceDown(model, data, geom, point);
      if (distance >= 0 && (out[i] < 0 || distance < out[i])) {
        out[i] = distance;
      }
    }
  }
}

}  // namespace envpool::mujoco::tasks
