// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Contacts, distances and velocities, which MuJoCo computes on request.
//
// Threads, errors: none of their own.

#ifndef ENVPOOL_MUJOCO_TASKS_SENSES_H_
#define ENVPOOL_MUJOCO_TASKS_SENSES_H_

#include <span>

#include "envpool/mujoco/tasks/ops.h"
#include "mujoco/mujoco.h"

namespace envpool::mujoco::tasks {

/// Measures the contacts between the geoms `first` and `second`; if `second` is
/// empty, those with any other geom. Writes one value, or three for kForce.
void MeasureContacts(const mjModel& model, const mjData& data,
                     std::span<const double> first,
                     std::span<const double> second, ContactResult result,
                     double* out);

/// The distance from a point along a direction to the next surface; -1 if there
/// is none. `excluded` is a body that the ray passes through, or -1.
double CastRay(const mjModel& model, const mjData& data, const double* point,
               const double* direction, int excluded);

/// The distances from points down to the ground, that is, to the next surface
/// of a geom that is fixed to the world; -1 where there is none.
void ScanGround(const mjModel& model, const mjData& data,
                std::span<const double> points, double* out);

}  // namespace envpool::mujoco::tasks

#endif  // ENVPOOL_MUJOCO_TASKS_SENSES_H_
