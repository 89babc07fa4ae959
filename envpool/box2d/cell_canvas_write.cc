// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The pixels of a CellCanvas.

#include <algorithm>
#include <bit>
#include <cstring>

#include "envpool/box2d/cell_canvas.h"
#include "envpool/core/isa.h"

namespace envpool::box2d {

namespace {

constexpr int kChannels = ColumnShrink::kChannels;

std::uint16_t ChannelOf(Color color, int channel) {
  return static_cast<std::uint16_t>(color >> (8 * channel) & 255);
}

}  // namespace

// The pixels of a cell, column by column, in some of the channels. Colours are
// often equal in a channel, or have channels that are equal to each other.
template <int kCount>
struct CellCanvas::Pixels {
  void Fill(Color color) {
    for (int k = 0; k < kCount; ++k) {
      const std::uint16_t value = ChannelOf(color, channels[k]);
      for (int i = 0; i < kColumns; ++i) {
        values[k][i] = Lanes() + value;
      }
    }
  }

  std::array<int, 3> channels;
  Lanes values[kCount][kColumns];
};

// Blends a column with a colour, whose share is alpha / 256 in each row.
template <int kCount>
inline void CellCanvas::Blend(Color color, int column, const Lanes& alpha,
                              Pixels<kCount>* pixels) {
  const Lanes rest = 256 - alpha;
  for (int k = 0; k < kCount; ++k) {
    const std::uint16_t target = ChannelOf(color, pixels->channels[k]);
    Lanes& value = pixels->values[k][column];
    value = (value * rest + alpha * target) >> 8;
  }
}

// A line with at most one step down in a column; (x, y) is where the cell's
// pixels begin.
template <int kCount>
inline void CellCanvas::PaintFlatLine(const Line& line, Color color, int x,
                                      int y, Pixels<kCount>* pixels) {
  for (int column = 0; column < kColumns; ++column) {
    const int step = (x + column - line.x) * line.x_step;
    if (step < 1 || step >= line.steps) {
      continue;
    }
    const int at = step * line.slope;
    const int row = line.y + (at >> 16) - y;
    if (row < -1 || row >= kLanes) {
      continue;
    }
    // How far the line is from each row's pixel, in 1 / 256.
    const Signed after =
        static_cast<std::int16_t>((row << 8) + (at >> 8 & 255)) - (kIndex << 8);
    const Signed before = after + 256;
    const Signed is_first = (after >= 0) & (after < 256);
    const Signed is_second = (before >= 0) & (before < 256);
    const Signed distance = is_first ? 255 - after : before;
    const Signed weight = (is_first | is_second) & distance;
    Blend(color, column, (255 * reinterpret_cast<const Lanes&>(weight)) >> 8,
          pixels);
  }
}

// A line with at most one step to the side in a row.
template <int kCount>
inline void CellCanvas::PaintSteepLine(const Line& line, Color color, int x,
                                       int y, Pixels<kCount>* pixels) {
  alignas(32) std::array<std::int16_t, kLanes> columns;
  alignas(32) std::array<std::uint16_t, kLanes> alphas;
  alignas(32) std::array<std::uint16_t, kLanes> next_alphas;
  const int first_step = y - line.y;
  const int left = line.x - x;
  for (int i = 0; i < kLanes; ++i) {
    const int step = first_step + i;
    const int at = step * line.slope;
    const bool is_inside = (step >= 1) & (step < line.steps);
    const int weight = at >> 8 & 255;
    columns[i] = static_cast<std::int16_t>(
        is_inside ? left + line.x_step * (at >> 16) : -kColumns);
    alphas[i] = static_cast<std::uint16_t>((255 * (255 - weight)) >> 8);
    next_alphas[i] = static_cast<std::uint16_t>((255 * weight) >> 8);
  }
  Signed at;
  Lanes alpha;
  Lanes next_alpha;
  std::memcpy(&at, columns.data(), sizeof(at));
  std::memcpy(&alpha, alphas.data(), sizeof(alpha));
  std::memcpy(&next_alpha, next_alphas.data(), sizeof(next_alpha));
  const Signed next = at + static_cast<std::int16_t>(line.x_step);
  const int from = std::max(first_step, 1);
  const int to = std::min(first_step + kLanes - 1, line.steps - 1);
  const int a = left + line.x_step * ((from * line.slope) >> 16);
  const int b = left + line.x_step * (((to * line.slope) >> 16) + 1);
  const int end = std::min(std::max(a, b), kColumns - 1);
  for (int column = std::max(std::min(a, b), 0); column <= end; ++column) {
    const auto here = static_cast<std::int16_t>(column);
    const Lanes beside = next == here ? next_alpha : Lanes();
    Blend(color, column, at == here ? alpha : beside, pixels);
  }
}

template <int kCount>
inline void CellCanvas::PaintSpans(const Layer& layer, int x, int y,
                                   Pixels<kCount>* pixels) const {
  Signed first;
  Signed last;
  std::memcpy(&first, firsts_.data() + layer.spans + y, sizeof(first));
  std::memcpy(&last, lasts_.data() + layer.spans + y, sizeof(last));
  std::array<std::uint16_t, kCount> colors;
  for (int k = 0; k < kCount; ++k) {
    colors[k] = ChannelOf(layer.color, pixels->channels[k]);
  }
  Signed here = Signed() + static_cast<std::int16_t>(x);
  for (int column = 0; column < kColumns; ++column, here += 1) {
    const Signed inside = ~((first > here) | (here > last));
    for (int k = 0; k < kCount; ++k) {
      Lanes& value = pixels->values[k][column];
      value = inside ? Lanes() + colors[k] : value;
    }
  }
}

template <int kCount>
inline void CellCanvas::PaintPicture(const GreyPicture& picture, int x, int y,
                                     Pixels<kCount>* pixels) const {
  const int row = y - (kHeight - (picture.top + picture.height));
  const Signed lanes = kIndex + static_cast<std::int16_t>(row);
  const Signed inside =
      (lanes >= 0) & (lanes < static_cast<std::int16_t>(picture.height));
  for (int column = 0; column < kColumns; ++column) {
    const int from = x + column - picture.left;
    if (from < 0 || from >= picture.width) {
      continue;
    }
    Lanes grey;
    std::memcpy(&grey,
                picture.columns.data() + from * picture.Stride() +
                    GreyPicture::kPad + row,
                sizeof(grey));
    for (int k = 0; k < kCount; ++k) {
      Lanes& value = pixels->values[k][column];
      value = inside ? grey : value;
    }
  }
}

template <int kCount>
inline void CellCanvas::WriteChannels(int band, int x,
                                      const std::array<int, 3>& channels,
                                      std::array<std::uint8_t, 4>* out) const {
  const Axis::Cell& column = x_axis_.cells[x];
  const Axis::Cell& row = y_axis_.cells[band];
  const int cell = band * kCells + x;
  Pixels<kCount> pixels;
  pixels.channels = channels;
  pixels.Fill(colors_[cell]);
  for (std::uint32_t i = lists_[cell].first; i != 0; i = parts_[i].next) {
    const Part& part = parts_[i];
    const Layer& layer = layers_[part.layer];
    if (layer.picture != nullptr) {
      PaintPicture(*layer.picture, column.first, row.first, &pixels);
      continue;
    }
    for (std::uint32_t left = part.lines; left != 0; left &= left - 1) {
      const Line& line = lines_[layer.lines + std::countr_zero(left)];
      if (line.is_steep) {
        PaintSteepLine(line, layer.color, column.first, row.first, &pixels);
      } else {
        PaintFlatLine(line, layer.color, column.first, row.first, &pixels);
      }
    }
    PaintSpans(layer, column.first, row.first, &pixels);
  }
  for (int k = 0; k < kCount; ++k) {
    const Lanes* values = pixels.values[k];
    Lanes whole = values[1];
    for (int i = 2; i < kWhole; ++i) {
      whole += values[i];
    }
    std::uint16_t total = 0;
    for (int i = 0; i < kLanes; ++i) {
      const auto sum = static_cast<std::uint16_t>(
          PartOf(values[0][i], column.weights[0]) + whole[i] +
          PartOf(values[kWhole][i], column.weights[kWhole]) +
          PartOf(values[kWhole + 1][i], column.weights[kWhole + 1]));
      total = static_cast<std::uint16_t>(
          total + PartOf(MulHigh(sum, x_axis_.reciprocal), row.weights[i]));
    }
    (*out)[channels[k]] =
        static_cast<std::uint8_t>(MulHigh(total, y_axis_.reciprocal));
  }
}

// `out` has the cell as if it had one colour.
inline void CellCanvas::WriteMixed(int band, int x, std::uint8_t* out) const {
  const int cell = band * kCells + x;
  const Color base = colors_[cell];
  // What differs from the base, from its own blue and from its own green.
  Color changed = 0;
  Color unlike_blue = base ^ (base & 255) * 0x10101;
  Color unlike_green = base ^ (base >> 8 & 255) * 0x10101;
  for (std::uint32_t i = lists_[cell].first; i != 0; i = parts_[i].next) {
    const Layer& layer = layers_[parts_[i].layer];
    const Color color = layer.color;
    changed |= layer.picture == nullptr ? color ^ base : 0xffffff;
    unlike_blue |= color ^ (color & 255) * 0x10101;
    unlike_green |= color ^ (color >> 8 & 255) * 0x10101;
  }
  const auto is_in = [](Color set, int channel) {
    return (set >> (8 * channel) & 255) != 0;
  };
  std::array<int, 3> channels{};
  std::array<int, 3> source{3, 3, 3};  // the channel to copy; 3 for none
  int count = 0;
  for (int channel = 0; channel < 3; ++channel) {
    if (!is_in(changed, channel)) {
      continue;
    }
    if (channel > 0 && !is_in(unlike_blue, channel)) {
      source[channel] = 0;
    } else if (channel > 1 && !is_in(unlike_green, channel)) {
      source[channel] = 1;
    } else {
      source[channel] = channel;
      channels[count++] = channel;
    }
  }
  std::array<std::uint8_t, 4> values{};
  if (count == 1) {
    WriteChannels<1>(band, x, channels, &values);
  } else if (count == 2) {
    WriteChannels<2>(band, x, channels, &values);
  } else if (count == 3) {
    WriteChannels<3>(band, x, channels, &values);
  }
  for (int channel = 0; channel < 3; ++channel) {
    if (source[channel] < 3) {
      out[2 - channel] = values[source[channel]];
    }
  }
}

// A row of the result as if all cells had one colour each.
inline void CellCanvas::WriteUniform(int band, std::uint8_t* out) const {
  const Axis::Cell& rows = y_axis_.cells[band];
  const std::uint16_t first = rows.weights[0];
  const std::uint16_t last = rows.weights[rows.last - rows.first];
  const auto whole = static_cast<std::uint16_t>(rows.last - rows.first - 1);
  std::array<std::uint8_t, kLanesOfRow> values;
  std::memcpy(values.data(), colors_.data() + band * kCells, sizeof(values));
  for (int i = 0; i < kLanesOfRow; ++i) {
    const std::uint16_t value = values[i];
    const std::uint16_t average =
        MulHigh(static_cast<std::uint16_t>(whole_[i] * value +
                                           PartOf(value, first_weights_[i]) +
                                           PartOf(value, last_weights_[i])),
                x_axis_.reciprocal);
    values[i] = static_cast<std::uint8_t>(MulHigh(
        static_cast<std::uint16_t>(whole * average + PartOf(average, first) +
                                   PartOf(average, last)),
        y_axis_.reciprocal));
  }
  // All four bytes of a pixel, but not of the last one.
  constexpr int kLast = kCells - 1;
  for (int x = 0; x < kLast; ++x) {
    std::uint32_t pixel;
    std::memcpy(&pixel, values.data() + x * kChannels, sizeof(pixel));
    pixel = __builtin_bswap32(pixel) >> 8;
    std::memcpy(out + x * 3, &pixel, sizeof(pixel));
  }
  for (int channel = 0; channel < 3; ++channel) {
    out[kLast * 3 + 2 - channel] = values[kLast * kChannels + channel];
  }
}

inline void CellCanvas::WriteCells(std::uint8_t* out) {
  for (int band = 0; band < kCells; ++band, out += kCells * 3) {
    WriteUniform(band, out);
    for (int half = 0; half < 2; ++half) {
      for (std::uint64_t left = mixed_[band][half]; left != 0;
           left &= left - 1) {
        const int x = half * 64 + std::countr_zero(left);
        WriteMixed(band, x, out + x * 3);
      }
    }
  }
}

void CellCanvas::Write(std::uint8_t* out) {
  struct Clones {
    static void Plain(CellCanvas* canvas, std::uint8_t* out) {
      canvas->WriteCells(out);
    }
    ENVPOOL_TARGET_AVX2 static void Avx2(CellCanvas* canvas,
                                         std::uint8_t* out) {
      canvas->WriteCells(out);
    }
    ENVPOOL_TARGET_AVX512 static void Avx512(CellCanvas* canvas,
                                             std::uint8_t* out) {
      canvas->WriteCells(out);
    }
  };
  switch (CurrentIsa()) {
    case Isa::kAvx512:
      return Clones::Avx512(this, out);
    case Isa::kAvx2:
      return Clones::Avx2(this, out);
    default:
      return Clones::Plain(this, out);
  }
}

}  // namespace envpool::box2d
