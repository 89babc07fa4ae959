// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Lane: a straight, sinusoidal or circular lane; positions along it are
// (longitudinal, lateral) in metres.
//
// Threads: immutable once built. Errors: none.

#ifndef ENVPOOL_HIGHWAY_LANE_H_
#define ENVPOOL_HIGHWAY_LANE_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "envpool/highway/numbers.h"

namespace envpool::highway {

inline constexpr double kLaneWidth = 4.0;
inline constexpr double kVehicleLength = 5.0;
inline constexpr double kVehicleWidth = 2.0;

/// Coordinates along a lane.
struct Along {
  double s;    // longitudinal
  double lat;  // lateral
};

/// The line beside a lane, for pictures.
enum class LineType : std::uint8_t {
  kNone,
  kStriped,
  kContinuous,      // follows the lane
  kContinuousLine,  // is straight
};
using Lines = std::array<LineType, 2>;  // to the left and to the right

class Lane {
 public:
  static Lane Straight(Vec start, Vec end) {
    Lane lane;
    lane.kind_ = Kind::kStraight;
    lane.start_ = start;
    const Vec way = end - start;
    lane.heading_ = std::atan2(way.y, way.x);
    lane.length = Norm(way);
    lane.direction_ = {way.x / lane.length, way.y / lane.length};
    lane.across_ = {-lane.direction_.y, lane.direction_.x};
    return lane;
  }
  /// A straight lane plus `amplitude` * sin(`pulsation` * s + `phase`).
  static Lane Sine(Vec start, Vec end, double amplitude, double pulsation,
                   double phase) {
    Lane lane = Straight(start, end);
    lane.kind_ = Kind::kSine;
    lane.amplitude_ = amplitude;
    lane.pulsation_ = pulsation;
    lane.start_phase_ = phase;
    return lane;
  }
  static Lane Circular(Vec center, double radius, double start_phase,
                       double end_phase, bool clockwise) {
    Lane lane;
    lane.kind_ = Kind::kCircular;
    lane.start_ = center;
    lane.radius_ = radius;
    lane.start_phase_ = start_phase;
    lane.turn_ = clockwise ? 1 : -1;
    lane.length = radius * (end_phase - start_phase) * lane.turn_;
    return lane;
  }

  /// The lane with lines beside it.
  [[nodiscard]] Lane Between(LineType left, LineType right) const {
    Lane lane = *this;
    lane.lines = {left, right};
    return lane;
  }

  [[nodiscard]] bool is_straight() const { return kind_ == Kind::kStraight; }
  [[nodiscard]] bool is_circular() const { return kind_ == Kind::kCircular; }
  [[nodiscard]] bool is_sine() const { return kind_ == Kind::kSine; }
  /// The start, or the center of a circle.
  [[nodiscard]] Vec start() const { return start_; }
  /// Unit vectors, of lanes that are not circular.
  [[nodiscard]] Vec direction() const { return direction_; }
  [[nodiscard]] Vec across() const { return across_; }

  /// Of a circle: the phase at its start, and the sign of its turn.
  [[nodiscard]] double radius() const { return radius_; }
  [[nodiscard]] double start_phase() const { return start_phase_; }
  [[nodiscard]] double turn() const { return turn_; }

  [[nodiscard]] Vec Position(double s, double lat) const {
    if (kind_ == Kind::kCircular) {
      const double phi = turn_ * s / radius_ + start_phase_;
      return start_ + (radius_ - lat * turn_) * Direction(phi);
    }
    if (kind_ == Kind::kSine) {
      lat = lat + amplitude_ * Sin(pulsation_ * s + start_phase_);
    }
    return start_ + s * direction_ + lat * across_;
  }

  [[nodiscard]] double HeadingAt(double s) const {
    switch (kind_) {
      case Kind::kCircular:
        return (turn_ * s / radius_ + start_phase_) + kPi / 2 * turn_;
      case Kind::kSine:
        return heading_ + Atan(amplitude_ * pulsation_ *
                               Cos(pulsation_ * s + start_phase_));
      default:
        return heading_;
    }
  }

  [[nodiscard]] Along Locate(Vec position) const {
    if (kind_ == Kind::kCircular) {
      return LocateByAngle(position, AngleOf(position));
    }
    const Vec delta = position - start_;
    const double s = Dot(delta, direction_);
    double lat = Dot(delta, across_);
    if (kind_ == Kind::kSine) {
      lat -= amplitude_ * Sin(pulsation_ * s + start_phase_);
    }
    return {s, lat};
  }

  /// Locate in parts, for a circular lane: the angle is the same for all lanes
  /// around a center.
  [[nodiscard]] double AngleOf(Vec position) const {
    const Vec delta = position - start_;
    return std::atan2(delta.y, delta.x);
  }
  [[nodiscard]] Along LocateByAngle(Vec position, double angle) const {
    const double phi = start_phase_ + WrapToPi(angle - start_phase_);
    return {turn_ * (phi - start_phase_) * radius_,
            turn_ * (radius_ - Norm(position - start_))};
  }
  [[nodiscard]] bool IsOn(Along at, double margin = 0) const {
    return std::abs(at.lat) <= width / 2 + margin && -kVehicleLength <= at.s &&
           at.s < length + kVehicleLength;
  }
  [[nodiscard]] bool IsReachableFrom(Vec position) const {
    if (forbidden) {
      return false;
    }
    const Along at = Locate(position);
    return std::abs(at.lat) <= 2 * width && 0 <= at.s &&
           at.s < length + kVehicleLength;
  }
  [[nodiscard]] bool IsAfterEnd(Vec position) const {
    return IsAfterEnd(Locate(position));
  }
  [[nodiscard]] bool IsAfterEnd(Along at) const {
    return at.s > length - kVehicleLength / 2;
  }

  /// The L1 distance from a point to the lane.
  [[nodiscard]] double Distance(Vec position) const {
    return Distance(Locate(position));
  }
  [[nodiscard]] double Distance(Along at) const {
    return std::abs(at.lat) + std::max(at.s - length, 0.0) +
           std::max(0 - at.s, 0.0);
  }
  /// The greatest distance between places one metre apart along the lane.
  [[nodiscard]] double slope() const {
    return 1 + std::abs(amplitude_ * pulsation_);
  }
  /// The angle from the lane to a heading.
  [[nodiscard]] double AngleTo(double heading, double s) const {
    return WrapToPi(heading - HeadingAt(s));
  }

  double length{0};
  double width{kLaneWidth};
  Lines lines{LineType::kStriped, LineType::kStriped};
  double speed_limit{20};
  int priority{0};
  bool forbidden{false};

 private:
  enum class Kind { kStraight, kSine, kCircular };

  Kind kind_{Kind::kStraight};
  int turn_{1};
  Vec start_;  // or the center of a circle
  Vec direction_;
  Vec across_;
  double heading_{0};
  double amplitude_{0};
  double pulsation_{0};
  double start_phase_{0};
  double radius_{0};
};

}  // namespace envpool::highway

#endif  // ENVPOOL_HIGHWAY_LANE_H_
