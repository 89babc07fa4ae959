// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// What all walkers observe of their own bodies, and how pictures see them.
//
// Threads, errors: as World.

#ifndef ENVPOOL_MUJOCO_DMC_LOCOMOTION_BODY_KEYS_H_
#define ENVPOOL_MUJOCO_DMC_LOCOMOTION_BODY_KEYS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "envpool/core/env.h"
#include "envpool/mujoco/common/pixels.h"
#include "envpool/mujoco/common/renderer.h"
#include "envpool/mujoco/dmc_locomotion/walker.h"

namespace envpool::mujoco::dmc_locomotion {

/// The observations' numbers of values; -1 is a scalar.
inline auto BodySizes(const mjModel& model) {
  const Senses senses = SensesOf(model);
  return MakeDict("obs:walker/actuator_activation"_.Bind(senses.activations),
                  "obs:walker/appendages_pos"_.Bind(15),
                  "obs:walker/body_height"_.Bind(-1),
                  "obs:walker/end_effectors_pos"_.Bind(12),
                  "obs:walker/joints_pos"_.Bind(senses.joints),
                  "obs:walker/joints_vel"_.Bind(senses.joints),
                  "obs:walker/sensors_accelerometer"_.Bind(3),
                  "obs:walker/sensors_gyro"_.Bind(3),
                  "obs:walker/sensors_torque"_.Bind(senses.torques),
                  "obs:walker/sensors_touch"_.Bind(senses.touches),
                  "obs:walker/sensors_velocimeter"_.Bind(3),
                  "obs:walker/tendons_pos"_.Bind(senses.tendons),
                  "obs:walker/tendons_vel"_.Bind(senses.tendons),
                  "obs:walker/world_zaxis"_.Bind(3));
}

/// Writes the observations in the order of BodySizes; returns their end.
inline double* ObserveBody(const Walker& walker, double* out) {
  out = walker.Activations(out);
  out = walker.Appendages(out);
  *out++ = walker.RootPlace()[2];
  out = walker.Sensors(mjSENS_FRAMEPOS, out);
  out = walker.JointPositions(out);
  out = walker.JointVelocities(out);
  for (const mjtSensor type : {mjSENS_ACCELEROMETER, mjSENS_GYRO, mjSENS_TORQUE,
                               mjSENS_TOUCH, mjSENS_VELOCIMETER}) {
    out = walker.Sensors(type, out);
  }
  out = walker.TendonLengths(out);
  out = walker.TendonVelocities(out);
  return std::copy_n(walker.RootFrame() + kZX, 3, out);
}

/// The number of values of all observations in a dict of sizes.
template <typename Sizes>
std::size_t ValuesIn(const Sizes& sizes) {
  std::size_t count = 0;
  sizes.Apply([&](auto /*key*/, int size) { count += size < 0 ? 1 : size; });
  return count;
}

/// The spec of an observation of this size.
template <typename Config>
Spec<double> SpecOfSize(const Config& conf, int size) {
  std::vector<int> shape;
  if (size >= 0) {
    shape.push_back(size);
  }
  const int stack = conf["frame_stack"_];
  if (stack > 1 && size != 0) {
    shape.insert(shape.begin(), stack);
  }
  return ObservationSpec(shape, conf["obs_dtype"_]);
}

/// The spec of an official number, which is a vector with one element.
template <typename Config>
Spec<std::int64_t> NumberSpec(const Config& conf, std::int64_t low,
                              std::int64_t high) {
  const int stack = conf["frame_stack"_];
  return Spec<std::int64_t>(
      stack > 1 ? std::vector<int>{stack, 1} : std::vector<int>{1},
      {low, high});
}

/// Writes all frames of the observations of `sizes` into a row.
template <typename Sizes, typename Frames, typename State>
void WriteFrames(const Sizes& sizes, const Frames& frames, State* state) {
  std::size_t first = 0;
  sizes.Apply([&](auto key, int count) {
    const std::size_t size = count < 0 ? 1 : count;
    WriteObservation((*state)[key],
                     [&](auto* out) { frames.CopyPart(first, size, out); });
    first += size;
  });
}

/// The view of a camera; -1 is MuJoCo's own. Errors name `argument`.
inline View ViewOfArena(const mjModel& model, int width, int height, int camera,
                        const char* argument) {
  View view = DefaultView(width, height);
  view.option.flags[mjVIS_RANGEFINDER] = 0;
  if (camera == -1) {
    mjv_defaultFreeCamera(&model, &view.camera);
  } else {
    UseCamera(model, camera, argument, &view);
  }
  return view;
}

}  // namespace envpool::mujoco::dmc_locomotion

#endif  // ENVPOOL_MUJOCO_DMC_LOCOMOTION_BODY_KEYS_H_
