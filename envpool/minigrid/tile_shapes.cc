// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A tile is drawn at three times its size, without smoothing, and shrunk.
// Points are in units of the tile's side. Values that NumPy computes in float32
// are floats here, so that points on a shape's edge are classified equally.

#include "envpool/minigrid/tile_shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace envpool::minigrid {
namespace {

constexpr int kSubdivisions = 3;
constexpr double kHalfPi = 1.5707963267948966;

using Rgb = std::array<uint8_t, 3>;

constexpr Rgb kBlack = {0, 0, 0};
constexpr Rgb kLineGrey = {100, 100, 100};
constexpr Rgb kAgentRed = {255, 0, 0};
constexpr Rgb kLavaOrange = {255, 128, 0};

constexpr std::array<Rgb, kNumColors> kColors = {
    Rgb{255, 0, 0},    Rgb{0, 255, 0},   Rgb{0, 0, 255},
    Rgb{112, 39, 195}, Rgb{255, 255, 0}, Rgb{100, 100, 100}};

Rgb Dimmed(Rgb color, double factor) {
  for (uint8_t& channel : color) {
    channel = static_cast<uint8_t>(factor * channel);
  }
  return color;
}

struct Rect {
  bool operator()(double x, double y) const {
    return x >= x_min && x <= x_max && y >= y_min && y <= y_max;
  }
  double x_min, x_max, y_min, y_max;
};

struct Circle {
  bool operator()(double x, double y) const {
    return (x - cx) * (x - cx) + (y - cy) * (y - cy) <= r * r;
  }
  double cx, cy, r;
};

// The points within distance r of the line between two points.
class ThickLine {
 public:
  ThickLine(double x0, double y0, double x1, double y1, double r)
      : box_{std::min(x0, x1) - r, std::max(x0, x1) + r, std::min(y0, y1) - r,
             std::max(y0, y1) + r},
        r_(r),
        x0_(static_cast<float>(x0)),
        y0_(static_cast<float>(y0)),
        dx_(static_cast<float>(x1) - x0_),
        dy_(static_cast<float>(y1) - y0_),
        length_(std::sqrt(dx_ * dx_ + dy_ * dy_)) {
    dx_ /= length_;
    dy_ /= length_;
  }
  bool operator()(double x, double y) const {
    if (!box_(x, y)) {
      return false;
    }
    const double along = std::clamp((x - x0_) * dx_ + (y - y0_) * dy_, 0.0,
                                    static_cast<double>(length_));
    const double to_x = x - (x0_ + along * dx_);
    const double to_y = y - (y0_ + along * dy_);
    return std::sqrt(to_x * to_x + to_y * to_y) <= r_;
  }

 private:
  Rect box_;
  double r_;
  float x0_, y0_, dx_, dy_, length_;
};

// The agent's triangle: pointing right, turned by `agent_dir` quarters.
class Arrow {
 public:
  explicit Arrow(int agent_dir)
      : cosine_(std::cos(-kHalfPi * agent_dir)),
        sine_(std::sin(-kHalfPi * agent_dir)) {
    inverse_ = 1 / (dot00_ * dot11_ - dot01_ * dot01_);
  }
  bool operator()(double x, double y) const {
    x -= 0.5;
    y -= 0.5;
    const double px = 0.5 + x * cosine_ - y * sine_ - kAx;
    const double py = 0.5 + y * cosine_ + x * sine_ - kAy;
    // Barycentric coordinates.
    const double dot02 = kToCx * px + kToCy * py;
    const double dot12 = kToBx * px + kToBy * py;
    const double u = (dot11_ * dot02 - dot01_ * dot12) * inverse_;
    const double v = (dot00_ * dot12 - dot01_ * dot02) * inverse_;
    return u >= 0 && v >= 0 && u + v < 1;
  }

 private:
  static constexpr float kAx = 0.12F;
  static constexpr float kAy = 0.19F;
  static constexpr float kToBx = 0.87F - kAx;
  static constexpr float kToBy = 0.50F - kAy;
  static constexpr float kToCx = 0.12F - kAx;
  static constexpr float kToCy = 0.81F - kAy;
  static constexpr float dot00_ = kToCx * kToCx + kToCy * kToCy;
  static constexpr float dot01_ = kToCx * kToBx + kToCy * kToBy;
  static constexpr float dot11_ = kToBx * kToBx + kToBy * kToBy;

  double cosine_;
  double sine_;
  float inverse_;
};

class Picture {
 public:
  explicit Picture(int size)
      : side_(size * kSubdivisions),
        pixels_(static_cast<std::size_t>(side_) * side_, kBlack) {}

  template <typename Shape>
  void Fill(const Shape& shape, Rgb color) {
    Rgb* pixel = pixels_.data();
    for (int y = 0; y < side_; ++y) {
      for (int x = 0; x < side_; ++x, ++pixel) {
        if (shape((x + 0.5) / side_, (y + 0.5) / side_)) {
          *pixel = color;
        }
      }
    }
  }

  void Highlight() {
    for (Rgb& pixel : pixels_) {
      for (uint8_t& channel : pixel) {
        channel = static_cast<uint8_t>(channel + 0.30 * (255 - channel));
      }
    }
  }

