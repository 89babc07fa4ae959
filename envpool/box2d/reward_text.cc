// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/box2d/reward_text.h"

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <vector>

namespace envpool::box2d {

namespace {

#include "envpool/box2d/reward_glyphs.inc"

constexpr int kHyphen = 10;
constexpr int kTextHeight = 42;
constexpr int kFirstRow = 2;  // first row of the text with glyph pixels
constexpr int kGlyphRows = 33;
constexpr int kCenterX = 60;
constexpr int kCenterY = 750;

int GlyphOf(char character) {
  return character == '-' ? kHyphen : character - '0';
}

int WidthOf(int glyph) { return glyph == kHyphen ? 14 : 23; }

int HexDigit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

// Adjacent pixels of a glyph's row with equal brightness.
struct Run {
  int y;
  int first;
  int last;
  Color color;
};

std::vector<Run> RunsOf(int glyph) {
  std::vector<Run> runs;
  const int width = WidthOf(glyph);
  const char* digits = kGlyphs[glyph];
  for (int y = 0; y < kGlyphRows; ++y) {
    for (int x = 0; x < width; ++x, digits += 2) {
      const int grey = HexDigit(digits[0]) * 16 + HexDigit(digits[1]);
      const auto color = static_cast<Color>(grey << 16 | grey << 8 | grey);
      if (grey == 0) {
        continue;
      }
      if (!runs.empty() && runs.back().y == y && runs.back().last == x - 1 &&
          runs.back().color == color) {
        runs.back().last = x;
      } else {
        runs.push_back({y, x, x, color});
      }
    }
  }
  return runs;
}

using Glyphs = std::array<std::vector<Run>, kHyphen + 1>;

const Glyphs& AllGlyphs() {
  static const Glyphs kAll = [] {
    Glyphs all;
    for (int i = 0; i <= kHyphen; ++i) {
      all[i] = RunsOf(i);
    }
    return all;
  }();
  return kAll;
}

// The greys of a glyph's column from its lowest row up, padded with zeros, in
// the format of a GreyPicture's columns.
using GlyphColumn = std::array<std::uint16_t, 40>;
using GlyphColumns = std::array<std::vector<GlyphColumn>, kHyphen + 1>;

const GlyphColumns& AllColumns() {
  static const GlyphColumns kAll = [] {
    GlyphColumns all;
    for (int i = 0; i <= kHyphen; ++i) {
      all[i].resize(WidthOf(i));
      for (const Run& run : AllGlyphs()[i]) {
        for (int x = run.first; x <= run.last; ++x) {
          all[i][x][kGlyphRows - 1 - run.y] = run.color & 255;
        }
      }
    }
    return all;
  }();
  return kAll;
}

// Calls place(glyph, x) for each character, x in whole pixels.
template <typename Place>
void ForEachGlyph(std::string_view text, const Place& place) {
  int pen = 0;  // in 1 / 64 pixel
  int before = -1;
  for (const char character : text) {
    const int glyph = GlyphOf(character);
    pen += before < 0 ? 0 : kKerning[before][glyph];
    place(glyph, pen >> 6);
    pen += WidthOf(glyph) * 64;
    before = glyph;
  }
}

// A text and its position.
struct Layout {
  explicit Layout(double reward)
      : length(std::snprintf(text, sizeof(text), "%04" PRId64,
                             static_cast<std::int64_t>(reward))) {
    ForEachGlyph({text, length}, [&](int glyph, int x) {
      width = std::max(width, x + WidthOf(glyph));
    });
    left = kCenterX - width / 2;
  }

  // Calls draw(run) for each run that is not black.
  template <typename Draw>
  void ForEachRun(const Draw& draw) const {
    ForEachGlyph({text, length}, [&](int glyph, int x) {
      for (Run run : AllGlyphs()[glyph]) {
        run.y += kFirstRow;
        run.first += x;
        run.last += x;
        draw(run);
      }
    });
  }

  char text[32];
  std::size_t length;
  int width{0};
  int left;
};

constexpr int kTop = kCenterY - kTextHeight / 2;

}  // namespace

void DrawRewardText(Raster* raster, double reward) {
  const Layout layout(reward);
  for (int y = 0; y < kTextHeight; ++y) {
    raster->Span(kTop + y, layout.left, layout.left + layout.width - 1, 0);
  }
  layout.ForEachRun([&](const Run& run) {
    raster->Span(kTop + run.y, layout.left + run.first, layout.left + run.last,
                 run.color);
  });
}

void DrawRewardText(GreyPicture* picture, double reward) {
  const Layout layout(reward);
  picture->left = layout.left;
  picture->top = kTop;
  picture->width = layout.width;
  picture->height = kTextHeight;
  picture->columns.assign(picture->width * picture->Stride(), 0);
  // The lowest row of a glyph.
  constexpr int kFirst =
      GreyPicture::kPad + kTextHeight - kFirstRow - kGlyphRows;
  ForEachGlyph({layout.text, layout.length}, [&](int glyph, int x) {
    std::uint16_t* to =
        picture->columns.data() + x * picture->Stride() + kFirst;
    for (const GlyphColumn& column : AllColumns()[glyph]) {
      for (std::size_t i = 0; i < column.size(); ++i) {
        to[i] = column[i] != 0 ? column[i] : to[i];
      }
      to += picture->Stride();
    }
  });
}

}  // namespace envpool::box2d
