// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/marlgrid/tiles.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace envpool::marlgrid {
namespace {

constexpr int kSubdivisions = 3;
constexpr double kHalfPi = 1.5707963267948966;
constexpr Rgb kBlack{0, 0, 0};
constexpr Rgb kBonusYellow{255, 255, 0};
constexpr Rgb kGoalGreen{0, 255, 0};
constexpr Rgb kWallBrown{74, 65, 42};
constexpr Rgb kShadowGrey{35, 25, 30};

struct Point {
  double x, y;
};

double Dot(Point a, Point b) { return a.x * b.x + a.y * b.y; }
Point Minus(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }

/// Whether a point of a tile, from 0 to 1, is in the triangle of an agent that
/// looks right.
bool IsInAgent(Point point) {
  constexpr Point kBack{0.12, 0.19};
  constexpr Point kTip{0.87, 0.50};
  constexpr Point kOtherBack{0.12, 0.81};
  const Point v0 = Minus(kOtherBack, kBack);
  const Point v1 = Minus(kTip, kBack);
  const Point v2 = Minus(point, kBack);
  const double dot00 = Dot(v0, v0);
  const double dot01 = Dot(v0, v1);
  const double dot11 = Dot(v1, v1);
  const double dot02 = Dot(v0, v2);
  const double dot12 = Dot(v1, v2);
  const double scale = 1 / (dot00 * dot11 - dot01 * dot01);
  const double u = (dot11 * dot02 - dot01 * dot12) * scale;
  const double v = (dot00 * dot12 - dot01 * dot02) * scale;
  return u >= 0 && v >= 0 && u + v < 1;
}

/// The mean color of a pixel with three rows of points. The color covers some
/// points of each row. The result is rounded after each of NumPy's two means.
Rgb Shade(const std::array<std::uint8_t, 3>& covered, Rgb color) {
  Rgb shade;
  for (std::size_t i = 0; i < 3; ++i) {
    double sum = 0;
    for (const int count : covered) {
      sum += count * color[i] / 3.0;
    }
    shade[i] = static_cast<std::uint8_t>(sum / 3);
  }
  return shade;
}

int BrightnessOf(Rgb color) { return color[0] + color[1] + color[2]; }

/// Copies a row of pixels of each tile; kBytes, if not 0, is `bytes`.
template <std::size_t kBytes>
std::uint8_t* CopyRow(const std::vector<const std::uint8_t*>& tiles,
                      std::size_t offset, std::size_t bytes, std::uint8_t* to) {
  for (const std::uint8_t* tile : tiles) {
    std::memcpy(to, tile + offset, kBytes > 0 ? kBytes : bytes);
    to += kBytes > 0 ? kBytes : bytes;
  }
  return to;
}

}  // namespace

std::shared_ptr<const Tiles> Tiles::OfSize(int size) {
  static std::mutex mutex;
  static std::map<int, std::weak_ptr<const Tiles>> known;
  const std::scoped_lock lock(mutex);
  std::shared_ptr<const Tiles> tiles = known[size].lock();
  if (tiles == nullptr) {
    tiles = std::make_shared<const Tiles>(size);
    known[size] = tiles;
  }
  return tiles;
}

Tiles::Tiles(int size) : size_(size) {
  constexpr int kTiles = (kGrounds + kWalkable * kMaxAgents * kDirs) * kTurns;
  drawn_.resize(kTiles * bytes());
  std::uint8_t* next = drawn_.data();
  const auto draw = [&](int ground, const std::vector<Coverage>* agent,
                        Rgb color) {
    for (int turns = 0; turns < kTurns; ++turns, next += bytes()) {
      Draw(static_cast<Ground>(ground), agent, color, turns, next);
    }
  };
  for (int dir = 0; dir < kDirs; ++dir) {
    MeasureAgent(dir);
  }
  for (int ground = 0; ground < kGrounds; ++ground) {
    draw(ground, nullptr, kBlack);
  }
  for (int ground = 0; ground < kWalkable; ++ground) {
    for (const Rgb color : kColors) {
      for (const std::vector<Coverage>& agent : agents_) {
        draw(ground, &agent, color);
      }
    }
  }
}

