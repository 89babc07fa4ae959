// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Pictures of views, byte for byte those of EnvPool 1.2.7, which draws tiles as
// the official package does.
//
// Tiles: the pictures of all spots in one size. Painter: a mosaic of them.
//
// Threads: Tiles are constant; a Painter belongs to one thread at a time.
// Errors: none.

#ifndef ENVPOOL_MARLGRID_TILES_H_
#define ENVPOOL_MARLGRID_TILES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "envpool/marlgrid/view.h"
#include "envpool/marlgrid/world.h"

namespace envpool::marlgrid {

using Rgb = std::array<std::uint8_t, 3>;

/// The colors of agents, by their numbers.
inline constexpr std::array<Rgb, kMaxAgents> kColors{
    Rgb{255, 0, 0}, {0, 0, 255},   {112, 39, 195},
    {255, 165, 0},  {128, 128, 0}, {255, 0, 189}};

class Tiles {
 public:
  /// Returns the tiles of `size` by `size` pixels, which all pools share.
  static std::shared_ptr<const Tiles> OfSize(int size);

  explicit Tiles(int size);

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] std::size_t bytes() const {
    return static_cast<std::size_t>(size_) * static_cast<std::size_t>(size_) *
           3;
  }
  // The next two return size x size x 3 bytes, rows from the top, turned left
  // `turns` times.

  /// A cell without an agent; it may be kHidden.
  [[nodiscard]] const std::uint8_t* OfCell(Cell cell, int turns) const {
    return At(GroundOf(cell) * kTurns + turns);
  }
  /// A cell, which is no wall, with an agent of kColors[color].
  [[nodiscard]] const std::uint8_t* OfAgent(Cell cell, int color, int dir,
                                            int turns) const {
    const int agent = (GroundOf(cell) * kMaxAgents + color) * kDirs + dir;
    return At((kGrounds + agent) * kTurns + turns);
  }
  /// Draws a cell with an agent of any color.
  void DrawAgent(Cell cell, Rgb color, int dir, int turns,
                 std::uint8_t* rgb) const {
    Draw(GroundOf(cell), &agents_[static_cast<std::size_t>(dir)], color, turns,
         rgb);
  }

 private:
  enum Ground { kFree, kBonusTile, kGoalTile, kWallTile, kShadow, kGrounds };
  static constexpr int kWalkable = 3;  // the first ones
  static constexpr int kTurns = 4;
  static constexpr int kDirs = 4;
  /// How many of three points are in the agent's triangle, for each of three
  /// rows of points in a pixel.
  using Coverage = std::array<std::uint8_t, 3>;

  static Ground GroundOf(Cell cell) {
    constexpr std::array kOfCell{kFree, kWallTile, kGoalTile};
    return cell == kHidden  ? kShadow
           : cell >= kBonus ? kBonusTile
                            : kOfCell[cell];
  }
  [[nodiscard]] const std::uint8_t* At(int tile) const {
    return drawn_.data() + static_cast<std::size_t>(tile) * bytes();
  }
  void MeasureAgent(int dir);
  /// Draws the ground and, unless `agent` is null, an agent with this coverage
  /// of the pixels.
  void Draw(Ground ground, const std::vector<Coverage>* agent, Rgb color,
            int turns, std::uint8_t* rgb) const;

  int size_;
  std::array<std::vector<Coverage>, kDirs> agents_;  // by direction and pixel
  std::vector<std::uint8_t> drawn_;
};

class Painter {
 public:
  /// With `prestige`, agents are red to blue by the tanh of their prestige,
  /// divided by `prestige_scale`.
  Painter(int tile_size, bool prestige, float prestige_scale);

  [[nodiscard]] int tile_size() const { return tiles_->size(); }
  [[nodiscard]] Rgb ColorOf(const World& world, int agent) const;
  /// Writes side * tile_size rows of side * tile_size pixels.
  void Paint(const World& world, const View& view, std::uint8_t* rgb);

 private:
  const std::uint8_t* TileOf(const World& world, Spot spot, int turns);

  std::shared_ptr<const Tiles> tiles_;
  bool has_prestige_;
  float prestige_scale_;
  std::vector<std::uint8_t> own_;         // a tile for each agent
  std::vector<const std::uint8_t*> row_;  // the tiles of a row of spots
};

}  // namespace envpool::marlgrid

#endif  // ENVPOOL_MARLGRID_TILES_H_
