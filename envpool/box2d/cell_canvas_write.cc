// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Step 2 of CellCanvas::Write: averages the cells of one colour, then computes
// the pixels of the mixed cells.

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

// Returns a channel's value in a cell, from the weighted sums of its rows.
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

}  // namespace

// The pixels of a cell in the channels that are computed: a vector per column.
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

// A mixed cell and the destination of its bytes.
struct CellCanvas::Target {
  int X() const { return column.first; }
  int Y() const { return row.first; }

  const Axis::Cell& column;
  const Axis::Cell& row;
  Color base;
  const Part& part;  // the lowest part
  const ChannelPlan& plan;
  std::uint8_t* pixel;
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

// Writes a cell. sums_of(channel, i) returns the weighted sums of its rows in
// `channel`, the computed channel number i. The other channels keep the base's
// bytes or get the value of a computed channel, as the plan says.
template <int kCount, typename SumsOf>
inline void CellCanvas::WriteSums(const Target& cell,
                                  const SumsOf& sums_of) const {
  std::uint32_t pixel = 0;
  std::memcpy(&pixel, cell.pixel, 3);
  pixel &= cell.plan.kept;
  for (int i = 0; i < kCount; ++i) {
    pixel |= cell.plan.places[i] *
             ShrinkRows(sums_of(cell.plan.channels[i], i), x_axis_.reciprocal,
                        cell.row.weights.data(), y_axis_.reciprocal);
  }
  std::memcpy(cell.pixel, &pixel, 3);
}

// Writes a cell with any parts: paints its pixels from the base upwards.
template <int kCount>
inline void CellCanvas::WritePixels(const Target& cell) const {
  Pixels<kCount> pixels;
  pixels.channels = cell.plan.channels;
  pixels.Fill(cell.base);
  for (const Part* part = &cell.part; part != parts_.data();
       part = &parts_[part->above]) {
    const Layer& layer = *part->layer;
    if (layer.picture != nullptr) {
      PaintPicture(*layer.picture, cell.X(), cell.Y(), &pixels);
    } else {
      PaintLayer(layer, part->lines, cell.X(), cell.Y(), &pixels);
    }
  }
  WriteSums<kCount>(cell, [&](int /*channel*/, int i) {
    const Lanes* values = pixels.values[i];
    return SumColumns(cell.column.weights.data(),
                      [&](int column) { return values[column]; });
  });
}

inline CellSpans CellCanvas::SpansOf(const Layer& layer, int x, int y) const {
  return {firsts_.data() + layer.spans + y, lasts_.data() + layer.spans + y, x};
}

// Writes a cell with one part and at most one line. make_cover(cell, spans,
// line) returns the class of cell_coverage.h for its kind.
template <int kCount, typename MakeCover>
inline void CellCanvas::WriteOneLayer(const Target& cell,
                                      const MakeCover& make_cover) const {
  const Layer& layer = *cell.part.layer;
  const auto cover =
      make_cover(cell, SpansOf(layer, cell.X(), cell.Y()), OnlyLine(cell.part));
  WriteSums<kCount>(cell, [&](int channel, int /*i*/) {
    return cover.RowSums(ChannelOf(cell.base, channel),
                         ChannelOf(layer.color, channel),
                         cell.column.weights.data());
  });
}

// Writes a cell with two parts, each with at most one line.
template <int kCount>
inline void CellCanvas::WriteTwoLayers(const Target& cell) const {
  const Part& above = parts_[cell.part.above];
  const Layer& lower = *cell.part.layer;
  const Layer& upper = *above.layer;
  const CellSpans lower_spans = SpansOf(lower, cell.X(), cell.Y());
  const CellSpans upper_spans = SpansOf(upper, cell.X(), cell.Y());
  const auto write = [&](const auto& layers) {
    WriteSums<kCount>(cell, [&](int channel, int /*i*/) {
      return layers.RowSums(
          ChannelOf(cell.base, channel), ChannelOf(lower.color, channel),
          ChannelOf(upper.color, channel), cell.column.weights.data());
    });
  };
  if ((cell.part.lines | above.lines) == 0) {
    write(TwoPlainLayers(lower_spans, upper_spans));
  } else {
    write(TwoOutlinedLayers(
        lower_spans, ColumnAlphas(OnlyLine(cell.part), cell.X(), cell.Y()),
        upper_spans, ColumnAlphas(OnlyLine(above), cell.X(), cell.Y())));
  }
}

// Calls write(cell) for each cell of a kind. `out` has the bases of all cells.
template <int kCount, typename WriteCell>
inline void CellCanvas::WriteKind(Kind kind, const WriteCell& write,
                                  std::uint8_t* out) const {
  for (const MixedCell& from : mixed_[kind][kCount]) {
    write(Target{x_axis_.cells[from.x], y_axis_.cells[from.band], from.base,
                 parts_[from.part], *from.plan,
                 out + (from.band * kCells + from.x) * 3});
  }
}

// The second pass for a row of cells, in place, as if each had one colour.
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

// Writes the mixed cells with kCount channels to compute, kind by kind, since
// processors predict the branches of equal cells better.
template <int kCount>
inline void CellCanvas::WriteKinds(std::uint8_t* out) const {
  const auto write_one = [&](Kind kind, const auto& make_cover) {
    WriteKind<kCount>(
        kind,
        [&](const Target& cell) { WriteOneLayer<kCount>(cell, make_cover); },
        out);
  };
  write_one(kPlain,
            [](const Target& /*cell*/, const CellSpans& spans,
               const SmoothLine* /*line*/) { return PlainLayer(spans); });
  write_one(kSteep, [](const Target& cell, const CellSpans& spans,
                       const SmoothLine* line) {
    return SteepLayer(spans, SteepPixels(*line, cell.X(), cell.Y()));
  });
  write_one(kFlat, [](const Target& cell, const CellSpans& spans,
                      const SmoothLine* line) {
    return FlatLayer(spans, FlatPixels(*line, cell.X(), cell.Y()));
  });
  WriteKind<kCount>(
      kTwoParts, [this](const Target& cell) { WriteTwoLayers<kCount>(cell); },
      out);
  WriteKind<kCount>(
      kByPixels, [this](const Target& cell) { WritePixels<kCount>(cell); },
      out);
}

inline void CellCanvas::WriteCells(std::uint8_t* out) {
  for (int band = 0; band < kCells; ++band) {
    WriteUniform(band, out + band * kBytesOfRow);
  }
  WriteKinds<1>(out);
  WriteKinds<2>(out);
  WriteKinds<3>(out);
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
