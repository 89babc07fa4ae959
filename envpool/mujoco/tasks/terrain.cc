// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/tasks/terrain.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "envpool/core/random/rng.h"

namespace envpool::mujoco::tasks {
namespace {

constexpr std::size_t kHeader = 6;  // numbers before those of the columns
constexpr std::size_t kOfColumn = 4;
constexpr int kMaxHeights = 1 << 22;
constexpr std::size_t kMaxBoxes = 1 << 13;
constexpr double kThinnest = 1e-3;  // MuJoCo requires an extent
constexpr double kBase = 1.0;       // below the lowest height

[[noreturn]] void Refuse(const std::string& what) {
  throw std::invalid_argument("terrain: expected " + what);
}

double Within(double value, double low, double high, const std::string& name) {
  if (!(value >= low && value <= high)) {
    Refuse(name + " from " + std::to_string(low) + " to " +
           std::to_string(high) + ", got " + std::to_string(value));
  }
  return value;
}

int Integer(double value, int low, int high, const std::string& name) {
  return static_cast<int>(std::floor(Within(value, low, high, name)));
}

}  // namespace

Terrain::Terrain(const std::vector<double>& numbers) : numbers_(numbers) {
  if (numbers.empty()) {
    return;
  }
  if (numbers.size() <= kHeader ||
      (numbers.size() - kHeader) % kOfColumn != 0) {
    Refuse("columns of four numbers after the first six");
  }
  levels_ = Integer(numbers[0], 1, 100, "levels");
  cell_ = Within(numbers[1], 0.5, 100, "a cell");
  resolution_ = Within(numbers[2], 0.01, cell_, "a resolution");
  border_ = Within(numbers[3], 0, 100, "a border");
  centre_ = Within(numbers[4], 0, cell_, "a centre");
  seed_ = Integer(numbers[5], 0, 2'000'000'000, "a seed");
  for (std::size_t at = kHeader; at < numbers.size(); at += kOfColumn) {
    const auto kind = static_cast<Kind>(
        Integer(numbers[at], 0, static_cast<int>(Kind::kCount) - 1, "a kind"));
    const double lowest = kind == Kind::kSlope ? -10 : 0;
    columns_.push_back(
        {.kind = kind,
         .first = Within(numbers[at + 1], lowest, 10, "an amount"),
         .last = Within(numbers[at + 2], lowest, 10, "an amount"),
         .width = Within(numbers[at + 3], 0.05, cell_, "a width")});
  }
  if (columns_.size() > 100) {
    Refuse("at most 100 columns");
  }
  const double x = levels_ * cell_ + 2 * border_;
  const double y = static_cast<double>(columns_.size()) * cell_ + 2 * border_;
  if ((x / resolution_ + 2) * (y / resolution_ + 2) > kMaxHeights) {
    Refuse("at most " + std::to_string(kMaxHeights) +
           " heights; use a larger resolution");
  }
  if (MakeBoxes().size() > kMaxBoxes) {
    Refuse("at most " + std::to_string(kMaxBoxes) + " boxes; use larger ones");
  }
}

std::string Terrain::name() const {
  std::string text = "terrain";
  for (const double number : numbers_) {
    text += ' ';
    text += std::to_string(number);
  }
  return text;
}

double Terrain::amount(const Column& column, int level) const {
  const double share = levels_ == 1 ? 0 : level / (levels_ - 1.0);
  return column.first + share * (column.last - column.first);
}

double Terrain::x_of(int level) const {
  return (level + 0.5 - levels_ / 2.0) * cell_;
}

double Terrain::y_of(std::size_t column) const {
  return (static_cast<double>(column) + 0.5 -
          static_cast<double>(columns_.size()) / 2.0) *
         cell_;
}

int Terrain::steps(const Column& column) const {
  // The rounding of the quotient must not decide.
  return static_cast<int>(std::floor(rise() / column.width + 1e-9));
}

std::vector<double> Terrain::Origins() const {
  std::vector<double> places;
  for (int level = 0; level < levels_; ++level) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const Column& column = columns_[i];
      const double size = amount(column, level);
      double height = 0;
      if (column.kind == Kind::kSlope) {
        height = size * rise();
      } else if (column.kind == Kind::kStairs) {
        height = size * steps(column);
      }
      places.insert(places.end(), {x_of(level), y_of(i), height});
    }
  }
  return places;
}

