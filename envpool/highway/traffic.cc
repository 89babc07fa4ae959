// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Decisions of traffic: IDM (speed) and MOBIL (lanes).

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "envpool/highway/fleet.h"
#include "envpool/highway/lane_functions.h"

namespace envpool::highway {

namespace {

constexpr double kMaxAcceleration = 6.0;
constexpr double kTimeWanted = 1.5;
constexpr double kPursuitTime = 0.5 * 0.2;
constexpr double kMinGain = 0.2;
constexpr double kMaxBrakingImposed = 2.0;
constexpr double kLaneChangeDelay = 1.0;
constexpr int kNobody = LaneList::kNobody;

int SignOf(int x) { return (x > 0) - (x < 0); }

double Square(double x) { return x * x; }

int NumberOf(const LaneList::Place* place) {
  return place == nullptr ? kNobody : place->body;
}

std::size_t IndexOf(int number) { return static_cast<std::size_t>(number); }

}  // namespace

void Fleet::Decide() {
  Columns& c = columns_;
  loops_.free(model_, &c);
  changing_.clear();
  for (std::size_t i = 0; i < num_vehicles_; ++i) {
    if (decides_[i] != 0) {
      DecideLane(i);
      if (c.is_driven[i] == 0) {
        FollowFront(i);
      }
    }
  }
  loops_.decide(model_, &c);
  for (const std::size_t i : changing_) {
    const double acceleration =
        std::clamp(Accelerate(i, NumberOf(FindFront(i, target_lane_[i]))),
                   -kMaxAcceleration, kMaxAcceleration);
    c.acceleration[i] = std::min(c.acceleration[i], acceleration);
  }
}

void Fleet::DecideLane(std::size_t i) {
  Columns& c = columns_;
  std::int32_t& target = target_lane_[i];
  Along at{c.s[i], c.lat[i]};
  if (target != lane_[i]) {
    at = network_.lane(target).Locate(c.PositionOf(i));
  }
  const std::int32_t before = target;
  if (network_.lane(target).IsAfterEnd(at)) {
    target = network_.NextLane(target, c.PositionOf(i), &body(i).route);
  }
  if (changes_lanes_[i] != 0 &&
      (lane_[i] != target || kLaneChangeDelay < c.timer[i])) {
    ChangeLane(i);
  }
  if (target != before) {
    at = target == lane_[i] ? Along{c.s[i], c.lat[i]}
                            : network_.lane(target).Locate(c.PositionOf(i));
  }
  c.target_lat[i] = at.lat;
  c.future_heading[i] =
      network_.lane(target).HeadingAt(at.s + c.speed[i] * kPursuitTime);
}

void Fleet::FollowFront(std::size_t i) {
  Columns& c = columns_;
  const LaneList::Place* front = FindFront(i, lane_[i]);
  if (front == nullptr) {
    c.gap[i] = Columns::kNoGap;
    c.front_x[i] = 0;
    c.front_y[i] = 0;
  } else {
    const std::size_t f = IndexOf(front->body);
    c.gap[i] = front->is_beyond ? DistanceAlongLane(i, f) : front->s - c.s[i];
    c.front_x[i] = c.velocity_x[f];
    c.front_y[i] = c.velocity_y[f];
  }
  if (lane_[i] != target_lane_[i]) {
    changing_.push_back(i);
  }
}

double Fleet::DistanceAlongLane(std::size_t from, std::size_t to) const {
  return network_.lane(lane_[from]).Locate(columns_.PositionOf(to)).s -
         columns_.s[from];
}

double Fleet::DesiredGap(std::size_t i, std::size_t front) const {
  const Columns& c = columns_;
  const double ab = -model_.comfort_acceleration * model_.comfort_braking;
  const double dv =
      Dot(c.VelocityOf(i) - c.VelocityOf(front), c.DirectionOf(i));
  return model_.distance_wanted + c.speed[i] * kTimeWanted +
         c.speed[i] * dv / (2 * std::sqrt(ab));
}

double Fleet::BrakingBehind(std::size_t i, std::size_t front) const {
  return model_.comfort_acceleration *
         Square(DesiredGap(i, front) / NotZero(DistanceAlongLane(i, front)));
}

double Fleet::Accelerate(std::size_t i, int front) const {
  const double free = columns_.free[i];
  return front == kNobody ? free : free - BrakingBehind(i, IndexOf(front));
}

bool Fleet::IsSafeFor(int rear, std::size_t front) const {
  if (rear == kNobody || IndexOf(rear) >= num_vehicles_) {
    return true;
  }
  const Columns& c = columns_;
  const std::size_t i = IndexOf(rear);
  const double target = std::clamp(c.target_speed[i], 0.0, c.speed_limit[i]);
  const double ratio = std::max(c.speed[i], 0.0) / std::abs(NotZero(target));
  const double braking = BrakingBehind(i, front);
  // Where the follower's exponent does not matter, its power is not computed.
  if (ratio <= 1 && -braking >= -kMaxBrakingImposed) {
    return true;
  }
  if (model_.comfort_acceleration - braking < -kMaxBrakingImposed) {
    return false;
  }
  const double free =
      model_.comfort_acceleration * (1 - LanePow(ratio, c.exponent[front]));
  return !(free - braking < -kMaxBrakingImposed);
}

double Fleet::AlongLane(std::size_t i, int lane) const {
  return lane == lane_[i]
             ? columns_.s[i]
             : network_.lane(lane).Locate(columns_.PositionOf(i)).s;
}

const LaneList::Place* Fleet::FindFront(std::size_t i, int lane) {
  const LaneList& list = ListOf(lane);
  // A body beside its lane is not in the list of the lane.
  if (lane == lane_[i] && place_in_list_[i] >= 0) {
    return list.FrontOf(IndexOf(place_in_list_[i]));
  }
  return list.Front(AlongLane(i, lane), static_cast<int>(i));
}

void Fleet::ChangeLane(std::size_t i) {
  if (lane_[i] != target_lane_[i]) {
    if (network_.RoadOf(lane_[i]) == network_.RoadOf(target_lane_[i])) {
      AbortLaneChange(i);
    }
    return;
  }
  columns_.timer[i] = 0;
  const Network::Road& road = network_.RoadAt(lane_[i]);
  const Vec position = columns_.PositionOf(i);
  for (const int lane : {lane_[i] - 1, lane_[i] + 1}) {
    if (lane < road.first_lane || lane >= road.first_lane + road.num_lanes ||
        !network_.lane(lane).IsReachableFrom(position) ||
        std::abs(columns_.speed[i]) < 1) {
      continue;
    }
    if (WantsLane(i, lane)) {
      target_lane_[i] = lane;
    }
  }
}

void Fleet::AbortLaneChange(std::size_t i) {
  const std::int32_t target = target_lane_[i];
  for (std::size_t j = 0; j < num_vehicles_; ++j) {
    if (target_lane_[j] != target || j == i || lane_[j] == target) {
      continue;
    }
    const double distance = DistanceAlongLane(i, j);
    if (0 < distance && distance < DesiredGap(i, j)) {
      target_lane_[i] = lane_[i];
      return;
    }
  }
}

bool Fleet::WantsLane(std::size_t i, int lane) {
  // Politeness is zero: what others gain does not count.
  const LaneList::Place* rear =
      ListOf(lane).Rear(AlongLane(i, lane), static_cast<int>(i));
  if (!IsSafeFor(NumberOf(rear), i)) {
    return false;
  }
  const double then = Accelerate(i, NumberOf(FindFront(i, lane)));
  const Route& route = body(i).route;
  if (!route.empty() && route.begin()->lane >= 0) {
    const int from = network_.IdOf(target_lane_[i]);
    return SignOf(network_.IdOf(lane) - from) ==
               SignOf(route.begin()->lane - from) &&
           !(then < -kMaxBrakingImposed);
  }
  const double now = Accelerate(i, NumberOf(FindFront(i, lane_[i])));
  return !(then - now < kMinGain);
}

const LaneList& Fleet::ListOf(int lane) {
  const std::size_t number = IndexOf(lane);
  LaneList& list = lists_[number];
  if (list_frame_[number] != frame_) {
    list_frame_[number] = frame_;
    FindBodies(lane);
    list.Update(&found_);
    for (std::size_t i = 0; i < list.places().size(); ++i) {
      const LaneList::Place& place = list.places()[i];
      const std::size_t body = IndexOf(place.body);
      if (lane_[body] == lane) {
        place_in_list_[body] = static_cast<std::int32_t>(i);
      }
    }
  }
  return list;
}

bool Fleet::FindOnBoxed(int lane_number, std::size_t i, double* s) const {
  constexpr double kMargin = 1;
  const Vec position = columns_.PositionOf(i);
  const Lane& lane = network_.lane(lane_number);
  if (!network_.extent(lane_number)
           .IsNear(position, lane.width / 2 + kMargin + kVehicleLength)) {
    return false;
  }
  const Along at = lane_[i] == lane_number
                       ? Along{columns_.s[i], columns_.lat[i]}
                       : lane.Locate(position);
  *s = at.s;
  return lane.IsOn(at, kMargin);
}

void Fleet::FindBodies(int lane) {
  if (connects_lanes_ || box_of_[IndexOf(lane)] >= 0) {
    FindBodiesBeyond(lane);
    return;
  }
  const OnLane& on = on_[IndexOf(lane)];
  std::ranges::copy(near_bodies_[IndexOf(lane)], found_.bits.begin());
  found_.s = on.s.data();
  found_.is_beyond = none_beyond_.data();
}

void Fleet::FindBodiesBeyond(int lane) {
  struct Part {
    int lane;
    double offset;
  };
  std::array<Part, 16> parts{Part{lane, 0}};
  std::size_t num_parts = 1;
  if (connects_lanes_) {
    const Network::Road& road = network_.RoadAt(lane);
    const int id = network_.IdOf(lane);
    const auto lane_of = [&](int index) {
      const Network::Road& other = network_.road(index);
      return other.first_lane + (id < other.num_lanes ? id : 0);
    };
    for (const int next : network_.RoadsFrom(road.to)) {
      parts.at(num_parts++) = {lane_of(next), network_.lane(lane).length};
    }
    for (const int previous : network_.RoadsTo(road.from)) {
      const int part = lane_of(previous);
      parts.at(num_parts++) = {part, -network_.lane(part).length};
    }
  }
  found_.s = found_s_.data();
  found_.is_beyond = found_beyond_.data();
  for (std::size_t k = 0; k < num_parts; ++k) {
    const std::size_t part = IndexOf(parts[k].lane);
    const bool is_straight = box_of_[part] < 0;
    for (std::size_t word = 0; word < found_.bits.size(); ++word) {
      std::uint64_t& found = found_.bits[word];
      const std::vector<std::uint64_t>& near =
          is_straight ? near_bodies_[part] : all_bodies_;
      for (std::uint64_t m = near[word] & ~found; m != 0; m &= m - 1) {
        const std::size_t i =
            word * kWord + static_cast<std::size_t>(std::countr_zero(m));
        double s = is_straight ? on_[part].s[i] : 0;
        if (is_straight || FindOnBoxed(parts[k].lane, i, &s)) {
          found |= m & (0 - m);
          found_s_[i] = s + parts[k].offset;
          found_beyond_[i] = k > 0 ? 1 : 0;
        }
      }
    }
  }
}

}  // namespace envpool::highway
