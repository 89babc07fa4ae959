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

#include "envpool/core/random/rng.h"

namespace envpool::box2d {

class BipedalWalker {
 public:
  explicit BipedalWalker(bool hardcore);
  ~BipedalWalker();

  /// Starts an episode and takes its first step, as the official reset does.
  void Reset(Generator* random);
  /// `action`: the motors of hip, knee, hip and knee.
  void Step(const float* action);

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
  std::unique_ptr<World> world_;
};

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_BIPEDAL_WALKER_H_
