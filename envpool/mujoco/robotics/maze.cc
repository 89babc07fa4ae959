// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/robotics/maze.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace envpool::mujoco::robotics {
namespace {

constexpr std::string_view kCells = "10rgc";

/// The official maps, by their official names.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kMaps{{
    {"U_MAZE", "11111/10001/11101/10001/11111"},
    {"OPEN", "1111111/1000001/1000001/1000001/1111111"},
    {"OPEN_DIVERSE_G", "1111111/1rgggg1/1ggggg1/1ggggg1/1111111"},
    {"OPEN_DIVERSE_GR", "1111111/1ccccc1/1ccccc1/1ccccc1/1111111"},
    {"MEDIUM_MAZE",
     "11111111/10011001/10010001/11000111/10010001/10100101/10001001/11111111"},
    {"MEDIUM_MAZE_DIVERSE_G",
     "11111111/1r011001/100100g1/11000111/10010001/1g100101/10001g01/11111111"},
    {"MEDIUM_MAZE_DIVERSE_GR",
     "11111111/1c011001/100100c1/11000111/10010001/1c100101/10001c01/11111111"},
    {"LARGE_MAZE",
     "111111111111/100001000001/101101010101/100000010001/101111011101/"
     "100101000001/110101010111/100100010001/111111111111"},
    {"LARGE_MAZE_DIVERSE_G",
     "111111111111/1r0001g00001/101101010101/10000g0100g1/101111011101/"
     "10g101000001/110101010111/1001g0g10g01/111111111111"},
    {"LARGE_MAZE_DIVERSE_GR",
     "111111111111/1c0001c00001/101101010101/10000c0100c1/101111011101/"
     "10c101000001/110101010111/1001c0c10c01/111111111111"},
}};

[[noreturn]] void Refuse(const std::string& map, const std::string& reason) {
  throw std::invalid_argument(
      "maze_map: expected rows of equal length with the cells 0, 1, r, g and "
      "c, or the name of a map, got \"" +
      map + "\", " + reason);
}

std::vector<std::string> RowsOf(const std::string& map) {
  std::string_view rest = map;
  const auto* const known =
      std::find_if(kMaps.begin(), kMaps.end(),
                   [&](const auto& entry) { return entry.first == map; });
  if (known != kMaps.end()) {
    rest = known->second;
  }
  std::vector<std::string> rows;
  while (true) {
    const std::size_t end = rest.find('/');
    rows.emplace_back(rest.substr(0, end));
    const std::string& row = rows.back();
    if (row.empty() || row.size() != rows.front().size()) {
      Refuse(map, "which has rows of other lengths");
    }
    if (row.find_first_not_of(kCells) != std::string::npos) {
      Refuse(map, "which has other cells");
    }
    if (end == std::string_view::npos) {
      return rows;
    }
    rest.remove_prefix(end + 1);
  }
}

void Append(const std::vector<Place>& places, std::vector<Place>* all) {
  all->insert(all->end(), places.begin(), places.end());
}

}  // namespace

double DistanceBetween(const double* a, const double* b) {
  const double x = a[0] - b[0];
  const double y = a[1] - b[1];
  return std::sqrt(x * x + y * y);
}

Maze::Maze(const std::string& map, double scaling, double height)
    : rows_(RowsOf(map)), scaling_(scaling), height_(height) {
  FindPlaces();
  if (goals_.empty() || starts_.empty()) {
    Refuse(map, "which has no place for the goal or for the robot");
  }
}

Place Maze::CentreOf(std::size_t row, std::size_t column) const {
  const double width = static_cast<double>(rows_.front().size());
  const double length = static_cast<double>(rows_.size());
  return {(static_cast<double>(column) + 0.5) * scaling_ - width / 2 * scaling_,
          length / 2 * scaling_ - (static_cast<double>(row) + 0.5) * scaling_};
}

Place Maze::FreeCell(const char* name, int row, int column) const {
  const int num_rows = static_cast<int>(rows_.size());
  const int num_columns = static_cast<int>(rows_.front().size());
  const bool is_inside =
      row >= 0 && row < num_rows && column >= 0 && column < num_columns;
  if (!is_inside || rows_[row][column] == '1') {
    throw std::invalid_argument(
        std::string(name) + ": expected the row and column of a free cell of " +
        std::to_string(num_rows) + " rows and " + std::to_string(num_columns) +
        " columns, got " + (is_inside ? "the wall (" : "(") +
        std::to_string(row) + ", " + std::to_string(column) + ")");
  }
  return CentreOf(row, column);
}

// Cells for both come last. Free cells serve where the map has no cell for
// goals, or none for starts.
void Maze::FindPlaces() {
  std::vector<Place> both;
  std::vector<Place> free;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    for (std::size_t j = 0; j < rows_[i].size(); ++j) {
      const char cell = rows_[i][j];
      if (cell != '1') {
        std::vector<Place>& places = cell == 'r'   ? starts_
                                     : cell == 'g' ? goals_
                                     : cell == 'c' ? both
                                                   : free;
        places.push_back(CentreOf(i, j));
      }
    }
  }
  if (both.empty()) {
    if (starts_.empty()) {
      starts_ = free;
    }
    if (goals_.empty()) {
      goals_ = free;
    }
  }
  Append(both, &goals_);
  Append(both, &starts_);
}

ModelEdit Maze::Walls() const {
  std::array<char, 64> sizes{};
  std::snprintf(sizes.data(), sizes.size(), "%a %a", scaling_, height_);
  std::string name = sizes.data();
  for (const std::string& row : rows_) {
    name += " " + row;
  }
  return {.name = std::move(name),
          .apply = [maze = *this](mjSpec* spec) { maze.AddTo(spec); }};
}

void Maze::AddTo(mjSpec* spec) const {
  mjsBody* world = mjs_findBody(spec, "world");
  const double half_height = height_ / 2 * scaling_;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    for (std::size_t j = 0; j < rows_[i].size(); ++j) {
      if (rows_[i][j] != '1') {
        continue;
      }
      const Place centre = CentreOf(i, j);
      mjsGeom* wall = mjs_addGeom(world, nullptr);
      const std::string name =
          "block_" + std::to_string(i) + "_" + std::to_string(j);
      mjs_setName(wall->element, name.c_str());
      wall->type = mjGEOM_BOX;
      wall->contype = 1;
      wall->conaffinity = 1;
      const double side = 0.5 * scaling_;
      std::ranges::copy(std::array{centre[0], centre[1], half_height},
                        wall->pos);
      std::ranges::copy(std::array{side, side, half_height}, wall->size);
      std::ranges::copy(std::array{0.7F, 0.5F, 0.3F, 1.0F}, wall->rgba);
    }
  }
  mjsSite* target = mjs_addSite(world, nullptr);
  mjs_setName(target->element, "target");
  target->type = mjGEOM_SPHERE;
  target->size[0] = 0.2 * scaling_;
  std::ranges::copy(std::array{0.0, 0.0, half_height}, target->pos);
  std::ranges::copy(std::array{1.0F, 0.0F, 0.0F, 0.7F}, target->rgba);
}

}  // namespace envpool::mujoco::robotics
