// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The rasteriser in Python, for raster_test.py.

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "envpool/box2d/raster.h"
#include "envpool/box2d/reward_text.h"
#include "envpool/box2d/row_painter.h"
#include "envpool/box2d/shrink.h"

namespace py = pybind11;
using envpool::box2d::Color;
using envpool::box2d::ColumnShrink;
using envpool::box2d::Point;
using envpool::box2d::Raster;
using envpool::box2d::RowPainter;
using envpool::box2d::ShrinkAxis;

namespace {

constexpr int kWidth = 1000;
constexpr int kHeight = 800;

// A surface of CarRacing's size.
class Surface {
 public:
  Surface() : raster_(kWidth, kHeight, 0, kHeight), painter_(kWidth) {}

  void Clear() { raster_.Clear(); }

  void Draw(const std::string& shape,
            const std::vector<std::pair<int, int>>& corners, Color color) {
    std::vector<Point> points;
    for (const auto& [x, y] : corners) {
      points.push_back({x, y});
    }
    if (shape == "smooth_polygon") {
      raster_.SmoothPolygon(points, color);
    } else if (shape == "smooth_outline") {
      raster_.SmoothOutline(points, color);
    } else if (shape == "polygon") {
      raster_.Polygon(points, color);
    } else {
      raster_.ThickLine(points[0], points[1], color);
    }
  }

  void DrawReward(double reward) {
    envpool::box2d::DrawRewardText(&raster_, reward);
  }

  // 0xRRGGBB, row by row.
  py::array_t<Color> Pixels() {
    py::array_t<Color> pixels({kHeight, kWidth});
    for (int y = 0; y < kHeight; ++y) {
      std::copy_n(painter_.Pixels({raster_.Row(y), {}}), kWidth,
                  pixels.mutable_data(y));
    }
    return pixels;
  }

  py::array_t<std::uint8_t> Observation() {
    py::array_t<std::uint8_t> result({96, 96, 3});
    std::vector<RowPainter::Layers> rows(kHeight);
    for (int y = 0; y < kHeight; ++y) {
      rows[y].below = raster_.Row(y);
    }
    ColumnShrink columns(96, kHeight, 96);
    columns.Start(result.mutable_data());
    painter_.Shrink(rows, &columns);
    return result;
  }

  py::array_t<std::uint8_t> Frame() {
    py::array_t<std::uint8_t> result({400, 600, 3});
    const ShrinkAxis axis(kWidth, 600);
    std::vector<std::uint16_t> row(600 * ColumnShrink::kChannels);
    ColumnShrink columns(600, kHeight, 400);
    columns.Start(result.mutable_data());
    for (int y = 0; y < kHeight; ++y) {
      ShrinkRow(painter_.Pixels({raster_.Row(y), {}}), axis, row.data());
      columns.Add(row.data());
    }
    return result;
  }

 private:
  Raster raster_;
  RowPainter painter_;
};

}  // namespace

PYBIND11_MODULE(raster_test_module, m) {
  py::class_<Surface>(m, "Surface")
      .def(py::init<>())
      .def("clear", &Surface::Clear)
      .def("draw", &Surface::Draw)
      .def("draw_reward", &Surface::DrawReward)
      .def("pixels", &Surface::Pixels)
      .def("observation", &Surface::Observation)
      .def("frame", &Surface::Frame);
}
