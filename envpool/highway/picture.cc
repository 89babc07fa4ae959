// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/highway/picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "envpool/highway/numbers.h"

namespace envpool::highway {

namespace {

constexpr double kFullTurn = 360;
constexpr double kQuarter = 90;

/// Turns a point counterclockwise, with exact quarters.
Vec Turn(Vec p, double degrees) {
  constexpr double kTolerance = 1e-6;  // in radians
  double angle = std::fmod(degrees * kPi / 180.0, 2 * kPi);
  if (angle < 0) {
    angle += 2 * kPi;
  }
  if (std::fmod(angle + kTolerance, kPi / 2) < 2 * kTolerance) {
    switch (static_cast<int>((angle + kTolerance) / (kPi / 2)) % 4) {
      case 1:
        return {-p.y, p.x};
      case 2:
        return {-p.x, -p.y};
      case 3:
        return {p.y, -p.x};
      default:
        return p;
    }
  }
  const double s = std::sin(angle);
  const double c = std::cos(angle);
  return {c * p.x - s * p.y, s * p.x + c * p.y};
}

/// Where the upper left corner of a turned sprite goes.
Spot CornerOf(const Sprite& sprite, Spot center, double degrees) {
  const double w = sprite.width();
  const double h = sprite.height();
  const std::array<Vec, 4> box{Turn({0, 0}, degrees), Turn({w, 0}, degrees),
                               Turn({w, -h}, degrees), Turn({0, -h}, degrees)};
  const double left = std::ranges::min(box, {}, &Vec::x).x;
  const double top = std::ranges::max(box, {}, &Vec::y).y;
  const Vec pivot{w / 2, -(h / 2)};
  const Vec moved = Turn(pivot, degrees) - pivot;
  return {static_cast<int>(center.x - w / 2 + left - moved.x),
          static_cast<int>(center.y - h / 2 - top + moved.y)};
}

/// Calls `put` with each pixel of a turned sprite.
template <typename Target>
void BlitTo(Target* target, const Sprite& sprite, Spot center, double degrees) {
  const Spot corner = CornerOf(sprite, center, degrees);
  const Sprite turned = sprite.Turned(degrees);
  for (int y = 0; y < turned.height(); ++y) {
    for (int x = 0; x < turned.width(); ++x) {
      if (turned.at(x, y).is_drawn) {
        target->Put(corner.x + x, corner.y + y, turned.at(x, y).color);
      }
    }
  }
}

}  // namespace

void Sprite::Put(int x, int y, Color color) {
  if (0 <= x && x < width_ && 0 <= y && y < height_) {
    pixels_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
            static_cast<std::size_t>(x)] = {color, true};
  }
}

void Sprite::Fill(const Rect& rect, Color color) {
  for (int y = 0; y < rect.height; ++y) {
    for (int x = 0; x < rect.width; ++x) {
      Put(rect.corner.x + x, rect.corner.y + y, color);
    }
  }
}

void Sprite::Frame(const Rect& rect, Color color) {
  for (int x = 0; x < rect.width; ++x) {
    Put(rect.corner.x + x, rect.corner.y, color);
    Put(rect.corner.x + x, rect.corner.y + rect.height - 1, color);
  }
  for (int y = 0; y < rect.height; ++y) {
    Put(rect.corner.x, rect.corner.y + y, color);
    Put(rect.corner.x + rect.width - 1, rect.corner.y + y, color);
  }
}

Sprite Sprite::TurnedByQuarters(int quarters) const {
  Sprite out(quarters % 2 == 0 ? width_ : height_,
             quarters % 2 == 0 ? height_ : width_);
  for (int y = 0; y < height_; ++y) {
    for (int x = 0; x < width_; ++x) {
      if (!at(x, y).is_drawn) {
        continue;
      }
      const Color color = at(x, y).color;
      switch (quarters) {
        case 1:
          out.Put(y, width_ - 1 - x, color);
          break;
        case 2:
          out.Put(width_ - 1 - x, height_ - 1 - y, color);
          break;
        case 3:
          out.Put(height_ - 1 - y, x, color);
          break;
        default:
          out.Put(x, y, color);
      }
    }
  }
  return out;
}

Sprite Sprite::Turned(double degrees) const {
  if (std::fmod(degrees, kQuarter) == 0) {
    const double turn = FloorMod(degrees, kFullTurn);
    return TurnedByQuarters(static_cast<int>(turn / kQuarter) % 4);
  }
  const double angle = degrees * .01745329251;
  const double s = std::sin(angle);
  const double c = std::cos(angle);
  const auto extent = [](double a, double b) {
    return static_cast<int>(std::max(std::abs(a + b), std::abs(a - b)));
  };
  Sprite out(extent(c * width_, s * height_), extent(s * width_, c * height_));
  // Numbers with 16 bits behind the point.
  constexpr int kHalfBits = 15;
  constexpr double kOne = 65536;
  const int sine = static_cast<int>(s * kOne);
  const int cosine = static_cast<int>(c * kOne);
  const int last = (out.width_ - 1) << kHalfBits;
  const int left = (out.width_ << kHalfBits) - static_cast<int>(c * last) +
                   (width_ - out.width_) * (1 << kHalfBits);
  const int top = (out.height_ << kHalfBits) - static_cast<int>(s * last) +
                  (height_ - out.height_) * (1 << kHalfBits);
  const int middle = out.height_ >> 1;
  for (int y = 0; y < out.height_; ++y) {
    int from_x = left + sine * (middle - y);
    int from_y = top - cosine * (middle - y);
    for (int x = 0; x < out.width_; ++x) {
      const int column = from_x >> 16;
      const int row = from_y >> 16;
      if (0 <= column && column < width_ && 0 <= row && row < height_ &&
          at(column, row).is_drawn) {
        out.Put(x, y, at(column, row).color);
      }
      from_x += cosine;
      from_y += sine;
    }
  }
  return out;
}

void Sprite::Blit(const Sprite& sprite, Spot center, double degrees) {
  BlitTo(this, sprite, center, degrees);
}

void Picture::Put(int x, int y, Color color) {
  if (0 <= x && x < width_ && 0 <= y && y < height_) {
    unsigned char* pixel =
        rgb_ + (static_cast<std::ptrdiff_t>(y) * width_ + x) * 3;
    pixel[0] = color.red;
    pixel[1] = color.green;
    pixel[2] = color.blue;
  }
}

void Picture::Fill(Color color) {
  for (int y = 0; y < height_; ++y) {
    for (int x = 0; x < width_; ++x) {
      Put(x, y, color);
    }
  }
}

void Picture::Line(Spot from, Spot to, int thickness, Color color) {
  const int dx = std::abs(to.x - from.x);
  const int dy = std::abs(to.y - from.y);
  const int step_x = from.x < to.x ? 1 : -1;
  const int step_y = from.y < to.y ? 1 : -1;
  const int half = thickness / 2;
  const int first = thickness % 2 == 0 ? 1 - half : -half;
  const auto put = [&](Spot at) {
    for (int i = first; i <= half; ++i) {
      dx <= dy ? Put(at.x + i, at.y, color) : Put(at.x, at.y + i, color);
    }
  };
  int error = (dx > dy ? dx : -dy) / 2;
  while (from.x != to.x || from.y != to.y) {
    put(from);
    const int before = error;
    if (before > -dx) {
      error -= dy;
      from.x += step_x;
    }
    if (before < dy) {
      error += dx;
      from.y += step_y;
    }
  }
  put(to);
}

void Picture::Blit(const Sprite& sprite, Spot center, double degrees) {
  BlitTo(this, sprite, center, degrees);
}

}  // namespace envpool::highway
