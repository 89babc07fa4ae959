// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

// CellCanvas: CarRacing's observation, byte for byte equal to a pygame surface
// of 1000 x 800 that smoothscale shrinks to 96 x 96, without computing 800,000
// pixels.
//
// A cell is one pixel of the observation: the average of 10.4 x 8.3 pixels of
// the large surface, which lie in 11 or 12 columns and 9 rows. Neighbouring
// cells share the pixels at their border. Columns 1 to 9 and rows 1 to 7 always
// count wholly, the others by a weight.
//
//      column  0  1  2  3  4  5  6  7  8  9 10 11
//            +--+--------------------------+-----+
//      row 8 | .| .  .  .  .  .  .  .  .  .| .  .|
//            +--+--------------------------+-----+   .  layers below
//          7 | .| .  .  .  .  .  .  .  .  a| a  a|
//          6 | .| .  .  .  .  a  a  a  a  #| #  #|   a  blended pixels of the
//          5 | .| .  a  a  a  a  #  #  #  #| #  #|      layer's smooth line
//          4 | a| a  a  #  #  #  #  #  #  #| #  #|
//          : | #| #  #  #  #  #  #  #  #  #| #  #|   #  opaque spans of the
//            +--+--------------------------+-----+      layer, one in each row
//          0 | #| #  #  #  #  #  #  #  #  #| #  #|
//            +--+--------------------------+-----+
//
// Each shape becomes a layer: at most one span of columns in each row, and the
// blended pixels of its edges (lines). Drawing only stores layers. Write()
// makes the observation in two steps.
//
// 1. FindParts goes from the last layer to the first, which is from the top to
//    the bottom, and keeps this invariant for every cell:
//
//      The layers visited so far that touch the cell are its parts, linked from
//      the lowest to the highest. If the cell is finished, the pixels that its
//      parts leave free have one known colour, its base, and layers not visited
//      yet cannot be seen in it.
//
//    A layer that does not touch an unfinished cell leaves it as it is. A layer
//    that covers some of its pixels becomes the lowest part. If the layer's
//    spans cover all pixels, alone or together with those of the lowest part,
//    its colour becomes the base, and the cell is finished. The background
//    finishes the remaining cells.
//
// 2. A finished cell without parts has one colour: WriteUniform averages it for
//    a row of cells at once. About a tenth of the cells have parts; these are
//    called mixed. Only their pixels are computed, as vectors with a lane for
//    each row of the cell (cell_coverage.h), and only in the channels in which
//    the colours differ (channel_plan.h). Cells of the same Kind are written
//    together by code for that kind.
//
// Both steps round as pygame does: polygons by polygon_rows.h, lines by
// lines.h, averages by shrink.h, first along rows and then along columns.

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

// A grey picture: its columns from left to right, each one from the bottom to
// the top, with kPad unused numbers before and after it.
struct GreyPicture {
  static constexpr int kPad = 16;

  int Stride() const { return height + 2 * kPad; }

  int left;
  int top;
  int width;
  int height;
  std::vector<std::uint16_t> columns;
};

// The lanes of a vector: the nine rows of a cell, and spare ones.
constexpr int kCellLanes = 16;

// A smooth line's pixels between its ends.
struct SmoothLine {
  bool is_steep;
  int x;
  int y;
  int x_step;
  int steps;  // distance to the line's end, along the longer axis
  int slope;  // along the other axis, in 1 / 65536 of a pixel
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

  // The panel hides the first `hidden_rows` rows of the world.
  explicit CellCanvas(int hidden_rows);

  // Makes the canvas black.
  void Clear();

  // pygame.gfxdraw.aapolygon, then filled_polygon; in the world.
  void SmoothPolygon(std::span<const Point> points, Color color);
  // pygame.draw.polygon, filled.
  void Polygon(Side side, std::span<const Point> points, Color color);
  // Draws on the panel. The picture must stay alive until Write returns.
  void Picture(const GreyPicture& picture);

  // Writes kCells * kCells RGB pixels.
  void Write(std::uint8_t* out);

 private:
  static constexpr int kPad = kCellLanes;  // rows without spans around a layer
  static constexpr int kBytesOfRow = kCells * 3;

