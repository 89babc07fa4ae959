// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/highway/columns.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "envpool/core/isa.h"
#include "envpool/highway/lane_functions.h"

namespace envpool::highway {

void Columns::Resize(std::size_t count) {
  size = count;
  const std::size_t padded = (count + kBlock - 1) / kBlock * kBlock;
  for (Numbers* numbers : {&x,
                           &y,
                           &heading,
                           &speed,
                           &direction_x,
                           &direction_y,
                           &velocity_x,
                           &velocity_y,
                           &acceleration,
                           &slip_angle,
                           &slip_sine,
                           &target_speed,
                           &exponent,
                           &timer,
                           &timer_rate,
                           &least_speed,
                           &most_speed,
                           &s,
                           &lat,
                           &speed_limit,
                           &free,
                           &target_lat,
                           &future_heading,
                           &front_x,
                           &front_y,
                           &nearest,
                           &distance,
                           &radius}) {
    numbers->assign(padded, 0.0);
  }
  gap.assign(padded, kNoGap);
  for (Numbers* numbers : {&turn_sine, &turning.sine, &turning.future_heading,
                           &turning.heading, &turning.speed}) {
    numbers->assign(padded, 0.0);
  }
  turning.body.assign(padded, 0);
  is_turning.assign(padded, 0);
  is_driven.assign(padded, 0);
  is_stopping.assign(padded, 0);
  // Padding is far from everything.
  for (std::size_t i = count; i < padded; ++i) {
    x[i] = -1e9;
  }
}

void Boxes::Add(Vec low_corner, Vec high_corner) {
  bit.push_back(Mask{1} << left.size() % kWord);
  left.push_back(low_corner.x);
  right.push_back(high_corner.x);
  low.push_back(low_corner.y);
  high.push_back(high_corner.y);
}

void Boxes::Pad() {
  constexpr double kNowhere = 1e12;
  while (left.size() % Columns::kBlock != 0) {
    Add({kNowhere, kNowhere}, {kNowhere, kNowhere});
  }
}

namespace {

constexpr double kHeadingGain = 1 / 0.2;
constexpr double kLateralGain = 1 / 0.6;
constexpr double kSpeedGain = 1 / 0.6;
constexpr double kMaxAcceleration = 6.0;
constexpr double kTimeWanted = 1.5;
constexpr double kHalfLength = kVehicleLength / 2;
constexpr double kMaxTurn = kPi / 4;
// Its arc sine, as it is rounded, is more than kMaxTurn.
constexpr double kMaxTurnSine = 0x1.6a09e667f3bcdp-1;

ENVPOOL_LANE_INLINE std::size_t PaddedSize(const Columns& c) {
  return c.x.size();
}

/// NotZero of numbers.h.
ENVPOOL_LANE_INLINE double AwayFromZero(double x) {
  constexpr double kLeast = 1e-2;
  const double least = Select(Less(x, 0), -kLeast, kLeast);
  return Select(Less(kLeast, LaneAbs(x)), x, least);
}

/// The sine of the slip angle that turns a vehicle to a heading.
ENVPOOL_LANE_INLINE double SlipSine(double divisor, double wanted,
                                    double heading) {
  const double rate =
      kHeadingGain * lane_math::NormalizeAngle(wanted - heading);
  return kHalfLength / divisor * rate;
}

ENVPOOL_LANE_INLINE void FreeLoop(const DriverModel& model, Columns* c) {
  const std::size_t n = PaddedSize(*c);
  const double* speed = c->speed.data();
  const double* target_speed = c->target_speed.data();
  const double* limit = c->speed_limit.data();
  const double* exponent = c->exponent.data();
  double* free = c->free.data();
  const double most = model.comfort_acceleration;
  ENVPOOL_LANE_LOOP
  for (std::size_t i = 0; i < n; ++i) {
    const double target = LaneMin(LaneMax(target_speed[i], 0.0), limit[i]);
    const double ratio = LaneMax(speed[i], 0.0) / LaneAbs(AwayFromZero(target));
    free[i] = most * (1 - LanePow(ratio, exponent[i]));
  }
}

/// Sets accelerations, and slips as if all angles were tiny. Marks the vehicles
/// with larger angles.
ENVPOOL_LANE_INLINE void DecideStraightLoop(const DriverModel& model,
                                            Columns* c) {
  const std::size_t n = PaddedSize(*c);
  const double two_roots =
      2 * std::sqrt(-model.comfort_acceleration * model.comfort_braking);
  const DriverModel m = model;
  const double* heading = c->heading.data();
  const double* speed = c->speed.data();
  const double* target_speed = c->target_speed.data();
  const double* direction_x = c->direction_x.data();
  const double* direction_y = c->direction_y.data();
  const double* velocity_x = c->velocity_x.data();
  const double* velocity_y = c->velocity_y.data();
  const double* lat = c->target_lat.data();
  const double* future_heading = c->future_heading.data();
  const double* gap = c->gap.data();
  const double* front_x = c->front_x.data();
  const double* front_y = c->front_y.data();
  const double* free = c->free.data();
  const Mask* is_driven = c->is_driven.data();
  const Mask* is_stopping = c->is_stopping.data();
  double* turn_sine = c->turn_sine.data();
  double* slip_angle = c->slip_angle.data();
  double* slip_sine = c->slip_sine.data();
  double* acceleration = c->acceleration.data();
  Mask* is_turning = c->is_turning.data();
  ENVPOOL_LANE_LOOP
  for (std::size_t i = 0; i < n; ++i) {
    const double v = speed[i];
    const double divisor = AwayFromZero(v);
    const double turn = lane_math::Clamp(-kLateralGain * lat[i] / divisor,
                                         -kMaxTurnSine, kMaxTurnSine);
    const double slip = SlipSine(divisor, future_heading[i] + turn, heading[i]);
    turn_sine[i] = turn;
    slip_angle[i] = slip;
    slip_sine[i] = slip;
    is_turning[i] =
        ~(Less(LaneAbs(turn), kTinyAngle) & Less(LaneAbs(slip), kTinyAngle)) &
        ~is_stopping[i];
    const double dv = (velocity_x[i] - front_x[i]) * direction_x[i] +
                      (velocity_y[i] - front_y[i]) * direction_y[i];
    const double wanted_gap =
        m.distance_wanted + v * kTimeWanted + v * dv / two_roots;
    const double closeness = wanted_gap / AwayFromZero(gap[i]);
    const double follow =
        free[i] - m.comfort_acceleration * (closeness * closeness);
    const double traffic =
        LaneMin(LaneMax(follow, -kMaxAcceleration), kMaxAcceleration);
    const double driven = kSpeedGain * (target_speed[i] - v);
    acceleration[i] = Select(is_driven[i], driven, traffic);
  }
}

/// Sets the slips of vehicles that turn.
ENVPOOL_LANE_INLINE void TurnLoop(Columns* c) {
  Columns::Turning& t = c->turning;
  std::size_t count = 0;
  for (std::size_t i = 0; i < c->size; ++i) {
    if (c->is_turning[i] != 0) {
      t.body[count] = i;
      t.sine[count] = c->turn_sine[i];
      t.future_heading[count] = c->future_heading[i];
      t.heading[count] = c->heading[i];
      t.speed[count] = c->speed[i];
      ++count;
    }
  }
  std::size_t n = count;
  for (; n % Columns::kBlock != 0; ++n) {
    t.sine[n] = t.future_heading[n] = t.heading[n] = t.speed[n] = 0;
  }
  double* sine = t.sine.data();
  const double* future_heading = t.future_heading.data();
  double* heading = t.heading.data();
  const double* speed = t.speed.data();
  ENVPOOL_LANE_LOOP
  for (std::size_t i = 0; i < n; ++i) {
    const double turn =
        lane_math::Clamp(LaneArcSine(sine[i]).angle, -kMaxTurn, kMaxTurn);
    const Slip slip = SlipOf(
        SlipSine(AwayFromZero(speed[i]), future_heading[i] + turn, heading[i]));
    sine[i] = slip.sine;
    heading[i] = slip.angle;
  }
  for (std::size_t i = 0; i < count; ++i) {
    c->slip_sine[t.body[i]] = sine[i];
    c->slip_angle[t.body[i]] = heading[i];
  }
}

ENVPOOL_LANE_INLINE void DecideLoop(const DriverModel& model, Columns* c) {
  DecideStraightLoop(model, c);
  TurnLoop(c);
}

ENVPOOL_LANE_INLINE void MoveLoop(double dt, Columns* c) {
  const std::size_t n = PaddedSize(*c);
  double* x = c->x.data();
  double* y = c->y.data();
  double* heading = c->heading.data();
  double* speed = c->speed.data();
  double* direction_x = c->direction_x.data();
  double* direction_y = c->direction_y.data();
  double* velocity_x = c->velocity_x.data();
  double* velocity_y = c->velocity_y.data();
  double* timer = c->timer.data();
  const double* timer_rate = c->timer_rate.data();
  const double* slip_angle = c->slip_angle.data();
  const double* slip_sine = c->slip_sine.data();
  const double* acceleration = c->acceleration.data();
  const double* least = c->least_speed.data();
  const double* most = c->most_speed.data();
  const Mask* is_stopping = c->is_stopping.data();
  ENVPOOL_LANE_LOOP
  for (std::size_t i = 0; i < n; ++i) {
    const double v = speed[i];
    const double sine = Select(is_stopping[i], 0.0, slip_sine[i]);
    const double angle = Select(is_stopping[i], 0.0, slip_angle[i]);
    double a = Select(is_stopping[i], -1.0 * v, acceleration[i]);
    const double down = most[i] - v;
    const double up = least[i] - v;
    a = Select(Less(down, 0) & Less(down, a), down, a);
    a = Select(Less(0, up) & Less(a, up), up, a);
    double way_x, way_y;
    lane_math::SinCos(heading[i] + angle, &way_y, &way_x);
    x[i] += v * way_x * dt;
    y[i] += v * way_y * dt;
    const double turned = heading[i] + v * sine / kHalfLength * dt;
    const double faster = v + a * dt;
    double sin_h, cos_h;
    lane_math::SinCos(turned, &sin_h, &cos_h);
    heading[i] = turned;
    speed[i] = faster;
    direction_x[i] = cos_h;
    direction_y[i] = sin_h;
    velocity_x[i] = faster * cos_h;
    velocity_y[i] = faster * sin_h;
    timer[i] += timer_rate[i] * dt;
  }
}

ENVPOOL_LANE_INLINE void OnLaneLoop(const StraightLane& lane, Columns* c,
                                    OnLane* on) {
  constexpr double kMargin = 1;
  const std::size_t n = PaddedSize(*c);
  const StraightLane l = lane;
  const double width = l.half_width + kMargin;
  const double end = l.length + kVehicleLength;
  const double* x = c->x.data();
  const double* y = c->y.data();
  const double* heading = c->heading.data();
  double* s_of_nearest = c->s.data();
  double* lat_of_nearest = c->lat.data();
  double* nearest = c->nearest.data();
  double* distance = c->distance.data();
  double* s_of_lane = on->s.data();
  Mask* is_on = on->lanes->data();
  const Mask bit = on->bit;
  ENVPOOL_LANE_LOOP
  for (std::size_t i = 0; i < n; ++i) {
    const double dx = x[i] - l.start.x;
    const double dy = y[i] - l.start.y;
    const double s = dx * l.direction.x + dy * l.direction.y;
    const double lat = dx * l.across.x + dy * l.across.y;
    const double beside = LaneAbs(lat);
    const double angle = lane_math::NormalizeAngle(heading[i] - l.heading);
    const double far = beside + LaneMax(s - l.length, 0.0) +
                       LaneMax(0 - s, 0.0) + LaneAbs(angle);
    const Mask is_nearer = Less(far, distance[i]);
    distance[i] = Select(is_nearer, far, distance[i]);
    nearest[i] = Select(is_nearer, l.number, nearest[i]);
    s_of_nearest[i] = Select(is_nearer, s, s_of_nearest[i]);
    lat_of_nearest[i] = Select(is_nearer, lat, lat_of_nearest[i]);
    s_of_lane[i] = s;
    is_on[i] |=
        ~(Less(width, beside) | Less(s, -kVehicleLength)) & Less(s, end) & bit;
  }
}

ENVPOOL_LANE_INLINE Mask NearBoxesLoop(const Boxes& boxes, std::size_t begin,
                                       Vec position, double reach) {
  const double* left = boxes.left.data() + begin;
  const double* right = boxes.right.data() + begin;
  const double* low = boxes.low.data() + begin;
  const double* high = boxes.high.data() + begin;
  const Mask* bit = boxes.bit.data() + begin;
  const std::size_t n = std::min(Boxes::kWord, boxes.left.size() - begin);
  Mask near = 0;
  ENVPOOL_LANE_LOOP
  for (std::size_t i = 0; i < n; ++i) {
    const Mask far =
        Less(reach, left[i] - position.x) | Less(reach, position.x - right[i]) |
        Less(reach, low[i] - position.y) | Less(reach, position.y - high[i]);
    near |= ~far & bit[i];
  }
  return near;
}

template <bool kIsCircular, bool kIsAligned>
ENVPOOL_LANE_INLINE void CellsLoop(const LanePlaces& places, int begin,
                                   double* cells) {
  const LanePlaces p = places;
  constexpr int kCount = LanePlaces::kCount;
  ENVPOOL_LANE_LOOP
  for (int i = 0; i < kCount; ++i) {
    const double s =
        lane_math::Clamp(p.first + (begin + i) * p.step, 0, p.length);
    double x, y;
    if constexpr (kIsCircular) {
      double sine, cosine;
      lane_math::SinCos(p.turn * s / p.radius + p.phase, &sine, &cosine);
      x = p.start.x + p.radius * cosine;
      y = p.start.y + p.radius * sine;
    } else {
      x = p.start.x + s * p.direction.x;
      y = p.start.y + s * p.direction.y;
    }
    x = x - p.position.x;
    y = y - p.position.y;
    double along = x, across = y;
    if constexpr (kIsAligned) {
      along = p.axis.x * x + p.axis.y * y;
      across = -p.axis.y * x + p.axis.x * y;
    }
    const double column = std::floor((along - p.low.x) / p.cell.x);
    const double row = std::floor((across - p.low.y) / p.cell.y);
    const Mask is_outside = Less(column, 0) | ~Less(column, p.columns) |
                            Less(row, 0) | ~Less(row, p.rows);
    cells[i] = Select(is_outside, -1.0, column * p.rows + row);
  }
}

ENVPOOL_LANE_INLINE void Cells(const LanePlaces& places, int begin,
                               double* cells) {
  if (places.radius != 0) {
    places.is_aligned ? CellsLoop<true, true>(places, begin, cells)
                      : CellsLoop<true, false>(places, begin, cells);
  } else {
    places.is_aligned ? CellsLoop<false, true>(places, begin, cells)
                      : CellsLoop<false, false>(places, begin, cells);
  }
}

// The loops for an instruction set.
#define ENVPOOL_COLUMN_LOOPS(SUFFIX, TARGET)                           \
  TARGET void Free##SUFFIX(const DriverModel& model, Columns* c) {     \
    FreeLoop(model, c);                                                \
  }                                                                    \
  TARGET void Decide##SUFFIX(const DriverModel& model, Columns* c) {   \
    DecideLoop(model, c);                                              \
  }                                                                    \
  TARGET void Move##SUFFIX(double dt, Columns* c) { MoveLoop(dt, c); } \
  TARGET void FindOnLane##SUFFIX(const StraightLane& lane, Columns* c, \
                                 OnLane* on) {                         \
    OnLaneLoop(lane, c, on);                                           \
  }                                                                    \
  TARGET Mask NearBoxes##SUFFIX(const Boxes& boxes, std::size_t begin, \
                                Vec position, double reach) {          \
    return NearBoxesLoop(boxes, begin, position, reach);               \
  }                                                                    \
  TARGET void Cells##SUFFIX(const LanePlaces& places, int begin,       \
                            double* cells) {                           \
    Cells(places, begin, cells);                                       \
  }                                                                    \
  constexpr ColumnLoops kLoops##SUFFIX {                               \
    Free##SUFFIX, Decide##SUFFIX, Move##SUFFIX, FindOnLane##SUFFIX,    \
        NearBoxes##SUFFIX, Cells##SUFFIX                               \
  }

ENVPOOL_COLUMN_LOOPS(Baseline, /* any processor */);
ENVPOOL_COLUMN_LOOPS(Avx2, ENVPOOL_TARGET_AVX2);
ENVPOOL_COLUMN_LOOPS(Avx512, ENVPOOL_TARGET_AVX512);

}  // namespace

const ColumnLoops& LoopsOfThisMachine() {
  switch (CurrentIsa()) {
    case Isa::kAvx512:
      return kLoopsAvx512;
    case Isa::kAvx2:
      return kLoopsAvx2;
    default:
      return kLoopsBaseline;
  }
}

}  // namespace envpool::highway
