// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Task: what a walker has to do, and where. A task is a row of the table in
// task.cc, by its name. It writes the episode's arena into the world. What it
// has of its own between steps is part of saved states.
//
// Sources: dm_control.locomotion.examples and the tasks and arenas that these
// use.
//
// Threads: as World. Errors: std::invalid_argument for an unknown name.

#ifndef ENVPOOL_MUJOCO_DMC_LOCOMOTION_TASK_H_
#define ENVPOOL_MUJOCO_DMC_LOCOMOTION_TASK_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "envpool/core/random/random_state.h"
#include "envpool/core/state_io.h"
#include "envpool/mujoco/dmc_locomotion/walker.h"
#include "envpool/mujoco/dmc_locomotion/world.h"

namespace envpool::mujoco::dmc_locomotion {

class Task {
 public:
  Task() = default;
  virtual ~Task() = default;
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  /// Seeds the generator of what the official task draws from NumPy's global
  /// one, as if the env had been made anew.
  virtual void Seed(std::uint32_t /*seed*/) {}
  /// Draws the episode's arena. The world is reset afterwards.
  virtual void Build(RandomState* random) = 0;
  /// Draws the walker's pose.
  virtual void Reset(RandomState* random) = 0;
  /// Steps the world as World::Advance does.
  virtual void Advance(World* world, int times, bool evaluates) {
    world->Advance(times, evaluates);
  }
  /// The reward of a step. Called once after each step.
  [[nodiscard]] virtual double Reward() = 0;
  /// Whether the episode ends: the walker has failed, or is done.
  [[nodiscard]] virtual bool HasFailed() const { return false; }
  /// The place that the task shows to the walker; null if there is none.
  [[nodiscard]] virtual const double* Goal() const { return nullptr; }
  /// The discount of an episode's last step where HasFailed.
  [[nodiscard]] virtual float LastDiscount() const { return 0; }
  /// A number that the task shows.
  [[nodiscard]] virtual int Stage() const { return 0; }

  virtual void Save(StateWriter* /*writer*/) const {}
  virtual void Load(StateReader* /*reader*/) {}
};

/// What a task shows: Goal(), under one of two names, or Stage().
enum class Shows { kNothing, kTarget, kOrigin, kStage };

/// The row of a task.
struct TaskRow {
  const WalkerParts* walker;
  Shows shows;
  // Whether sensors of forces and accelerations show the state at the end of a
  // step of the env. In the official env, this depends on how the task sets the
  // controls.
  bool evaluates;
  std::unique_ptr<Task> (*make)(World* world, Walker* walker);
};

const TaskRow& RowOf(const std::string& task);

/// Geoms as flags: the ground of all arenas, which is the world's first geom.
std::vector<bool> Ground(const World& world);

}  // namespace envpool::mujoco::dmc_locomotion

#endif  // ENVPOOL_MUJOCO_DMC_LOCOMOTION_TASK_H_
