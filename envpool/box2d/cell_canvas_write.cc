// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The pixels of a CellCanvas.

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "envpool/box2d/cell_canvas.h"
#include "envpool/box2d/cell_coverage.h"
#include "envpool/core/isa.h"

namespace envpool::box2d {

namespace {

std::int16_t ChannelOf(Color color, int channel) {
  return static_cast<std::int16_t>(color >> (8 * channel) & 255);
}

// A channel's value in a cell, of the sums of its rows.
inline std::uint8_t ShrinkRows(const Lanes& sums, std::uint16_t x_reciprocal,
                               const std::int16_t* weights,
                               std::uint16_t y_reciprocal) {
  Lanes row_weights;
  std::memcpy(&row_weights, weights, sizeof(row_weights));
  const Lanes averages =
      MulHighLanes(sums, Lanes() + static_cast<std::int16_t>(x_reciprocal));
  return static_cast<std::uint8_t>(
      MulHigh(SumOfLanes(PartOfLanes(averages, row_weights)), y_reciprocal));
}

// Bit k is set if byte k of a colour is not 0.
inline Color ChannelsOf(Color color) {
  const Color low = color & 0x7f7f7f;
  const Color high = ((low + 0x7f7f7f) | color) & 0x808080;
  return high * 0x4081 >> 21 & 7;
}

}  // namespace

// By which channels have changed, which differ from blue and which from green.
constexpr std::array<CellCanvas::ChannelPlan, 512> CellCanvas::kChannelPlans =
    [] {
  std::array<ChannelPlan, 512> plans{};
  for (int i = 0; i < 512; ++i) {
    ChannelPlan& plan = plans[i];
    for (std::uint8_t channel = 0; channel < 3; ++channel) {
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

// The pixels of a cell, column by column, in some of the channels. Colours are
// often equal in a channel, or have channels that are equal to each other.
template <int kCount>
struct CellCanvas::Pixels {
  void Fill(Color color) {
    for (int k = 0; k < kCount; ++k) {
      const std::int16_t value = ChannelOf(color, channels[k]);
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

  void Set(int column, Color color, const Lanes& where) {
    for (int k = 0; k < kCount; ++k) {
      const Lanes value = Lanes() + ChannelOf(color, channels[k]);
      values[k][column] = where ? value : values[k][column];
    }
  }

  void Set(int column, const Lanes& value, const Lanes& where) {
    for (int k = 0; k < kCount; ++k) {
      values[k][column] = where ? value : values[k][column];
    }
  }

  std::array<std::uint8_t, 3> channels;
  Lanes values[kCount][kCellColumns];
};

// A mixed cell, and the channels of it that must be computed.
struct CellCanvas::Mixed {
  int X() const { return column.first; }
  int Y() const { return row.first; }

  const Axis::Cell& column;
  const Axis::Cell& row;
  Color base;
  const Part& part;  // the first
  const ChannelPlan& plan;
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
  const Lanes lanes = kLaneIndex + static_cast<std::int16_t>(row);
  const Lanes inside =
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

// Computes a cell's channels from the weighted sums of its rows' pixels, which
// are sums_of(channel).
template <typename SumsOf>
inline void CellCanvas::WriteSums(const Mixed& cell, const SumsOf& sums_of,
                                  Channels* out) const {
  for (int i = 0; i < cell.plan.count; ++i) {
    const int channel = cell.plan.channels[i];
    (*out)[channel] = ShrinkRows(sums_of(channel), x_axis_.reciprocal,
                                 cell.row.weights.data(), y_axis_.reciprocal);
  }
}

// Computes a cell's channels from all of its pixels.
template <int kCount>
inline void CellCanvas::WritePixels(const Mixed& cell, Channels* out) const {
  Pixels<kCount> pixels;
  pixels.channels = cell.plan.channels;
  pixels.Fill(cell.base);
  for (const Part* part = &cell.part; part != parts_.data();
       part = &parts_[part->next]) {
    const Layer& layer = *part->layer;
    if (layer.picture != nullptr) {
      PaintPicture(*layer.picture, cell.X(), cell.Y(), &pixels);
    } else {
      PaintLayer(layer, part->lines, cell.X(), cell.Y(), &pixels);
    }
  }
  int k = 0;
  WriteSums(
      cell,
      [&](int /*channel*/) {
        const Lanes* values = pixels.values[k++];
        return SumColumns(cell.column.weights.data(),
                          [&](int column) { return values[column]; });
      },
      out);
}

inline CellSpans CellCanvas::SpansOf(const Layer& layer, int x, int y) const {
  return {firsts_.data() + layer.spans + y, lasts_.data() + layer.spans + y, x};
}

// Computes the channels of a cell that one layer covers with at most one line:
// as make_cover(spans, line) does.
template <typename MakeCover>
inline void CellCanvas::WriteOneLayer(const Mixed& cell,
                                      const MakeCover& make_cover,
                                      Channels* out) const {
  const Layer& layer = *cell.part.layer;
  const auto cover =
      make_cover(SpansOf(layer, cell.X(), cell.Y()), OnlyLine(cell.part));
  WriteSums(
      cell,
      [&](int channel) {
        return cover.RowSums(ChannelOf(cell.base, channel),
                             ChannelOf(layer.color, channel),
                             cell.column.weights.data());
      },
      out);
}

// Computes the channels of a cell that two layers cover, with at most one line
// each.
inline void CellCanvas::WriteTwoLayers(const Mixed& cell, Channels* out) const {
  const Part& next = parts_[cell.part.next];
  const Layer& lower = *cell.part.layer;
  const Layer& upper = *next.layer;
  const CellSpans lower_spans = SpansOf(lower, cell.X(), cell.Y());
  const CellSpans upper_spans = SpansOf(upper, cell.X(), cell.Y());
  const auto write = [&](const auto& layers) {
    WriteSums(
        cell,
        [&](int channel) {
          return layers.RowSums(
              ChannelOf(cell.base, channel), ChannelOf(lower.color, channel),
              ChannelOf(upper.color, channel), cell.column.weights.data());
        },
        out);
  };
  if ((cell.part.lines | next.lines) == 0) {
    write(TwoPlainLayers(lower_spans, upper_spans));
  } else {
    write(TwoOutlinedLayers(
        lower_spans, ColumnAlphas(OnlyLine(cell.part), cell.X(), cell.Y()),
        upper_spans, ColumnAlphas(OnlyLine(next), cell.X(), cell.Y())));
  }
}

// What must be computed of a cell that a part and those above it cover.
inline const CellCanvas::ChannelPlan& CellCanvas::PlanOf(
    Color base, const Part& part) const {
  Layer* lowest = part.layer;
  if (part.next == 0 && lowest->plan != nullptr && lowest->plan_base == base) {
    return *lowest->plan;
  }
  // What differs from the base, from its own blue and from its own green.
  Color changed = 0;
  Color unlike_blue = base ^ (base & 255) * 0x10101;
  Color unlike_green = base ^ (base >> 8 & 255) * 0x10101;
  for (const Part* each = &part; each != parts_.data();
       each = &parts_[each->next]) {
    const Layer& layer = *each->layer;
    changed |= layer.picture == nullptr ? layer.color ^ base : 0xffffff;
    unlike_blue |= layer.unlike_blue;
    unlike_green |= layer.unlike_green;
  }
  const ChannelPlan& plan =
      kChannelPlans[ChannelsOf(changed) | ChannelsOf(unlike_blue) << 3 |
                    ChannelsOf(unlike_green) << 6];
  if (part.next == 0) {
    lowest->plan_base = base;
    lowest->plan = &plan;
  }
  return plan;
}

// Writes the cells of a kind: write(cell, values) computes their channels.
// `out` has them as if they had one colour each.
template <typename WriteChannels>
inline void CellCanvas::WriteKind(Kind kind, const WriteChannels& write,
                                  std::uint8_t* out) const {
  for (const auto& [band, x, index, base] : places_[kind]) {
    const Part& part = parts_[index];
    const ChannelPlan& plan = PlanOf(base, part);
    std::uint8_t* pixel = out + (band * kCells + x) * 3;
    Channels values{0, 0, 0, 0, pixel[2], pixel[1], pixel[0]};
    write(Mixed{x_axis_.cells[x], y_axis_.cells[band], base, part, plan},
          &values);
    for (int channel = 0; channel < 3; ++channel) {
      pixel[2 - channel] = values[plan.source[channel]];
    }
  }
}

// Makes a row of cells of one colour each of the averages of their rows.
inline void CellCanvas::WriteUniform(int band, std::uint8_t* out) const {
  const Axis::Cell& rows = y_axis_.cells[band];
  const std::uint16_t first = rows.weights[0];
  const std::uint16_t last = rows.weights[rows.last - rows.first];
  const auto whole = static_cast<std::uint16_t>(rows.last - rows.first - 1);
  for (int i = 0; i < kBytesOfRow; ++i) {
    const std::uint16_t average = out[i];
    out[i] = static_cast<std::uint8_t>(MulHigh(
        static_cast<std::uint16_t>(whole * average + PartOf(average, first) +
                                   PartOf(average, last)),
        y_axis_.reciprocal));
  }
}

// Cells of one kind are written one after the other, which processors predict
// better.
inline void CellCanvas::WriteCells(std::uint8_t* out) {
  for (int band = 0; band < kCells; ++band) {
    WriteUniform(band, out + band * kBytesOfRow);
  }
  const auto write_one = [&](Kind kind, const auto& make_cover) {
    WriteKind(
        kind,
        [&](const Mixed& cell, Channels* values) {
          WriteOneLayer(
              cell,
              [&](const CellSpans& spans, const SmoothLine* line) {
                return make_cover(cell, spans, line);
              },
              values);
        },
        out);
  };
  write_one(kPlain,
            [](const Mixed& /*cell*/, const CellSpans& spans,
               const SmoothLine* /*line*/) { return PlainLayer(spans); });
  write_one(kSteep, [](const Mixed& cell, const CellSpans& spans,
                       const SmoothLine* line) {
    return SteepLayer(spans, SteepPixels(*line, cell.X(), cell.Y()));
  });
  write_one(kFlat, [](const Mixed& cell, const CellSpans& spans,
                      const SmoothLine* line) {
    return FlatLayer(spans, FlatPixels(*line, cell.X(), cell.Y()));
  });
  WriteKind(
      kTwo,
      [this](const Mixed& cell, Channels* values) {
        WriteTwoLayers(cell, values);
      },
      out);
  WriteKind(
      kMany,
      [this](const Mixed& cell, Channels* values) {
        if (cell.plan.count == 1) {
          WritePixels<1>(cell, values);
        } else if (cell.plan.count == 2) {
          WritePixels<2>(cell, values);
        } else if (cell.plan.count == 3) {
          WritePixels<3>(cell, values);
        }
      },
      out);
}

void CellCanvas::Write(std::uint8_t* out) {
  struct Clones {
    [[gnu::flatten]] static void Plain(CellCanvas* canvas, std::uint8_t* out) {
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
  FindParts(out);
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
