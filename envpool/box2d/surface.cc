// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/box2d/surface.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "envpool/box2d/lines.h"

namespace envpool::box2d {

Surface::Surface(int width, int height, Color color)
    : width_(width),
      height_(height),
      raster_(width, height, 0, height),
      pixels_(static_cast<std::size_t>(width) * height, color) {}

std::span<const Point> Surface::Truncated(std::span<const Place> corners) {
  points_.clear();
  for (const auto& [x, y] : corners) {
    points_.push_back({static_cast<int>(x), static_cast<int>(y)});
  }
  return points_;
}

void Surface::Polygon(std::span<const Place> corners, Color color) {
  raster_.Polygon(Truncated(corners), color);
  Flush();
}

void Surface::SmoothOutline(std::span<const Place> corners, Color color) {
  raster_.SmoothOutline(Truncated(corners), color);
  Flush();
}

void Surface::Flush() {
  for (int y = 0; y < height_; ++y) {
    Paint(raster_.Row(y),
          pixels_.data() + static_cast<std::size_t>(y) * width_);
  }
  raster_.Clear();
}

void Surface::Outline(std::span<const Place> corners, Color color) {
  Place from = corners.back();
  for (const Place& to : corners) {
    Line(from, to, color);
    from = to;
  }
}

void Surface::Line(Place from, Place to, Color color) {
  Point a{static_cast<int>(from.first), static_cast<int>(from.second)};
  Point b{static_cast<int>(to.first), static_cast<int>(to.second)};
  if (!ClipLine(&a, &b, width_, height_)) {
    return;
  }
  for (LineWalk walk(a, b); a.x != b.x || a.y != b.y; walk.Advance(&a)) {
    Set(a.x, a.y, color);
  }
  Set(b.x, b.y, color);
}

void Surface::SmoothLines(std::span<const Place> corners, Color color) {
  for (std::size_t i = 0; i < corners.size(); ++i) {
    SmoothLine(corners[i], corners[(i + 1) % corners.size()], color);
  }
}

// The visible part of a line that is longer than a point, if there is any.
std::optional<Surface::Slant> Surface::Clip(Float from, Float to) const {
  float dx = to.x - from.x;
  float dy = to.y - from.y;
  float right = static_cast<float>(width_);
  float bottom = static_cast<float>(height_);
  const bool steep = std::fabs(dx) < std::fabs(dy);
  if (steep) {
    std::swap(from.x, from.y);
    std::swap(to.x, to.y);
    std::swap(dx, dy);
    std::swap(right, bottom);
  }
  if (dx < 0) {
    std::swap(from, to);
    dx = -dx;
    dy = -dy;
  }
  if (to.x <= -1 || from.x >= right) {
    return std::nullopt;
  }
  const float slope = dy / dx;
  if (from.x < -1) {
    from.y += slope * (-1 - from.x);
    from.x = -1;
  }
  if (to.x > right) {
    to.y += slope * (right - to.x);
    to.x = right;
  }
  Float& upper = slope > 0 ? from : to;
  Float& lower = slope > 0 ? to : from;
  if (lower.y <= -1 || upper.y >= bottom) {
    return std::nullopt;
  }
  if (upper.y < -1) {
    upper.x += (-1 - upper.y) / slope;
    upper.y = -1;
  }
  if (lower.y > bottom) {
    lower.x += (bottom - lower.y) / slope;
    lower.y = bottom;
  }
  return Slant{from, to, slope, right, steep};
}

// Wu's line in floats, pixel by pixel along the longer side. Coordinates are
// shifted by one row at first, so that truncation rounds down.
void Surface::SmoothLine(Place start, Place stop, Color color) {
  const Float a{static_cast<float>(start.first),
                static_cast<float>(start.second)};
  const Float b{static_cast<float>(stop.first),
                static_cast<float>(stop.second)};
  if (std::fabs(b.x - a.x) < 0.0001 && std::fabs(b.y - a.y) < 0.0001) {
    Mix(static_cast<int>(std::floor(a.x + 0.5)),
        static_cast<int>(std::floor(a.y + 0.5)), color, 1);
    return;
  }
  const std::optional<Slant> line = Clip(a, b);
  if (!line.has_value()) {
    return;
  }
  auto [from, to, slope, right, steep] = *line;
  from.y += 1;
  to.y += 1;
  int first = static_cast<int>(from.x);
  float y = from.y + slope * (static_cast<float>(first) - from.x);
  const auto mix = [&](int along, int across, float brightness) {
    Mix(steep ? across : along, steep ? along : across, color, brightness);
  };
  // An end of the line covers a share of its pixels.
  const auto end = [&](int along, float across, float share) {
    const int pixel = static_cast<int>(across);
    const float beyond = across - static_cast<float>(pixel);
    if (beyond > 0) {
      mix(along, pixel, beyond * share);
    }
    mix(along, pixel - 1, (1 - beyond) * share);
  };
  if (to.x > 0) {
    end(first, y, 1 + static_cast<float>(first) - from.x);
    y += slope;
    ++first;
  }
  const int last = static_cast<int>(std::ceil(to.x));
  if (from.x < right - 1) {
    const auto x = static_cast<float>(last);
    end(last, to.y + slope * (x - to.x), 1 - x + to.x);
  }
  for (int x = first; x < last; ++x) {
    const int pixel = static_cast<int>(y);
    const float brightness = 1 - y + static_cast<float>(pixel);
    mix(x, pixel - 1, brightness);
    if (static_cast<float>(pixel) < y) {
      mix(x, pixel, 1 - brightness);
    }
    y += slope;
  }
}

void Surface::Circle(Place centre, int radius, Color color) {
  const int left = static_cast<int>(centre.first);
  const int top = static_cast<int>(centre.second);
  int f = 1 - radius;
  int x = 0;
  int y = radius;
  while (x < y) {
    if (f >= 0) {
      --y;
      f -= 2 * y;
    }
    ++x;
    f += 2 * x + 1;
    if (f >= 0) {
      Row(top + y - 1, left - x, left + x - 1, color);
      Row(top - y, left - x, left + x - 1, color);
    }
    Row(top + x - 1, left - y, left + y - 1, color);
    Row(top - x, left - y, left + y - 1, color);
  }
}

void Surface::Set(int x, int y, Color color) { Row(y, x, x, color); }

void Surface::Row(int y, int first, int last, Color color) {
  if (y < 0 || y >= height_) {
    return;
  }
  Color* row = pixels_.data() + static_cast<std::size_t>(y) * width_;
  for (int x = std::max(first, 0); x <= std::min(last, width_ - 1); ++x) {
    row[x] = color;
  }
}

void Surface::Mix(int x, int y, Color color, float brightness) {
  if (x < 0 || x >= width_ || y < 0 || y >= height_) {
    return;
  }
  Color& pixel = pixels_[static_cast<std::size_t>(y) * width_ + x];
  Color mixed = 0;
  for (const int shift : {0, 8, 16}) {
    const auto over = static_cast<float>(color >> shift & 0xff);
    const auto under = static_cast<float>(pixel >> shift & 0xff);
    const float value = brightness * over + (1 - brightness) * under;
    mixed |= static_cast<Color>(static_cast<std::uint8_t>(value)) << shift;
  }
  pixel = mixed;
}

void Surface::WriteFlipped(int left, unsigned char* rgb) const {
  for (int y = height_ - 1; y >= 0; --y) {
    const Color* row = pixels_.data() + static_cast<std::size_t>(y) * width_;
    for (int x = left; x < width_; ++x) {
      *rgb++ = row[x] >> 16 & 0xff;
      *rgb++ = row[x] >> 8 & 0xff;
      *rgb++ = row[x] & 0xff;
    }
  }
}

}  // namespace envpool::box2d
