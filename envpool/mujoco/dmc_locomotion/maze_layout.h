// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// MazeLayout: a maze as text, and the generator of random mazes of labmaze
// 1.0.6: the same options and seed yield the same mazes.
//
// A maze has rooms, and corridors on the grid's odd rows and columns between
// them. Walls are '*', free cells ' '.
//
// Threads: one thread at a time. Ownership: plain values. Errors:
// std::invalid_argument for options that allow no maze.

#ifndef ENVPOOL_MUJOCO_DMC_LOCOMOTION_MAZE_LAYOUT_H_
#define ENVPOOL_MUJOCO_DMC_LOCOMOTION_MAZE_LAYOUT_H_

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "envpool/core/state_io.h"

namespace envpool::mujoco::dmc_locomotion {

/// A cell of a maze, or a step from one cell to another.
struct Cell {
  int row;
  int column;

  bool operator==(const Cell&) const = default;
  Cell operator+(Cell other) const {
    return {row + other.row, column + other.column};
  }
  Cell operator*(int times) const { return {times * row, times * column}; }
};

/// The cells from `first` up to, but without, `last`.
struct Block {
  Cell first;
  Cell last;
};

/// A grid of characters.
class TextGrid {
 public:
  TextGrid(int rows, int columns, char value)
      : rows_(rows),
        columns_(columns),
        text_(static_cast<std::size_t>(rows) * columns, value) {}

  [[nodiscard]] int rows() const { return rows_; }
  [[nodiscard]] int columns() const { return columns_; }
  [[nodiscard]] bool Has(Cell cell) const {
    return 0 <= cell.row && cell.row < rows_ && 0 <= cell.column &&
           cell.column < columns_;
  }
  [[nodiscard]] char& operator[](Cell cell) {
    return text_[cell.row * columns_ + cell.column];
  }
  [[nodiscard]] char operator[](Cell cell) const {
    return text_[cell.row * columns_ + cell.column];
  }
  /// A cell's value; 0 outside the grid.
  [[nodiscard]] char At(Cell cell) const {
    return Has(cell) ? (*this)[cell] : 0;
  }
  /// All cells, row by row.
  [[nodiscard]] std::string& text() { return text_; }
  [[nodiscard]] const std::string& text() const { return text_; }
  /// The cells with a value, row by row.
  [[nodiscard]] std::vector<Cell> Find(char value) const;

 private:
  int rows_;
  int columns_;
  std::string text_;
};

/// Covers all cells with a value by blocks with odd numbers of rows and
/// columns.
std::vector<Block> Cover(const TextGrid& grid, char value);

struct MazeOptions {
  int rows{11};                 // odd, 3 to 255
  int columns{11};              // odd, 3 to 255
  int rooms{4};                 // at most; 0 is no limit
  int smallest_room{3};         // at least 3
  int largest_room{5};          // at most 2 less than the sides of the maze
  int retries{1000};            // to place rooms; 0 to 10^6
  double extra_connections{0};  // probability
  int variations{26};           // 1 to 26
  bool simplifies{true};        // without dead ends and unneeded bends
  int spawns_per_room{0};
  int targets_per_room{0};
};

class RandomMaze {
 public:
  static constexpr char kWall = '*';
  static constexpr char kFree = ' ';
  static constexpr char kSpawn = 'P';
  static constexpr char kTarget = 'G';

  /// Throws std::invalid_argument. The first maze is generated.
  RandomMaze(const MazeOptions& options, std::uint64_t seed);

  void Regenerate();

  /// Walls, free cells, spawn cells and targets.
  [[nodiscard]] const TextGrid& cells() const { return cells_; }
  /// '.' for corridors and walls; a letter for each room.
  [[nodiscard]] const TextGrid& variations() const { return variations_; }

  void Save(StateWriter* writer) const;
  void Load(StateReader* reader);

 private:
  /// A way between two regions: a cell, and the direction through it.
  struct Door {
    Cell place;
    Cell direction;
  };

  /// A number from `low` to `high`.
  int Draw(int low, int high);
  /// A number below `range`.
  std::uint64_t Below(std::uint64_t range);
  template <typename T>
  void Shuffle(std::vector<T>* values);

  [[nodiscard]] int& Region(Cell cell) {
    return regions_[cell.row * cells_.columns() + cell.column];
  }
  [[nodiscard]] Block DrawRoom();
  [[nodiscard]] std::vector<Block> DrawRooms();
  void FillWithCorridors(int first_region);
  void Dig(Cell start, int region);
  [[nodiscard]] std::vector<Door> Connect();
  void FillDeadEnds();
  void FillDeadEnd(Cell cell);
  void StraightenBends();
  bool StraightenBend(Cell cell, int width);
  void PlaceInRooms(const std::vector<Block>& rooms, int count, char value);

  MazeOptions options_;
  std::mt19937_64 random_;
  TextGrid cells_;
  TextGrid variations_;
  std::vector<int> regions_;  // of each cell; 0 is none
};

}  // namespace envpool::mujoco::dmc_locomotion

#endif  // ENVPOOL_MUJOCO_DMC_LOCOMOTION_MAZE_LAYOUT_H_
