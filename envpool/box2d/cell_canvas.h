// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

// What pygame draws at 1000 x 800 and smoothscale shrinks to 96 x 96, byte for
// byte, but without the large picture. Shapes are kept as layers, and looked at
// from the last one to the first: each cell of the result collects what covers
// parts of it, until something covers all of it. The pixels under a cell are
// made only where there are such parts, which is in about a tenth of the cells.

#ifndef ENVPOOL_BOX2D_CELL_CANVAS_H_
#define ENVPOOL_BOX2D_CELL_CANVAS_H_

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "envpool/box2d/cell_mask.h"
#include "envpool/box2d/channel_plan.h"
#include "envpool/box2d/polygon_rows.h"
#include "envpool/box2d/shrink.h"

namespace envpool::box2d {

// A grey picture: its columns from left to right, their pixels from the bottom
// to the top, between kPad numbers that do not count.
struct GreyPicture {
  static constexpr int kPad = 16;

  int Stride() const { return height + 2 * kPad; }

  int left;
  int top;
  int width;
  int height;
  std::vector<std::uint16_t> columns;
};

// Rows of pixels of a cell, and some more: the lanes of a vector.
constexpr int kCellLanes = 16;

// A smooth line's pixels between its ends.
struct SmoothLine {
  bool is_steep;
  int x;
  int y;
  int x_step;
  int steps;  // to its end, along its longer axis
  int slope;  // along the other one, in 1 / 65536 of a pixel
  int last_y;
  double inverse;
};

struct CellSpans;

class CellCanvas {
 public:
  static constexpr int kWidth = 1000;
  static constexpr int kHeight = 800;
  static constexpr int kCells = 96;

  // The world is drawn upside down, and turned over before the panel is drawn.
  enum class Side { kWorld, kPanel };

  // Rows of the world before `hidden` are under the panel.
  explicit CellCanvas(int hidden);

  // Makes it black.
  void Clear();

  // pygame.gfxdraw.aapolygon, then filled_polygon; in the world.
  void SmoothPolygon(std::span<const Point> points, Color color);
  // pygame.draw.polygon, filled.
  void Polygon(Side side, std::span<const Point> points, Color color);
  // On the panel. The picture must stay until Write has returned.
  void Picture(const GreyPicture& picture);

  // kCells * kCells RGB pixels.
  void Write(std::uint8_t* out);

 private:
  static constexpr int kPad = kCellLanes;  // rows without spans around a layer
  static constexpr int kBytesOfRow = kCells * 3;

  // How a mixed cell is written: as one layer without a line, with a steep one
  // or a flat one, as two layers with at most one line each, or pixel by pixel.
  enum Kind : std::uint8_t { kPlain, kSteep, kFlat, kTwo, kMany, kKinds };

  // Smooth lines of one colour, and a span in each of some rows; or a picture.
  struct Layer {
    Color color;
    int first_row;
    int end_row;
    int spans;  // where row 0's would be
    int lines;
    int line_count;
    std::uint32_t steep_lines;  // a bit each
    const GreyPicture* picture;
    // The last base that this layer was alone above, and the plan for that.
    Color plan_base;
    const ChannelPlan* plan;
  };

  // A layer that covers a part of a cell, and which of its lines do.
  struct Part {
    Layer* layer;
    std::uint16_t lines;
    Kind kind;           // without those above it
    std::uint32_t next;  // the part above, as an index; 0 is none
  };

  struct Range {
    int first;
    int last;
  };

  // One axis: the pixels that a cell depends on, and how much.
  struct Axis {
    Axis(int pixels, bool mirrored);

    struct Cell {
      int first;
      int last;
      std::array<std::int16_t, kCellLanes> weights;  // of ShrinkAxis::kOne
    };
    std::vector<Cell> cells;
    // By pixel: the cells that depend on it, the first one that has nothing
    // before it, the last one that has nothing after it.
    std::vector<Range> of_pixel;
    std::vector<int> first_after;
    std::vector<int> last_before;
    std::uint16_t reciprocal;
  };

  // A mixed cell.
  struct Place {
    std::uint8_t band;
    std::uint8_t x;
    std::uint32_t part;  // the lowest
    Color base;          // below it
    const ChannelPlan* plan;
  };

  // A row of cells of one colour: the averages of the rows of their pixels.
  struct UniformRow {
    Color color;
    std::array<std::uint8_t, kBytesOfRow> averages;
  };

  struct Mixed;
  template <int kCount>
  struct Pixels;

