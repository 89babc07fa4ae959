// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef ENVPOOL_BOX2D_ROW_PAINTER_H_
#define ENVPOOL_BOX2D_ROW_PAINTER_H_

#include <span>
#include <vector>

#include "envpool/box2d/raster.h"
#include "envpool/box2d/shrink.h"

namespace envpool::box2d {

// Paints rows of strokes.
class RowPainter {
 public:
  // What is drawn in a row, over black.
  struct Layers {
    std::span<const Stroke> below;
    std::span<const Stroke> above;
  };

  explicit RowPainter(int width) : pixels_(width) {}

  // The pixels of a row; valid until the next call.
  const Color* Pixels(const Layers& layers);

 private:
  void Paint(std::span<const Stroke> strokes);

  std::vector<Color> pixels_;
};

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_ROW_PAINTER_H_
