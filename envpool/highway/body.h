// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Body: a vehicle or an obstacle. A plain copy of its bytes is a copy of it.
//
// Threads: a plain value. Errors: none.

#ifndef ENVPOOL_HIGHWAY_BODY_H_
#define ENVPOOL_HIGHWAY_BODY_H_

#include <cstdint>
#include <type_traits>

#include "envpool/highway/network.h"
#include "envpool/highway/numbers.h"

namespace envpool::highway {

inline constexpr double kMaxSpeed = 40.0;

enum class Kind : std::int8_t {
  kObstacle,
  kDriven,   // by the agent: MDPVehicle
  kTraffic,  // IDMVehicle
};

struct Body {
  Vec position;
  double heading{0};
  double speed{0};
  // Unit vector of the heading, and speed times it.
  Vec direction;
  Vec velocity;
  Vec impact;
  double steering{0};
  double acceleration{0};
  double target_speed{0};
  double timer{0};     // since the last change of lanes
  double exponent{4};  // IDM's delta
  Route route;
  std::int32_t lane{0};
  std::int32_t target_lane{0};
  std::int32_t speed_index{0};
  Kind kind{Kind::kObstacle};
  bool crashed{false};
  bool has_impact{false};
  bool checks_collisions{true};
  bool changes_lanes{true};
  bool is_yielding{false};

  [[nodiscard]] bool is_vehicle() const { return kind != Kind::kObstacle; }
  [[nodiscard]] double length() const { return is_vehicle() ? 5.0 : 2.0; }
  [[nodiscard]] double width() const { return 2.0; }

  /// Call after changes of heading or speed.
  void UpdateVelocity() {
    direction = Direction(heading);
    velocity = speed * direction;
  }
};
static_assert(std::is_trivially_copyable_v<Body>);

/// Where two bodies touch, or will within a time step.
struct Contact {
  bool now{false};
  bool soon{false};
  Vec push;  // of the first body, if soon
};

/// Tests rectangles by separating axes.
Contact FindContact(const Body& a, const Body& b, double dt);

/// Marks crashes of two bodies and their pushes.
void Collide(Body* a, Body* b, double dt);

/// Whether two rectangles overlap, also if one contains the other.
struct Box {
  Vec center;
  double length;
  double width;
  double heading;
};
bool Overlap(const Box& a, const Box& b);

}  // namespace envpool::highway

#endif  // ENVPOOL_HIGHWAY_BODY_H_