  // Selects the code that writes a mixed cell. The first three kinds have one
  // part: without a line, with a steep line, or with a flat line. kTwoParts has
  // two parts with at most one line each; kByPixels is any other cell.
  enum Kind : std::uint8_t {
    kPlain,
    kSteep,
    kFlat,
    kTwoParts,
    kByPixels,
    kKinds
  };

  // One shape: smooth lines of one colour, then a span in each of its rows; or
  // a picture.
  struct Layer {
    Color color;
    int first_row;
    int end_row;
    int spans;  // row y's span is at spans + y in firsts_ and lasts_
    int lines;  // the first one in lines_
    int line_count;
    std::uint32_t steep_lines;   // a bit for each line
    const GreyPicture* picture;  // nullptr if the layer is a shape
    // The cached plan of cells that have only this part, over plan_base.
    Color plan_base;
    const ChannelPlan* plan;
  };

  // A layer in a mixed cell.
  struct Part {
    Layer* layer;
    std::uint16_t lines;  // a bit for each line that touches the cell
    Kind kind;            // the kind of a cell that has only this part
    std::uint32_t above;  // the index of the part above; 0 for none
  };

  struct Range {
    int first;
    int last;
  };

  // One axis: the pixels that each cell depends on, and their weights.
  struct Axis {
    Axis(int pixels, bool mirrored);

    struct Cell {
      int first;
      int last;
      std::array<std::int16_t, kCellLanes> weights;  // of ShrinkAxis::kOne
    };
    std::vector<Cell> cells;
    // For each pixel: the cells that depend on it, the first cell that starts
    // at it or later, and the last cell that ends at it or earlier.
    std::vector<Range> of_pixel;
    std::vector<int> first_after;
    std::vector<int> last_before;
    std::uint16_t reciprocal;
  };

  // A cell that is finished and has parts. A band is a row of cells.
  struct MixedCell {
    std::uint8_t band;
    std::uint8_t x;
    std::uint32_t part;  // index of the lowest part
    Color base;          // the colour below the lowest part
    const ChannelPlan* plan;
  };

  // A row of cells of one colour after the first pass, along rows of pixels.
  // Its bytes can differ from the colour by rounding.
  struct UniformRow {
    Color color;
    std::array<std::uint8_t, kBytesOfRow> averages;
  };

  struct Target;
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
                      std::uint32_t above);
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
  inline void WriteOneLayer(const Target& cell,
                            const MakeCover& make_cover) const;
  template <int kCount>
  inline void WriteTwoLayers(const Target& cell) const;
  template <int kCount>
  inline void WritePixels(const Target& cell) const;
  template <int kCount, typename SumsOf>
  inline void WriteSums(const Target& cell, const SumsOf& sums_of) const;
  // The line of a part that has at most one; nullptr if it has none.
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

  int hidden_rows_;
  Axis x_axis_;
  Axis y_axis_;
  PolygonRows world_rows_;
  PolygonRows panel_rows_;
  Color background_{0};  // below all layers
  std::vector<Layer> layers_;
  std::vector<Layer> blocks_;  // opaque pixels of the outline being drawn
  std::vector<SmoothLine> lines_;
  std::vector<std::int16_t> firsts_;  // first and last columns of spans
  std::vector<std::int16_t> lasts_;
  // By band, while Write runs: the cells that have parts, and the finished
  // ones.
  CellMasks<kCells> with_parts_;
  CellMasks<kCells> finished_;
  std::array<std::uint32_t, kCells * kCells> lowest_parts_{};  // of with_parts_
  std::vector<Part> parts_;  // the first one stands for none
  // By kind and by the number of channels to compute.
  std::array<std::array<std::vector<MixedCell>, 4>, kKinds> mixed_;
  std::vector<UniformRow> rows_;
  // For each byte of a row of cells: the count of the cell's pixels between its
  // first and its last one, and the weights of these two.
  alignas(64) std::array<std::uint16_t, kBytesOfRow> whole_{};
  alignas(64) std::array<std::uint16_t, kBytesOfRow> first_weights_{};
  alignas(64) std::array<std::uint16_t, kBytesOfRow> last_weights_{};
};

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_CELL_CANVAS_H_
