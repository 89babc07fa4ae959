// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Observer: the observations of the official wrappers.
//
//   partial         the env's own: what the agent sees, as a grid of cells
//   fully_observed  FullyObsWrapper: all cells, and the agent
//   rgb_partial     RGBImgPartialObsWrapper: a picture of what the agent sees
//   rgb_full        RGBImgObsWrapper: a picture of the grid
//   one_hot         OneHotPartialObsWrapper: as partial, each number one-hot
//   symbolic        SymbolicObsWrapper: the x, y and type of all cells
//   flat            FlatObsWrapper: as partial, and the mission's letters
//
// The official symbolic one has numbers that its own space, of uint8 up to 10,
// does not contain: -1 for an empty cell, and larger coordinates. Here they are
// uint8, so that -1 is 255.
//
// Threads: none. Errors: std::invalid_argument for an unknown name or a picture
// that is too large; std::runtime_error for a mission that cannot be flat.

#ifndef ENVPOOL_MINIGRID_OBSERVATION_H_
#define ENVPOOL_MINIGRID_OBSERVATION_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "envpool/minigrid/level.h"
#include "envpool/minigrid/tile_renderer.h"

namespace envpool::minigrid {

class Observer {
 public:
  static constexpr int kTileSize = 8;  // the wrappers' default

  /// `kind` is one of the names above; a `tile_size` of 0 is the default.
  Observer(const std::string& kind, int tile_size);

  /// Whether it is the whole observation, without direction and mission.
  [[nodiscard]] bool is_flat() const { return write_ == &WriteFlat; }
  /// Whether it is made of the env's own observation, not of its world: after a
  /// reset the world may be a step ahead.
  [[nodiscard]] bool is_of_view() const {
    return write_ == &WritePartial || write_ == &WriteOneHot || is_flat();
  }
  [[nodiscard]] std::vector<int> Shape(const Level& level) const;
  /// Writes all bytes of an observation of this shape.
  void Write(const Level& level, uint8_t* out) const {
    write_(*this, level, out);
  }

 private:
  using Shaper = std::vector<int>(const Observer&, const Level&);
  using Writer = void(const Observer&, const Level&, uint8_t*);
  struct Kind;
  static const Kind& Find(const std::string& name);

  static Writer WritePartial, WriteFullyObserved, WriteRgbPartial, WriteRgbFull,
      WriteOneHot, WriteSymbolic, WriteFlat;
  static Shaper ShapeOfView, ShapeOfGrid, ShapeOfRgbPartial, ShapeOfRgbFull,
      ShapeOfOneHot, ShapeOfFlat;

  Shaper* shape_;
  Writer* write_;
  std::shared_ptr<const Tiles> tiles_;
};

/// The shape that an Observer of the level with these options has.
std::vector<int> ImageShape(const LevelOptions& options,
                            const std::string& kind, int tile_size);

}  // namespace envpool::minigrid

#endif  // ENVPOOL_MINIGRID_OBSERVATION_H_
