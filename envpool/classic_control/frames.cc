// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Units are Gymnasium's pixels. Gymnasium draws whole pixels: coordinate n is
// the pixel from n to n + 1, so shapes extend half a pixel beyond their
// coordinates. Lengths and fixed coordinates below include that half pixel.

#include "envpool/classic_control/frames.h"

#include <array>
#include <initializer_list>
#include <utility>

#include "envpool/common/canvas.h"
#include "envpool/core/lane_math.h"

namespace envpool::classic_control {
namespace {

using lane_math::kHalfPi;
using lane_math::kPi;

constexpr Color kWhite{255, 255, 255};
constexpr Color kBlack{0, 0, 0};

// An origin and a direction; maps coordinates along and across the direction.
struct Pose {
  Pose(Point at, double angle) : origin(at) {
    lane_math::SinCos(angle, &sine, &cosine);
  }
  [[nodiscard]] Point operator()(double along, double across) const {
    return {origin.x + along * cosine - across * sine,
            origin.y + along * sine + across * cosine};
  }
  Point origin;
  double sine;
  double cosine;
};

void Box(Canvas* canvas, const Pose& pose, std::pair<double, double> along,
         std::pair<double, double> across, Color color) {
  canvas->Polygon(
      {pose(along.first, across.first), pose(along.second, across.first),
       pose(along.second, across.second), pose(along.first, across.second)},
      color);
}

Canvas Blank(const Frame& frame, double width, double height) {
  Canvas canvas(frame.width, frame.height, frame.rgb);
  canvas.SetView(width, height);
  canvas.Clear(kWhite);
  return canvas;
}

}  // namespace

void DrawCartPole(double x, double theta, double pole_length, double max_x,
                  const Frame& frame) {
  const double scale = 600 / (2 * max_x);
  Canvas canvas = Blank(frame, 600, 400);
  const double cart = x * scale + 300;
  const Pose base({cart, 100.5}, 0);
  const Pose pole({cart, 107.5}, kHalfPi - theta);
  Box(&canvas, base, {-25.5, 25.5}, {-15.5, 15.5}, kBlack);
  Box(&canvas, pole, {-5.5, pole_length * scale - 4.5}, {-5.5, 5.5},
      {202, 152, 101});
  canvas.Disc(pole.origin, 5.5, {129, 132, 203});
  canvas.Line({0, 100.5}, {600, 100.5}, 1, kBlack);
}

void DrawPendulum(double theta, double torque, const Frame& frame) {
  constexpr double kScale = 500 / (2 * 2.2);
  constexpr Color kRed{204, 77, 77};
  Canvas canvas = Blank(frame, 500, 500);
  const Point centre{250.5, 250.5};
  const Pose rod({250, 250}, theta + kHalfPi);
  Box(&canvas, rod, {-0.5, kScale + 0.5},
      {-0.1 * kScale - 0.5, 0.1 * kScale + 0.5}, kRed);
  canvas.Disc(centre, 11.5, kRed);
  canvas.Disc(rod(kScale, 0), 11.5, kRed);

  // Three quarters of a circle with a tip, turned in the torque's direction.
  const double size = kScale * (torque < 0 ? -torque : torque) / 2;
  const auto at = [&](double x, double y) {
    return Point{250.5 + (torque > 0 ? -x : x) * size, 250.5 + y * size};
  };
  constexpr int kChords = 36;
  constexpr double kOverlap = 0.1;  // of a chord, to avoid gaps
  const auto arc = [&](double chord) {
    double sine, cosine;
    lane_math::SinCos(kHalfPi - 1.5 * kPi * chord / kChords, &sine, &cosine);
    return at(0.026 + 0.459 * cosine, 0.484 * sine);
  };
  if (size > 0) {
    for (int chord = 0; chord < kChords; ++chord) {
      canvas.Line(arc(chord), arc(chord + 1 + kOverlap), 0.03 * size, kBlack);
    }
    const Point tip = at(-0.433, 0.145);
    const Point notch = at(-0.433, 0);
    canvas.Polygon({tip, notch, at(-0.5, -0.043)}, kBlack);
    canvas.Polygon({tip, notch, at(-0.366, -0.043)}, kBlack);
  }
  canvas.Disc(centre, 5.5, kBlack);
}

void DrawMountainCar(double position, double goal, double left, double right,
                     const Frame& frame) {
  const double scale = 600 / (right - left);
  constexpr int kChords = 99;
  const auto ground = [left, scale](double x) {
    const double height = lane_math::Sin(3 * x) * 0.45 + 0.55;
    return Point{(x - left) * scale, height * scale};
  };
  Canvas canvas = Blank(frame, 600, 400);
  Point from = ground(left);
  for (int chord = 1; chord <= kChords; ++chord) {
    const Point to = ground(left + (right - left) * chord / kChords);
    canvas.Line({from.x + 0.5, from.y + 0.5}, {to.x + 0.5, to.y + 0.5}, 1,
                kBlack);
    from = to;
  }
  const Point place = ground(position);
  const Pose car({place.x, place.y + 10}, lane_math::Cos(3 * position));
  Box(&canvas, car, {-20.5, 20.5}, {-0.5, 20.5}, kBlack);
  for (const double wheel : {10, -10}) {
    canvas.Disc(car(wheel, 0), 8.5, {128, 128, 128});
  }
  const Point foot = ground(goal);
  const double flag = static_cast<int>(foot.x) + 0.5;
  const double top = static_cast<int>(foot.y) + 50.5;
  canvas.Line({flag, top - 50.5}, {flag, top + 0.5}, 1, kBlack);
  canvas.Polygon({{flag - 0.5, top + 0.5},
                  {flag - 0.5, top - 10.5},
                  {flag + 25.5, top - 5}},
                 {204, 204, 0});
}

void DrawAcrobot(double theta1, double theta2, double length1, double length2,
                 const Frame& frame) {
  const double scale = 500 / (2 * (length1 + length2 + 0.2));
  Canvas canvas = Blank(frame, 500, 500);
  const double height = static_cast<int>(250 + scale) + 0.5;
  canvas.Line({0, height}, {500, height}, 1, kBlack);
  const Pose upper({250, 250}, theta1 - kHalfPi);
  const Pose lower(upper(length1 * scale, 0), theta1 + theta2 - kHalfPi);
  const double radius = static_cast<int>(0.1 * scale) + 0.5;
  for (const auto& [link, length] :
       {std::pair(upper, length1), {lower, length2}}) {
    Box(&canvas, link, {-0.5, length * scale + 0.5},
        {-0.1 * scale - 0.5, 0.1 * scale + 0.5}, {0, 204, 204});
    canvas.Disc(link.origin, radius, {204, 204, 0});
  }
}

}  // namespace envpool::classic_control
