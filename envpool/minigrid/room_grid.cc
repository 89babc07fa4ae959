// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/minigrid/room_grid.h"

#include <algorithm>
#include <cstdlib>

namespace envpool::minigrid {

namespace {

constexpr int kTriesInRoom = 1000;
// The official loop has no limit.
constexpr int kMaxAgentPlaces = 100000;

}  // namespace

RoomGrid::RoomGrid(const LevelOptions& options, int room_size, int num_rows,
                   int num_cols, int max_steps)
    : Level(options, (room_size - 1) * num_cols + 1,
            (room_size - 1) * num_rows + 1, max_steps),
      room_size_(room_size),
      num_rows_(num_rows),
      num_cols_(num_cols),
      rooms_(static_cast<std::size_t>(num_rows) * num_cols) {}

void RoomGrid::GenGrid() {
  // A task calls this again after it rejects a level.
  grid_.Clear();
  objects_.resize(1);
  const int step = room_size_ - 1;
  for (int j = 0; j < num_rows_; ++j) {
    for (int i = 0; i < num_cols_; ++i) {
      Room& room = GetRoom(i, j);
      room.top = {i * step, j * step};
      room.size = {room_size_, room_size_};
      room.doors.fill(Room::kNoDoor);
      room.door_pos.fill({});
      room.neighbors.fill(-1);
      room.locked = false;
      room.objs.clear();
      grid_.WallRect(room.top.x, room.top.y, room_size_, room_size_);
    }
  }
  for (int j = 0; j < num_rows_; ++j) {
    for (int i = 0; i < num_cols_; ++i) {
      Room& room = GetRoom(i, j);
      const Pos low = room.top + Pos{1, 1};
      const Pos high = room.top + Pos{step, step};
      if (i < num_cols_ - 1) {
        room.neighbors[0] = RoomIndex(i + 1, j);
        room.door_pos[0] = {high.x, RandInt(low.y, high.y)};
      }
      if (j < num_rows_ - 1) {
        room.neighbors[1] = RoomIndex(i, j + 1);
        room.door_pos[1] = {RandInt(low.x, high.x), high.y};
      }
      if (i > 0) {
        room.neighbors[2] = RoomIndex(i - 1, j);
        room.door_pos[2] = GetRoom(i - 1, j).door_pos[0];
      }
      if (j > 0) {
        room.neighbors[3] = RoomIndex(i, j - 1);
        room.door_pos[3] = GetRoom(i, j - 1).door_pos[1];
      }
    }
  }
  agent_pos_ = {num_cols_ / 2 * step + room_size_ / 2,
                num_rows_ / 2 * step + room_size_ / 2};
  agent_dir_ = 0;
}

RoomGrid::Placed RoomGrid::PlaceInRoom(int i, int j, Thing thing) {
  Room& room = GetRoom(i, j);
  const Pos pos =
      PlaceObj(thing, room.top, room.size, kTriesInRoom, [this](Pos at) {
        return std::abs(agent_pos_.x - at.x) + std::abs(agent_pos_.y - at.y) <
               2;
      });
  room.objs.push_back(thing.id);
  return {thing.id, pos};
}

RoomGrid::Placed RoomGrid::AddObject(int i, int j, std::optional<Type> type,
                                     std::optional<Color> color) {
  const Type kind = type ? *type : RandElem(kPortableTypes);
  const Color paint = color ? *color : RandColor();
  return PlaceInRoom(i, j, New(kind, paint));
}

RoomGrid::Placed RoomGrid::AddDoor(int i, int j, std::optional<int> side,
                                   std::optional<Color> color,
                                   std::optional<bool> locked) {
  Room& room = GetRoom(i, j);
  while (!side) {
    const int drawn = RandInt(0, 4);
    if (room.neighbors[drawn] >= 0 && room.doors[drawn] == Room::kNoDoor) {
      side = drawn;
    }
  }
  const Color paint = color ? *color : RandColor();
  const bool lock = locked ? *locked : RandBool();
  if (room.neighbors[*side] < 0 || room.doors[*side] != Room::kNoDoor) {
    throw std::runtime_error("minigrid: a room has no place for its door");
  }
  room.locked = lock;
  const Thing door = NewDoor(paint, lock ? kLocked : kClosed);
  const Pos pos = room.door_pos[*side];
  grid_.Set(pos, door);
  objects_[door.id].cur_pos = pos;
  room.doors[*side] = door.id;
  rooms_[room.neighbors[*side]].doors[(*side + 2) % 4] = door.id;
  return {door.id, pos};
}

void RoomGrid::RemoveWall(int i, int j, int side) {
  Room& room = GetRoom(i, j);
  const Pos top = room.top;
  const int last = room_size_ - 1;
  if (side % 2 == 0) {
    grid_.VertWall(side == 0 ? top.x + last : top.x, top.y + 1, last - 1,
                   kNothing);
  } else {
    grid_.HorzWall(top.x + 1, side == 1 ? top.y + last : top.y, last - 1,
                   kNothing);
  }
  room.doors[side] = Room::kOpenSide;
  rooms_[room.neighbors[side]].doors[(side + 2) % 4] = Room::kOpenSide;
}

Pos RoomGrid::PlaceAgentInRoom(std::optional<int> i, std::optional<int> j,
                               bool rand_dir) {
  const int col = i ? *i : RandInt(0, num_cols_);
  const int row = j ? *j : RandInt(0, num_rows_);
  const Room& room = GetRoom(col, row);
  for (int tries = 0; tries < kMaxAgentPlaces; ++tries) {
    PlaceAgent(room.top, room.size, rand_dir, kTriesInRoom);
    const Type front = grid_[FrontPos()].type;
    if (front == Type::kEmpty || front == Type::kWall) {
      return agent_pos_;
    }
  }
  throw std::runtime_error("minigrid: a room has no place for the agent");
}

int RoomGrid::CountReachable(int start) {
  reached_.assign(rooms_.size(), 0);
  stack_.assign(1, start);
  int count = 0;
  while (!stack_.empty()) {
    const int index = stack_.back();
    stack_.pop_back();
    if (reached_[index] != 0) {
      continue;
    }
    reached_[index] = 1;
    ++count;
    for (int side = 0; side < 4; ++side) {
      if (rooms_[index].doors[side] != Room::kNoDoor) {
        stack_.push_back(rooms_[index].neighbors[side]);
      }
    }
  }
  return count;
}

std::span<const ObjectId> RoomGrid::ConnectAll(
    std::span<const Color> door_colors, int max_tries) {
  const int start = RoomIndexFromPos(agent_pos_);
  const int count = num_rows_ * num_cols_;
  added_doors_.clear();
  int reachable = CountReachable(start);
  for (int tries = 0;; ++tries) {
    if (tries > max_tries) {
      throw SamplingFailed("connect_all failed");
    }
    if (reachable == count) {
      return added_doors_;
    }
    const int i = RandInt(0, num_cols_);
    const int j = RandInt(0, num_rows_);
    const int side = RandInt(0, 4);
    const Room& room = GetRoom(i, j);
    if (room.neighbors[side] < 0 || room.doors[side] != Room::kNoDoor ||
        room.locked || rooms_[room.neighbors[side]].locked) {
      continue;
    }
    const Color color = RandElem(door_colors);
    added_doors_.push_back(AddDoor(i, j, side, color, false).id);
    reachable = CountReachable(start);
  }
}

std::span<const ObjectId> RoomGrid::AddDistractors(std::optional<int> i,
                                                   std::optional<int> j,
                                                   int count, bool all_unique) {
  std::array<std::array<bool, kNumColors>, 11> seen{};
  const auto mark = [&seen](Type type, Color color) -> bool& {
    return seen[static_cast<int>(type)][static_cast<int>(color)];
  };
  for (const Room& room : rooms_) {
    for (const ObjectId id : room.objs) {
      mark(objects_[id].type, objects_[id].color) = true;
    }
  }
  distractors_.clear();
  while (static_cast<int>(distractors_.size()) < count) {
    const Color color = RandColor();
    const Type type = RandElem(kPortableTypes);
    if (all_unique && mark(type, color)) {
      continue;
    }
    const int col = i ? *i : RandInt(0, num_cols_);
    const int row = j ? *j : RandInt(0, num_rows_);
    distractors_.push_back(AddObject(col, row, type, color).id);
    mark(type, color) = true;
  }
  return distractors_;
}

}  // namespace envpool::minigrid