void Tiles::MeasureAgent(int dir) {
  std::vector<Coverage>& pixels = agents_[static_cast<std::size_t>(dir)];
  pixels.assign(bytes() / 3, Coverage{});
  const int points = size_ * kSubdivisions;
  const double cosine = std::cos(-kHalfPi * dir);
  const double sine = std::sin(-kHalfPi * dir);
  for (int y = 0; y < points; ++y) {
    for (int x = 0; x < points; ++x) {
      const Point from{(x + 0.5) / points - 0.5, (y + 0.5) / points - 0.5};
      const Point turned{0.5 + from.x * cosine - from.y * sine,
                         0.5 + from.y * cosine + from.x * sine};
      if (IsInAgent(turned)) {
        const int pixel = y / kSubdivisions * size_ + x / kSubdivisions;
        ++pixels[static_cast<std::size_t>(pixel)]
                [static_cast<std::size_t>(y % kSubdivisions)];
      }
    }
  }
}

void Tiles::Draw(Ground ground, const std::vector<Coverage>* agent, Rgb color,
                 int turns, std::uint8_t* rgb) const {
  constexpr std::array kFills{kBlack, kBonusYellow, kGoalGreen, kWallBrown,
                              kShadowGrey};
  const Rgb fill = kFills[ground];
  int most = 1;  // the brightest pixels of the agent are opaque
  if (agent != nullptr) {
    for (const Coverage& pixel : *agent) {
      most = std::max(most, BrightnessOf(Shade(pixel, color)));
    }
  }
  // Free cells have a brighter top row and right column.
  const int light = ground == kFree ? std::clamp(size_ - 10, 0, 20) : 0;
  const int last = size_ - 1;
  for (int y = 0; y < size_; ++y) {
    for (int x = 0; x < size_; ++x, rgb += 3) {
      Pos from{x, y};
      for (int turn = 0; turn < turns; ++turn) {
        from = {last - from.y, from.x};
      }
      const auto at = static_cast<std::size_t>(from.y * size_ + from.x);
      const Rgb own = agent != nullptr ? Shade((*agent)[at], color) : kBlack;
      const int alpha = BrightnessOf(own);
      const int edge = from.y == 0 || from.x == last ? light : 0;
      for (std::size_t i = 0; i < 3; ++i) {
        // On free cells, agents are not blended with the ground.
        const int mixed =
            ground == kFree
                ? own[i] + edge
                : (fill[i] * (most - alpha) + own[i] * alpha) / most;
        rgb[i] = static_cast<std::uint8_t>(mixed);
      }
    }
  }
}

Painter::Painter(int tile_size, bool prestige, float prestige_scale)
    : tiles_(Tiles::OfSize(tile_size)),
      has_prestige_(prestige),
      prestige_scale_(prestige_scale),
      own_(prestige ? kMaxAgents * tiles_->bytes() : 0) {}

Rgb Painter::ColorOf(const World& world, int agent) const {
  const auto number = static_cast<std::size_t>(agent);
  if (!has_prestige_) {
    return kColors[number];
  }
  const double share =
      std::tanh(static_cast<double>(world.agents()[number].prestige) /
                static_cast<double>(prestige_scale_));
  // Penalties make shares negative, and bytes wrap around, as NumPy's do.
  const auto byte = [](double part) {
    return static_cast<std::uint8_t>(static_cast<int>(255 * part));
  };
  return {byte(1 - share), 0, byte(share)};
}

const std::uint8_t* Painter::TileOf(const World& world, Spot spot, int turns) {
  if (spot.agent == kNobody) {
    return tiles_->OfCell(spot.cell, turns);
  }
  const auto number = static_cast<std::size_t>(spot.agent);
  const int dir = world.agents()[number].dir;
  if (!has_prestige_) {
    return tiles_->OfAgent(spot.cell, spot.agent, dir, turns);
  }
  std::uint8_t* const own = own_.data() + number * tiles_->bytes();
  tiles_->DrawAgent(spot.cell, ColorOf(world, spot.agent), dir, turns, own);
  return own;
}

void Painter::Paint(const World& world, const View& view, std::uint8_t* rgb) {
  const auto side = static_cast<std::size_t>(view.side());
  const auto rows = static_cast<std::size_t>(tiles_->size());
  const std::size_t bytes = 3 * rows;
  row_.resize(side);
  for (std::size_t y = 0; y < side; ++y) {
    for (std::size_t x = 0; x < side; ++x) {
      row_[x] = TileOf(world, view.spots()[y * side + x], view.turns());
    }
    for (std::size_t row = 0; row < rows; ++row) {
      constexpr std::size_t kUsual = 24;
      rgb = bytes == kUsual ? CopyRow<kUsual>(row_, row * bytes, bytes, rgb)
                            : CopyRow<0>(row_, row * bytes, bytes, rgb);
    }
  }
}

}  // namespace envpool::marlgrid
