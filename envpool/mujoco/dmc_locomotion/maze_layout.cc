// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/dmc_locomotion/maze_layout.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace envpool::mujoco::dmc_locomotion {
namespace {

constexpr char kDoor = '+';  // while a maze is generated

constexpr std::array<Cell, 4> kDirections{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
// The order decides which cell a dead end continues to.
constexpr std::array<Cell, 4> kNeighbours{{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}};

Cell TurnRight(Cell direction) { return {direction.column, -direction.row}; }

bool Overlap(const Block& a, const Block& b) {
  return a.first.row < b.last.row && b.first.row < a.last.row &&
         a.first.column < b.last.column && b.first.column < a.last.column;
}

template <typename F>
void ForEachCell(const Block& block, F visit) {
  for (int row = block.first.row; row < block.last.row; ++row) {
    for (int column = block.first.column; column < block.last.column;
         ++column) {
      visit(Cell{row, column});
    }
  }
}

Block All(const TextGrid& grid) {
  return {{0, 0}, {grid.rows(), grid.columns()}};
}

/// The cells on odd rows and columns.
std::vector<Cell> OddCells(const TextGrid& grid) {
  std::vector<Cell> cells;
  for (int row = 1; row < grid.rows(); row += 2) {
    for (int column = 1; column < grid.columns(); column += 2) {
      cells.push_back({row, column});
    }
  }
  return cells;
}

void Require(bool is_met, const char* name, const char* expected, double got) {
  if (!is_met) {
    std::ostringstream text;
    text << name << ": expected " << expected << ", got " << got;
    throw std::invalid_argument(text.str());
  }
}

const MazeOptions& Checked(const MazeOptions& options) {
  const auto odd = [](int side) {
    return 3 <= side && side <= 255 && side % 2 == 1;
  };
  constexpr const char* kSide = "an odd number from 3 to 255";
  Require(odd(options.rows), "rows", kSide, options.rows);
  Require(odd(options.columns), "columns", kSide, options.columns);
  Require(options.rooms >= 0, "rooms", "no negative number", options.rooms);
  Require(options.smallest_room >= 3, "smallest_room", "3 or more",
          options.smallest_room);
  Require(
      options.smallest_room <= options.largest_room &&
          options.largest_room <= std::min(options.rows, options.columns) - 2,
      "largest_room", "a side from smallest_room to that of the maze less 2",
      options.largest_room);
  Require(0 <= options.retries && options.retries <= 1'000'000, "retries",
          "a number from 0 to 1000000", options.retries);
  Require(0 <= options.extra_connections && options.extra_connections <= 1,
          "extra_connections", "a probability", options.extra_connections);
  Require(1 <= options.variations && options.variations <= 26, "variations",
          "a number from 1 to 26", options.variations);
  Require(options.spawns_per_room >= 0, "spawns_per_room", "no negative number",
          options.spawns_per_room);
  Require(options.targets_per_room >= 0, "targets_per_room",
          "no negative number", options.targets_per_room);
  return options;
}

/// The first column, from `start` up to `end`, that is not to be covered.
int EndOfRun(const TextGrid& open, Cell start, int end, char value) {
  Cell cell = start;
  while (cell.column < end && open[cell] == value) {
    ++cell.column;
  }
  return cell.column;
}

/// The largest block of cells with this value that begins at `start`.
Block LargestBlock(const TextGrid& open, Cell start, char value) {
  int end = open.columns();
  int most = 0;
  Block best{start, start};
  for (int row = start.row; row < open.rows(); ++row) {
    end = EndOfRun(open, {row, start.column}, end, value);
    if (end == start.column) {
      break;
    }
    if ((end - start.column) % 2 == 0) {
      --end;
    }
    const int height = row - start.row + 1;
    const int area = (end - start.column) * height;
    if (height % 2 == 1 && area > most) {
      most = area;
      best.last = {row + 1, end};
    }
  }
  return best;
}

}  // namespace

std::vector<Cell> TextGrid::Find(char value) const {
  std::vector<Cell> cells;
  ForEachCell(All(*this), [&](Cell cell) {
    if ((*this)[cell] == value) {
      cells.push_back(cell);
    }
  });
  return cells;
}

std::vector<Block> Cover(const TextGrid& grid, char value) {
  TextGrid open = grid;
  std::vector<Block> blocks;
  ForEachCell(All(grid), [&](Cell cell) {
    if (open[cell] == value) {
      blocks.push_back(LargestBlock(open, cell, value));
      ForEachCell(blocks.back(), [&](Cell covered) {
        open[covered] = static_cast<char>(~value);
      });
    }
  });
  return blocks;
}

RandomMaze::RandomMaze(const MazeOptions& options, std::uint64_t seed)
    : options_(Checked(options)),
      random_(seed),
      cells_(options.rows, options.columns, kWall),
      variations_(options.rows, options.columns, '.') {
  Regenerate();
}

void RandomMaze::Regenerate() {
  cells_ = TextGrid(options_.rows, options_.columns, kWall);
  variations_ = TextGrid(options_.rows, options_.columns, '.');
  regions_.assign(cells_.text().size(), 0);
  const std::vector<Block> rooms = DrawRooms();
  int region = 0;
  for (const Block& room : rooms) {
    const char letter = static_cast<char>('A' + region % options_.variations);
    ++region;
    ForEachCell(room, [&](Cell cell) {
      cells_[cell] = kFree;
      variations_[cell] = letter;
      Region(cell) = region;
    });
  }
  FillWithCorridors(region + 1);
  const std::vector<Door> doors = Connect();
  if (options_.simplifies) {
    FillDeadEnds();
    StraightenBends();
  }
  PlaceInRooms(rooms, options_.spawns_per_room, kSpawn);
  PlaceInRooms(rooms, options_.targets_per_room, kTarget);
  for (const Door& door : doors) {
    // Some doors lead to corridors that have been filled.
    const bool is_blocked = cells_.At(door.place + door.direction) == kWall;
    cells_[door.place] = is_blocked ? kWall : kFree;
  }
}

void RandomMaze::Save(StateWriter* writer) const {
  writer->WriteText(random_);
  writer->Write(cells_.text());
  writer->Write(variations_.text());
}

void RandomMaze::Load(StateReader* reader) {
  reader->ReadText(&random_);
  for (TextGrid* grid : {&cells_, &variations_}) {
    std::string text;
    reader->Read(&text);
    reader->Require(text.size() == grid->text().size());
    grid->text() = text;
  }
}

// This and Shuffle are std::uniform_int_distribution and std::shuffle of the
// standard library with which labmaze was built, that of GCC 10.
std::uint64_t RandomMaze::Below(std::uint64_t range) {
  const std::uint64_t scale = std::numeric_limits<std::uint64_t>::max() / range;
  std::uint64_t value = random_();
  while (value >= range * scale) {
    value = random_();
  }
  return value / scale;
}

int RandomMaze::Draw(int low, int high) {
  return low < high ? low + static_cast<int>(Below(high - low + 1)) : low;
}

// One number decides two swaps.
template <typename T>
void RandomMaze::Shuffle(std::vector<T>* values) {
  std::vector<T>& each = *values;
  std::size_t i = 1;
  if (each.size() > 1 && each.size() % 2 == 0) {
    std::swap(each[i++], each[Below(2)]);
  }
  for (; i + 1 < each.size(); i += 2) {
    const std::uint64_t both = Below((i + 1) * (i + 2));
    std::swap(each[i], each[both / (i + 2)]);
    std::swap(each[i + 1], each[both % (i + 2)]);
  }
}

Block RandomMaze::DrawRoom() {
  // In units of two cells.
  const int least = (options_.smallest_room - 1) / 2;
  const int most = (options_.largest_room - 1) / 2;
  const int middle = (least + most) / 2;
  int columns = Draw(least, middle);
  int rows = Draw(least, middle);
  if (Draw(0, 1) == 0) {
    columns += Draw(middle, most) - middle;
  } else {
    rows += Draw(middle, most) - middle;
  }
  const int row = Draw(0, (options_.rows - 1) / 2 - rows - 1);
  const int column = Draw(0, (options_.columns - 1) / 2 - columns - 1);
  const Cell first{2 * row + 1, 2 * column + 1};
  return {first, first + Cell{2 * rows + 1, 2 * columns + 1}};
}

std::vector<Block> RandomMaze::DrawRooms() {
  std::vector<Block> rooms;
  const std::size_t limit = options_.rooms;
  const int area = options_.rows * options_.columns;
  int filled = 0;
  int retries = 0;
  while (retries < options_.retries && filled < area &&
         (limit == 0 || rooms.size() != limit)) {
    const Block room = DrawRoom();
    if (std::ranges::any_of(
            rooms, [&](const Block& other) { return Overlap(room, other); })) {
      ++retries;
    } else {
      rooms.push_back(room);
      filled += (room.last.row - room.first.row) *
                (room.last.column - room.first.column);
    }
  }
  Shuffle(&rooms);
  return rooms;
}

void RandomMaze::FillWithCorridors(int first_region) {
  int region = first_region;
  for (const Cell cell : OddCells(cells_)) {
    if (Region(cell) == 0) {
      Dig(cell, region++);
    }
  }
}

/// Digs corridors in random directions, depth first.
void RandomMaze::Dig(Cell start, int region) {
  const auto open = [&](Cell cell) {
    cells_[cell] = kFree;
    Region(cell) = region;
  };
  open(start);
  std::vector<Cell> path{start};
  while (!path.empty()) {
    const Cell end = path.back();
    std::vector<Cell> ways;
    std::ranges::copy_if(kDirections, std::back_inserter(ways),
                         [&](Cell direction) {
                           const Cell next = end + direction * 2;
                           return cells_.Has(next) && Region(next) == 0;
                         });
    if (ways.empty()) {
      path.pop_back();
      continue;
    }
    const Cell way = ways[Below(ways.size())];
    open(end + way);
    open(end + way * 2);
    path.push_back(end + way * 2);
  }
}

/// Opens one door, and perhaps more, between each two adjacent regions.
std::vector<RandomMaze::Door> RandomMaze::Connect() {
  std::map<std::pair<int, int>, std::vector<Door>> choices;
  for (const Cell cell : OddCells(cells_)) {
    const int region = Region(cell);
    for (const Cell direction : kDirections) {
      const Cell next = cell + direction * 2;
      if (cells_.Has(next) && Region(next) > region) {
        choices[{region, Region(next)}].push_back(
            {cell + direction, direction});
      }
    }
  }
  std::vector<Door> doors;
  const auto open = [&](const Door& door) {
    doors.push_back(door);
    cells_[door.place] = kDoor;
  };
  for (const auto& [regions, places] : choices) {
    open(places[Below(places.size())]);
  }
  for (const auto& [regions, places] : choices) {
    for (const Door& door : places) {
      const double chance = static_cast<double>(random_()) * 0x1p-64;
      if (chance <= options_.extra_connections &&
          std::ranges::none_of(kDirections, [&](Cell direction) {
            return cells_.At(door.place + direction) == kDoor;
          })) {
        open(door);
      }
    }
  }
  return doors;
}

void RandomMaze::FillDeadEnds() {
  ForEachCell(All(cells_), [&](Cell cell) { FillDeadEnd(cell); });
}

/// Fills the corridor that ends in a cell, if it is a dead end.
void RandomMaze::FillDeadEnd(Cell cell) {
  bool goes_on = true;
  while (goes_on && cells_[cell] == kFree) {
    int others = 0;
    Cell next = cell;
    for (const Cell direction : kNeighbours) {
      const Cell neighbour = cell + direction;
      if (cells_.Has(neighbour) && cells_[neighbour] != kWall) {
        ++others;
        if (cells_[neighbour] == kFree) {
          next = neighbour;
        }
      }
    }
    if (others > 1) {
      return;
    }
    cells_[cell] = kWall;
    goes_on = !(next == cell);
    cell = next;
  }
}

void RandomMaze::StraightenBends() {
  // Less wide bends may appear where a wide one has been.
  for (int width = 1; width + 3 < cells_.columns();) {
    bool has_changed = false;
    ForEachCell(All(cells_), [&](Cell cell) {
      has_changed = has_changed || StraightenBend(cell, width);
    });
    width = has_changed && width != 1 ? 1 : width + 1;
  }
}

/// Straightens a corridor that leads around a wall, as often as possible. The
/// wall is `width` cells wide, and `cell` is its corner. Returns whether the
/// corridor has changed.
bool RandomMaze::StraightenBend(Cell cell, int width) {
  Cell along{};
  Cell out{};
  const auto at = [&](int u, int v) {
    return cells_.At(cell + along * u + out * v);
  };
  const auto all = [&](int from, int to, int v, char value) {
    for (int u = from; u <= to; ++u) {
      if (at(u, v) != value) {
        return false;
      }
    }
    return true;
  };
  const auto is_bend = [&](Cell direction) {
    out = direction;
    along = TurnRight(direction);
    return all(0, width - 1, 0, kWall) && all(0, width - 1, -1, kWall) &&
           all(-1, width, 1, kFree) && all(-1, width, 2, kWall) &&
           at(-2, 1) == kWall && at(width + 1, 1) == kWall &&
           at(-1, 0) == kFree && at(width, 0) == kFree;
  };
  bool has_changed = false;
  while (cells_.At(cell) == kWall &&
         std::ranges::any_of(kDirections, is_bend)) {
    for (int u = -1; u <= width; ++u) {
      cells_[cell + along * u] = kFree;
      cells_[cell + along * u + out] = kWall;
    }
    cell = cell + out * -1;
    has_changed = true;
  }
  return has_changed;
}

void RandomMaze::PlaceInRooms(const std::vector<Block>& rooms, int count,
                              char value) {
  for (const Block& room : rooms) {
    std::vector<Cell> free;
    ForEachCell(room, [&](Cell cell) {
      if (cells_[cell] == kFree) {
        free.push_back(cell);
      }
    });
    Shuffle(&free);
    free.resize(std::min<std::size_t>(free.size(), count));
    for (const Cell cell : free) {
      cells_[cell] = value;
    }
  }
}

}  // namespace envpool::mujoco::dmc_locomotion
