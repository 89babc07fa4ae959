// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The grid of a MiniGrid world, in the official encoding.
//
// A Cell is the content of a place, as observations show it. Its first three
// bytes are the official (object, colour, state); the fourth caches properties.
// Keys, balls, boxes and doors have an identity, an ObjectId, which the Grid
// keeps in an array beside the cells.
//
// Threads: none. Errors: none; positions must be within the margin.

#ifndef ENVPOOL_MINIGRID_GRID_H_
#define ENVPOOL_MINIGRID_GRID_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace envpool::minigrid {

/// The official OBJECT_TO_IDX.
enum class Type : uint8_t {
  kUnseen,
  kEmpty,
  kWall,
  kFloor,
  kDoor,
  kKey,
  kBall,
  kBox,
  kGoal,
  kLava,
  kAgent,
};

/// The official COLOR_TO_IDX.
enum class Color : uint8_t { kRed, kGreen, kBlue, kPurple, kYellow, kGrey };

inline constexpr int kNumColors = 6;

/// The official COLOR_NAMES: sorted by name.
inline constexpr std::array<Color, kNumColors> kColorNames = {
    Color::kBlue,   Color::kGreen, Color::kGrey,
    Color::kPurple, Color::kRed,   Color::kYellow};

/// The states of a door.
inline constexpr uint8_t kOpen = 0;
inline constexpr uint8_t kClosed = 1;
inline constexpr uint8_t kLocked = 2;

inline const char* NameOf(Type type) {
  constexpr std::array<const char*, 11> kNames = {
      "unseen", "empty", "wall", "floor", "door", "key",
      "ball",   "box",   "goal", "lava",  "agent"};
  return kNames[static_cast<std::size_t>(type)];
}

inline const char* NameOf(Color color) {
  constexpr std::array<const char*, kNumColors> kNames = {
      "red", "green", "blue", "purple", "yellow", "grey"};
  return kNames[static_cast<std::size_t>(color)];
}

struct Pos {
  int x{-1};
  int y{-1};
  friend bool operator==(const Pos&, const Pos&) = default;
  friend Pos operator+(Pos a, Pos b) { return {a.x + b.x, a.y + b.y}; }
  friend Pos operator-(Pos a, Pos b) { return {a.x - b.x, a.y - b.y}; }
};

/// The official DIR_TO_VEC: right, down, left, up.
inline constexpr std::array<Pos, 4> kDirections = {Pos{1, 0}, Pos{0, 1},
                                                   Pos{-1, 0}, Pos{0, -1}};

struct Cell {
  static constexpr uint8_t kOpaque = 1;    // not see_behind()
  static constexpr uint8_t kWalkable = 2;  // can_overlap(), or empty
  static constexpr uint8_t kPortable = 4;  // can_pickup()

  Type type{Type::kEmpty};
  Color color{Color::kRed};
  uint8_t state{0};
  uint8_t traits{kWalkable};

  [[nodiscard]] bool is_empty() const { return type == Type::kEmpty; }
  [[nodiscard]] bool is_opaque() const { return (traits & kOpaque) != 0; }
  [[nodiscard]] bool is_walkable() const { return (traits & kWalkable) != 0; }
  [[nodiscard]] bool is_portable() const { return (traits & kPortable) != 0; }
  friend bool operator==(const Cell&, const Cell&) = default;
};

static_assert(sizeof(Cell) == 4);

constexpr Cell MakeCell(Type type, Color color = Color::kRed,
                        uint8_t state = 0) {
  Cell cell{type, color, state, 0};
  switch (type) {
    case Type::kWall:
      cell.traits = Cell::kOpaque;
      break;
    case Type::kDoor:
      cell.traits = state == kOpen ? Cell::kWalkable : Cell::kOpaque;
      break;
    case Type::kKey:
    case Type::kBall:
    case Type::kBox:
      cell.traits = Cell::kPortable;
      break;
    default:
      cell.traits = Cell::kWalkable;
  }
  return cell;
}

/// 0 stands for no object or an object without an identity, such as a wall.
using ObjectId = uint16_t;