  static bool CoversAll(std::span<const Point> points);
  void Restart(Color background);
  Layer NewLayer(Color color, int first_row, int end_row);
  void AddOneSpan(std::span<const Point> points, Color color);
  void AddSpans(Side side, const PolygonRows& rows, Color color,
                std::span<const Point> outline);
  void AddOutline(std::span<const Point> points, Layer* layer);
  void AddLine(Point a, Point b, Layer* layer);
  bool HasAll(const Layer& layer, Range rows, Range columns) const;
  void AddBlock(const Layer& layer, Range rows, Range columns);
  void AddLayer(const Layer& layer);

  void FindParts(std::uint8_t* out);
  inline void FindAllParts(std::uint8_t* out);
  inline void FindPartsOf(Layer* layer, std::uint8_t* out);
  inline void FindPartsOfBand(Layer* layer, int band, UniformRow** row,
                              std::uint8_t* out);
  inline std::pair<Range, Range> RangesOf(const Layer& layer,
                                          const Axis::Cell& rows) const;
  inline CellMask CellsOf(Range columns) const;
  inline Range ReachOf(const SmoothLine& line, Range rows) const;
  inline void AddPart(Layer* layer, int band, int x, std::uint32_t lines,
                      std::uint32_t next);
  static inline Kind KindOf(const Layer& layer, std::uint32_t lines);
  inline const ChannelPlan& PlanOfParts(const Part& lowest, Color base) const;
  inline bool AreSpansEnough(const Layer& a, const Layer& b, int band,
                             int x) const;
  inline void Fill(int band, const CellMask& cells, const UniformRow& row,
                   std::uint8_t* out);
  inline void Finish(int band, int x, Color base);
  static inline void CopyRun(const std::uint8_t* from, std::size_t size,
                             std::uint8_t* to);
  UniformRow* RowOf(Color color);

  inline void WriteCells(std::uint8_t* out);
  inline void WriteUniform(int band, std::uint8_t* out) const;
  template <int kCount>
  inline void WriteKinds(std::uint8_t* out) const;
  template <int kCount, typename WriteCell>
  inline void WriteKind(Kind kind, const WriteCell& write,
                        std::uint8_t* out) const;
  template <int kCount, typename MakeCover>
  inline void WriteOneLayer(const Mixed& cell,
                            const MakeCover& make_cover) const;
  template <int kCount>
  inline void WriteTwoLayers(const Mixed& cell) const;
  template <int kCount>
  inline void WritePixels(const Mixed& cell) const;
  template <int kCount, typename SumsOf>
  inline void WriteSums(const Mixed& cell, const SumsOf& sums_of) const;
  // The line of a part with one at most; nullptr if there is none.
  const SmoothLine* OnlyLine(const Part& part) const {
    return part.lines == 0
               ? nullptr
               : &lines_[part.layer->lines + std::countr_zero(part.lines)];
  }
  inline CellSpans SpansOf(const Layer& layer, int x, int y) const;
  template <int kCount>
  inline void PaintLayer(const Layer& layer, std::uint32_t lines, int x, int y,
                         Pixels<kCount>* pixels) const;
  template <int kCount>
  inline void PaintPicture(const GreyPicture& picture, int x, int y,
                           Pixels<kCount>* pixels) const;

  int hidden_;
  Axis x_axis_;
  Axis y_axis_;
  PolygonRows world_rows_;
  PolygonRows panel_rows_;
  Color background_{0};  // hides all that was drawn before the layers
  std::vector<Layer> layers_;
  std::vector<Layer> blocks_;
  std::vector<SmoothLine> lines_;
  std::vector<std::int16_t> firsts_;  // of spans
  std::vector<std::int16_t> lasts_;
  // Of a picture that is being written, by band: the cells that have parts, and
  // those under which nothing can be seen any more.
  CellMasks<kCells> mixed_;
  CellMasks<kCells> finished_;
  std::array<std::uint32_t, kCells * kCells> lowest_parts_{};  // if mixed
  std::vector<Part> parts_;
  // By kind and by how many channels must be computed.
  std::array<std::array<std::vector<Place>, 4>, kKinds> places_;
  std::vector<UniformRow> rows_;
  // By byte of a row: how many whole pixels its cell has, the weights of its
  // first and its last one.
  alignas(64) std::array<std::uint16_t, kBytesOfRow> whole_{};
  alignas(64) std::array<std::uint16_t, kBytesOfRow> first_weights_{};
  alignas(64) std::array<std::uint16_t, kBytesOfRow> last_weights_{};
};

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_CELL_CANVAS_H_
