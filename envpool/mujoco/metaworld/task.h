// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Task: a row of the table of tasks.
//
// Threads: constants. Errors: std::invalid_argument for an unknown name.

#ifndef ENVPOOL_MUJOCO_METAWORLD_TASK_H_
#define ENVPOOL_MUJOCO_METAWORLD_TASK_H_

#include <cmath>
#include <span>
#include <string>

#include "envpool/mujoco/metaworld/number.h"
#include "envpool/mujoco/metaworld/reward.h"
#include "envpool/mujoco/metaworld/scene.h"
#include "envpool/mujoco/metaworld/vectors.h"

namespace envpool::mujoco::metaworld {

/// The reward of a step and the official infos.
struct Outcome {
  Number reward{0};
  bool success{false};
  double near_object{0};
  bool grasp_success{false};
  Number grasp_reward{0};
  Number in_place_reward{0};
  double obj_to_target{0};
};

/// Values of an observation that belong to objects.
constexpr int kObjectValues = 14;

/// Writes the places and rotations of one or two objects in an observation.
class ObjectWriter {
 public:
  explicit ObjectWriter(double* out) : out_(out) {}

  void Add(const Vector3& place, const Rotation& turn = {}) {
    for (const double value : place) {
      *out_++ = value;
    }
    for (const double value : turn) {
      *out_++ = value;
    }
  }

 private:
  double* out_;
};

constexpr Vector3 kReachLow{-0.5, 0.4, 0.05};
constexpr Vector3 kReachHigh{0.5, 1.0, 0.5};

struct Task {
  const char* name;
  const char* model;
  Vector3 hand;   // at the start of an episode
  int num_drawn;  // the count of the following numbers: 3 or 6
  Vector<6> drawn_low;
  Vector<6> drawn_high;
  Vector3 goal_low{kReachLow};  // bounds of the observed goal
  Vector3 goal_high{kReachHigh};
  Vector3 reach_low{kReachLow};  // bounds of the hand
  /// Whether numbers are drawn again; null: never.
  bool (*is_refused)(const Vector<6>& drawn) = nullptr;
  /// Starts an episode after the hand is in its place.
  void (*start)(Scene* scene);
  /// Sets what changes in the episode; null: nothing does.
  void (*update)(Scene* scene) = nullptr;
  void (*observe)(const Scene& scene, ObjectWriter* writer);
  Outcome (*evaluate)(Scene* scene, const Moment& moment);
};

constexpr int kNumTasks = 50;

/// The index of a task among the official ones.
int IndexOf(const std::string& name);
/// The task of an index.
const Task& TaskAt(int index);

// The parts of the table.
std::span<const Task> ButtonTasks();
std::span<const Task> DoorTasks();
std::span<const Task> HandleTasks();
std::span<const Task> LiftTasks();
std::span<const Task> NutTasks();
std::span<const Task> PegTasks();
std::span<const Task> PushTasks();
std::span<const Task> ReachTasks();
std::span<const Task> SlideTasks();
std::span<const Task> StickTasks();
std::span<const Task> TurnTasks();

/// Whether the object and the goal are nearer to each other than this.
template <int kCentimetres>
bool AreNear(const Vector<6>& drawn) {
  return PlaneDistance(drawn.data(), drawn.data() + 3) < kCentimetres / 100.0;
}

/// The drawn places.
inline Vector3 FirstDrawn(const Scene& scene) {
  return VectorAt(scene.episode.drawn.data());
}
inline Vector3 SecondDrawn(const Scene& scene) {
  return VectorAt(scene.episode.drawn.data() + 3);
}

// Of the tasks with a puck: the body "obj" with the geom "objGeom".
void ObservePuck(const Scene& scene, ObjectWriter* writer);
void ObserveGeom(const Scene& scene, ObjectWriter* writer);
void ObserveBody(const Scene& scene, ObjectWriter* writer);
/// Whether the puck is held above its first place.
bool IsLifted(Scene* scene, const Moment& moment);

/// An object on its way to the target.
struct Way {
  Vector3 object;
  double near;      // its distance from the fingers
  double distance;  // from the target
  double in_place;  // the reward for that
};
constexpr double kTargetRadius = 0.05;
Way WayOf(const Scene& scene, const Moment& moment);
/// The outcome of lifting and moving an object. At the target, the reward is
/// 10. `enough`: the distance at which that is a success.
Outcome OutcomeOf(Scene* scene, const Moment& moment, const Way& way,
                  Number reward, double enough, Number grasped);

/// The root of a square, as the norm of a number.
inline double Norm(double value) { return std::sqrt(value * value); }

}  // namespace envpool::mujoco::metaworld

#endif  // ENVPOOL_MUJOCO_METAWORLD_TASK_H_
