// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// RoomGrid: the official RoomGrid, a grid of rooms with doors between them. The
// sides of a room are numbered as directions: right, down, left, up.
//
// Threads: none. Errors: as in level.h.

#ifndef ENVPOOL_MINIGRID_ROOM_GRID_H_
#define ENVPOOL_MINIGRID_ROOM_GRID_H_

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "envpool/minigrid/level.h"

namespace envpool::minigrid {

inline constexpr std::array<Type, 3> kPortableTypes = {Type::kKey, Type::kBall,
                                                       Type::kBox};

struct Room {
  // Values in `doors` for sides without a door.
  static constexpr int kNoDoor = 0;
  static constexpr int kOpenSide = -1;  // the official True

  Pos top;
  Pos size;
  std::array<int, 4> doors;      // ObjectIds
  std::array<Pos, 4> door_pos;   // (-1, -1) where there is no neighbour
  std::array<int, 4> neighbors;  // indices of rooms, or -1
  bool locked;
  std::vector<ObjectId> objs;

  [[nodiscard]] bool Contains(Pos pos) const {
    return pos.x >= top.x && pos.y >= top.y && pos.x < top.x + size.x &&
           pos.y < top.y + size.y;
  }
};

class RoomGrid : public Level {
 protected:
  /// An object and its position.
  struct Placed {
    ObjectId id;
    Pos pos;
  };

  RoomGrid(const LevelOptions& options, int room_size, int num_rows,
           int num_cols, int max_steps);

  /// The official RoomGrid._gen_grid; tasks call it first.
  void GenGrid() override;

  [[nodiscard]] int room_size() const { return room_size_; }
  [[nodiscard]] int num_rows() const { return num_rows_; }
  [[nodiscard]] int num_cols() const { return num_cols_; }
  /// Rooms are numbered row by row.
  [[nodiscard]] int RoomIndex(int i, int j) const { return j * num_cols_ + i; }
  Room& GetRoom(int i, int j) { return rooms_[RoomIndex(i, j)]; }
  [[nodiscard]] int RoomIndexFromPos(Pos pos) const {
    return RoomIndex(pos.x / (room_size_ - 1), pos.y / (room_size_ - 1));
  }
  Room& RoomFromPos(Pos pos) { return rooms_[RoomIndexFromPos(pos)]; }
  std::vector<Room>& rooms() { return rooms_; }

  Placed PlaceInRoom(int i, int j, Thing thing);
  Placed AddObject(int i, int j, std::optional<Type> type = {},
                   std::optional<Color> color = {});
  Placed AddDoor(int i, int j, std::optional<int> side = {},
                 std::optional<Color> color = {},
                 std::optional<bool> locked = {});
  void RemoveWall(int i, int j, int side);
  /// Returns the agent's position.
  Pos PlaceAgentInRoom(std::optional<int> i = {}, std::optional<int> j = {},
                       bool rand_dir = true);
  /// Returns the new doors, in a list that the next call overwrites.
  std::span<const ObjectId> ConnectAll(
      std::span<const Color> door_colors = kColorNames, int max_tries = 5000);
  /// Returns the new objects, in a list that the next call overwrites.
  std::span<const ObjectId> AddDistractors(std::optional<int> i = {},
                                           std::optional<int> j = {},
                                           int count = 10,
                                           bool all_unique = true);

 private:
  [[nodiscard]] int CountReachable(int start);

  int room_size_;
  int num_rows_;
  int num_cols_;
  std::vector<Room> rooms_;
  std::vector<ObjectId> added_doors_;
  std::vector<ObjectId> distractors_;
  std::vector<char> reached_;
  std::vector<int> stack_;
};

}  // namespace envpool::minigrid

#endif  // ENVPOOL_MINIGRID_ROOM_GRID_H_
