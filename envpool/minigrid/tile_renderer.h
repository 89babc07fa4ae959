// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Pictures of levels, byte for byte equal to the official get_frame.
//
// Tiles: the pictures of cells in one size. Each is drawn on its first use and
// then cached.
//
// Threads: any. Errors: none.

#ifndef ENVPOOL_MINIGRID_TILE_RENDERER_H_
#define ENVPOOL_MINIGRID_TILE_RENDERER_H_

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

#include "envpool/common/resizer.h"
#include "envpool/minigrid/grid.h"
#include "envpool/minigrid/level.h"

namespace envpool::minigrid {

inline constexpr int kNoAgent = -1;

class Tiles {
 public:
  /// Returns the tiles of `size` by `size` pixels, which all pools share.
  static std::shared_ptr<const Tiles> OfSize(int size);

  explicit Tiles(int size) : size_(size) {}
  ~Tiles();
  Tiles(const Tiles&) = delete;
  Tiles& operator=(const Tiles&) = delete;

  [[nodiscard]] int size() const { return size_; }
  /// Returns size x size x 3 bytes, rows from the top: the picture of a cell,
  /// with the agent in it unless `agent_dir` is kNoAgent.
  [[nodiscard]] const uint8_t* Get(Cell cell, int agent_dir,
                                   bool highlight) const;

 private:
  static constexpr int kStates = 3;
  static constexpr int kDirs = 5;  // four directions, or no agent
  static constexpr int kCount = 11 * kNumColors * kStates * kDirs * 2;

  int size_;
  mutable std::array<std::atomic<const uint8_t*>, kCount> drawn_{};
};

// Both functions draw no agent if the level has never been reset.

/// Draws the whole grid: height * tiles.size() rows of width * tiles.size()
/// pixels.
void DrawGrid(const Level& level, const Tiles& tiles, bool highlight,
              uint8_t* rgb);

/// Draws the agent's view, with the seen cells highlighted.
void DrawView(const Level& level, const Tiles& tiles, uint8_t* rgb);

/// The official render, with its options.
class Painter {
 public:
  static constexpr int kTileSize = 32;  // the official default

  /// A `tile_size` of 0 is the default; `agent_pov` draws the view alone.
  Painter(int tile_size, bool highlight, bool agent_pov)
      : tiles_(Tiles::OfSize(tile_size > 0 ? tile_size : kTileSize)),
        highlight_(highlight),
        agent_pov_(agent_pov) {}

  [[nodiscard]] Size SizeOf(const Level& level) const;
  /// Draws a picture of this size. Uses tiles of a matching size if possible;
  /// otherwise resizes a picture of SizeOf(level).
  void Draw(const Level& level, Size size, uint8_t* rgb) const;

 private:
  [[nodiscard]] Size CellsOf(const Level& level) const;
  void Draw(const Level& level, const Tiles& tiles, uint8_t* rgb) const;

  std::shared_ptr<const Tiles> tiles_;
  bool highlight_;
  bool agent_pov_;
};

}  // namespace envpool::minigrid

#endif  // ENVPOOL_MINIGRID_TILE_RENDERER_H_
