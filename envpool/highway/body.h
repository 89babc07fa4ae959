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
  kLandmark,  // a place that vehicles may drive over
  kWall,
  // Vehicles:
  kDriven,   // by meta-actions: MDPVehicle
  kTraffic,  // IDMVehicle
  kSteered,  // by steering and acceleration: Vehicle
  kSliding,  // likewise, with friction and slip: BicycleVehicle
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
  double timer{0};          // since the last change of lanes
  double exponent{4};       // IDM's delta
  double lateral_speed{0};  // of kSliding, as is yaw_rate
  double yaw_rate{0};
  double wall_length{0};
  Route route;
  std::int32_t lane{0};
  std::int32_t target_lane{0};
  std::int32_t speed_index{0};
  Kind kind{Kind::kObstacle};
  bool crashed{false};  // or, if a landmark, hit
  bool has_impact{false};
  bool checks_collisions{true};
  bool changes_lanes{true};
  bool is_yielding{false};
  bool is_agent{false};

  [[nodiscard]] bool is_vehicle() const { return kind >= Kind::kDriven; }
  /// Whether an agent or nobody turns the wheel, instead of a controller.
  [[nodiscard]] bool is_steered() const { return kind >= Kind::kSteered; }
  [[nodiscard]] double length() const {
    if (kind == Kind::kWall) {
      return wall_length;
    }
    return is_vehicle() ? 5.0 : 2.0;
  }
  [[nodiscard]] double width() const { return kind == Kind::kWall ? 1.0 : 2.0; }

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
