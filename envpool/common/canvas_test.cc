// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/common/canvas.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace envpool {
namespace {

constexpr Color kBlack{0, 0, 0};
constexpr Color kWhite{255, 255, 255};
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

// A canvas on a black picture; Area() is the area that has been painted white.
class Picture {
 public:
  Picture(int width, int height)
      : width_(width),
        bytes_(width * height * 3 + kGuard, 99),
        canvas(width, height, bytes_.data()) {
    canvas.Clear(kBlack);
  }
  [[nodiscard]] int At(int x, int y) const {
    return bytes_[(y * width_ + x) * 3 + 1];
  }
  [[nodiscard]] double Area() const {
    return std::accumulate(bytes_.begin(), bytes_.end() - kGuard, 0.0) / 765;
  }
  [[nodiscard]] bool Intact() const {
    return std::all_of(bytes_.end() - kGuard, bytes_.end(),
                       [](int byte) { return byte == 99; });
  }

 private:
  static constexpr int kGuard = 64;
  const int width_;
  std::vector<unsigned char> bytes_;

 public:
  Canvas canvas;
};

TEST(Canvas, WholePixelsAreExact) {
  for (const bool reverse : {false, true}) {
    Picture picture(8, 6);
    std::vector<Point> box = {{1, 2}, {5, 2}, {5, 4}, {1, 4}};
    if (reverse) {
      box = {box[3], box[2], box[1], box[0]};
    }
    picture.canvas.Polygon(box, kWhite);
    for (int y = 0; y < 6; ++y) {
      for (int x = 0; x < 8; ++x) {
        const bool inside = x >= 1 && x < 5 && y >= 2 && y < 4;
        EXPECT_EQ(picture.At(x, y), inside ? 255 : 0) << x << ' ' << y;
      }
    }
  }
}

TEST(Canvas, ColorsAndRows) {
  std::vector<unsigned char> bytes(2 * 3 * 3);
  Canvas canvas(2, 3, bytes.data());
  canvas.Clear({1, 2, 3});
  canvas.SetView(20, 30);
  canvas.Polygon({{0, 20}, {10, 20}, {10, 30}, {0, 30}}, {7, 8, 9});
  EXPECT_EQ(bytes, (std::vector<unsigned char>{7, 8, 9, 1, 2, 3, 1, 2, 3,  //
                                               1, 2, 3, 1, 2, 3, 1, 2, 3}));
}

TEST(Canvas, AreasAreRight) {
  Picture disc(100, 100);
  disc.canvas.Disc({50.3, 49.6}, 30, kWhite);
  EXPECT_NEAR(disc.Area(), M_PI * 900, 4);
  Picture ellipse(100, 50);
  ellipse.canvas.SetView(200, 200);
  ellipse.canvas.Disc({100, 100}, 60, kWhite);
  EXPECT_NEAR(ellipse.Area(), M_PI * 30 * 15, 4);
  for (const double angle : {0.0, 0.3, M_PI / 4, 1.5, 3.0, 5.5}) {
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    Picture line(100, 100);
    line.canvas.Line({50 - 40 * c, 50 - 40 * s}, {50 + 40 * c, 50 + 40 * s}, 3,
                     kWhite);
    EXPECT_NEAR(line.Area(), 240, 4) << angle;
    Picture triangle(100, 100);
    triangle.canvas.Polygon({{50 + 40 * c, 50 + 40 * s},
                             {50 - 30 * s, 50 + 30 * c},
                             {50 - 10 * c, 50 - 10 * s}},
                            kWhite);
    EXPECT_NEAR(triangle.Area(), 750, 2) << angle;
  }
}

TEST(Canvas, LinesHaveAPixelAtLeast) {
  Picture picture(60, 60);
  picture.canvas.SetView(6000, 6000);
  picture.canvas.Line({1000, 2050}, {4000, 2050}, 1, kWhite);
  EXPECT_NEAR(picture.Area(), 30, 0.01);
  EXPECT_EQ(picture.At(20, 39), 255);
}

TEST(Canvas, WhatIsNotThereIsNotDrawn) {
  Picture picture(20, 20);
  Canvas& canvas = picture.canvas;
  for (const double bad : {kNan, kInf, -kInf}) {
    canvas.Disc({bad, 5}, 3, kWhite);
    canvas.Disc({5, bad}, 3, kWhite);
    canvas.Disc({5, 5}, bad, kWhite);
    canvas.Line({bad, 5}, {3, 3}, 1, kWhite);
    canvas.Line({3, 3}, {3, bad}, 1, kWhite);
    canvas.Polygon({{1, 1}, {bad, 4}, {3, 8}}, kWhite);
  }
  canvas.Line({3, 3}, {5, 5}, kNan, kWhite);
  canvas.Line({3, 3}, {5, 5}, kInf, kWhite);
  canvas.Disc({5, 5}, 0, kWhite);
  canvas.Disc({5, 5}, -2, kWhite);
  canvas.Line({5, 5}, {5, 5}, 3, kWhite);
  canvas.Polygon({}, kWhite);
  canvas.Polygon({{1, 1}, {9, 9}}, kWhite);
  canvas.Polygon({{1, 1}, {4, 4}, {9, 9}}, kWhite);
  for (const double far : {1e3, 1e9, 1e100}) {
    canvas.Disc({far, 5}, 3, kWhite);
    canvas.Disc({5, -far}, 3, kWhite);
    canvas.Line({far, 0}, {far, far}, 3, kWhite);
  }
  EXPECT_EQ(picture.Area(), 0);
  EXPECT_TRUE(picture.Intact());
}

TEST(Canvas, PartsBeyondThePictureAreCut) {
  Picture picture(30, 20);
  Canvas& canvas = picture.canvas;
  canvas.Disc({0, 0}, 10, kWhite);
  canvas.Disc({30, 20}, 10, kWhite);
  EXPECT_NEAR(picture.Area(), M_PI * 50, 3);
  EXPECT_TRUE(picture.Intact());
  canvas.Polygon({{-1e6, -1e6}, {1e6, -1e6}, {1e6, 1e6}, {-1e6, 1e6}}, kWhite);
  EXPECT_EQ(picture.Area(), 600);
  EXPECT_TRUE(picture.Intact());
}

}  // namespace
}  // namespace envpool