  void Shrink(uint8_t* rgb) const {
    for (int y = 0; y < side_; y += kSubdivisions) {
      for (int x = 0; x < side_; x += kSubdivisions) {
        for (int channel = 0; channel < 3; ++channel) {
          *rgb++ = Mean(x, y, channel);
        }
      }
    }
  }

 private:
  // Averages rows first, which is the official order of the divisions.
  [[nodiscard]] uint8_t Mean(int x, int y, int channel) const {
    double sum = 0;
    for (int row = y; row < y + kSubdivisions; ++row) {
      const Rgb* pixel = &pixels_[static_cast<std::size_t>(row) * side_ + x];
      sum += (pixel[0][channel] + pixel[1][channel] + pixel[2][channel]) /
             static_cast<double>(kSubdivisions);
    }
    return static_cast<uint8_t>(sum / kSubdivisions);
  }

  int side_;
  std::vector<Rgb> pixels_;
};

void DrawLava(Picture* picture) {
  constexpr double kRadius = 0.03;
  picture->Fill(Rect{0, 1, 0, 1}, kLavaOrange);
  for (int i = 0; i < 3; ++i) {
    const double low = 0.3 + 0.2 * i;
    const double high = 0.4 + 0.2 * i;
    picture->Fill(ThickLine(0.1, low, 0.3, high, kRadius), kBlack);
    picture->Fill(ThickLine(0.3, high, 0.5, low, kRadius), kBlack);
    picture->Fill(ThickLine(0.5, low, 0.7, high, kRadius), kBlack);
    picture->Fill(ThickLine(0.7, high, 0.9, low, kRadius), kBlack);
  }
}

void DrawDoor(uint8_t state, Rgb color, Picture* picture) {
  if (state == kOpen) {
    picture->Fill(Rect{0.88, 1.00, 0.00, 1.00}, color);
    picture->Fill(Rect{0.92, 0.96, 0.04, 0.96}, kBlack);
  } else if (state == kLocked) {
    picture->Fill(Rect{0.00, 1.00, 0.00, 1.00}, color);
    picture->Fill(Rect{0.06, 0.94, 0.06, 0.94}, Dimmed(color, 0.45));
    picture->Fill(Rect{0.52, 0.75, 0.50, 0.56}, color);  // the key's slot
  } else {
    picture->Fill(Rect{0.00, 1.00, 0.00, 1.00}, color);
    picture->Fill(Rect{0.04, 0.96, 0.04, 0.96}, kBlack);
    picture->Fill(Rect{0.08, 0.92, 0.08, 0.92}, color);
    picture->Fill(Rect{0.12, 0.88, 0.12, 0.88}, kBlack);
    picture->Fill(Circle{0.75, 0.50, 0.08}, color);  // the handle
  }
}

void DrawKey(Rgb color, Picture* picture) {
  picture->Fill(Rect{0.50, 0.63, 0.31, 0.88}, color);
  picture->Fill(Rect{0.38, 0.50, 0.59, 0.66}, color);
  picture->Fill(Rect{0.38, 0.50, 0.81, 0.88}, color);
  picture->Fill(Circle{0.56, 0.28, 0.190}, color);
  picture->Fill(Circle{0.56, 0.28, 0.064}, kBlack);
}

void DrawObject(Cell cell, Picture* picture) {
  const Rgb color = kColors[static_cast<std::size_t>(cell.color)];
  switch (cell.type) {
    case Type::kWall:
    case Type::kGoal:
      picture->Fill(Rect{0, 1, 0, 1}, color);
      break;
    case Type::kFloor:
      picture->Fill(Rect{0.031, 1, 0.031, 1}, Dimmed(color, 0.5));
      break;
    case Type::kDoor:
      DrawDoor(cell.state, color, picture);
      break;
    case Type::kKey:
      DrawKey(color, picture);
      break;
    case Type::kBall:
      picture->Fill(Circle{0.5, 0.5, 0.31}, color);
      break;
    case Type::kBox:
      picture->Fill(Rect{0.12, 0.88, 0.12, 0.88}, color);
      picture->Fill(Rect{0.18, 0.82, 0.18, 0.82}, kBlack);
      picture->Fill(Rect{0.16, 0.84, 0.47, 0.53}, color);
      break;
    case Type::kLava:
      DrawLava(picture);
      break;
    case Type::kUnseen:
    case Type::kEmpty:
    case Type::kAgent:
      break;
  }
}

}  // namespace

void DrawTile(Cell cell, int agent_dir, bool highlight, int size,
              uint8_t* rgb) {
  Picture picture(size);
  picture.Fill(Rect{0, 0.031, 0, 1}, kLineGrey);
  picture.Fill(Rect{0, 1, 0, 0.031}, kLineGrey);
  DrawObject(cell, &picture);
  if (agent_dir >= 0) {
    picture.Fill(Arrow(agent_dir), kAgentRed);
  }
  if (highlight) {
    picture.Highlight();
  }
  picture.Shrink(rgb);
}

}  // namespace envpool::minigrid
