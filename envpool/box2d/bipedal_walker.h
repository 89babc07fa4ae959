// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// BipedalWalker of Gymnasium 1.2.3, rounding for rounding: the same draws, the
// same order of operations, the same calls of Box2D.
//
// The official env keeps one world; each episode destroys the bodies of the
// previous one. Only the order of the free nodes in the broad phase's tree
// survives. It affects the order of contacts, so it is part of the state.
//
// Threads: one thread at a time. Errors: std::runtime_error if an assertion of
// Box2D fails; Reset works after that as well, in a new world.

#ifndef ENVPOOL_BOX2D_BIPEDAL_WALKER_H_
#define ENVPOOL_BOX2D_BIPEDAL_WALKER_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "envpool/box2d/bipedal_terrain.h"
#include "envpool/core/random/rng.h"

class b2Island;

namespace envpool::box2d {

/// Physical parameters in the official module's units, by default its values.
struct BipedalWalkerPhysics {
  // These may change during an episode.
  double gravity{-10};
  double motors_torque{80};
  double hip_speed{4};
  double knee_speed{6};
  double lidar_range{160 / BipedalTerrain::kScale};
  // These are read by Reset.
  double initial_random{5};
  double ground_friction{2.5};
  double hull_density{5};
  double hull_friction{0.1};
  double upper_leg_density{1};
  double lower_leg_density{1};
  double leg_friction{0.2};
};

class BipedalWalker {
 public:
  explicit BipedalWalker(bool hardcore);
  ~BipedalWalker();

  /// Uses these parameters from now on.
  void Use(const BipedalWalkerPhysics& physics);
  /// Starts an episode and takes its first step, as the official reset does.
  void Reset(Generator* random);
  /// `action`: the motors of hip, knee, hip and knee.
  void Step(const float* action);
  /// The two parts of Step; see LunarLander.
  b2Island* BeginStep(const float* action);
  void EndStep(b2Island* island);

  void WriteObservation(float* obs) const;
  [[nodiscard]] float reward() const;
  [[nodiscard]] bool is_over() const;

  /// The tree's free nodes at the start of the episode, in order of use; empty
  /// without an episode.
  [[nodiscard]] const std::vector<std::int32_t>& free_nodes() const;
  /// Sets the order for the next episode: a permutation of 0, 1, ..., or empty
  /// for a new world.
  void SetFreeNodes(const std::vector<std::int32_t>& nodes);

  /// Draws 600 x 400 RGB pixels, as an official env that renders after each
  /// step: successive frames show successive rays of the lidar.
  void Draw(unsigned char* rgb) const;

 private:
  class World;

  bool hardcore_;
  BipedalWalkerPhysics physics_;
  std::unique_ptr<World> world_;
};

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_BIPEDAL_WALKER_H_
