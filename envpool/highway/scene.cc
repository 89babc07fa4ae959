// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/highway/scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>

namespace envpool::highway {

namespace {

constexpr Color kGround{100, 100, 100};
constexpr Color kWhite{255, 255, 255};
constexpr Color kBlack{60, 60, 60};
constexpr Color kGreen{50, 200, 0};
constexpr Color kYellow{200, 200, 0};
constexpr Color kRed{255, 100, 100};
constexpr Color kBlue{100, 200, 255};

constexpr double kStripeSpacing = 4.33;
constexpr double kStripeLength = 3;
constexpr double kStripeWidth = 0.3;

/// Python's x // y.
double FloorDivide(double x, double y) {
  const double rest = std::fmod(x, y);
  double quotient = (x - rest) / y;
  if (rest != 0 && (rest < 0) != (y < 0)) {
    quotient -= 1;
  }
  const double floor = std::floor(quotient);
  return quotient - floor > 0.5 ? floor + 1 : floor;
}

Color Lighten(Color color) {
  const auto part = [](std::uint8_t x) {
    constexpr double kRatio = 0.68;
    return static_cast<std::uint8_t>(
        std::min(static_cast<int>(x / kRatio), 255));
  };
  return {part(color.red), part(color.green), part(color.blue)};
}

class Painter {
 public:
  Painter(Vec place, const CameraOptions& options, Picture* picture)
      : scaling_(options.scaling),
        origin_(place -
                Vec{options.centering.x * picture->width() / scaling_,
                    options.centering.y * picture->height() / scaling_}),
        picture_(picture) {}

  void DrawLane(const Lane& lane) {
    const int count =
        static_cast<int>(2 * (picture_->height() + picture_->width()) /
                         (kStripeSpacing * scaling_));
    const auto here = std::trunc(lane.Locate(origin_).s);
    const double first =
        (FloorDivide(here, kStripeSpacing) - count / 2) * kStripeSpacing;
    for (int side = 0; side < 2; ++side) {
      const double lat = (side - 0.5) * lane.width;
      const LineType type = lane.lines[static_cast<std::size_t>(side)];
      if (type == LineType::kContinuousLine) {
        DrawStripe(lane, first, first + count * kStripeSpacing + kStripeLength,
                   lat);
      } else if (type != LineType::kNone) {
        const double length =
            type == LineType::kStriped ? kStripeLength : kStripeSpacing;
        for (int i = 0; i < count; ++i) {
          const double start = first + i * kStripeSpacing;
          DrawStripe(lane, start, start + length, lat);
        }
      }
    }
  }

  void DrawObstacle(const Body& body) {
    const double length = body.length();
    Sprite sprite(Pixels(length), Pixels(length));
    const Rect rect{{0, Pixels(length / 2 - body.width() / 2)},
                    Pixels(length),
                    Pixels(body.width())};
    const bool is_landmark = body.kind == Kind::kLandmark;
    const Color untouched = is_landmark ? kBlue : kYellow;
    sprite.Fill(rect, body.crashed ? (is_landmark ? kGreen : kRed) : untouched);
    sprite.Frame(rect, kBlack);
    picture_->Blit(sprite, ToSpot(body.position), DegreesOf(body));
  }

  void DrawVehicle(const Body& body, Color color) {
    constexpr int kMargin = 50;
    const Spot center = ToSpot(body.position);
    if (!(-kMargin < center.x && center.x < picture_->width() + kMargin &&
          -kMargin < center.y && center.y < picture_->height() + kMargin)) {
      return;
    }
    constexpr double kSize = 5.0 + 2;
    constexpr double kWidth = 2.0;
    constexpr double kLightLength = 0.72;
    constexpr double kLightWidth = 0.6;
    Sprite sprite(Pixels(kSize), Pixels(kSize));
    const Rect hull{{Pixels(1), Pixels(kSize / 2 - kWidth / 2)},
                    Pixels(5.0),
                    Pixels(kWidth)};
    sprite.Fill(hull, color);
    for (const double y :
         {kSize / 2 - (1.4 * kWidth) / 3, kSize / 2 + (0.6 * kWidth) / 5}) {
      sprite.Fill({{Pixels(1 + 5.0 - kLightLength), Pixels(y)},
                   Pixels(kLightLength),
                   Pixels(kLightWidth)},
                  Lighten(color));
    }
    sprite.Frame(hull, kBlack);
    if (body.is_steered()) {
      DrawTires(body, &sprite);
    }
    picture_->Blit(sprite, center, DegreesOf(body));
  }

 private:
  void DrawTires(const Body& body, Sprite* sprite) const {
    constexpr double kSize = 5.0 + 2;
    constexpr double kTireWidth = 0.3;
    Sprite tire(Pixels(1), Pixels(1));
    tire.Fill(
        {{0, Pixels(0.5 - kTireWidth / 2)}, Pixels(1), Pixels(kTireWidth)},
        kBlack);
    for (const double x : {1.0, kSize - 1}) {
      for (const double side : {-1.0, 1.0}) {
        const double angle = x > 1 ? body.steering : 0;
        sprite->Blit(tire, {Pixels(x), Pixels(kSize / 2 + side)},
                     Degrees(-angle));
      }
    }
  }

  void DrawStripe(const Lane& lane, double start, double end, double lat) {
    start = std::clamp(start, 0.0, lane.length);
    end = std::clamp(end, 0.0, lane.length);
    if (std::abs(start - end) > 0.5 * kStripeLength) {
      picture_->Line(ToSpot(lane.Position(start, lat)),
                     ToSpot(lane.Position(end, lat)),
                     std::max(Pixels(kStripeWidth), 1), kWhite);
    }
  }

  static double DegreesOf(const Body& body) {
    constexpr double kLeast = 2 * kPi / 180;
    return std::abs(body.heading) > kLeast ? Degrees(-body.heading) : 0;
  }
  /// Angles without a meaning are 0.
  static double Degrees(double angle) {
    const double degrees = angle * (180 / kPi);
    return std::isfinite(degrees) ? degrees : 0;
  }
  /// Lengths far beyond pictures are cut, so that they fit integers.
  [[nodiscard]] int Pixels(double length) const {
    constexpr double kMost = 1e6;
    const double pixels = length * scaling_;
    return std::abs(pixels) < kMost
               ? static_cast<int>(pixels)
               : static_cast<int>(std::copysign(kMost, pixels));
  }
  [[nodiscard]] Spot ToSpot(Vec place) const {
    return {Pixels(place.x - origin_.x), Pixels(place.y - origin_.y)};
  }

  double scaling_;
  Vec origin_;
  Picture* picture_;
};

Color ColorOf(const Body& body, bool is_green) {
  if (is_green) {
    return kGreen;
  }
  if (body.crashed) {
    return kRed;
  }
  if (body.kind == Kind::kTraffic) {
    return kBlue;
  }
  return body.kind == Kind::kDriven ? kGreen : kYellow;
}

}  // namespace

void DrawScene(const Road& road, Vec place, const CameraOptions& options,
               Picture* picture) {
  picture->Fill(kGround);
  Painter painter(place, options, picture);
  for (int lane = 0; lane < road.network.num_lanes(); ++lane) {
    painter.DrawLane(road.network.lane(lane));
  }
  bool is_car_park = false;
  for (const Body& obstacle : road.obstacles) {
    painter.DrawObstacle(obstacle);
    is_car_park = is_car_park || obstacle.kind == Kind::kLandmark;
  }
  for (const Body& body : road.vehicles) {
    painter.DrawVehicle(body, ColorOf(body, body.is_agent && is_car_park));
  }
}

}  // namespace envpool::highway
