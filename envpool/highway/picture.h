// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Picture and Sprite: pixels, drawn with the bytes of pygame-ce 2.5's line,
// rect, rotate and blit.
//
// Threads: one at a time. Ownership: the memory of a Picture is the caller's.
// Errors: none; what lies beyond the edges is not drawn.

#ifndef ENVPOOL_HIGHWAY_PICTURE_H_
#define ENVPOOL_HIGHWAY_PICTURE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace envpool::highway {

struct Color {
  std::uint8_t red;
  std::uint8_t green;
  std::uint8_t blue;

  friend bool operator==(const Color&, const Color&) = default;
};

struct Pixel {
  Color color;
  bool is_drawn;
};

/// A place in pixels; y points downwards.
struct Spot {
  int x;
  int y;
};

struct Rect {
  Spot corner;
  int width;
  int height;
};

/// A small image with transparent parts.
class Sprite {
 public:
  Sprite(int width, int height)
      : width_(width),
        height_(height),
        pixels_(static_cast<std::size_t>(width) *
                static_cast<std::size_t>(height)) {}

  void Fill(const Rect& rect, Color color);
  /// Draws the outline of a rectangle, one pixel wide, within it.
  void Frame(const Rect& rect, Color color);
  /// The image, turned counterclockwise around its centre.
  [[nodiscard]] Sprite Turned(double degrees) const;
  /// Draws another sprite, turned around its centre, with that at a spot.
  void Blit(const Sprite& sprite, Spot center, double degrees);

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  [[nodiscard]] const Pixel& at(int x, int y) const {
    return pixels_[static_cast<std::size_t>(y) *
                       static_cast<std::size_t>(width_) +
                   static_cast<std::size_t>(x)];
  }
  void Put(int x, int y, Color color);

 private:
  [[nodiscard]] Sprite TurnedByQuarters(int quarters) const;

  int width_;
  int height_;
  std::vector<Pixel> pixels_;
};

class Picture {
 public:
  /// `rgb` has height x width x 3 bytes.
  Picture(int width, int height, unsigned char* rgb)
      : width_(width), height_(height), rgb_(rgb) {}

  void Fill(Color color);
  /// Draws a line, `thickness` pixels wide along its shorter axis.
  void Line(Spot from, Spot to, int thickness, Color color);
  /// As Sprite::Blit.
  void Blit(const Sprite& sprite, Spot center, double degrees);

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  void Put(int x, int y, Color color);

 private:
  int width_;
  int height_;
  unsigned char* rgb_;
};

}  // namespace envpool::highway

#endif  // ENVPOOL_HIGHWAY_PICTURE_H_
