// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/highway/observation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace envpool::highway {

namespace {

constexpr std::array<std::string_view, 14> kFeatureNames{
    "presence", "x",     "y",     "vx",       "vy",      "heading", "cos_h",
    "sin_h",    "cos_d", "sin_d", "long_off", "lat_off", "ang_off", "on_road"};

std::size_t FeatureNumber(std::string_view name) {
  const auto found = std::ranges::find(kFeatureNames, name);
  if (found == kFeatureNames.end()) {
    throw std::invalid_argument("features: expected names of features, got \"" +
                                std::string(name) + "\"");
  }
  return static_cast<std::size_t>(found - kFeatureNames.begin());
}

bool IsOfTimes(const ObservationOptions& options) {
  return options.type == "TimeToCollision";
}

bool IsOfGoals(const ObservationOptions& options) {
  return options.type == "KinematicsGoal";
}

bool IsOfAttributes(const ObservationOptions& options) {
  return options.type == "AttributesObservation";
}

bool IsGrid(const ObservationOptions& options) {
  return options.type == "OccupancyGrid";
}

bool IsGray(const ObservationOptions& options) {
  return options.type == "GrayscaleObservation";
}

bool IsLidar(const ObservationOptions& options) {
  return options.type == "LidarObservation";
}

bool IsOfExit(const ObservationOptions& options) {
  return options.type == "ExitObservation";
}

int StepsOf(const ObservationOptions& options, int policy_frequency) {
  return static_cast<int>(options.horizon / (1.0 / policy_frequency));
}

}  // namespace

std::vector<int> Observer::ShapeOf(const ObservationOptions& options,
                                   int policy_frequency) {
  if (IsOfTimes(options)) {
    return {3, 3, StepsOf(options, policy_frequency)};
  }
  const int features = static_cast<int>(options.features.size());
  if (IsGrid(options)) {
    const auto count = [&options](std::size_t axis) {
      const double extent =
          options.grid_size.at(2 * axis + 1) - options.grid_size.at(2 * axis);
      return static_cast<int>(std::floor(extent / options.grid_step.at(axis)));
    };
    return {features, count(0), count(1)};
  }
  if (IsLidar(options)) {
    return {options.cells, 2};
  }
  if (IsOfGoals(options) || IsOfAttributes(options) || IsGray(options)) {
    return {0};
  }
  return {options.vehicles_count, features};
}

std::pair<float, float> Observer::BoundsOf(const ObservationOptions& options) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  if (IsOfTimes(options)) {
    return {0.0F, 1.0F};
  }
  if (IsLidar(options)) {
    const float range =
        options.normalize ? 1.0F : static_cast<float>(options.maximum_range);
    return {-range, range};
  }
  return {-kInfinity, kInfinity};
}

std::vector<int> Observer::GoalShapeOf(const ObservationOptions& options) {
  return {IsOfGoals(options) ? static_cast<int>(options.features.size()) : 0};
}

std::vector<int> Observer::AttributeShapeOf(const ObservationOptions& options) {
  return IsOfAttributes(options) ? std::vector<int>{4, 1} : std::vector<int>{0};
}

Observer::Observer(const ObservationOptions& options, int policy_frequency)
    : options_(options),
      ranges_(kFeatureNames.size(), Range{0, 0}),
      horizon_(StepsOf(options, policy_frequency)),
      time_step_(1.0 / policy_frequency) {
  for (const std::string& name : options.features) {
    features_.push_back(static_cast<Feature>(FeatureNumber(name)));
  }
  for (const auto& [name, range] : options.features_range) {
    if (range.size() != 2) {
      throw std::invalid_argument(
          "features_range: expected two numbers for each feature");
    }
    ranges_[FeatureNumber(name)] = {range[0], range[1]};
  }
  if (IsGrid(options)) {
    const std::vector<int> shape = ShapeOf(options, policy_frequency);
    columns_ = shape[1];
    rows_of_cells_ = shape[2];
  }
}

void Observer::Start(const Road& road, const Body& ego, Generator* rng) {
  side_lanes_ = road.NumSideLanes(ego.lane);
  // The official env measures twice before, to learn the shapes.
  for (int i = 0; i < 2 && IsOfAttributes(options_); ++i) {
    static_cast<void>(Measure(road, ego, rng));
  }
}

Observer::Attributes Observer::Measure(const Road& road, const Body& ego,
                                       Generator* rng) const {
  Attributes found{};
  const Slipping state = StateOf(ego);
  const Slipping derivative = DerivativeOf(ego, state);
  const auto noisy = [rng](const Slipping& of, double noise, double* out) {
    for (const double x :
         {of.position.y, of.heading, of.lateral_speed, of.yaw_rate}) {
      *out++ = x + rng->Uniform(-noise, noise);
    }
  };
  noisy(state, options_.state_noise, found.data());
  noisy(derivative, options_.derivative_noise, found.data() + 4);
  const Lane& lane = road.network.lane(road.reference_lane);
  const Along at = lane.Locate(ego.position);
  found[8] = ego.position.y - at.lat;
  found[9] = lane.HeadingAt(at.s);
  return found;
}

