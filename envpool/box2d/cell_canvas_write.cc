// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The pixels of a CellCanvas.

#include <algorithm>
#include <bit>
#include <cstring>

#include "envpool/box2d/cell_canvas.h"
#include "envpool/box2d/cell_coverage.h"
#include "envpool/core/isa.h"

namespace envpool::box2d {

namespace {

constexpr int kChannels = ColumnShrink::kChannels;

std::uint16_t ChannelOf(Color color, int channel) {
  return static_cast<std::uint16_t>(color >> (8 * channel) & 255);
}

// A channel's value in a cell, of the sums of its rows.
inline std::uint8_t ShrinkRows(const Lanes& sums, std::uint16_t x_reciprocal,
                               const std::uint16_t* weights,
                               std::uint16_t y_reciprocal) {
  Lanes row_weights;
  std::memcpy(&row_weights, weights, sizeof(row_weights));
  const Lanes averages = MulHighLanes(sums, x_reciprocal);
  return static_cast<std::uint8_t>(
      MulHigh(SumOfLanes(PartOfLanes(averages, row_weights)), y_reciprocal));
}

// Which channels of a cell must be computed, and where all of them come from.
struct ChannelPlan {
  int count;
  std::array<int, 3> channels;
  // A channel that is computed, or 4 + itself: it is what it was.
  std::array<int, 3> source;
};

// By which channels have changed, which differ from blue and which from green.
constexpr std::array<ChannelPlan, 512> kChannelPlans = [] {
  std::array<ChannelPlan, 512> plans{};
  for (int i = 0; i < 512; ++i) {
    ChannelPlan& plan = plans[i];
    for (int channel = 0; channel < 3; ++channel) {
      if ((i >> channel & 1) == 0) {
        plan.source[channel] = 4 + channel;
      } else if (channel > 0 && (i >> (3 + channel) & 1) == 0) {
        plan.source[channel] = 0;
      } else if (channel > 1 && (i >> (6 + channel) & 1) == 0) {
        plan.source[channel] = 1;
      } else {
        plan.source[channel] = channel;
        plan.channels[plan.count++] = channel;
      }
    }
  }
  return plans;
}();

inline const ChannelPlan& PlanOf(Color changed, Color unlike_blue,
                                 Color unlike_green) {
  // Bit k of the result is set if byte k of the colour is not 0.
  const auto channels_of = [](Color color) {
    const Color low = color & 0x7f7f7f;
    const Color high = ((low + 0x7f7f7f) | color) & 0x808080;
    return high * 0x4081 >> 21 & 7;
  };
  return kChannelPlans[channels_of(changed) | channels_of(unlike_blue) << 3 |
                       channels_of(unlike_green) << 6];
}

}  // namespace

// The pixels of a cell, column by column, in some of the channels. Colours are
// often equal in a channel, or have channels that are equal to each other.
template <int kCount>
struct CellCanvas::Pixels {
  void Fill(Color color) {
    for (int k = 0; k < kCount; ++k) {
      const std::uint16_t value = ChannelOf(color, channels[k]);
      for (Lanes& column : values[k]) {
        column = Lanes() + value;
      }
    }
  }

  void Blend(Color color, int column, const Lanes& alpha) {
    for (int k = 0; k < kCount; ++k) {
      Lanes& value = values[k][column];
      value = BlendLanes(value, ChannelOf(color, channels[k]), alpha);
    }
  }

  void Set(int column, Color color, const SignedLanes& where) {
    for (int k = 0; k < kCount; ++k) {
      const Lanes value = Lanes() + ChannelOf(color, channels[k]);
      values[k][column] = where ? value : values[k][column];
    }
  }

  void Set(int column, const Lanes& value, const SignedLanes& where) {
    for (int k = 0; k < kCount; ++k) {
      values[k][column] = where ? value : values[k][column];
    }
  }

