// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/highway/fleet.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "envpool/highway/steering.h"

namespace envpool::highway {

namespace {

/// Half the diagonal, rounded up.
double RadiusOf(const Body& body) {
  const double length = body.length();
  const double width = body.width();
  return std::sqrt(length * length + width * width) * 0.501;
}

/// Whether a body does not move by its controller.
bool IsStopping(const Body& body) {
  return body.crashed || !body.is_vehicle() || body.is_steered();
}

}  // namespace

Fleet::Fleet(const Network& network, DriverModel model, bool connects_lanes)
    : network_(network),
      model_(model),
      connects_lanes_(connects_lanes),
      loops_(LoopsOfThisMachine()) {
  const auto lanes = static_cast<std::size_t>(network.num_lanes());
  on_.resize(lanes);
  near_lanes_.resize((lanes + kWord - 1) / kWord);
  near_bodies_.resize(lanes);
  for (std::size_t i = 0; i < lanes; ++i) {
    on_[i].lanes = &near_lanes_[i / kWord];
    on_[i].bit = Mask{1} << i % kWord;
  }
  lists_.resize(lanes);
  list_frame_.resize(lanes, -1);
  box_of_.resize(lanes, -1);
  for (int i = 0; i < network.num_lanes(); ++i) {
    const Lane& lane = network.lane(i);
    if (lane.is_straight() && network.num_lanes() <= kFewLanes) {
      straight_.push_back({lane.start(), lane.direction(), lane.across(),
                           lane.HeadingAt(0), lane.length, lane.width / 2,
                           static_cast<double>(i)});
    } else {
      AddBox(i);
    }
  }
  boxes_.Pad();
}

void Fleet::AddBox(int lane) {
  box_of_[static_cast<std::size_t>(lane)] = static_cast<int>(boxed_.size());
  boxed_.push_back(lane);
  const Extent& extent = network_.extent(lane);
  boxes_.Add(extent.low, extent.high);
}

void Fleet::Resize() {
  const std::size_t size = num_vehicles_ + obstacles_->size();
  if (size == columns_.size && num_vehicles_ == sized_vehicles_) {
    return;
  }
  sized_vehicles_ = num_vehicles_;
  columns_.Resize(size);
  const std::size_t padded = columns_.x.size();
  for (const StraightLane& lane : straight_) {
    on_[static_cast<std::size_t>(lane.number)].s.resize(padded);
  }
  for (std::vector<Mask>& lanes : near_lanes_) {
    lanes.resize(padded);
  }
  for (LaneList& list : lists_) {
    list.Clear();
  }
  lane_.resize(size);
  target_lane_.resize(size);
  decides_.resize(size);
  changes_lanes_.resize(size);
  place_in_list_.resize(size);
  found_s_.resize(padded);
  found_beyond_.assign(padded, 0);
  none_beyond_.assign(padded, 0);
  const std::size_t words = (size + kWord - 1) / kWord;
  found_.bits.assign(words, 0);
  all_bodies_.assign(words, ~std::uint64_t{0});
  if (size % kWord != 0) {
    all_bodies_.back() = (std::uint64_t{1} << size % kWord) - 1;
  }
  for (std::vector<std::uint64_t>& bodies : near_bodies_) {
    bodies.assign(words, 0);
  }
  order_.resize(size);
  for (std::size_t i = 0; i < size; ++i) {
    order_[i].body = i;
  }
}

void Fleet::Load(Range speeds, std::vector<Body>* vehicles,
                 std::vector<Body>* obstacles) {
  vehicles_ = vehicles;
  obstacles_ = obstacles;
  num_vehicles_ = vehicles->size();
  Resize();
  Columns& c = columns_;
  ++frame_;
  pushed_.clear();
  steered_.clear();
  checking_.clear();
  for (std::size_t i = 0; i < c.size; ++i) {
    const Body& b = body(i);
    LoadPlace(i);
    c.target_speed[i] = b.target_speed;
    c.exponent[i] = b.exponent;
    c.timer[i] = b.timer;
    c.timer_rate[i] = b.kind == Kind::kTraffic ? 1 : 0;
    c.least_speed[i] = b.is_agent ? speeds.low : -kMaxSpeed;
    c.most_speed[i] = b.is_agent ? speeds.high : kMaxSpeed;
    c.radius[i] = RadiusOf(b);
    c.is_driven[i] = MaskOf(b.kind == Kind::kDriven);
    c.is_stopping[i] = MaskOf(IsStopping(b));
    changes_lanes_[i] = b.kind == Kind::kTraffic && b.changes_lanes;
    decides_[i] =
        b.kind == Kind::kDriven || (b.kind == Kind::kTraffic && !b.crashed);
    if (b.checks_collisions) {
      checking_.push_back(i);
    }
    if (b.is_steered()) {
      steered_.push_back(i);
    } else if (b.has_impact && b.is_vehicle()) {
      pushed_.push_back(i);
    }
  }
  if (!straight_.empty()) {
    FindOnStraightLanes();
  }
  std::ranges::fill(place_in_list_, LaneList::kNobody);
  for (std::size_t i = 0; i < c.size; ++i) {
    const Body& b = body(i);
    const Lane& lane = network_.lane(b.lane);
    const Along at = lane.Locate(b.position);
    lane_[i] = b.lane;
    target_lane_[i] = b.target_lane;
    c.s[i] = at.s;
    c.lat[i] = at.lat;
    c.speed_limit[i] = lane.speed_limit;
  }
}

void Fleet::Store() {
  const Columns& c = columns_;
  for (std::size_t i = 0; i < num_vehicles_; ++i) {
    StorePlace(i);
    Body& b = body(i);
    b.heading = c.heading[i];
    if (!b.is_steered()) {
      b.acceleration = c.acceleration[i];
    }
    b.timer = c.timer[i];
    b.lane = lane_[i];
    b.target_lane = target_lane_[i];
  }
}

void Fleet::LoadPlace(std::size_t i) {
  Columns& c = columns_;
  const Body& b = body(i);
  c.x[i] = b.position.x;
  c.y[i] = b.position.y;
  c.heading[i] = b.heading;
  c.speed[i] = b.speed;
  c.direction_x[i] = b.direction.x;
  c.direction_y[i] = b.direction.y;
  c.velocity_x[i] = b.velocity.x;
  c.velocity_y[i] = b.velocity.y;
}

void Fleet::StorePlace(std::size_t i) {
  Body& b = body(i);
  b.position = columns_.PositionOf(i);
  b.speed = columns_.speed[i];
  b.direction = columns_.DirectionOf(i);
  b.velocity = columns_.VelocityOf(i);
}

void Fleet::LoadTargetSpeeds() {
  for (std::size_t i = 0; i < num_vehicles_; ++i) {
    columns_.target_speed[i] = body(i).target_speed;
  }
}

void Fleet::MoveOnlySteered(Range speeds, double dt,
                            std::vector<Body>* vehicles,
                            std::vector<Body>* obstacles) const {
  for (Body& b : *vehicles) {
    MoveSteered(b.is_agent ? speeds : kUsualSpeeds, dt, &b);
    b.lane = network_.ClosestLane(b.position, b.heading, b.lane);
    b.target_lane = b.lane;
  }
  for (auto b = vehicles->begin(); b != vehicles->end(); ++b) {
    for (auto other = b + 1; other != vehicles->end(); ++other) {
      Collide(&*b, &*other, dt);
    }
    for (Body& obstacle : *obstacles) {
      Collide(&*b, &obstacle, dt);
    }
  }
}

void Fleet::Move(double dt) {
  loops_.move(dt, &columns_);
  MoveSteeredVehicles(dt);
  Push();
  ++frame_;
  FindLanes();
  for (const std::size_t i : steered_) {
    target_lane_[i] = lane_[i];
  }
  FindCollisions(dt);
}

void Fleet::MoveSteeredVehicles(double dt) {
  // Their bodies are up to date, also while the others drive in columns.
  for (const std::size_t i : steered_) {
    MoveSteered({columns_.least_speed[i], columns_.most_speed[i]}, dt,
                &body(i));
    LoadPlace(i);
  }
}

void Fleet::Push() {
  for (const std::size_t i : pushed_) {
    Body& b = body(i);
    columns_.x[i] += b.impact.x;
    columns_.y[i] += b.impact.y;
    b.has_impact = false;
    b.crashed = true;
    Crash(i);
  }
  pushed_.clear();
}

void Fleet::Crash(std::size_t i) {
  const Body& b = body(i);
  columns_.is_stopping[i] = MaskOf(IsStopping(b));
  if (b.crashed && b.kind == Kind::kTraffic) {
    decides_[i] = 0;
  }
}

void Fleet::FindOnStraightLanes() {
  Columns& c = columns_;
  std::ranges::fill(c.distance, std::numeric_limits<double>::infinity());
  std::ranges::fill(c.nearest, 0.0);
  for (std::vector<Mask>& lanes : near_lanes_) {
    std::ranges::fill(lanes, Mask{0});
  }
  for (const StraightLane& lane : straight_) {
    loops_.find_on_lane(lane, &c, &on_[static_cast<std::size_t>(lane.number)]);
  }
  ListNearBodies();
}

void Fleet::FindLanes() {
  Columns& c = columns_;
  std::ranges::fill(place_in_list_, LaneList::kNobody);
  if (straight_.empty()) {
    std::ranges::fill(c.distance, std::numeric_limits<double>::infinity());
  } else {
    FindOnStraightLanes();
  }
  for (std::size_t i = 0; i < num_vehicles_; ++i) {
    if (!boxed_.empty()) {
      FindInBoxes(i);
    }
    lane_[i] = static_cast<std::int32_t>(c.nearest[i]);
    c.speed_limit[i] = network_.lane(lane_[i]).speed_limit;
  }
}

void Fleet::ListNearBodies() {
  for (const StraightLane& lane : straight_) {
    std::ranges::fill(near_bodies_[static_cast<std::size_t>(lane.number)], 0);
  }
  for (std::size_t word = 0; word < near_lanes_.size(); ++word) {
    for (std::size_t i = 0; i < columns_.size; ++i) {
      for (Mask m = near_lanes_[word][i]; m != 0; m &= m - 1) {
        const std::size_t lane =
            word * kWord + static_cast<std::size_t>(std::countr_zero(m));
        near_bodies_[lane][i / kWord] |= std::uint64_t{1} << i % kWord;
      }
    }
  }
}

void Fleet::FindInBoxes(std::size_t i) {
  Columns& c = columns_;
  const Vec position = c.PositionOf(i);
  double least = c.distance[i];
  double nearest = c.nearest[i];
  Vec center{std::numeric_limits<double>::infinity(), 0};
  double angle = 0;
  const auto visit = [&](int lane_number) {
    const Lane& lane = network_.lane(lane_number);
    Along at;
    if (lane.is_circular()) {
      // The lanes of a roundabout have one center.
      if (!(lane.start() == center)) {
        center = lane.start();
        angle = lane.AngleOf(position);
      }
      at = lane.LocateByAngle(position, angle);
    } else {
      at = lane.Locate(position);
    }
    const double beside = lane.Distance(at);
    if (beside > least) {
      return;
    }
    const double distance = beside + std::abs(lane.AngleTo(c.heading[i], at.s));
    const double number = lane_number;
    if (distance < least || (distance == least && number < nearest)) {
      least = distance;
      nearest = number;
      c.s[i] = at.s;
      c.lat[i] = at.lat;
    }
  };
  // Most bodies stay on their lane, and then few others are near enough.
  const std::int32_t before = lane_[i];
  if (box_of_[static_cast<std::size_t>(before)] >= 0) {
    visit(before);
  }
  for (std::size_t begin = 0; begin < boxed_.size(); begin += Boxes::kWord) {
    // The distance to a lane is no less than that to a box around it.
    for (Mask m = loops_.near_boxes(boxes_, begin, position, least); m != 0;
         m &= m - 1) {
      const int lane =
          boxed_[begin + static_cast<std::size_t>(std::countr_zero(m))];
      if (lane != before) {
        visit(lane);
      }
    }
  }
  c.distance[i] = least;
  c.nearest[i] = nearest;
}

bool Fleet::IsWithinReach(std::size_t i, std::size_t j, double dt) const {
  const Columns& c = columns_;
  const double reach = c.radius[i] + c.radius[j] + c.speed[i] * dt;
  return std::abs(c.x[i] - c.x[j]) <= reach &&
         std::abs(c.y[i] - c.y[j]) <= reach;
}

void Fleet::FindPairsOfChecking(double dt) {
  for (const std::size_t one : checking_) {
    for (std::size_t other = 0; other < columns_.size; ++other) {
      const std::size_t i = std::min(one, other);
      const std::size_t j = std::max(one, other);
      if (i != j && i < num_vehicles_ && IsWithinReach(i, j, dt)) {
        pairs_.push_back({i, j});
      }
    }
  }
}

void Fleet::FindPairs(double dt) {
  pairs_.clear();
  if (checking_.size() <= kFewChecking) {
    FindPairsOfChecking(dt);
    return;
  }
  const Columns& c = columns_;
  double motion = 0;
  double radius = 0;
  for (std::size_t k = 0; k < order_.size(); ++k) {
    AtX at = order_[k];
    at.x = c.x[at.body];
    motion = std::max(motion, c.speed[at.body] * dt);
    radius = std::max(radius, c.radius[at.body]);
    std::size_t to = k;
    for (; to > 0 && at.x < order_[to - 1].x; --to) {
      order_[to] = order_[to - 1];
    }
    order_[to] = at;
  }
  for (std::size_t k = 0; k < order_.size(); ++k) {
    const AtX at = order_[k];
    const double most = at.x + c.radius[at.body] + radius + motion;
    for (std::size_t l = k + 1; l < order_.size() && order_[l].x <= most; ++l) {
      const std::size_t i = std::min(at.body, order_[l].body);
      const std::size_t j = std::max(at.body, order_[l].body);
      if (i < num_vehicles_ && IsWithinReach(i, j, dt)) {
        pairs_.push_back({i, j});
      }
    }
  }
}

void Fleet::FindCollisions(double dt) {
  FindPairs(dt);
  // A push replaces an earlier one.
  std::ranges::sort(pairs_);
  pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
  for (const auto& [i, j] : pairs_) {
    Body& a = body(i);
    Body& b = body(j);
    if (a.checks_collisions || b.checks_collisions) {
      StorePlace(i);
      StorePlace(j);
      Collide(&a, &b, dt);
      for (const std::size_t one : {i, j}) {
        Crash(one);
        if (body(one).has_impact && one < num_vehicles_ &&
            !body(one).is_steered() &&
            std::ranges::find(pushed_, one) == pushed_.end()) {
          pushed_.push_back(one);
        }
      }
    }
  }
}

}  // namespace envpool::highway
