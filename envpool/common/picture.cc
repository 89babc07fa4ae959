// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/common/picture.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace envpool {

namespace {

/// A letter's strokes, separated by spaces: points with x of 0 to 2 from the
/// left and y of 0 to 4 from the bottom.
struct Glyph {
  char letter;
  std::string_view strokes;
};
constexpr std::array kGlyphs{
    Glyph{'0', "0004242000"},
    Glyph{'1', "031410"},
    Glyph{'2', "042422020020"},
    Glyph{'3', "04242000 0222"},
    Glyph{'4', "040222 2420"},
    Glyph{'5', "240402222000"},
    Glyph{'6', "240400202202"},
    Glyph{'7', "042410"},
    Glyph{'8', "0004242000 0222"},
    Glyph{'9', "220204242000"},
    Glyph{'B', "000414231202 12211000"},
    Glyph{'C', "241403011020"},
    Glyph{'E', "24040020 0222"},
    Glyph{'G', "2414030110202212"},
    Glyph{'H', "0004 2024 0222"},
    Glyph{'J', "24211001"},
    Glyph{'K', "0004 240220"},
    Glyph{'L', "040020"},
    Glyph{'N', "00042024"},
    Glyph{'P', "000414231202"},
    Glyph{'Q', "01031423211001 1120"},
    Glyph{'R', "000414231202 1220"},
    Glyph{'S', "24140312211000"},
};
constexpr double kAdvance = 0.75;  // of a letter's height
constexpr double kWidth = 0.5;

std::string_view StrokesOf(char letter) {
  const auto* const found =
      std::find_if(kGlyphs.begin(), kGlyphs.end(),
                   [=](const Glyph& glyph) { return glyph.letter == letter; });
  return found == kGlyphs.end() ? "" : found->strokes;
}

}  // namespace

Picture::Picture(const PictureSize& size, int width, int height,
                 unsigned char* rgb)
    : size_(size), canvas_(width, height, rgb) {
  canvas_.SetView(size.width, size.height);
}

void Picture::Rectangle(const Box& box, Color color) {
  Polygon({{box.left, box.top},
           {box.left + box.width, box.top},
           {box.left + box.width, box.top + box.height},
           {box.left, box.top + box.height}},
          color);
}

void Picture::Polygon(std::initializer_list<Point> corners, Color color,
                      Point origin, bool turned) {
  std::vector<Point> points;
  for (const Point& corner : corners) {
    points.push_back(
        turned ? Flip({origin.x + 1 - corner.x, origin.y + 1 - corner.y})
               : Flip({origin.x + corner.x, origin.y + corner.y}));
  }
  canvas_.Polygon(points, color);
}

void Picture::Disc(Point centre, double radius, Color color) {
  canvas_.Disc(Flip(centre), radius, color);
}

void Picture::Line(Point from, Point to, double width, Color color) {
  canvas_.Line(Flip(from), Flip(to), width, color);
}

void Picture::Text(std::string_view text, Point centre, double height,
                   Color color, bool turned) {
  constexpr double kStroke = 0.14;
  const double sign = turned ? -1 : 1;
  const auto count = static_cast<double>(text.size());
  double left = -height * (kAdvance * (count - 1) + kWidth) / 2;
  for (const char letter : text) {
    const std::string_view strokes = StrokesOf(letter);
    const auto point = [&](std::size_t i) {
      const double x = left + (strokes[i] - '0') * height / 4;
      const double y = (2 - (strokes[i + 1] - '0')) * height / 4;
      return Point{centre.x + sign * x, centre.y + sign * y};
    };
    for (std::size_t i = 0; i + 3 < strokes.size(); i += 2) {
      if (strokes[i + 2] == ' ') {
        ++i;
        continue;
      }
      Line(point(i), point(i + 2), kStroke * height, color);
      Disc(point(i + 2), kStroke * height / 2, color);
    }
    left += kAdvance * height;
  }
}

void Picture::Label(std::string_view text, Point centre, Color color) {
  constexpr double kHighest = 0.42;
  constexpr double kWidest = 0.84;
  const auto count = static_cast<double>(text.size());
  const double widest = kWidest / (kAdvance * (count - 1) + kWidth);
  Text(text, centre, std::min(kHighest, widest), color);
}

void Picture::Card(std::string_view text, const Box& box, Color color) {
  constexpr double kMargin = 0.04;
  Rectangle(box, kLine);
  Rectangle({box.left + kMargin, box.top + kMargin, box.width - 2 * kMargin,
             box.height - 2 * kMargin},
            kPaper);
  Text(text, {box.left + box.width / 2, box.top + box.height / 2},
       std::min(box.width, box.height) / 2, color);
}

void Picture::PowerOfTwo(int exponent, Point corner) {
  constexpr double kGap = 0.05;
  // From sand to red, then to violet.
  const Color bright = Mix({225, 70, 50}, {110, 40, 140},
                           std::clamp((exponent - 9) / 8.0, 0.0, 1.0));
  const Color color =
      Mix({238, 228, 218}, bright, std::min(exponent / 9.0, 1.0));
  Rectangle({corner.x + kGap, corner.y + kGap, 1 - 2 * kGap, 1 - 2 * kGap},
            exponent == 0 ? Color{190, 178, 165} : color);
  if (exponent > 0) {
    Label(std::to_string(1 << exponent), {corner.x + 0.5, corner.y + 0.5},
          exponent < 4 ? kBlack : kWhite);
  }
}

void Picture::Checkers(Color even, Color odd) {
  Fill(even);
  for (int row = 0; row < size_.height; ++row) {
    for (int column = 1 - row % 2; column < size_.width; column += 2) {
      Rectangle({static_cast<double>(column), static_cast<double>(row), 1, 1},
                odd);
    }
  }
}

void Picture::Lines(const Box& box, bool through_centres, Color color) {
  constexpr double kThin = 0.04;
  const double inset = through_centres ? 0.5 : 0;
  const double right = box.left + box.width - inset;
  const double bottom = box.top + box.height - inset;
  for (double x = box.left + inset; x <= right; ++x) {
    Line({x, box.top + inset}, {x, bottom}, kThin, color);
  }
  for (double y = box.top + inset; y <= bottom; ++y) {
    Line({box.left + inset, y}, {right, y}, kThin, color);
  }
}

}  // namespace envpool
