// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// BipedalWalker of Gymnasium 1.2.3, rounding for rounding: the same draws, the
// same order of operations, the same calls of Box2D.
//
// The official env has one world, in which each episode destroys the bodies of
// the one before. The order in which the broad phase's tree uses its nodes is
// what remains of them; it has an effect on the order of contacts. It is part
// of the state, therefore.
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

  /// Starts an episode, with the step that belongs to it.
  void Reset(Generator* random);
  /// `action`: what the motors of hip, knee, hip and knee do.
  void Step(const float* action);

  void WriteObservation(float* obs) const;
  [[nodiscard]] float reward() const;
  [[nodiscard]] bool is_over() const;

  /// The tree's nodes in the order of their use, when the episode began; empty
  /// if there is none.
  [[nodiscard]] const std::vector<std::int32_t>& free_nodes() const;
  /// Makes the next episode begin with this order: a permutation of 0, 1, ...,
  /// or empty for a new world.
  void SetFreeNodes(const std::vector<std::int32_t>& nodes);

  /// 600 x 400 RGB pixels: the frame of an official env that renders after each
  /// step, on which depends which ray of the lidar it shows.
  void Draw(unsigned char* rgb) const;

 private:
  class World;

  bool hardcore_;
  std::unique_ptr<World> world_;
};

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_BIPEDAL_WALKER_H_
