// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// LunarLander of Gymnasium 1.2.3, rounding for rounding: the same draws, the
// same order of operations in doubles, the same calls of Box2D.
//
// Threads: one thread at a time. Errors: std::runtime_error if an assertion of
// Box2D fails; Reset works after that as well.

#ifndef ENVPOOL_BOX2D_LUNAR_LANDER_H_
#define ENVPOOL_BOX2D_LUNAR_LANDER_H_

#include <memory>

#include "envpool/core/random/rng.h"

class b2Island;

namespace envpool::box2d {

struct LunarLanderOptions {
  bool enable_wind{false};
  /// Whether engines emit particles. The official env emits them only if it
  /// renders; they do not affect the lander.
  bool has_particles{false};
};

/// Physical parameters in the official module's units, by default its values.
struct LunarLanderPhysics {
  // These may change during an episode.
  double gravity{-10};
  double wind_power{15};
  double turbulence_power{1.5};
  double main_engine_power{13};
  double side_engine_power{0.6};
  double main_engine_y{4};
  double side_engine_away{12};
  double side_engine_height{14};
  // These are read by Reset.
  double initial_random{1000};
  double leg_away{20};
  double leg_down{18};
  double leg_width{2};
  double leg_height{8};
  double leg_spring_torque{40};
  double lander_density{5};
  double lander_friction{0.1};
  double leg_density{1};
  double leg_friction{0.2};
  double moon_friction{0.1};
};

class LunarLander {
 public:
  /// An action of either kind: the power of the main engine (0 is off) and of
  /// the side engines, which push to the left (-1), to the right (1) or not.
  struct Thrust {
    double main{0};
    double side{0};
    double direction{0};
  };

  explicit LunarLander(const LunarLanderOptions& options);
  ~LunarLander();

  /// Discrete: nothing, left engine, main engine, right engine.
  static Thrust FromChoice(int action);
  /// Continuous: the throttles of main and side engines.
  static Thrust FromThrottles(const float* action);

  /// Uses these parameters from now on.
  void Use(const LunarLanderPhysics& physics);
  /// Starts an episode and takes its first step, as the official reset does.
  void Reset(Generator* random);
  void Step(const Thrust& thrust, Generator* random);
  /// The two parts of Step. BeginStep returns an island, or null. The caller
  /// may solve the island's velocities and pass null to EndStep; otherwise
  /// EndStep solves them.
  b2Island* BeginStep(const Thrust& thrust, Generator* random);
  void EndStep(b2Island* island);

  void WriteObservation(float* obs) const;
  [[nodiscard]] double reward() const;
  [[nodiscard]] bool is_over() const;

  /// Draws 600 x 400 RGB pixels, as an official env that renders after each
  /// step: rendering makes particles fade.
  void Draw(unsigned char* rgb) const;

 private:
  class World;

  LunarLanderOptions options_;
  LunarLanderPhysics physics_;
  Thrust thrust_;  // of the step that has begun
  std::unique_ptr<World> world_;
};

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_LUNAR_LANDER_H_