/// The content of one place of a grid.
struct Thing {
  Cell cell;
  ObjectId id{0};
};

inline constexpr Thing kNothing = {};
inline constexpr Thing kWall = {MakeCell(Type::kWall, Color::kGrey)};
inline constexpr Thing kGoal = {MakeCell(Type::kGoal, Color::kGreen)};
inline constexpr Thing kLava = {MakeCell(Type::kLava, Color::kRed)};

class Grid {
 public:
  Grid() = default;
  /// `margin` cells of wall (at least one) surround the grid, so that code that
  /// looks beyond the edge needs no bounds check.
  Grid(int width, int height, int margin)
      : width_(width),
        height_(height),
        margin_(std::max(margin, 1)),
        stride_(width + 2 * margin_),
        cells_(static_cast<std::size_t>(stride_) * (height + 2 * margin_),
               kWall.cell),
        ids_(cells_.size()),
        opaque_(cells_.size() + kSpare, 1) {
    Clear();
  }

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  [[nodiscard]] int margin() const { return margin_; }
  /// The offset from a cell to the cell below it.
  [[nodiscard]] int stride() const { return stride_; }

  [[nodiscard]] bool Contains(Pos pos) const {
    return pos.x >= 0 && pos.x < width_ && pos.y >= 0 && pos.y < height_;
  }

  /// Returns a cell of the grid or its margin. Rows are contiguous and stride()
  /// apart.
  [[nodiscard]] const Cell* At(Pos pos) const { return &cells_[Index(pos)]; }
  [[nodiscard]] const Cell& operator[](Pos pos) const { return *At(pos); }
  [[nodiscard]] ObjectId IdAt(Pos pos) const { return ids_[Index(pos)]; }
  [[nodiscard]] Thing Get(Pos pos) const {
    const std::size_t index = Index(pos);
    return {cells_[index], ids_[index]};
  }

  /// Returns the opaque flags (1 or 0) from this cell on, in the order of the
  /// cells. At least eight flags may be read from any cell.
  [[nodiscard]] const uint8_t* OpaqueAt(Pos pos) const {
    return &opaque_[Index(pos)];
  }

  /// `pos` must not be in the margin.
  void Set(Pos pos, Thing thing) {
    const std::size_t index = Index(pos);
    cells_[index] = thing.cell;
    ids_[index] = thing.id;
    opaque_[index] = static_cast<uint8_t>(thing.cell.is_opaque());
  }
  void SetDoorState(Pos pos, uint8_t state) {
    const Thing door = Get(pos);
    Set(pos, {MakeCell(door.cell.type, door.cell.color, state), door.id});
  }

  void Clear() {
    for (int y = 0; y < height_; ++y) {
      HorzWall(0, y, width_, kNothing);
    }
  }
  void HorzWall(int x, int y, int length, Thing thing = kWall) {
    const std::size_t first = Index({x, y});
    std::fill_n(cells_.begin() + first, length, thing.cell);
    std::fill_n(ids_.begin() + first, length, thing.id);
    std::fill_n(opaque_.begin() + first, length,
                static_cast<uint8_t>(thing.cell.is_opaque()));
  }
  void VertWall(int x, int y, int length, Thing thing = kWall) {
    for (int j = 0; j < length; ++j) {
      Set({x, y + j}, thing);
    }
  }
  void WallRect(int x, int y, int width, int height) {
    HorzWall(x, y, width);
    HorzWall(x, y + height - 1, width);
    VertWall(x, y, height);
    VertWall(x + width - 1, y, height);
  }

 private:
  [[nodiscard]] std::size_t Index(Pos pos) const {
    return static_cast<std::size_t>(pos.y + margin_) * stride_ + pos.x +
           margin_;
  }

  static constexpr int kSpare = 8;  // flags beyond the last cell

  int width_{0};
  int height_{0};
  int margin_{0};
  int stride_{0};
  std::vector<Cell> cells_;
  std::vector<ObjectId> ids_;
  std::vector<uint8_t> opaque_;  // is_opaque() of the cells, as 0 or 1
};

}  // namespace envpool::minigrid

#endif  // ENVPOOL_MINIGRID_GRID_H_