// Rough ground is as deep as it is high, so that its mean is the height of the
// flat ground around; its centre is flat.
Terrain::Field Terrain::MakeField() const {
  const double width = levels_ * cell_ + 2 * border_;
  const double depth =
      static_cast<double>(columns_.size()) * cell_ + 2 * border_;
  Field field{.rows = static_cast<int>(std::lround(depth / resolution_)) + 1,
              .columns = static_cast<int>(std::lround(width / resolution_)) + 1,
              .heights = {}};
  Generator random(EntropyOf(seed_));
  for (int row = 0; row < field.rows; ++row) {
    const double y = row * depth / (field.rows - 1) - border_;
    for (int i = 0; i < field.columns; ++i) {
      const double x = i * width / (field.columns - 1) - border_;
      const double column = std::floor(y / cell_);
      const double level = std::floor(x / cell_);
      double height = 0;
      if (column >= 0 && column < static_cast<double>(columns_.size()) &&
          level >= 0 && level < levels_) {
        const Column& kind = columns_[static_cast<std::size_t>(column)];
        const double size = amount(kind, static_cast<int>(level));
        const double from_centre =
            std::max(std::fabs(x - (level + 0.5) * cell_),
                     std::fabs(y - (column + 0.5) * cell_));
        if (kind.kind == Kind::kSlope) {
          height = size * std::clamp(cell_ / 2 - from_centre, 0.0, rise());
        } else if (kind.kind == Kind::kRough) {
          const double bump = random.Uniform(-size, size);
          height = from_centre > centre_ / 2 ? bump : 0;
        }
      }
      field.heights.push_back(static_cast<float>(height));
    }
  }
  return field;
}

std::vector<Terrain::Box> Terrain::MakeBoxes() const {
  std::vector<Box> boxes;
  Generator random(EntropyOf(seed_ + 1));
  for (int level = 0; level < levels_; ++level) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const Column& column = columns_[i];
      const double size = amount(column, level);
      if (column.kind == Kind::kStairs) {
        for (int step = 1; step <= steps(column); ++step) {
          boxes.push_back({.x = x_of(level),
                           .y = y_of(i),
                           .half = cell_ / 2 - step * column.width,
                           .height = step * size});
        }
      } else if (column.kind == Kind::kBoxes) {
        const int count = static_cast<int>(cell_ / column.width);
        for (int j = 0; j < count * count; ++j) {
          const double x = (j % count + 0.5 - count / 2.0) * column.width;
          const double y = (j / count + 0.5 - count / 2.0) * column.width;
          const double height = random.Uniform(0, size);
          if (std::max(std::fabs(x), std::fabs(y)) >= centre_ / 2) {
            boxes.push_back({.x = x_of(level) + x,
                             .y = y_of(i) + y,
                             .half = column.width / 2,
                             .height = height});
          }
        }
      }
      if (boxes.size() > kMaxBoxes) {
        return boxes;
      }
    }
  }
  return boxes;
}

void Terrain::AddTo(mjSpec* spec) const {
  if (empty()) {
    return;
  }
  AddField(spec);
  AddBoxes(spec);
}

void Terrain::AddField(mjSpec* spec) const {
  const Field field = MakeField();
  const auto [lowest, highest] =
      std::minmax_element(field.heights.begin(), field.heights.end());
  mjsHField* heights = mjs_addHField(spec);
  mjs_setName(heights->element, "terrain");
  heights->size[0] = levels_ * cell_ / 2 + border_;
  heights->size[1] = static_cast<double>(columns_.size()) * cell_ / 2 + border_;
  heights->size[2] = std::max<double>(*highest - *lowest, kThinnest);
  heights->size[3] = kBase;
  heights->nrow = field.rows;
  heights->ncol = field.columns;
  mjs_setFloat(heights->userdata, field.heights.data(),
               static_cast<int>(field.heights.size()));
  mjsGeom* geom = mjs_addGeom(mjs_findBody(spec, "world"), nullptr);
  mjs_setName(geom->element, "terrain");
  geom->type = mjGEOM_HFIELD;
  mjs_setString(geom->hfieldname, "terrain");
  geom->pos[2] = *lowest;
}

void Terrain::AddBoxes(mjSpec* spec) const {
  int number = 0;
  for (const Box& box : MakeBoxes()) {
    mjsGeom* geom = mjs_addGeom(mjs_findBody(spec, "world"), nullptr);
    const std::string name = "terrain_" + std::to_string(number++);
    mjs_setName(geom->element, name.c_str());
    geom->type = mjGEOM_BOX;
    const double half = std::max(box.height, kThinnest) / 2;
    const std::array<double, 3> place{box.x, box.y, half};
    const std::array<double, 3> size{box.half, box.half, half};
    std::copy(place.begin(), place.end(), geom->pos);
    std::copy(size.begin(), size.end(), geom->size);
  }
}

}  // namespace envpool::mujoco::tasks
