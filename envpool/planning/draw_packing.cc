// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Pictures of packing problems and schedules.

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "envpool/common/picture.h"
#include "envpool/planning/bin_pack.h"
#include "envpool/planning/drawing.h"
#include "envpool/planning/flat_pack.h"
#include "envpool/planning/job_shop.h"
#include "envpool/planning/knapsack.h"

namespace envpool::planning {

namespace {

/// Lengths in mm seen from the front, a little from above and from the right.
struct View {
  // A unit of depth shifts a point by this many units to the right and up.
  static constexpr double kRight = 0.4;
  static constexpr double kUp = 0.3;

  Point origin;  // in the picture: of the lower left corner of the front
  double unit;   // mm per cell

  [[nodiscard]] Point At(double x, double y, double z) const {
    return {origin.x + (x + kRight * y) / unit,
            origin.y - (z + kUp * y) / unit};
  }
};

void DrawSpace(const Space& space, const View& view, Color color,
               Picture* picture) {
  const auto corner_at = [&](bool x, bool y, bool z) {
    return view.At(x ? space.to[0] : space.from[0],
                   y ? space.to[1] : space.from[1],
                   z ? space.to[2] : space.from[2]);
  };
  // The front, the top and the right side.
  const std::array<std::array<Point, 4>, 3> faces{
      {{corner_at(false, false, false), corner_at(true, false, false),
        corner_at(true, false, true), corner_at(false, false, true)},
       {corner_at(false, false, true), corner_at(true, false, true),
        corner_at(true, true, true), corner_at(false, true, true)},
       {corner_at(true, false, false), corner_at(true, true, false),
        corner_at(true, true, true), corner_at(true, false, true)}}};
  constexpr std::array kLight{0.0, 0.35, 0.15};
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const std::array<Point, 4>& face = faces[i];
    picture->Polygon({face[0], face[1], face[2], face[3]},
                     Mix(color, kWhite, kLight[i]));
    for (std::size_t corner = 0; corner < face.size(); ++corner) {
      picture->Line(face[corner], face[(corner + 1) % face.size()], 0.03,
                    kBlack);
    }
  }
}

/// Whether a box must be drawn before another one, as it is behind, below or to
/// the left of it.
bool IsBefore(const Space& one, const Space& other) {
  return one.from[1] >= other.to[1] || one.to[2] <= other.from[2] ||
         one.to[0] <= other.from[0];
}

}  // namespace

void BinPack::Draw(Picture* picture) const {
  static constexpr View kView{{0.2, 5.9}, 500};
  picture->Fill(kFloor);
  const auto draw_edge = [picture](int axis, const std::array<int, 3>& from) {
    std::array<int, 3> to = from;
    to[axis] = kContainer.to[axis];
    picture->Line(kView.At(from[0], from[1], from[2]),
                  kView.At(to[0], to[1], to[2]), 0.04, kGrey);
  };
  const auto [length, width, height] = kContainer.to;
  for (int i = 0; i < 4; ++i) {
    const bool a = i % 2 == 1;
    const bool b = i / 2 == 1;
    draw_edge(0, {0, a ? width : 0, b ? height : 0});
    draw_edge(1, {a ? length : 0, 0, b ? height : 0});
    draw_edge(2, {a ? length : 0, b ? width : 0, 0});
  }
  std::vector<int> left;
  for (int item = 0; item < Items(); ++item) {
    if (placed_[item] != 0) {
      left.push_back(item);
    }
  }
  while (!left.empty()) {
    const auto next = std::ranges::find_if(left, [&](int item) {
      return std::ranges::none_of(left, [&](int other) {
        return other != item && !IsBefore(Packed(item), Packed(other)) &&
               IsBefore(Packed(other), Packed(item));
      });
    });
    const auto drawn = next == left.end() ? left.begin() : next;
    DrawSpace(Packed(*drawn), kView, HueOf(*drawn), picture);
    left.erase(drawn);
  }
  DrawRest(picture);
}