void Observer::Write(const Road& road, const Body& ego, Generator* rng,
                     const ObservationParts& out) {
  if (IsOfTimes(options_)) {
    WriteTimes(road, ego, out.array);
  } else if (IsGrid(options_) && options_.as_image) {
    WriteGrid(road, ego, out.image);
  } else if (IsGrid(options_)) {
    WriteGrid(road, ego, out.array);
  } else if (IsLidar(options_)) {
    WriteLidar(road, ego, out.array);
  } else if (IsGray(options_)) {
    return;  // see grayscale.h
  } else if (IsOfGoals(options_)) {
    WriteGoals(road, ego, out);
  } else if (IsOfAttributes(options_)) {
    const Attributes attributes = Measure(road, ego, rng);
    std::copy_n(attributes.data(), 4, out.state);
    std::copy_n(attributes.data() + 4, 4, out.derivative);
    std::copy_n(attributes.data() + 8, 4, out.reference_state);
  } else {
    WriteKinematics(road, ego, rng, out.array);
  }
}

void Observer::WriteGoals(const Road& road, const Body& ego,
                          const ObservationParts& out) const {
  const Body& goal = road.GoalOf(ego);
  for (std::size_t i = 0; i < features_.size(); ++i) {
    const double here = ValueOf(road, ego, features_[i]) / options_.scales[i];
    out.observation[i] = here;
    out.achieved_goal[i] = here;
    out.desired_goal[i] =
        ValueOf(road, goal, features_[i]) / options_.scales[i];
  }
}

void Observer::FindOthers(const Road& road, const Body& ego) {
  const bool is_exit = IsOfExit(options_);
  seen_.clear();
  const auto add = [&](const Body& body, bool see_behind) {
    if (&body == &ego || !(Norm(body.position - ego.position) < kReach)) {
      return;
    }
    const double distance = road.DistanceAlongLane(ego, body);
    if (see_behind || -2 * kVehicleLength < distance) {
      seen_.push_back({&body, std::abs(distance)});
    }
  };
  for (const Body& body : road.vehicles) {
    add(body, options_.see_behind);
  }
  if (options_.include_obstacles && !is_exit) {
    for (const Body& body : road.obstacles) {
      add(body, false);
    }
  }
  if (options_.order == "sorted" || is_exit) {
    std::ranges::stable_sort(seen_, {}, &Seen::distance);
  }
  const auto most = static_cast<std::size_t>(options_.vehicles_count - 1);
  if (seen_.size() > most) {
    seen_.resize(most);
  }
}

double Observer::ValueOf(const Road& road, const Body& body,
                         Feature feature) const {
  const Lane& lane = road.network.lane(body.lane);
  const auto to_goal = [&]() {
    if (body.route.empty()) {
      return Vec{};
    }
    const RouteStep last = *(body.route.end() - 1);
    const Lane& end = road.network.lane(
        road.network.road(last.road).first_lane + std::max<int>(last.lane, 0));
    const Vec way = end.Position(end.length, 0) - body.position;
    const double distance = Norm(way);
    return distance == 0 ? Vec{} : Vec{way.x / distance, way.y / distance};
  };
  switch (feature) {
    case Feature::kPresence:
      return 1;
    case Feature::kX:
      return body.position.x;
    case Feature::kY:
      return body.position.y;
    case Feature::kVx:
      return body.velocity.x;
    case Feature::kVy:
      return body.velocity.y;
    case Feature::kHeading:
      return body.heading;
    case Feature::kCosHeading:
      return body.direction.x;
    case Feature::kSinHeading:
      return body.direction.y;
    case Feature::kCosGoal:
      return to_goal().x;
    case Feature::kSinGoal:
      return to_goal().y;
    case Feature::kAlongLane:
      return lane.Locate(body.position).s;
    case Feature::kAcrossLane:
      return lane.Locate(body.position).lat;
    case Feature::kLaneAngle:
      return lane.AngleTo(body.heading, lane.Locate(body.position).s);
    case Feature::kOnRoad:
      break;
  }
  return 0;
}

float Observer::Normalized(double value, Feature feature) const {
  if (!options_.normalize) {
    return static_cast<float>(value);
  }
  Range range = ranges_[static_cast<std::size_t>(feature)];
  if (options_.features_range.empty()) {
    switch (feature) {
      case Feature::kX:
        range = {-kReach, kReach};
        break;
      case Feature::kY:
        range = {-kLaneWidth * side_lanes_, kLaneWidth * side_lanes_};
        break;
      case Feature::kVx:
      case Feature::kVy:
        range = {-2 * kMaxSpeed, 2 * kMaxSpeed};
        break;
      default:
        break;
    }
  }
  if (range.low == range.high) {
    return static_cast<float>(value);
  }
  const double scaled = Map(value, range, {-1, 1});
  return static_cast<float>(options_.clip ? std::clamp(scaled, -1.0, 1.0)
                                          : scaled);
}

