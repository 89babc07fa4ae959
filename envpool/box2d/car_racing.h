// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// CarRacing of Gymnasium 1.2.3, rounding for rounding: the same draws, the same
// order of operations in doubles, the same calls of Box2D, the same pixels.
//
// Threads: one thread at a time. Errors: std::runtime_error if an assertion of
// Box2D fails; Reset works after that as well.

#ifndef ENVPOOL_BOX2D_CAR_RACING_H_
#define ENVPOOL_BOX2D_CAR_RACING_H_

#include <cstdint>
#include <memory>

#include "envpool/core/random/rng.h"

namespace envpool::box2d {

struct CarRacingOptions {
  double lap_complete_percent{0.95};
  bool domain_randomize{false};
};

class CarRacing {
 public:
  struct Controls {
    double steer{0};
    double gas{0};
    double brake{0};
  };

  explicit CarRacing(const CarRacingOptions& options);
  ~CarRacing();

  /// Discrete: nothing, right, left, gas, brake.
  static Controls FromChoice(int action);
  /// Continuous: to the right, gas, brake.
  static Controls FromPedals(const float* action);

  /// Starts an episode, with the step without action that belongs to it.
  void Reset(Generator* random);
  void Step(const Controls& controls);

  /// 96 x 96 RGB pixels, as of the last step.
  void WriteObservation(std::uint8_t* obs) const;
  [[nodiscard]] double reward() const;
  [[nodiscard]] bool is_over() const;
  /// Why it is over, if it is.
  [[nodiscard]] bool lap_finished() const;

  /// 600 x 400 RGB pixels.
  void Draw(unsigned char* rgb) const;

 private:
  class World;

  CarRacingOptions options_;
  std::unique_ptr<World> world_;
};

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_CAR_RACING_H_
