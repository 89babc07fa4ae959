// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Steering: agents that turn the wheel and set the acceleration, and vehicles
// that slip. Numbers of actions are float32, as in the official env.
//
// Threads: pure functions. Errors: none.

#ifndef ENVPOOL_HIGHWAY_STEERING_H_
#define ENVPOOL_HIGHWAY_STEERING_H_

#include <array>

#include "envpool/highway/body.h"
#include "envpool/highway/numbers.h"

namespace envpool::highway {

/// What actions of an agent that steers mean.
struct SteeringOptions {
  Range accelerations;  // m/s^2
  Range angles;         // rad
  bool accelerates;
  bool steers;
  bool clips;
  int choices;  // per axis, of discrete actions

  /// The count of numbers of an action.
  [[nodiscard]] int size() const {
    return (accelerates ? 1 : 0) + (steers ? 1 : 0);
  }
  /// The count of discrete actions.
  [[nodiscard]] int count() const {
    return size() == 2 ? choices * choices : choices;
  }
};

/// The numbers of an action; one of them may be unused.
using ActionNumbers = std::array<float, 2>;

/// The numbers that a discrete action stands for.
ActionNumbers NumbersOf(const SteeringOptions& options, int action);

/// Sets the steering angle and the acceleration.
void Steer(const SteeringOptions& options, const ActionNumbers& numbers,
           Body* body);

/// The state of a vehicle that slips, and its derivative by the time.
struct Slipping {
  Vec position;
  double heading;
  double speed;
  double lateral_speed;
  double yaw_rate;
};
Slipping StateOf(const Body& body);
Slipping DerivativeOf(const Body& body, const Slipping& state);

/// Moves a vehicle that slips; its actions are within bounds.
void Slide(Body* body, double dt);

/// Moves a vehicle without a controller. Its speed should be in `speeds`.
inline constexpr Range kUsualSpeeds{-kMaxSpeed, kMaxSpeed};
void MoveSteered(Range speeds, double dt, Body* body);

}  // namespace envpool::highway

#endif  // ENVPOOL_HIGHWAY_STEERING_H_
