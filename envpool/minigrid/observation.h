// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Observer: the observations of the official wrappers.
//
//   partial         no wrapper: the agent's view, as a grid of cells
//   fully_observed  FullyObsWrapper: all cells, and the agent
//   rgb_partial     RGBImgPartialObsWrapper: a picture of the agent's view
//   rgb_full        RGBImgObsWrapper: a picture of the grid
//   one_hot         OneHotPartialObsWrapper: partial, with one-hot numbers
//   symbolic        SymbolicObsWrapper: the x, y and type of all cells
//   flat            FlatObsWrapper: partial, and the mission's letters
//
// The official symbolic observation contains numbers outside its own space
// (uint8 up to 10): -1 for an empty cell, and larger coordinates. Here all
// numbers are uint8, so -1 becomes 255.
//
// Threads: none. Errors: std::invalid_argument for an unknown name or a picture
// that is too large; std::runtime_error for a mission that `flat` cannot
// encode.

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

  /// Whether the image is the whole observation, without direction and mission.
  [[nodiscard]] bool is_flat() const { return write_ == &WriteFlat; }
  /// Whether the official wrapper uses the env's observation, not its world.
  /// The two differ where a reset changes the world after its observation.
  [[nodiscard]] bool is_of_view() const {
    return write_ == &WritePartial || write_ == &WriteOneHot || is_flat();
  }
  [[nodiscard]] std::vector<int> Shape(const Level& level) const;
  /// Writes all bytes of an observation; its shape is Shape(level).
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

/// The shape of an observation of a level with these options.
std::vector<int> ImageShape(const LevelOptions& options,
                            const std::string& kind, int tile_size);

}  // namespace envpool::minigrid

#endif  // ENVPOOL_MINIGRID_OBSERVATION_H_