void Observer::WriteKinematics(const Road& road, const Body& ego,
                               Generator* rng, float* out) {
  FindOthers(road, ego);
  const std::size_t columns = features_.size();
  const auto rows = static_cast<std::size_t>(options_.vehicles_count);
  rows_.assign(rows * columns, 0.0F);
  for (std::size_t row = 0; row <= seen_.size(); ++row) {
    const Body& body = row == 0 ? ego : *seen_[row - 1].body;
    for (std::size_t i = 0; i < columns; ++i) {
      const Feature feature = features_[i];
      double value = ValueOf(road, body, feature);
      const bool moves = Feature::kX <= feature && feature <= Feature::kVy;
      if (row > 0 && moves && !options_.absolute) {
        value -= ValueOf(road, ego, feature);
      }
      const bool is_goal =
          feature == Feature::kCosGoal || feature == Feature::kSinGoal;
      if (row > 0 && is_goal && !options_.observe_intentions) {
        value = 0;
      }
      if (row == 0 && feature == Feature::kX && IsOfExit(options_)) {
        const Network& net = road.network;
        const Network::Road& exit = net.RoadAt(net.Find("1", "2", 0));
        value = net.lane(exit.first_lane + exit.num_lanes - 1)
                    .Locate(ego.position)
                    .s;
      }
      rows_[row * columns + i] = Normalized(value, feature);
    }
  }
  order_.resize(rows);
  std::iota(order_.begin(), order_.end(), 0);
  if (options_.order == "shuffled") {
    rng->Shuffle(std::span(order_).subspan(1));
  }
  for (std::size_t row = 0; row < rows; ++row) {
    const auto from = static_cast<std::size_t>(order_[row]) * columns;
    std::copy_n(rows_.begin() + static_cast<std::ptrdiff_t>(from), columns,
                out + row * columns);
  }
}

void Observer::FillTimes(const Road& road, const Body& ego, int row) {
  const Network& net = road.network;
  const int lanes = road.NumSideLanes(ego.lane);
  times_.assign(static_cast<std::size_t>(lanes * horizon_), 0.0F);
  const double speed = road.target_speeds()[static_cast<std::size_t>(row)];
  struct Margin {
    double distance;
    float cost;
  };
  constexpr std::array<Margin, 3> kMargins{
      {{0, 1.0F}, {-kVehicleLength, 0.5F}, {kVehicleLength, 0.5F}}};
  for (const Body& other : road.vehicles) {
    if (&other == &ego || speed == other.speed) {
      continue;
    }
    const bool is_same_size = road.NumSideLanes(other.lane) == lanes;
    const int first = is_same_size ? net.IdOf(other.lane) : 0;
    const int last = is_same_size ? first : lanes - 1;
    const double projected = other.speed * Dot(other.direction, ego.direction);
    const double distance = road.DistanceAlongLane(ego, other);
    if (!net.IsConnected(net.RoadAt(ego.lane), net.RoadAt(other.lane),
                         ego.route.begin(), ego.route.end(), 3)) {
      continue;
    }
    for (const Margin& margin : kMargins) {
      const double time =
          (distance + margin.distance) / NotZero(speed - projected);
      if (time < 0) {
        continue;
      }
      for (const double at :
           {std::trunc(time / time_step_), std::ceil(time / time_step_)}) {
        if (at >= horizon_) {
          continue;
        }
        for (int lane = first; lane <= last; ++lane) {
          float& cell = times_[static_cast<std::size_t>(lane * horizon_ +
                                                        static_cast<int>(at))];
          cell = std::max(cell, margin.cost);
        }
      }
    }
  }
}

void Observer::WriteTimes(const Road& road, const Body& ego, float* out) {
  const int lanes = road.NumSideLanes(ego.lane);
  const int last = static_cast<int>(road.target_speeds().size()) - 1;
  const int ego_lane = road.network.IdOf(ego.lane);
  for (int i = -1; i <= 1; ++i) {
    FillTimes(road, ego, std::clamp(ego.speed_index + i, 0, last));
    for (int lane = ego_lane - 1; lane <= ego_lane + 1; ++lane) {
      if (lane < 0 || lane >= lanes) {
        std::fill_n(out, horizon_, 1.0F);
      } else {
        std::copy_n(times_.begin() + lane * horizon_, horizon_, out);
      }
      out += horizon_;
    }
  }
}

}  // namespace envpool::highway
