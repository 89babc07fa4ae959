// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The parts of the rewards.
//
// Source: metaworld.utils.reward_utils, sawyer_xyz_env. Threads: any.
// Errors: none.

#ifndef ENVPOOL_MUJOCO_METAWORLD_REWARD_H_
#define ENVPOOL_MUJOCO_METAWORLD_REWARD_H_

#include "envpool/mujoco/metaworld/number.h"
#include "envpool/mujoco/metaworld/scene.h"
#include "envpool/mujoco/metaworld/vectors.h"

namespace envpool::mujoco::metaworld {

/// An env's step as rewards see it.
struct Moment {
  const double* obs;  // clipped to the bounds of the space
  float effort;       // the last value of the action, which closes the gripper

  [[nodiscard]] Vector3 hand() const { return VectorAt(obs); }
  [[nodiscard]] double opening() const { return obs[3]; }
  [[nodiscard]] Vector3 object() const { return VectorAt(obs + 4); }
  [[nodiscard]] Vector<4> turn() const {
    return {obs[7], obs[8], obs[9], obs[10]};
  }
  [[nodiscard]] Vector3 second() const { return VectorAt(obs + 11); }
};

/// value ** 2 as Python and NumPy compute it, which is not value * value.
double Square(double value);

/// 1 between `low` and `high`, less beside them: 0.1 at a distance of `margin`.
double LongTail(double value, double low, double high, double margin);
double Gaussian(double value, double low, double high, double margin);

/// The Hamacher product of two numbers in [0, 1].
Number Hamacher(Number a, Number b);

/// How much the action closes the gripper, relative to what is desired.
Number Closing(float effort, double desired = 1.0);

struct Cage {
  double radius;       // of the object
  double pad_reach;    // at which the pads are beside the object
  double reach{0.01};  // of the fingers' middle; for the medium density
  double plane_reach;  // in the plane of x and z
  double effort{1.0};
  bool high{false};
  bool medium{false};
};

/// The reward for holding an object. `start` is where it was at first.
Number Caging(const Scene& scene, const Moment& moment, const Vector3& object,
              const Vector3& start, const Cage& cage);

struct Pads {
  double radius;
  double grip;         // margin of a grip
  double plane_reach;  // in the plane of x and z
};

/// The pads' places relative to an object between them.
struct PadReward {
  double caging;    // that they are around the object
  double gripping;  // that they touch it
};
PadReward AroundObject(const Scene& scene, const Vector3& object,
                       const Pads& pads);
/// The mean of both, where gripping needs caging.
double CagingAndGripping(const Scene& scene, const Vector3& object,
                         const Pads& pads);

}  // namespace envpool::mujoco::metaworld

#endif  // ENVPOOL_MUJOCO_METAWORLD_REWARD_H_
