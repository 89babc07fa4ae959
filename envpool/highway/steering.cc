// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/highway/steering.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace envpool::highway {

namespace {

float MapTo(float number, Range range) {
  return static_cast<float>(range.low) +
         (number + 1.0F) * static_cast<float>(range.high - range.low) / 2.0F;
}

Slipping Plus(const Slipping& a, double k, const Slipping& b) {
  return {a.position + k * b.position, a.heading + k * b.heading,
          a.speed + k * b.speed, a.lateral_speed + k * b.lateral_speed,
          a.yaw_rate + k * b.yaw_rate};
}

}  // namespace

ActionNumbers NumbersOf(const SteeringOptions& options, int action) {
  const auto number = [&options](int choice) {
    const int last = options.choices - 1;
    return choice == last ? 1.0F
                          : static_cast<float>(choice) *
                                    (2.0F / static_cast<float>(last)) -
                                1.0F;
  };
  if (options.size() == 1) {
    return {number(action), 0};
  }
  return {number(action / options.choices), number(action % options.choices)};
}

void Steer(const SteeringOptions& options, const ActionNumbers& numbers,
           Body* body) {
  ActionNumbers used = numbers;
  if (options.clips) {
    for (float& number : used) {
      number = std::clamp(number, -1.0F, 1.0F);
    }
  }
  const std::size_t wheel = options.accelerates ? 1 : 0;
  body->acceleration =
      options.accelerates ? MapTo(used[0], options.accelerations) : 0;
  body->steering = options.steers ? MapTo(used[wheel], options.angles) : 0;
}

Slipping StateOf(const Body& body) {
  return {body.position, body.heading, body.speed, body.lateral_speed,
          body.yaw_rate};
}

Slipping DerivativeOf(const Body& body, const Slipping& state) {
  // Rajamani, Vehicle Dynamics and Control, chapter 2; a mass of 1 kg.
  constexpr double kHalf = 5.0 / 2;  // from the centre to an axle
  constexpr double kInertia = 1.0 / 12 * (5.0 * 5.0 + 2.0 * 2.0);
  constexpr double kFriction = 15.0;
  constexpr double kSlow = 1;
  const double swing = kHalf * state.yaw_rate;
  double front = 0;  // lateral forces
  double rear = 0;
  if (std::abs(state.speed) < kSlow) {
    const double damping = kInertia / kHalf * state.yaw_rate;
    front = -state.lateral_speed - damping;
    rear = -state.lateral_speed + damping;
  } else {
    front =
        2 * kFriction *
        (body.steering - std::atan2(state.lateral_speed + swing, state.speed));
    rear = 2 * kFriction *
           (0 - std::atan2(state.lateral_speed - swing, state.speed));
  }
  const Vec d = Direction(state.heading);
  return {{d.x * state.speed + -d.y * state.lateral_speed,
           d.y * state.speed + d.x * state.lateral_speed},
          state.yaw_rate,
          body.acceleration,
          (front + rear) - state.yaw_rate * state.speed,
          1 / kInertia * (kHalf * front - kHalf * rear)};
}

void Slide(Body* body, double dt) {
  constexpr double kMaxYawRate = 2 * kPi;
  body->steering = std::clamp(body->steering, -kPi / 2, kPi / 2);
  body->yaw_rate = std::clamp(body->yaw_rate, -kMaxYawRate, kMaxYawRate);
  // Runge-Kutta of fourth order.
  const Slipping state = StateOf(*body);
  const Slipping f1 = DerivativeOf(*body, state);
  const Slipping f2 = DerivativeOf(*body, Plus(state, dt / 2, f1));
  const Slipping f3 = DerivativeOf(*body, Plus(state, dt / 2, f2));
  const Slipping f4 = DerivativeOf(*body, Plus(state, dt, f3));
  const Slipping sum = Plus(Plus(Plus(f1, 2, f2), 2, f3), 1, f4);
  const Slipping end = Plus(state, dt / 6, sum);
  body->position = end.position;
  body->heading = end.heading;
  body->speed = end.speed;
  body->lateral_speed = end.lateral_speed;
  body->yaw_rate = end.yaw_rate;
  body->UpdateVelocity();
}

void MoveSteered(Range speeds, double dt, Body* body) {
  if (body->crashed) {
    body->steering = 0;
    body->acceleration = -1.0 * body->speed;
  }
  if (body->speed > speeds.high) {
    body->acceleration =
        std::min(body->acceleration, 1.0 * (speeds.high - body->speed));
  } else if (body->speed < speeds.low) {
    body->acceleration =
        std::max(body->acceleration, 1.0 * (speeds.low - body->speed));
  }
  if (body->kind == Kind::kSliding) {
    Slide(body, dt);
    return;
  }
  const double slip = Atan(0.5 * Tan(body->steering));
  const Vec way = slip == 0 ? body->velocity
                            : body->speed * Direction(body->heading + slip);
  body->position = body->position + Vec{way.x * dt, way.y * dt};
  if (body->has_impact) {
    body->position = body->position + body->impact;
    body->crashed = true;
    body->has_impact = false;
  }
  body->heading += body->speed * Sin(slip) / (kVehicleLength / 2) * dt;
  body->speed += body->acceleration * dt;
  body->UpdateVelocity();
}

}  // namespace envpool::highway