void BinPack::DrawRest(Picture* picture) const {
  // Below the container, ten in a row, so that each has room for all of it.
  constexpr int kInRow = 10;
  constexpr double kTop = 6.2;
  const double width = 1.0 * kPicture.width / kInRow;
  const double height =
      (kPicture.height - kTop) / ((Items() + kInRow - 1) / kInRow);
  const auto [x, y, z] = kContainer.to;
  const double unit = 1.1 * std::max((x + View::kRight * y) / width,
                                     (z + View::kUp * y) / height);
  for (int item = 0; item < Items(); ++item) {
    if (exists_[item] != 0 && placed_[item] == 0) {
      const Point corner{width * (item % kInRow) + 0.1,
                         kTop + height * (item / kInRow + 0.95)};
      DrawSpace({{0, 0, 0},
                 {lengths_[0][item], lengths_[1][item], lengths_[2][item]}},
                {corner, unit}, HueOf(item), picture);
    }
  }
}

void FlatPack::Draw(Picture* picture) const {
  picture->Fill(kPaper);
  for (int cell = 0; cell < extent_.Size(); ++cell) {
    const int block = grid_[cell];
    picture->Rectangle(BoxOf(extent_.At(cell), 0.03),
                       block == 0 ? kFloor : HueOf(block));
  }
  // The blocks that are left, smaller, beside the grid.
  constexpr double kScale = 0.6;
  constexpr double kApart = 2.05;
  const int in_row = extent_.cols / 2;
  for (int i = 0; i < count_ * kArea; ++i) {
    const int block = i / kArea;
    const int cell = i % kArea;
    if (placed_[block] == 0 && blocks_[i] != 0) {
      const double x = kApart * (block % in_row) + kScale * (cell % kSide);
      const double y = kApart * (block / in_row) + kScale * (cell / kSide);
      picture->Rectangle(
          {extent_.cols + 0.5 + x, 0.3 + y, 0.95 * kScale, 0.95 * kScale},
          HueOf(blocks_[i]));
    }
  }
}

void JobShop::Draw(Picture* picture) const {
  // A row for each job, with its operations in the colors of their machines;
  // below, how long each machine is still busy.
  picture->Fill(kPaper);
  const double unit = 1.0 * kPicture.width / (ops_ * longest_);
  const double height = 0.8 * kPicture.height / jobs_;
  for (int job = 0; job < jobs_; ++job) {
    double left = 0;
    for (int op = job * ops_; op < (job + 1) * ops_; ++op) {
      if (durations_[op] > 0) {
        const double length = unit * durations_[op];
        const Color color = HueOf(op_machines_[op]);
        picture->Rectangle(
            {left, height * job, 0.95 * length, 0.9 * height},
            waiting_[op] != 0 ? color : Mix(color, kPaper, 0.75));
        left += length;
      }
    }
  }
  const double top = 0.84 * kPicture.height;
  picture->Line({0, top}, {1.0 * kPicture.width, top}, 0.05, kBlack);
  const double width = 1.0 * kPicture.width / machines_;
  for (int machine = 0; machine < machines_; ++machine) {
    const double left = width * machine + 0.1 * width;
    const double full = 0.14 * kPicture.height;
    const double busy = full * left_[machine] / longest_;
    picture->Rectangle({left, top + 0.1, 0.8 * width, full}, kFloor);
    picture->Rectangle({left, top + 0.1, 0.8 * width, busy}, HueOf(machine));
  }
}

void Knapsack::Draw(Picture* picture) const {
  // For each item, its value above and its weight below; at the bottom, what is
  // left of the budget.
  constexpr double kMiddle = 4;
  constexpr double kLongest = 3.6;
  picture->Fill(kPaper);
  const double width = 1.0 * kPicture.width / items_;
  for (int item = 0; item < items_; ++item) {
    const double share = packed_[item] != 0 ? 0.0 : 0.65;
    const double left = width * item;
    const double value = kLongest * values_[item];
    const double weight = kLongest * weights_[item];
    picture->Rectangle({left, kMiddle - value, 0.85 * width, value},
                       Mix(kGreen, kPaper, share));
    picture->Rectangle({left, kMiddle, 0.85 * width, weight},
                       Mix(kRed, kPaper, share));
  }
  picture->Line({0, kMiddle}, {1.0 * kPicture.width, kMiddle}, 0.04, kBlack);
  const double top = kPicture.height - 0.8;
  picture->Rectangle({0.1, top, kPicture.width - 0.2, 0.6}, kFloor);
  if (budget_ > 0) {
    picture->Rectangle(
        {0.1, top, (kPicture.width - 0.2) * left_ / budget_, 0.6}, kBlue);
  }
}

}  // namespace envpool::planning
