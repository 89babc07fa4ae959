// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/metaworld/reward.h"

#include <array>
#include <cmath>
#include <cstddef>

namespace envpool::mujoco::metaworld {
namespace {

constexpr double kAtMargin = 0.1;

/// The distance from an interval in margins; negative: inside.
template <typename Fall>
double Tolerance(double value, double low, double high, double margin,
                 const Fall& fall) {
  if (low <= value && value <= high) {
    return 1;
  }
  if (margin == 0) {
    return 0;
  }
  return fall((value < low ? low - value : value - high) / margin);
}

}  // namespace

// The compiler must not know the exponent: pow(value, 2) rounds differently
// from value * value.
double Square(double value) {
  static volatile double two = 2.0;
  return std::pow(value, two);
}

double LongTail(double value, double low, double high, double margin) {
  static const double scale = std::sqrt(1 / kAtMargin - 1);
  return Tolerance(value, low, high, margin, [](double distance) {
    return 1 / (Square(distance * scale) + 1);
  });
}

double Gaussian(double value, double low, double high, double margin) {
  static const double scale = std::sqrt(-2 * std::log(kAtMargin));
  return Tolerance(value, low, high, margin, [](double distance) {
    return std::exp(-0.5 * Square(distance * scale));
  });
}

Number Hamacher(Number a, Number b) {
  const Number product = a * b;
  const Number denominator = a + b - product;
  return denominator > 0 ? product / denominator : 0;
}

Number Closing(float effort, double desired) {
  if (!(effort > 0)) {
    return 0;
  }
  const Number closing = Number::Single(effort);
  return (closing > desired ? desired : closing) / desired;
}

Number Caging(const Scene& scene, const Moment& moment, const Vector3& object,
              const Vector3& start, const Cage& cage) {
  std::array<double, 2> sides{};
  const std::array<double, 2> pads{scene.BodyAt("leftpad")[1],
                                   scene.BodyAt("rightpad")[1]};
  for (std::size_t i = 0; i < 2; ++i) {
    const double margin =
        std::fabs(std::fabs(pads[i] - start[1]) - cage.pad_reach);
    sides[i] = LongTail(std::fabs(pads[i] - object[1]), cage.radius,
                        cage.pad_reach, margin);
  }
  const Number beside = Hamacher(sides[0], sides[1]);
  const Vector3 fingers = scene.Fingers();
  const Vector3& first = scene.episode.fingers;
  const double margin =
      Norm(Vector<2>{start[0] - first[0], start[2] - first[2]}) -
      cage.plane_reach;
  const double plane =
      LongTail(Norm(Vector<2>{fingers[0] - object[0], fingers[2] - object[2]}),
               0, cage.plane_reach, margin);
  const Number caging = Hamacher(beside, plane);
  const Number gripping =
      caging > 0.97 ? Closing(moment.effort, cage.effort) : 0;
  Number both = Hamacher(caging, gripping);
  if (cage.high) {
    both = (both + caging) / 2;
  }
  if (cage.medium) {
    const double reach = LongTail(Norm(object - fingers), 0, cage.reach,
                                  std::fabs(Norm(start - first) - cage.reach));
    both = (both + reach) / 2;
  }
  return both;
}

PadReward AroundObject(const Scene& scene, const Vector3& object,
                       const Pads& pads) {
  constexpr double kReach = 0.05;
  const double left_pad = scene.BodyAt("leftpad")[1];
  const double right_pad = scene.BodyAt("rightpad")[1];
  const double left = left_pad - object[1];
  const double right = object[1] - right_pad;
  // The official env compares with where the pads are, not with where they
  // were.
  const double right_margin =
      std::fabs(std::fabs(object[1] - right_pad) - kReach);
  const double left_margin =
      std::fabs(std::fabs(object[1] - left_pad) - kReach);
  const double touch = pads.radius + pads.grip;
  const double beside =
      Hamacher(LongTail(right, pads.radius, kReach, right_margin),
               LongTail(left, pads.radius, kReach, left_margin))
          .value();
  const double gripping =
      Hamacher(LongTail(right, pads.radius, touch, right_margin),
               LongTail(left, pads.radius, touch, left_margin))
          .value();
  // The height is kept by adding 0, and y becomes 0.
  const auto in_plane = [](const Vector3& at) {
    return at + Vector3{0, -at[1], 0};
  };
  const Episode& episode = scene.episode;
  const double margin =
      Norm(in_plane(episode.object) - in_plane(episode.fingers)) -
      pads.plane_reach;
  const double plane =
      LongTail(Norm(in_plane(scene.Fingers()) - in_plane(object)), 0,
               pads.plane_reach, margin);
  return {Hamacher(beside, plane).value(), gripping};
}

double CagingAndGripping(const Scene& scene, const Vector3& object,
                         const Pads& pads) {
  const PadReward reward = AroundObject(scene, object, pads);
  const double gripping = reward.caging > 0.95 ? reward.gripping : 0.0;
  return (reward.caging + gripping) / 2;
}

}  // namespace envpool::mujoco::metaworld
