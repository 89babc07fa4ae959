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

#include "envpool/box2d/car_scene.h"
#include "envpool/box2d/cell_canvas.h"
#include "envpool/box2d/raster.h"
#include "envpool/box2d/reward_text.h"
#include "envpool/box2d/shrink.h"

namespace py = pybind11;
using envpool::box2d::CarPainter;
using envpool::box2d::CellCanvas;
using envpool::box2d::Color;
using envpool::box2d::ColumnShrink;
using envpool::box2d::GreyPicture;
using envpool::box2d::Point;
using envpool::box2d::Raster;
using envpool::box2d::ShrinkAxis;

namespace {

constexpr int kWidth = 1000;
constexpr int kHeight = 800;

std::vector<Point> PointsOf(const std::vector<std::pair<int, int>>& corners) {
  std::vector<Point> points;
  for (const auto& [x, y] : corners) {
    points.push_back({x, y});
  }
  return points;
}

// A surface of CarRacing's size.
class Surface {
 public:
  Surface() : raster_(kWidth, kHeight, 0, kHeight), row_(kWidth) {}

  void Clear() { raster_.Clear(); }

  void Draw(const std::string& shape,
            const std::vector<std::pair<int, int>>& corners, Color color) {
    const std::vector<Point> points = PointsOf(corners);
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
      std::copy_n(PixelsOf(y), kWidth, pixels.mutable_data(y));
    }
    return pixels;
  }

  py::array_t<std::uint8_t> Frame() {
    py::array_t<std::uint8_t> result({400, 600, 3});
    const ShrinkAxis axis(kWidth, 600);
    std::vector<std::uint16_t> row(600 * ColumnShrink::kChannels);
    ColumnShrink columns(600, kHeight, 400);
    columns.Start(result.mutable_data());
    for (int y = 0; y < kHeight; ++y) {
      ShrinkRow(PixelsOf(y), axis, row.data());
      columns.Add(row.data());
    }
    return result;
  }

 private:
  const Color* PixelsOf(int y) {
    std::fill(row_.begin(), row_.end(), 0);
    envpool::box2d::Paint(raster_.Row(y), row_.data());
    return row_.data();
  }

  Raster raster_;
  std::vector<Color> row_;
};

// The canvas of CarRacing's observations.
class Cells {
 public:
  explicit Cells(int hidden) : canvas_(hidden) {}

  void Clear() { canvas_.Clear(); }

  void Draw(const std::string& shape,
            const std::vector<std::pair<int, int>>& corners, Color color,
            bool on_panel) {
    const std::vector<Point> points = PointsOf(corners);
    if (shape == "smooth_polygon") {
      canvas_.SmoothPolygon(points, color);
    } else {
      canvas_.Polygon(
          on_panel ? CellCanvas::Side::kPanel : CellCanvas::Side::kWorld,
          points, color);
    }
  }

  void DrawReward(double reward) {
    envpool::box2d::DrawRewardText(&text_, reward);
    canvas_.Picture(text_);
  }

  py::array_t<std::uint8_t> Observation() {
    py::array_t<std::uint8_t> result({96, 96, 3});
    canvas_.Write(result.mutable_data());
    return result;
  }

 private:
  CellCanvas canvas_;
  GreyPicture text_{};
};

// The observations of a black world.
class Panel {
 public:
  py::array_t<std::uint8_t> Observation(double reward, double steering,
                                        double spin) {
    py::array_t<std::uint8_t> result({96, 96, 3});
    painter_.DrawObservation({.time = 1,
                              .reward = reward,
                              .background = 0,
                              .grass = 0,
                              .playfield = 2000 / 6.0,
                              .least_margin = 0,
                              .road = {},
                              .largest_piece = 0,
                              .marks = {},
                              .car = {},
                              .x = 0,
                              .y = 0,
                              .angle = 0,
                              .speed = 0,
                              .spin = spin,
                              .wheel_speeds = {},
                              .steering = steering},
                             result.mutable_data());
    return result;
  }

 private:
  CarPainter painter_;
};

}  // namespace

PYBIND11_MODULE(raster_test_module, m) {
  py::class_<Surface>(m, "Surface")
      .def(py::init<>())
      .def("clear", &Surface::Clear)
      .def("draw", &Surface::Draw)
      .def("draw_reward", &Surface::DrawReward)
      .def("pixels", &Surface::Pixels)
      .def("frame", &Surface::Frame);
  py::class_<Cells>(m, "Cells")
      .def(py::init<int>())
      .def("clear", &Cells::Clear)
      .def("draw", &Cells::Draw)
      .def("draw_reward", &Cells::DrawReward)
      .def("observation", &Cells::Observation);
  py::class_<Panel>(m, "Panel")
      .def(py::init<>())
      .def("observation", &Panel::Observation);
}
