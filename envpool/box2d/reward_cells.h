// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

// The part of CarRacing's observation that shows the reward. It depends only on
// the reward's whole part, so it is cached and rarely drawn.

#ifndef ENVPOOL_BOX2D_REWARD_CELLS_H_
#define ENVPOOL_BOX2D_REWARD_CELLS_H_

#include <array>
#include <cstdint>
#include <vector>

#include "envpool/box2d/cell_canvas.h"

namespace envpool::box2d {

class RewardCells {
 public:
  // End column of the longest cached text. Nothing else may be drawn in the
  // columns before it.
  static constexpr int kEnd = 125;

  // Writes a reward's cells over the black cells of a picture with
  // CellCanvas::kCells^2 RGB pixels. Cells that are not cached are drawn with
  // `canvas`, which is cleared. Returns false and writes nothing if the text is
  // too long.
  bool Write(double reward, CellCanvas* canvas, std::uint8_t* out);

 private:
  static constexpr int kFirstBand = 87;
  static constexpr int kBands = 6;
  static constexpr int kColumns = 12;
  static constexpr int kCacheSlots = 128;  // by a reward's low bits

  struct Text {
    std::int64_t reward;
    bool is_known;
    bool is_short;
    std::array<std::array<std::uint8_t, kColumns * 3>, kBands> cells;
  };

  void Draw(double reward, CellCanvas* canvas, Text* text);

  std::vector<Text> texts_{kCacheSlots};
  GreyPicture picture_{};
  std::vector<std::uint8_t> drawn_;
};

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_REWARD_CELLS_H_
