// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/box2d/car_scene.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "envpool/box2d/reward_text.h"

namespace envpool::box2d {

namespace {

constexpr int kWidth = 1000;
constexpr int kHeight = 800;
constexpr int kPanelTop = 700;  // the world is shown above it
constexpr double kScale = 6.0;
constexpr double kZoom = 2.7;
// Upper bound of a pixel's distance from the car, drawn at (500, 200).
constexpr double kFarthestPixel = 790;

// Positions and lengths of the level indicators are in these units.
constexpr double kUnitX = kWidth / 40.0;
constexpr int kSteeringPlace = 20;
constexpr int kSpinPlace = 30;
double SteeringLength(const CarScene& scene) { return -10.0 * scene.steering; }
double SpinLength(const CarScene& scene) { return -0.8 * scene.spin; }

constexpr Color Rgb(int red, int green, int blue) {
  return static_cast<Color>(red << 16 | green << 8 | blue);
}

// Truncates a pixel's coordinate. NaN, which follows from a NaN speed, gives 0.
int Truncate(double v) {
  constexpr double kFarthest = 32767;
  return std::isnan(v) ? 0
                       : static_cast<int>(std::clamp(v, -kFarthest, kFarthest));
}

Point Truncate(const Vector& v) { return {Truncate(v.x), Truncate(v.y)}; }

// Draws frames, with the interface of CellCanvas.
struct FrameCanvas {
  using Side = CellCanvas::Side;

  void SmoothPolygon(std::span<const Point> points, Color color) const {
    world->SmoothPolygon(points, color);
  }
  void Polygon(Side side, std::span<const Point> points, Color color) const {
    (side == Side::kWorld ? world : panel)->Polygon(points, color);
  }