  std::array<int, 3> channels;
  Lanes values[kCount][kCellColumns];
};

template <int kCount>
inline void CellCanvas::PaintLayer(const Layer& layer, std::uint32_t lines,
                                   int x, int y, Pixels<kCount>* pixels) const {
  for (; lines != 0; lines &= lines - 1) {
    const SmoothLine& line = lines_[layer.lines + std::countr_zero(lines)];
    if (line.is_steep) {
      const SteepPixels steep(line, x, y);
      for (int column = 0; column < kCellColumns; ++column) {
        pixels->Blend(layer.color, column, steep.AlphaAt(column));
      }
    } else {
      const FlatPixels flat(line, x, y);
      for (int column = 0; column < kCellColumns; ++column) {
        pixels->Blend(layer.color, column, flat.AlphaAt(column));
      }
    }
  }
  const CellSpans spans = SpansOf(layer, x, y);
  for (int column = 0; column < kCellColumns; ++column) {
    pixels->Set(column, layer.color, spans.Has(column));
  }
}

template <int kCount>
inline void CellCanvas::PaintPicture(const GreyPicture& picture, int x, int y,
                                     Pixels<kCount>* pixels) const {
  const int row = y - (kHeight - (picture.top + picture.height));
  const SignedLanes lanes = kLaneIndex + static_cast<std::int16_t>(row);
  const SignedLanes inside =
      (lanes >= 0) & (lanes < static_cast<std::int16_t>(picture.height));
  for (int column = 0; column < kCellColumns; ++column) {
    const int from = x + column - picture.left;
    if (from < 0 || from >= picture.width) {
      continue;
    }
    Lanes grey;
    std::memcpy(&grey,
                picture.columns.data() + from * picture.Stride() +
                    GreyPicture::kPad + row,
                sizeof(grey));
    pixels->Set(column, grey, inside);
  }
}

template <int kCount>
inline void CellCanvas::WriteChannels(int band, int x,
                                      const std::array<int, 3>& channels,
                                      std::array<std::uint8_t, 8>* out) const {
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
    PaintLayer(layer, part.lines, column.first, row.first, &pixels);
  }
  for (int k = 0; k < kCount; ++k) {
    const Lanes* values = pixels.values[k];
    Lanes sums{};
    for (int i = kFirstWhole; i <= kLastWhole; ++i) {
      sums += values[i];
    }
    for (const int i : kPartlyCounted) {
      sums += PartOfLanes(values[i], Lanes() + column.weights[i]);
    }
    (*out)[channels[k]] = ShrinkRows(sums, x_axis_.reciprocal,
                                     row.weights.data(), y_axis_.reciprocal);
  }
}

inline CellSpans CellCanvas::SpansOf(const Layer& layer, int x, int y) const {
  return {firsts_.data() + layer.spans + y, lasts_.data() + layer.spans + y, x};
}

// As WriteChannels, of a cell that one layer covers with at most one line.
inline void CellCanvas::WriteOneLayer(int band, int x, const Part& part,
                                      std::span<const int> channels,
                                      std::array<std::uint8_t, 8>* out) const {
  const Axis::Cell& column = x_axis_.cells[x];
  const Axis::Cell& row = y_axis_.cells[band];
  const Layer& layer = layers_[part.layer];
  const Color base = colors_[band * kCells + x];
  const CellSpans spans = SpansOf(layer, column.first, row.first);
  const auto write = [&](const auto& cover) {
    for (const int channel : channels) {
      const Lanes sums =
          cover.RowSums(ChannelOf(base, channel),
                        ChannelOf(layer.color, channel), column.weights.data());
      (*out)[channel] = ShrinkRows(sums, x_axis_.reciprocal, row.weights.data(),
                                   y_axis_.reciprocal);
    }
  };
  const SmoothLine* line = OnlyLine(part);
  if (line == nullptr) {
    write(PlainLayer(spans));
  } else if (line->is_steep) {
    write(SteepLayer(spans, SteepPixels(*line, column.first, row.first)));
  } else {
    write(FlatLayer(spans, FlatPixels(*line, column.first, row.first)));
  }
}

