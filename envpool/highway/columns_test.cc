// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/highway/columns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "envpool/core/isa.h"
#include "envpool/highway/lane_functions.h"
#include "gtest/gtest.h"

namespace envpool::highway {
namespace {

/// The error of a number in units of its last place; `truth` has more bits.
double Ulps(double got, long double truth) {
  const double nearest = std::fabs(static_cast<double>(truth));
  const double ulp =
      std::nextafter(nearest, std::numeric_limits<double>::infinity()) -
      nearest;
  return static_cast<double>(std::fabs(got - truth)) / ulp;
}

TEST(LaneFunctionsTest, PowersAreAccurate) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> ratio(0, 2);
  std::uniform_real_distribution<double> exponent(3.5, 4.5);
  double worst = 0;
  for (int i = 0; i < 200000; ++i) {
    const double x = ratio(random);
    const double y = exponent(random);
    if (x > 3e-3) {
      worst = std::max(
          worst, Ulps(LanePow(x, y), std::pow(static_cast<long double>(x), y)));
    }
  }
  EXPECT_LT(worst, 0.8);
  EXPECT_EQ(LanePow(1, 4), 1);
  EXPECT_LT(LanePow(0, 4), 1e-100);
}

/// How often a function does not return the nearest double, as a share.
template <typename Function, typename Truth>
double ShareOfErrors(double most, const Function& function,
                     const Truth& truth) {
  constexpr int kCount = 100000;
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> number(-most, most);
  std::uniform_real_distribution<double> exponent(-8, 0);
  int errors = 0;
  for (int i = 0; i < kCount; ++i) {
    const double x = number(random) * std::pow(10, exponent(random));
    errors +=
        function(x) != static_cast<double>(truth(static_cast<long double>(x)));
  }
  return static_cast<double>(errors) / kCount;
}

TEST(LaneFunctionsTest, ArcSinesAreAlmostAlwaysNearest) {
  const auto truth = [](long double x) { return std::asin(x); };
  const auto ours = [](double x) { return LaneArcSine(x).angle; };
  EXPECT_LT(ShareOfErrors(0.7071, ours, truth), 0.002);
  EXPECT_EQ(LaneArcSine(0).angle, 0);
  EXPECT_EQ(LaneArcSine(1e-9).angle, 1e-9);
}

double NearestTan(double x) {
  return static_cast<double>(std::tan(static_cast<long double>(x)));
}
double NearestAtan(double x) {
  return static_cast<double>(std::atan(static_cast<long double>(x)));
}

TEST(LaneFunctionsTest, TangentsAreAlmostAlwaysNearest) {
  const auto ours = [](double x) {
    return TangentOf(LaneArcSine(x).sines).value;
  };
  const auto truth = [](long double x) {
    return NearestTan(static_cast<double>(std::asin(x)));
  };
  EXPECT_LT(ShareOfErrors(0.7071, ours, truth), 0.002);
}

TEST(LaneFunctionsTest, SlipsFollowFromSteeringAngles) {
  const auto angle = [](long double x) {
    const double w =
        NearestAtan(2 * NearestTan(static_cast<double>(std::asin(x))));
    return NearestAtan(0.5 * NearestTan(std::clamp(w, -kPi / 3, kPi / 3)));
  };
  const auto ours = [](double x) { return SlipOf(x).angle; };
  EXPECT_LT(ShareOfErrors(1, ours, angle), 0.01);
  for (const double x : {1e-9, 0.1, -0.5, 0.7, -1.0}) {
    EXPECT_NEAR(SlipOf(x).sine, std::sin(SlipOf(x).angle), 2e-16);
  }
}

/// The numbers of vehicles after some frames on a straight lane.
std::vector<Columns::Numbers> Drive() {
  constexpr std::size_t kVehicles = 21;
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> number(0, 1);
  Columns c;
  c.Resize(kVehicles);
  for (std::size_t i = 0; i < kVehicles; ++i) {
    c.x[i] = 40 * static_cast<double>(i);
    c.y[i] = number(random);
    c.heading[i] = 0.1 * number(random);
    c.speed[i] = 20 + 5 * number(random);
    c.target_speed[i] = 25;
    c.speed_limit[i] = 30;
    c.exponent[i] = 3.5 + number(random);
    c.least_speed[i] = -40;
    c.most_speed[i] = 24;
    c.is_driven[i] = MaskOf(i == 3);
    c.is_stopping[i] = MaskOf(i == 5);
    c.gap[i] = i % 2 == 0 ? 20 * number(random) : Columns::kNoGap;
  }
  const ColumnLoops& loops = LoopsOfThisMachine();
  std::vector<Mask> lanes(c.x.size());
  OnLane on{Columns::Numbers(c.x.size()), &lanes, Mask{1}};
  const StraightLane lane{{0, 0}, {1, 0}, {-0.0, 1}, 0, 1000, 2, 0};
  for (int frame = 0; frame < 20; ++frame) {
    c.distance.assign(c.x.size(), std::numeric_limits<double>::infinity());
    loops.find_on_lane(lane, &c, &on);
    c.target_lat = c.lat;
    loops.free(DriverModel{}, &c);
    loops.decide(DriverModel{}, &c);
    loops.move(1.0 / 15, &c);
  }
  Columns::Numbers bits(lanes.begin(), lanes.end());
  return {c.x, c.y, c.heading, c.speed, c.lat, c.distance, on.s, bits};
}

TEST(ColumnsTest, InstructionSetsGiveTheSameBits) {
  SetIsa(Isa::kBaseline);
  const auto baseline = Drive();
  for (const Isa isa : {Isa::kAvx2, Isa::kAvx512}) {
    SetIsa(isa);
    EXPECT_EQ(Drive(), baseline);
  }
}

TEST(ColumnsTest, FindsNearBoxes) {
  Boxes boxes;
  boxes.Add({0, 0}, {10, 10});
  boxes.Add({20, -5}, {30, 5});
  boxes.Add({0, 20}, {10, 30});
  boxes.Pad();
  for (const Isa isa : {Isa::kBaseline, Isa::kAvx2, Isa::kAvx512}) {
    SetIsa(isa);
    const ColumnLoops& loops = LoopsOfThisMachine();
    EXPECT_EQ(loops.near_boxes(boxes, 0, {5, 5}, 0), 1U);
    EXPECT_EQ(loops.near_boxes(boxes, 0, {15, 5}, 5), 3U);
    EXPECT_EQ(loops.near_boxes(boxes, 0, {15, 15}, 4), 0U);
  }
}

/// The cell of a place on a lane, as observations number them.
double CellOf(const Lane& lane, const LanePlaces& p, int number) {
  const double s = std::clamp(p.first + number * p.step, 0.0, lane.length);
  const Vec way = lane.Position(s, 0) - p.position;
  const Vec at =
      p.is_aligned ? Vec{Dot(p.axis, way), -p.axis.y * way.x + p.axis.x * way.y}
                   : way;
  const double column = std::floor((at.x - p.low.x) / p.cell.x);
  const double row = std::floor((at.y - p.low.y) / p.cell.y);
  const bool is_inside =
      0 <= column && column < p.columns && 0 <= row && row < p.rows;
  return is_inside ? column * p.rows + row : -1;
}

TEST(ColumnsTest, FindsCellsOfLanes) {
  const std::array lanes{
      Lane::Straight({0, 0}, {30, 40}),
      Lane::Circular({10, 5}, 20, 0, kPi, true),
      Lane::Circular({10, 5}, 25, kPi / 2, -kPi / 2, false),
  };
  for (const Isa isa : {Isa::kBaseline, Isa::kAvx2, Isa::kAvx512}) {
    SetIsa(isa);
    for (const Lane& lane : lanes) {
      for (const bool is_aligned : {false, true}) {
        const LanePlaces places{-5,
                                2.5,
                                lane.length,
                                lane.start(),
                                lane.direction(),
                                lane.radius(),
                                lane.start_phase(),
                                lane.turn(),
                                {12, 18},
                                is_aligned,
                                {0.6, 0.8},
                                {-20, -18},
                                {3, 2},
                                13,
                                18};
        std::array<double, LanePlaces::kCount> cells{};
        int found = 0;
        for (int begin = 0; begin < 32; begin += LanePlaces::kCount) {
          LoopsOfThisMachine().cells(places, begin, cells.data());
          for (int i = 0; i < static_cast<int>(LanePlaces::kCount); ++i) {
            const double cell = cells.at(static_cast<std::size_t>(i));
            EXPECT_EQ(cell, CellOf(lane, places, begin + i));
            found += cell >= 0 ? 1 : 0;
          }
        }
        EXPECT_GT(found, 3);
        EXPECT_LT(found, 32);
      }
    }
  }
}

}  // namespace
}  // namespace envpool::highway
