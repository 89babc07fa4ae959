// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Observations by place: a grid of cells around the agent, and the beams of a
// lidar.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "envpool/highway/columns.h"
#include "envpool/highway/observation.h"

namespace envpool::highway {

namespace {

/// Places along lanes are sampled up to this distance before and behind.
constexpr double kLaneReach = 100;

/// A product by a matrix turns `v` to the axes of a vehicle.
Vec ToAxes(Vec direction, Vec v) {
  return {direction.x * v.x + direction.y * v.y,
          -direction.y * v.x + direction.x * v.y};
}

/// The part of a lane, which is no sine, within `reach` of a position, with
/// some margin; empty if low > high.
Range PartNear(const Lane& lane, Vec position, double reach) {
  constexpr double kMargin = 0.01;
  constexpr Range kEmpty{1, 0};
  const Range whole{0, lane.length};
  const Along at = lane.Locate(position);
  const auto around = [&](double s, double extent) {
    return Range{std::max(0.0, s - extent), std::min(lane.length, s + extent)};
  };
  if (!lane.is_circular()) {
    const double square = reach * reach - at.lat * at.lat;
    return square < 0 ? kEmpty : around(at.s, std::sqrt(square) + kMargin);
  }
  const double radius = lane.radius();
  const double distance = Norm(position - lane.start());
  const double cosine =
      (distance * distance + radius * radius - reach * reach) /
      (2 * distance * radius);
  if (cosine > 1) {
    return kEmpty;
  }
  if (!(cosine > -1)) {  // also at the center
    return whole;
  }
  const double extent = radius * std::acos(cosine) + kMargin;
  const double round = 2 * kPi * radius;
  const bool is_once =
      at.s + round - extent > lane.length && at.s - round + extent < 0;
  return is_once ? around(at.s, extent) : whole;
}

/// A number in a grid, or the byte of an image for a number in [-1, 1].
template <typename Number>
Number NumberOf(double x) {
  if constexpr (std::is_same_v<Number, std::uint8_t>) {
    const double byte = (std::clamp(x, -1.0, 1.0) + 1) / 2 * 255;
    return byte > 0 ? static_cast<std::uint8_t>(byte) : std::uint8_t{0};
  } else {
    return static_cast<Number>(x);
  }
}

std::array<Vec, 4> CornersOf(const Body& body) {
  const double l = body.length() / 2;
  const double w = body.width() / 2;
  std::array<Vec, 4> corners = {Vec{-l, -w}, Vec{-l, w}, Vec{l, w}, Vec{l, -w}};
  for (Vec& p : corners) {
    const Vec turned{body.direction.x * p.x + -body.direction.y * p.y,
                     body.direction.y * p.x + body.direction.x * p.y};
    p = turned + body.position;
  }
  return corners;
}

double GapOf(Range a, Range b) {
  return a.low < b.low ? b.low - a.high : a.low - b.high;
}

/// The distance to a rectangle along a beam, infinite if it misses.
double DistanceAlong(Vec beam, Vec origin, const std::array<Vec, 4>& rect) {
  const auto span = [&](Vec from, Vec to) {
    const Vec side = to - from;
    const double norm = Norm(side);
    const Vec axis{side.x / norm, side.y / norm};
    const double along = Dot(beam, axis);
    Range range{Dot(from - origin, axis) / along,
                Dot(to - origin, axis) / along};
    if (along < 0) {
      std::swap(range.low, range.high);
    }
    return range;
  };
  const Range first = span(rect[0], rect[1]);
  const Range second = span(rect[0], rect[3]);
  const Range whole{0, 1};
  // Comparisons with numbers that are none are false.
  if (GapOf(first, second) <= 0 && GapOf(whole, first) <= 0 &&
      GapOf(whole, second) <= 0) {
    return std::max(first.low, second.low) * Norm(beam);
  }
  return std::numeric_limits<double>::infinity();
}

}  // namespace

int Observer::CellOf(const Body& ego, Vec from_ego) const {
  const Vec at =
      options_.aligns_to_vehicle ? ToAxes(ego.direction, from_ego) : from_ego;
  const std::vector<double>& size = options_.grid_size;
  const double x = std::floor((at.x - size[0]) / options_.grid_step[0]);
  const double y = std::floor((at.y - size[2]) / options_.grid_step[1]);
  if (!(0 <= x && x < columns_ && 0 <= y && y < rows_of_cells_)) {
    return -1;
  }
  return static_cast<int>(x) * rows_of_cells_ + static_cast<int>(y);
}

template <typename Number>
void Observer::WriteGrid(const Road& road, const Body& ego, Number* out) const {
  const int cells = columns_ * rows_of_cells_;
  for (const Feature feature : features_) {
    std::fill_n(out, cells, Number{0});
    if (feature == Feature::kOnRoad) {
      WriteLanes(road, ego, out);
      out += cells;
      continue;
    }
    const bool moves = Feature::kX <= feature && feature <= Feature::kVy;
    for (auto body = road.vehicles.rbegin(); body != road.vehicles.rend();
         ++body) {
      const int cell = CellOf(ego, body->position - ego.position);
      if (cell < 0) {
        continue;
      }
      double value = ValueOf(road, *body, feature);
      if (moves) {
        value -= ValueOf(road, ego, feature);
      }
      const Range range = GridRange(feature);
      if (range.low != range.high) {
        value = Map(value, range, {-1, 1});
      }
      out[cell] = NumberOf<Number>(options_.clip ? std::clamp(value, -1.0, 1.0)
                                                 : value);
    }
    out += cells;
  }
}

template void Observer::WriteGrid(const Road&, const Body&, float*) const;
template void Observer::WriteGrid(const Road&, const Body&,
                                  std::uint8_t*) const;

Range Observer::GridRange(Feature feature) const {
  const bool is_speed = feature == Feature::kVx || feature == Feature::kVy;
  if (options_.features_range.empty() && is_speed) {
    return {-2 * kMaxSpeed, 2 * kMaxSpeed};
  }
  return ranges_[static_cast<std::size_t>(feature)];
}

template <typename Number>
void Observer::WriteLanes(const Road& road, const Body& ego,
                          Number* layer) const {
  const double spacing = std::min(options_.grid_step[0], options_.grid_step[1]);
  const std::vector<double>& size = options_.grid_size;
  constexpr double kRounding = 1e-6;
  const double reach = Norm({std::max(std::abs(size[0]), std::abs(size[1])),
                             std::max(std::abs(size[2]), std::abs(size[3]))}) +
                       kRounding;
  for (int index = 0; index < road.network.num_lanes(); ++index) {
    if (!road.network.extent(index).IsNear(ego.position, reach)) {
      continue;
    }
    const Lane& lane = road.network.lane(index);
    const double here = lane.Locate(ego.position).s;
    const double start = here - kLaneReach;
    const double end = here + kLaneReach;
    const double step = (start + spacing) - start;  // as NumPy rounds it
    // Far from all lanes, numbers are too coarse to count.
    const double exact = std::ceil((end - start) / spacing);
    const double most = 2 * kLaneReach / spacing + 2;
    const int count = 0 < exact && exact <= most ? static_cast<int>(exact) : 0;
    if (lane.is_sine()) {
      WriteSineLane(lane, ego, {start, step, reach, count}, layer);
    } else {
      WriteLane(lane, ego, {start, step, reach, count}, layer);
    }
  }
}

template <typename Number>
void Observer::WriteLane(const Lane& lane, const Body& ego,
                         const Samples& samples, Number* layer) const {
  const std::vector<double>& size = options_.grid_size;
  const LanePlaces places{samples.start,
                          samples.step,
                          lane.length,
                          lane.start(),
                          lane.direction(),
                          lane.radius(),
                          lane.start_phase(),
                          lane.turn(),
                          ego.position,
                          options_.aligns_to_vehicle,
                          ego.direction,
                          {size[0], size[2]},
                          {options_.grid_step[0], options_.grid_step[1]},
                          static_cast<double>(columns_),
                          static_cast<double>(rows_of_cells_)};
  const Range near = PartNear(lane, ego.position, samples.reach);
  const auto number_at = [&samples](double s) {
    const double last = samples.count;
    return std::clamp((s - samples.start) / samples.step, 0.0, last);
  };
  const int first = std::max(static_cast<int>(number_at(near.low)) - 1, 0);
  const int last =
      near.low > near.high
          ? first
          : std::min(static_cast<int>(number_at(near.high)) + 2, samples.count);
  std::array<double, LanePlaces::kCount> cells;
  for (int begin = first; begin < last; begin += LanePlaces::kCount) {
    LoopsOfThisMachine().cells(places, begin, cells.data());
    const int found = std::min<int>(last - begin, LanePlaces::kCount);
    for (int i = 0; i < found; ++i) {
      const double cell = cells[static_cast<std::size_t>(i)];
      if (cell >= 0) {
        layer[static_cast<int>(cell)] = NumberOf<Number>(1);
      }
    }
  }
}

template <typename Number>
void Observer::WriteSineLane(const Lane& lane, const Body& ego,
                             const Samples& samples, Number* layer) const {
  double last = -1;
  for (int i = 0; i < samples.count; ++i) {
    const double s =
        std::clamp(samples.start + i * samples.step, 0.0, lane.length);
    if (s == last) {
      continue;
    }
    last = s;
    const Vec from_ego = lane.Position(s, 0) - ego.position;
    const double beyond = Norm(from_ego) - samples.reach;
    if (beyond > 0) {
      // Nor are the next places in a cell.
      i += std::max(
          0, static_cast<int>(beyond / (lane.slope() * samples.step)) - 1);
      continue;
    }
    const int cell = CellOf(ego, from_ego);
    if (cell >= 0) {
      layer[cell] = NumberOf<Number>(1);
    }
  }
}

void Observer::WriteLidar(const Road& road, const Body& ego, float* out) const {
  std::fill_n(out, 2 * options_.cells,
              static_cast<float>(options_.maximum_range));
  for (const std::vector<Body>* bodies : {&road.vehicles, &road.obstacles}) {
    for (const Body& body : *bodies) {
      if (&body != &ego && body.kind != Kind::kLandmark) {
        Scan(ego, body, out);
      }
    }
  }
  if (options_.normalize) {
    for (int i = 0; i < 2 * options_.cells; ++i) {
      out[i] /= static_cast<float>(options_.maximum_range);
    }
  }
}

void Observer::Scan(const Body& ego, const Body& other, float* out) const {
  const int cells = options_.cells;
  const double sector = 2 * kPi / cells;
  const auto angle_to = [&](Vec place) {
    const Vec way = place - ego.position;
    return std::atan2(way.y, way.x) + sector / 2;
  };
  const auto beam_at = [&](double angle) {
    const int beam = static_cast<int>(std::floor(angle / sector)) % cells;
    return beam < 0 ? beam + cells : beam;
  };
  const auto record = [&](int beam, double distance) {
    float* cell = out + std::ptrdiff_t{2} * beam;
    if (distance <= static_cast<double>(cell[0])) {
      const Vec direction = Direction(beam * sector);
      cell[0] = static_cast<float>(distance);
      cell[1] =
          static_cast<float>(Dot(other.velocity - ego.velocity, direction));
    }
  };
  const double distance = Norm(other.position - ego.position);
  if (!(distance <= options_.maximum_range)) {
    return;
  }
  record(beam_at(angle_to(other.position)), distance - other.width() / 2);
  const std::array<Vec, 4> corners = CornersOf(other);
  std::array<double, 4> angles{};
  std::ranges::transform(corners, angles.begin(), angle_to);
  double low = *std::ranges::min_element(angles);
  double high = *std::ranges::max_element(angles);
  if (low < -kPi / 2 && kPi / 2 < high) {  // it lies behind
    std::swap(low, high);
    high += 2 * kPi;
  }
  const int first = beam_at(low);
  const int last = beam_at(high);
  const int count = first < last ? last - first + 1 : cells - first + last + 1;
  for (int i = 0; i < count; ++i) {
    const int beam = (first + i) % cells;
    const Vec ray = options_.maximum_range * Direction(beam * sector);
    const Vec tip = ego.position + ray;
    record(beam, DistanceAlong(tip - ego.position, ego.position, corners));
  }
}

}  // namespace envpool::highway