// As WriteChannels, of a cell that two layers cover, with at most one line
// each.
inline void CellCanvas::WriteTwoLayers(int band, int x, const Part& part,
                                       std::span<const int> channels,
                                       std::array<std::uint8_t, 8>* out) const {
  const Axis::Cell& column = x_axis_.cells[x];
  const Axis::Cell& row = y_axis_.cells[band];
  const Part& next = parts_[part.next];
  const Layer& lower = layers_[part.layer];
  const Layer& upper = layers_[next.layer];
  const Color base = colors_[band * kCells + x];
  const CellSpans lower_spans = SpansOf(lower, column.first, row.first);
  const CellSpans upper_spans = SpansOf(upper, column.first, row.first);
  const auto write = [&](const auto& layers) {
    for (const int channel : channels) {
      const Lanes sums = layers.RowSums(
          ChannelOf(base, channel), ChannelOf(lower.color, channel),
          ChannelOf(upper.color, channel), column.weights.data());
      (*out)[channel] = ShrinkRows(sums, x_axis_.reciprocal, row.weights.data(),
                                   y_axis_.reciprocal);
    }
  };
  if ((part.lines | next.lines) == 0) {
    write(TwoPlainLayers(lower_spans, upper_spans));
    return;
  }
  const SmoothLine* lower_line = OnlyLine(part);
  const SmoothLine* upper_line = OnlyLine(next);
  const ColumnAlphas lower_alphas(lower_line, column.first, row.first);
  if (lower_line != nullptr && upper_line != nullptr &&
      *lower_line == *upper_line) {  // the common edge of two pieces of road
    write(TwoOutlinedLayers(lower_spans, lower_alphas, upper_spans,
                            lower_alphas));
    return;
  }
  const ColumnAlphas upper_alphas(upper_line, column.first, row.first);
  write(
      TwoOutlinedLayers(lower_spans, lower_alphas, upper_spans, upper_alphas));
}

// The line of a part with one at most; nullptr if there is none.
inline const SmoothLine* CellCanvas::OnlyLine(const Part& part) const {
  return part.lines == 0 ? nullptr
                         : &lines_[layers_[part.layer].lines +
                                   std::countr_zero(part.lines)];
}

// Whether a part has no picture, and one line at most.
inline bool CellCanvas::IsSimple(const Part& part) const {
  return layers_[part.layer].picture == nullptr &&
         (part.lines & (part.lines - 1)) == 0;
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
    changed |= layer.picture == nullptr ? layer.color ^ base : 0xffffff;
    unlike_blue |= layer.unlike_blue;
    unlike_green |= layer.unlike_green;
  }
  const ChannelPlan& plan = PlanOf(changed, unlike_blue, unlike_green);
  std::array<std::uint8_t, 8> values{0, 0, 0, 0, out[2], out[1], out[0]};
  const Part& first = parts_[lists_[cell].first];
  const Part& second = parts_[first.next];
  const std::span<const int> all(plan.channels.data(), plan.count);
  if (first.next == 0 && IsSimple(first)) {
    WriteOneLayer(band, x, first, all, &values);
  } else if (first.next != 0 && second.next == 0 && IsSimple(first) &&
             IsSimple(second)) {
    WriteTwoLayers(band, x, first, all, &values);
  } else if (plan.count == 1) {
    WriteChannels<1>(band, x, plan.channels, &values);
  } else if (plan.count == 2) {
    WriteChannels<2>(band, x, plan.channels, &values);
  } else if (plan.count == 3) {
    WriteChannels<3>(band, x, plan.channels, &values);
  }
  for (int channel = 0; channel < 3; ++channel) {
    out[2 - channel] = values[plan.source[channel]];
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
  // Four pixels at a time; the bytes after them belong to the next ones.
  using Bytes [[gnu::vector_size(16)]] = std::uint8_t;
  constexpr int kStep = 4;
  for (int x = 0; x < kCells; x += kStep) {
    Bytes pixels;
    std::memcpy(&pixels, values.data() + x * kChannels, sizeof(pixels));
    pixels = __builtin_shufflevector(pixels, pixels, 2, 1, 0, 6, 5, 4, 10, 9, 8,
                                     14, 13, 12, 3, 7, 11, 15);
    const bool is_last = x + kStep == kCells;
    std::memcpy(out + x * 3, &pixels, is_last ? kStep * 3 : sizeof(pixels));
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
