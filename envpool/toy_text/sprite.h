// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Gymnasium's pictures, and a surface that draws them byte for byte as pygame
// 2.6.1's does. Coordinates are pixels from the upper left corner.
//
// Threads: one at a time per surface; any for sprites. Errors: none; drawing is
// clipped to the surface.

#ifndef ENVPOOL_TOY_TEXT_SPRITE_H_
#define ENVPOOL_TOY_TEXT_SPRITE_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "envpool/common/canvas.h"

namespace envpool::toy_text {

struct Sprite {
  int width = 0;
  int height = 0;
  std::vector<std::uint32_t> pixels{};  // 0xRRGGBBAA, row by row

  /// Loads a picture by its file name without suffix. If there is no such
  /// picture, the sprite has no pixels.
  static Sprite Load(std::string_view name);
  /// Equals pygame.transform.scale. No side may be 0.
  [[nodiscard]] Sprite Scaled(int to_width, int to_height) const;
  /// Returns columns left .. left + count - 1.
  [[nodiscard]] Sprite Columns(int left, int count) const;
};

class Surface {
 public:
  /// A black surface; `rgb` has height x width x 3 bytes and must outlive it.
  Surface(int width, int height, unsigned char* rgb);

  void Fill(Color color);
  /// Equals Surface.blit, after Surface.set_alpha(opacity).
  void Blit(const Sprite& sprite, int left, int top, int opacity = 255);
  /// Blits a rectangle of this colour with an opacity of 128.
  void Tint(int left, int top, int width, int height, Color color);
  /// Equals pygame.draw.rect with a width of one pixel.
  void Outline(int left, int top, int width, int height, Color color);

 private:
  template <typename Write>
  void ForEachPixel(int left, int top, int width, int height,
                    const Write& write);
  void Rectangle(int left, int top, int width, int height, Color color);

  int width_;
  int height_;
  unsigned char* rgb_;
};

}  // namespace envpool::toy_text

#endif  // ENVPOOL_TOY_TEXT_SPRITE_H_