  Raster* world;
  Raster* panel;
};

// Draws a rectangle on the panel as the official pygame.draw.polygon call.
template <typename Canvas>
void DrawBar(Canvas* canvas, double left, double top, double right,
             double bottom, Color color) {
  const Point corners[] = {Truncate({left, top}), Truncate({right, top}),
                           Truncate({right, bottom}), Truncate({left, bottom})};
  canvas->Polygon(CellCanvas::Side::kPanel, corners, color);
}

}  // namespace

// pygame.math.Vector2.rotate_rad snaps angles near a multiple of 90 degrees to
// that multiple.
CarPainter::Camera::Camera(const CarScene& scene) {
  constexpr double kNear = 1e-6;
  constexpr double kQuarter = std::numbers::pi / 2;
  double angle = std::fmod(-scene.angle, 2 * std::numbers::pi);
  if (angle < 0) {
    angle += 2 * std::numbers::pi;
  }
  const bool near = std::fmod(angle + kNear, kQuarter) < 2 * kNear;
  quarter = near ? static_cast<int>((angle + kNear) / kQuarter) % 4 : -1;
  cosine = std::cos(angle);
  sine = std::sin(angle);
  zoom = 0.1 * kScale * std::max(1 - scene.time, 0.0) +
         kZoom * kScale * std::min(scene.time, 1.0);
  x = scene.x;
  y = scene.y;
  grass = scene.playfield / 20.0;
  reach = kFarthestPixel / zoom +
          std::max(grass * std::numbers::sqrt2, scene.largest_piece);
  margin = std::max(grass, scene.least_margin) * std::numbers::sqrt2 * kZoom *
           kScale;
  const Vector scroll = Rotate({-scene.x * zoom, -scene.y * zoom});
  shift = {kWidth / 2.0 + scroll.x, kHeight / 4.0 + scroll.y};
}

inline Vector CarPainter::Camera::Rotate(const Vector& v) const {
  switch (quarter) {
    case 0:
      return v;
    case 1:
      return {-v.y, v.x};
    case 2:
      return {-v.x, -v.y};
    case 3:
      return {v.y, -v.x};
    default:
      return {cosine * v.x - sine * v.y, sine * v.x + cosine * v.y};
  }
}

// Whether a shape with a corner at this distance from the car, along an axis of
// the world, may be visible. False for NaN: the car has no position.
inline bool CarPainter::Camera::IsNear(double distance) const {
  return std::abs(distance) <= reach;
}

// The official env draws a shape of the ground only if a corner passes.
inline bool CarPainter::Camera::IsDrawn(const Vector& corner) const {
  return -margin <= corner.x && corner.x <= kWidth + margin &&
         -margin <= corner.y && corner.y <= kHeight + margin;
}

inline Vector CarPainter::Camera::Project(const Vector& v) const {
  const Vector turned = Rotate(v);
  return {turned.x * zoom + shift.x, turned.y * zoom + shift.y};
}

CarPainter::CarPainter()
    : canvas_(kHeight - kPanelTop),
      world_(kWidth, kHeight, kHeight - kPanelTop, kHeight),
      panel_(kWidth, kHeight, 0, kHeight),
      row_(kWidth),
      frame_(kFrameWidth, kHeight, kFrameHeight),
      frame_axis_(kWidth, kFrameWidth),
      frame_row_(static_cast<std::size_t>(kFrameWidth) *
                 ColumnShrink::kChannels) {}

void CarPainter::DrawObservation(const CarScene& scene, std::uint8_t* out) {
  const Camera camera(scene);
  canvas_.Clear();
  DrawGround(camera, scene, &canvas_);
  DrawCar(camera, scene, &canvas_);
  DrawIndicators(scene, &canvas_);
  if (IsRewardApart(scene)) {
    canvas_.Write(out);
    if (rewards_.Write(scene.reward, &canvas_, out)) {
      return;
    }
  }
  DrawRewardText(&reward_, scene.reward);
  canvas_.Picture(reward_);
  canvas_.Write(out);
}

void CarPainter::DrawFrame(const CarScene& scene, std::uint8_t* out) {
  const Camera camera(scene);
  world_.Clear();
  panel_.Clear();
  FrameCanvas canvas{&world_, &panel_};
  DrawGround(camera, scene, &canvas);
  for (const SkidMark& mark : scene.marks) {
    DrawMark(camera, mark);
  }
  DrawCar(camera, scene, &canvas);
  DrawIndicators(scene, &canvas);
  DrawRewardText(&panel_, scene.reward);
  frame_.Start(out);
  for (int y = 0; y < kHeight; ++y) {
    std::fill(row_.begin(), row_.end(), 0);
    if (y < kPanelTop) {
      Paint(world_.Row(kHeight - 1 - y), row_.data());
    }
    Paint(panel_.Row(y), row_.data());
    ShrinkRow(row_.data(), frame_axis_, frame_row_.data());
    frame_.Add(frame_row_.data());
  }
}

template <typename Canvas>
void CarPainter::DrawGround(const Camera& camera, const CarScene& scene,
                            Canvas* canvas) {
  const double edge = scene.playfield;
  const Vector field[] = {
      {edge, edge}, {edge, -edge}, {-edge, -edge}, {-edge, edge}};
  DrawPiece(camera, field, scene.background, /*clip=*/false, canvas);
  DrawGrass(camera, scene.grass, canvas);
  for (const RoadPiece& piece : scene.road) {
    const Vector& corner = piece.corners[0];
    if (camera.IsNear(corner.x - camera.x) &&
        camera.IsNear(corner.y - camera.y)) {
      DrawPiece(camera, piece.corners, piece.color, /*clip=*/true, canvas);
    }
  }
}

template <typename Canvas>
void CarPainter::DrawCar(const Camera& camera, const CarScene& scene,
                         Canvas* canvas) {
  for (const CarShape& shape : scene.car) {
    Point points[8];
    for (int i = 0; i < shape.count; ++i) {
      points[i] = Truncate(camera.Project(shape.corners[i]));
    }
    canvas->Polygon(CellCanvas::Side::kWorld,
                    {points, static_cast<std::size_t>(shape.count)},
                    shape.color);
  }
}

template <typename Canvas>
void CarPainter::DrawPiece(const Camera& camera,
                           std::span<const Vector> corners, Color color,
                           bool clip, Canvas* canvas) {
  Point points[4];
  bool is_drawn = !clip;
  for (int i = 0; i < 4; ++i) {
    const Vector corner = camera.Project(corners[i]);
    is_drawn = is_drawn || camera.IsDrawn(corner);
    points[i] = Truncate(corner);
  }
  if (is_drawn) {
    canvas->SmoothPolygon(points, color);
  }
}

template <typename Canvas>
void CarPainter::DrawGrass(const Camera& camera, Color color, Canvas* canvas) {
  for (int i = -20; i < 20; i += 2) {
    if (!camera.IsNear(camera.grass * i - camera.x)) {
      continue;
    }
    for (int k = -20; k < 20; k += 2) {
      if (!camera.IsNear(camera.grass * k - camera.y)) {
        continue;
      }
      const double left = camera.grass * i + 0;
      const double right = camera.grass * i + camera.grass;
      const double low = camera.grass * k + 0;
      const double high = camera.grass * k + camera.grass;
      const Vector patch[] = {
          {right, low}, {left, low}, {left, high}, {right, high}};
      DrawPiece(camera, patch, color, /*clip=*/true, canvas);
    }
  }
}

void CarPainter::DrawMark(const Camera& camera, const SkidMark& mark) {
  for (std::size_t i = 1; i < mark.points.size(); ++i) {
    world_.ThickLine(Truncate(camera.Project(mark.points[i - 1])),
                     Truncate(camera.Project(mark.points[i])), mark.color);
  }
}

// Whether no indicator overlaps with the reward. Only the horizontal indicators
// may grow to the left into it.
bool CarPainter::IsRewardApart(const CarScene& scene) {
  return (kSteeringPlace + SteeringLength(scene)) * kUnitX >
             RewardCells::kEnd &&
         (kSpinPlace + SpinLength(scene)) * kUnitX > RewardCells::kEnd;
}

template <typename Canvas>
void CarPainter::DrawIndicators(const CarScene& scene, Canvas* canvas) {
  constexpr double kUnitY = kHeight / 40.0;
  constexpr double kLeast = 1e-4;
  DrawBar(canvas, kWidth, kHeight, 0, kHeight - 5 * kUnitY, 0);
  const auto upright = [&](int place, double value, double length,
                           Color color) {
    if (std::abs(value) > kLeast) {
      DrawBar(canvas, place * kUnitX, kHeight - (kUnitY + kUnitY * length),
              (place + 1) * kUnitX, kHeight - kUnitY, color);
    }
  };
  const auto level = [&](int place, double value, double length, Color color) {
    if (std::abs(value) > kLeast) {
      DrawBar(canvas, place * kUnitX, kHeight - 4 * kUnitY,
              (place + length) * kUnitX, kHeight - 2 * kUnitY, color);
    }
  };
  upright(5, scene.speed, 0.02 * scene.speed, Rgb(255, 255, 255));
  for (int i = 0; i < 4; ++i) {
    const double speed = scene.wheel_speeds[i];
    upright(7 + i, speed, 0.01 * speed,
            i < 2 ? Rgb(0, 0, 255) : Rgb(51, 0, 255));
  }
  level(kSteeringPlace, scene.steering, SteeringLength(scene), Rgb(0, 255, 0));
  level(kSpinPlace, scene.spin, SpinLength(scene), Rgb(255, 0, 0));
}

}  // namespace envpool::box2d
