// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Picture: draws a game or a puzzle in units of cells. (0, 0) is the upper left
// corner, and y points downwards.
//
// Threads: one picture, one thread. Ownership: the image's memory is the
// caller's and outlives the picture. Errors: none.

#ifndef ENVPOOL_COMMON_PICTURE_H_
#define ENVPOOL_COMMON_PICTURE_H_

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "envpool/common/canvas.h"

namespace envpool {

/// A picture's size in cells.
struct PictureSize {
  int width;
  int height;

  /// The size in pixels: what is asked for, or, instead of numbers that are not
  /// positive, the usual one, with the same scale in both directions.
  [[nodiscard]] std::pair<int, int> Pixels(int asked_width,
                                           int asked_height) const {
    constexpr int kLonger = 480;  // about the longer side
    const int scale = std::max(kLonger / std::max(width, height), 1);
    return {asked_width > 0 ? asked_width : width * scale,
            asked_height > 0 ? asked_height : height * scale};
  }
};

inline constexpr Color kWhite{250, 250, 245};
inline constexpr Color kBlack{35, 35, 40};
inline constexpr Color kRed{200, 40, 40};
inline constexpr Color kGreen{30, 130, 70};
inline constexpr Color kFelt{40, 110, 75};
inline constexpr Color kWood{214, 175, 112};
inline constexpr Color kLine{95, 70, 40};
inline constexpr Color kPaper{245, 240, 225};

/// A color between two others.
inline Color Mix(Color from, Color to, double share) {
  const auto mix = [share](double a, double b) {
    return static_cast<unsigned char>(a + (b - a) * share);
  };
  return {mix(from.red, to.red), mix(from.green, to.green),
          mix(from.blue, to.blue)};
}

struct Box {
  double left;
  double top;
  double width;
  double height;
};

class Picture {
 public:
  /// `rgb` has height x width x 3 bytes.
  Picture(const PictureSize& size, int width, int height, unsigned char* rgb);

  void Fill(Color color) { canvas_.Clear(color); }
  void Rectangle(const Box& box, Color color);
  /// A convex polygon.
  void Polygon(std::initializer_list<Point> corners, Color color,
               Point origin = {0, 0}, bool turned = false);
  void Disc(Point centre, double radius, Color color);
  void Line(Point from, Point to, double width, Color color);
  /// Digits and letters of A to S, as far as the games need them.
  void Text(std::string_view text, Point centre, double height, Color color,
            bool turned = false);
  /// Text that fits into a cell.
  void Label(std::string_view text, Point centre, Color color);
  /// A card, or a tile, with a text.
  void Card(std::string_view text, const Box& box, Color color);
  /// A tile of 2048, in a cell: 2 to the power of this exponent; 0 is none.
  void PowerOfTwo(int exponent, Point corner);
  /// Fills the picture with squares of two colors.
  void Checkers(Color even, Color odd);
  /// Lines around cells, or through their centres.
  void Lines(const Box& box, bool through_centres, Color color);

 private:
  [[nodiscard]] Point Flip(Point point) const {
    return {point.x, size_.height - point.y};
  }

  const PictureSize size_;
  Canvas canvas_;
};

}  // namespace envpool

#endif  // ENVPOOL_COMMON_PICTURE_H_
