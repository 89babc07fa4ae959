// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Picture: draws a game in units of cells. (0, 0) is the upper left corner, and
// y points downwards.
//
// Threads: one picture, one thread. Ownership: the image's memory is the
// caller's and outlives the picture. Errors: none.

#ifndef ENVPOOL_BOARD_PICTURE_H_
#define ENVPOOL_BOARD_PICTURE_H_

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "envpool/common/canvas.h"

namespace envpool::board {

/// A picture's size in cells.
struct Extent {
  int width;
  int height;

  /// The usual size in pixels: the same scale in both directions.
  [[nodiscard]] std::pair<int, int> Pixels() const {
    constexpr int kLonger = 480;  // about the longer side
    const int scale = std::max(kLonger / std::max(width, height), 1);
    return {width * scale, height * scale};
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

struct Box {
  double left;
  double top;
  double width;
  double height;
};

class Picture {
 public:
  /// `rgb` has height x width x 3 bytes.
  Picture(const Extent& extent, int width, int height, unsigned char* rgb);

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
  /// Fills the picture with squares of two colors.
  void Checkers(Color even, Color odd);
  /// Lines around cells, or through their centres.
  void Lines(const Box& box, bool through_centres, Color color);

 private:
  [[nodiscard]] Point Flip(Point point) const {
    return {point.x, extent_.height - point.y};
  }

  const Extent extent_;
  Canvas canvas_;
};

}  // namespace envpool::board

#endif  // ENVPOOL_BOARD_PICTURE_H_
