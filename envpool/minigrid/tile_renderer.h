// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Pictures of levels, byte for byte as the official get_frame.
//
// Tiles: the pictures of cells in one size. Each is drawn when it is first asked
// for, and then kept.
//
// Threads: any. Errors: none.

#ifndef ENVPOOL_MINIGRID_TILE_RENDERER_H_
#define ENVPOOL_MINIGRID_TILE_RENDERER_H_

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

#include "envpool/minigrid/grid.h"
#include "envpool/minigrid/level.h"

namespace envpool::minigrid {

inline constexpr int kNoAgent = -1;

class Tiles {
 public:
  /// `size` by `size` pixels each. Pools share the tiles of a size.
  static std::shared_ptr<const Tiles> OfSize(int size);

  explicit Tiles(int size) : size_(size) {}
  ~Tiles();
  Tiles(const Tiles&) = delete;
  Tiles& operator=(const Tiles&) = delete;

  [[nodiscard]] int size() const { return size_; }
  /// size x size x 3 bytes, rows from the top: a cell, the agent in it if
  /// `agent_dir` is not kNoAgent.
  [[nodiscard]] const uint8_t* Get(Cell cell, int agent_dir,
                                   bool highlight) const;

 private:
  static constexpr int kStates = 3;
  static constexpr int kDirs = 5;  // and no agent
  static constexpr int kCount = 11 * kNumColors * kStates * kDirs * 2;

  int size_;
  mutable std::array<std::atomic<const uint8_t*>, kCount> drawn_{};
};

/// The whole grid: height * tiles.size() rows of width * tiles.size() pixels.
void DrawGrid(const Level& level, const Tiles& tiles, bool highlight,
              uint8_t* rgb);

/// The agent's view, of which the parts that it sees are highlighted.
void DrawView(const Level& level, const Tiles& tiles, uint8_t* rgb);

}  // namespace envpool::minigrid

#endif  // ENVPOOL_MINIGRID_TILE_RENDERER_H_
