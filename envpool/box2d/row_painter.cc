// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/box2d/row_painter.h"

#include <algorithm>
#include <cstddef>

namespace envpool::box2d {

namespace {

constexpr int kChannels = ColumnShrink::kChannels;

// target + (color - target) * alpha / 256 for each channel, rounded down.
Color Mix(Color target, Color color, std::uint32_t alpha) {
  constexpr std::uint32_t kRedBlue = 0xff00ff;
  constexpr std::uint32_t kGreen = 0x00ff00;
  const std::uint32_t rest = 256 - alpha;
  const std::uint32_t red_blue =
      ((target & kRedBlue) * rest + (color & kRedBlue) * alpha) >> 8;
  const std::uint32_t green =
      ((target & kGreen) * rest + (color & kGreen) * alpha) >> 8;
  return (red_blue & kRedBlue) | (green & kGreen);
}

}  // namespace

RowPainter::RowPainter(int width, int cells)
    : width_(width),
      axis_(width, cells),
      cell_of_(width),
      begin_(cells + 2, width),
      tags_(cells + 1),
      pixels_(width),
      whole_(cells * kChannels),
      part_(cells * kChannels),
      rest_before_(cells * kChannels),
      sums_(cells * kChannels),
      lasts_((cells + 1) * kChannels),
      averages_(cells * kChannels) {
  std::uint16_t rest = 0;
  for (int i = 0; i < cells; ++i) {
    const ShrinkAxis::Cell& cell = axis_.cells[i];
    begin_[i] = cell.first;
    begin_[i + 1] = cell.last + 1;
    for (int k = i * kChannels; k < (i + 1) * kChannels; ++k) {
      whole_[k] = static_cast<std::uint16_t>(cell.last - cell.first);
      part_[k] = cell.part;
      rest_before_[k] = rest;
    }
    rest = static_cast<std::uint16_t>(ShrinkAxis::kOne - cell.part);
  }
  // What rounding leaves of the row's end is a cell without an average.
  begin_[cells + 1] = width;
  for (int i = 0; i <= cells; ++i) {
    std::fill(cell_of_.begin() + begin_[i], cell_of_.begin() + begin_[i + 1],
              static_cast<std::uint8_t>(i));
  }
}

void RowPainter::Start(Color color) {
  std::fill(tags_.begin(), tags_.end(), color);
}

void RowPainter::Paint(std::span<const Stroke> strokes) {
  for (const Stroke& stroke : strokes) {
    const std::uint32_t alpha = stroke.Alpha();
    if (alpha == Stroke::kOpaque) {
      Fill(stroke.first, stroke.last, stroke.Rgb());
    } else {
      Blend(stroke.first, alpha, stroke.Rgb());
    }
  }
}

void RowPainter::Expand(int cell) {
  const Color tag = tags_[cell];
  if (tag != kMixed) {
    std::fill(pixels_.begin() + begin_[cell], pixels_.begin() + begin_[cell + 1],
              tag);
    tags_[cell] = kMixed;
  }
}

void RowPainter::FillPart(int cell, int first, int last, Color color) {
  if (tags_[cell] == color) {
    return;
  }
  if (first == begin_[cell] && last + 1 == begin_[cell + 1]) {
    tags_[cell] = color;
    return;
  }
  Expand(cell);
  std::fill(pixels_.begin() + first, pixels_.begin() + last + 1, color);
}

void RowPainter::Fill(int first, int last, Color color) {
  const int from = cell_of_[first];
  const int to = cell_of_[last];
  if (from == to) {
    FillPart(from, first, last, color);
    return;
  }
  FillPart(from, first, begin_[from + 1] - 1, color);
  std::fill(tags_.begin() + from + 1, tags_.begin() + to, color);
  FillPart(to, begin_[to], last, color);
}

void RowPainter::Blend(int x, std::uint32_t alpha, Color color) {
  const int cell = cell_of_[x];
  if (tags_[cell] == color) {
    return;
  }
  Expand(cell);
  pixels_[x] = Mix(pixels_[x], color, alpha);
}

const Color* RowPainter::Pixels() {
  for (std::size_t i = 0; i < tags_.size(); ++i) {
    Expand(static_cast<int>(i));
  }
  return pixels_.data();
}

void RowPainter::SumMixed() {
  for (std::size_t cell = 0; cell + 1 < tags_.size(); ++cell) {
    if (tags_[cell] != kMixed) {
      continue;
    }
    // Two sums of two channels each; none exceeds 16 bits.
    std::uint32_t red_blue = 0;
    std::uint32_t green = 0;
    const int last = begin_[cell + 1] - 1;
    for (int x = begin_[cell]; x < last; ++x) {
      red_blue += pixels_[x] & 0xff00ff;
      green += pixels_[x] >> 8 & 0xff;
    }
    std::uint16_t* sum = sums_.data() + cell * kChannels;
    sum[0] = static_cast<std::uint16_t>(red_blue);
    sum[1] = static_cast<std::uint16_t>(green);
    sum[2] = static_cast<std::uint16_t>(red_blue >> 16);
    std::uint16_t* pixel = lasts_.data() + (cell + 1) * kChannels;
    pixel[0] = pixels_[last] & 255;
    pixel[1] = pixels_[last] >> 8 & 255;
    pixel[2] = pixels_[last] >> 16 & 255;
  }
}

const std::uint16_t* RowPainter::Shrink() {
  const std::size_t count = averages_.size();
  std::uint16_t* lasts = lasts_.data();
  std::uint16_t* sums = sums_.data();
  const std::uint16_t* whole = whole_.data();
  const std::uint8_t* tags = reinterpret_cast<const std::uint8_t*>(tags_.data());
  for (std::size_t i = 0; i < count; ++i) {
    lasts[i + kChannels] = tags[i];
    sums[i] = static_cast<std::uint16_t>(whole[i] * tags[i]);
  }
  SumMixed();
  std::uint16_t* averages = averages_.data();
  const std::uint16_t* part = part_.data();
  const std::uint16_t* rest = rest_before_.data();
  const std::uint16_t reciprocal = axis_.reciprocal;
  for (std::size_t i = 0; i < count; ++i) {
    const auto sum = static_cast<std::uint16_t>(
        sums[i] + PartOf(lasts[i + kChannels], part[i]) +
        PartOf(lasts[i], rest[i]));
    averages[i] = std::min<std::uint16_t>(MulHigh(sum, reciprocal), 255);
  }
  return averages;
}

}  // namespace envpool::box2d
