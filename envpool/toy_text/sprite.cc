// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/toy_text/sprite.h"

#include <algorithm>
#include <cstddef>

namespace envpool::toy_text {
namespace {

struct PackedSprite {
  std::string_view name;
  int width;
  int height;
  int first_run;
};

// pictures/pack.py generates kPacked, kRunColors, kRunLengths and kColors.
#include "envpool/toy_text/sprites.inc"

unsigned char Channel(std::uint32_t pixel, int index) {
  return static_cast<unsigned char>(pixel >> (24 - 8 * index));
}

}  // namespace

Sprite Sprite::Load(std::string_view name) {
  Sprite sprite;
  const auto* found = std::ranges::find(kPacked, name, &PackedSprite::name);
  if (found == std::end(kPacked)) return sprite;
  sprite.width = found->width;
  sprite.height = found->height;
  const std::size_t size =
      static_cast<std::size_t>(found->width) * found->height;
  sprite.pixels.reserve(size);
  for (int run = found->first_run; sprite.pixels.size() < size; ++run) {
    sprite.pixels.insert(sprite.pixels.end(), kRunLengths[run],
                         kColors[kRunColors[run]]);
  }
  return sprite;
}

Sprite Sprite::Scaled(int to_width, int to_height) const {
  Sprite scaled{.width = to_width, .height = to_height};
  scaled.pixels.reserve(static_cast<std::size_t>(to_width) * to_height);
  for (int y = 0; y < to_height; ++y) {
    const std::uint32_t* row = pixels.data() + y * height / to_height * width;
    for (int x = 0; x < to_width; ++x) {
      scaled.pixels.push_back(row[x * width / to_width]);
    }
  }
  return scaled;
}

Sprite Sprite::Columns(int left, int count) const {
  Sprite part{.width = count, .height = height};
  for (int y = 0; y < height; ++y) {
    const auto row = pixels.begin() + y * width + left;
    part.pixels.insert(part.pixels.end(), row, row + count);
  }
  return part;
}

Surface::Surface(int width, int height, unsigned char* rgb)
    : width_(width), height_(height), rgb_(rgb) {
  std::fill_n(rgb, std::size_t{3} * width * height, 0);
}

/// Calls `write(bytes, x, y)` for each pixel of a rectangle that lies on the
/// surface; x and y are coordinates in the rectangle.
template <typename Write>
void Surface::ForEachPixel(int left, int top, int width, int height,
                           const Write& write) {
  const int last_x = std::min(width, width_ - left);
  const int last_y = std::min(height, height_ - top);
  const int first_x = std::max(0, -left);
  for (int y = std::max(0, -top); y < last_y; ++y) {
    unsigned char* to =
        rgb_ +
        (static_cast<std::ptrdiff_t>(top + y) * width_ + left + first_x) * 3;
    for (int x = first_x; x < last_x; ++x, to += 3) write(to, x, y);
  }
}

void Surface::Fill(Color color) { Rectangle(0, 0, width_, height_, color); }

void Surface::Blit(const Sprite& sprite, int left, int top, int opacity) {
  const auto mix = [&](unsigned char* to, int x, int y) {
    const std::uint32_t pixel = sprite.pixels[y * sprite.width + x];
    const int alpha = Channel(pixel, 3) * opacity / 255;
    if (alpha == 0) return;
    for (int i = 0; i < 3; ++i) {
      const int from = Channel(pixel, i);
      to[i] = static_cast<unsigned char>(
          ((to[i] << 8) + (from - to[i]) * alpha + from) >> 8);
    }
  };
  ForEachPixel(left, top, sprite.width, sprite.height, mix);
}

void Surface::Tint(int left, int top, int width, int height, Color color) {
  const int channels[] = {color.red, color.green, color.blue};
  const auto mix = [&](unsigned char* to, int /*x*/, int /*y*/) {
    for (int i = 0; i < 3; ++i) {
      to[i] = static_cast<unsigned char>(to[i] + ((channels[i] - to[i]) >> 1));
    }
  };
  ForEachPixel(left, top, width, height, mix);
}

void Surface::Outline(int left, int top, int width, int height, Color color) {
  Rectangle(left, top, width, 1, color);
  Rectangle(left, top + height - 1, width, 1, color);
  Rectangle(left, top, 1, height, color);
  Rectangle(left + width - 1, top, 1, height, color);
}

void Surface::Rectangle(int left, int top, int width, int height, Color color) {
  const auto set = [color](unsigned char* to, int /*x*/, int /*y*/) {
    to[0] = color.red;
    to[1] = color.green;
    to[2] = color.blue;
  };
  ForEachPixel(left, top, width, height, set);
}

}  // namespace envpool::toy_text
