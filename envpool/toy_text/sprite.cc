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

// kPacked, kRunColors, kRunLengths and kColors: see pictures/pack.py.
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
  Fill({0, 0, 0});
}

void Surface::Fill(Color color) {
  for (int y = 0; y < height_; ++y) {
    for (int x = 0; x < width_; ++x) Set(x, y, color);
  }
}

void Surface::Blit(const Sprite& sprite, int left, int top, int opacity) {
  for (int y = 0; y < sprite.height; ++y) {
    const std::uint32_t* row = sprite.pixels.data() + y * sprite.width;
    for (int x = 0; x < sprite.width; ++x) {
      unsigned char* to = At(left + x, top + y);
      if (to == nullptr) continue;
      const int alpha = Channel(row[x], 3) * opacity / 255;
      for (int i = 0; i < 3; ++i) {
        const int from = Channel(row[x], i);
        to[i] = static_cast<unsigned char>(
            ((to[i] << 8) + (from - to[i]) * alpha + from) >> 8);
      }
    }
  }
}

void Surface::Tint(int left, int top, int width, int height, Color color) {
  const unsigned char channels[] = {color.red, color.green, color.blue};
  for (int y = top; y < top + height; ++y) {
    for (int x = left; x < left + width; ++x) {
      unsigned char* to = At(x, y);
      for (int i = 0; to != nullptr && i < 3; ++i) {
        to[i] =
            static_cast<unsigned char>(to[i] + ((channels[i] - to[i]) >> 1));
      }
    }
  }
}

void Surface::Outline(int left, int top, int width, int height, Color color) {
  for (int x = left; x < left + width; ++x) {
    Set(x, top, color);
    Set(x, top + height - 1, color);
  }
  for (int y = top; y < top + height; ++y) {
    Set(left, y, color);
    Set(left + width - 1, y, color);
  }
}

unsigned char* Surface::At(int x, int y) const {
  if (x < 0 || y < 0 || x >= width_ || y >= height_) return nullptr;
  return rgb_ + (static_cast<std::ptrdiff_t>(y) * width_ + x) * 3;
}

void Surface::Set(int x, int y, Color color) {
  if (unsigned char* to = At(x, y); to != nullptr) {
    to[0] = color.red;
    to[1] = color.green;
    to[2] = color.blue;
  }
}

}  // namespace envpool::toy_text
