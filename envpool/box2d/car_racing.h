// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// CarRacing of Gymnasium 1.2.3, rounding for rounding: the same draws, the same
// order of operations in doubles, the same motion in Box2D, the same pixels.
//
// Threads: one thread at a time. Errors: std::runtime_error if an assertion of
// Box2D fails, or if no track closes; Reset works after that as well.

#ifndef ENVPOOL_BOX2D_CAR_RACING_H_
#define ENVPOOL_BOX2D_CAR_RACING_H_

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "envpool/box2d/car_track.h"
#include "envpool/core/random/rng.h"
#include "envpool/core/state_io.h"

class b2Island;

namespace envpool::box2d {

struct CarRacingOptions {
  double lap_complete_percent{0.95};
  bool domain_randomize{false};
};

/// Physical parameters in the official module's units, by default its values.
struct CarPhysics : TrackShape {  // the track is drawn by Reset
  // These may change during an episode.
  double engine_power{40'000};
  double wheel_inertia{1.6};
  double friction_limit{400};
  double road_friction{1};
  double grass_friction{0.6};
  double playfield{2000 / 6.0};
  // These are read by Reset.
  double hull_density{1};
  double wheel_density{0.1};
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
  /// Continuous: steering (positive is right), gas, brake.
  static Controls FromPedals(const float* action);

  /// Uses these parameters from now on.
  void Use(const CarPhysics& physics);
  /// Whether the next Reset draws new colours, with `domain_randomize`;
  /// otherwise it keeps the last ones. The official env draws its first colours
  /// unseeded in its constructor; here the first Reset always draws them.
  void set_randomize(bool randomize) { randomize_ = randomize; }
  /// Starts an episode and takes one step without action, as the official
  /// reset does.
  void Reset(Generator* random);
  void Step(const Controls& controls);
  /// The two parts of Step; see LunarLander.
  b2Island* BeginStep(const Controls& controls);
  void EndStep(b2Island* island);

  /// Writes 96 x 96 RGB pixels of the last step.
  void WriteObservation(std::uint8_t* obs) const;
  [[nodiscard]] double reward() const;
  [[nodiscard]] bool is_over() const;
  /// Reasons for the end of the episode.
  [[nodiscard]] bool lap_finished() const;

  /// Draws 600 x 400 RGB pixels.
  void Draw(unsigned char* rgb) const;

 protected:
  /// Saves everything that Reset depends on, except the generator.
  void SaveColors(StateWriter* writer) const;
  void LoadColors(StateReader* reader);

 private:
  class World;
  using Rgb = std::array<double, 3>;  // 0 .. 255
  struct Colors {
    Rgb road{102, 102, 102};
    Rgb background{102, 204, 102};
    Rgb grass{102, 230, 102};
  };
  static Colors DrawColors(Generator* random);

  CarRacingOptions options_;
  CarPhysics physics_;
  bool randomize_{true};
  std::optional<Colors> colors_;  // colours of the last episode
  std::unique_ptr<World> world_;
};

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_CAR_RACING_H_
