// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Tasks in grids of rooms.

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "envpool/minigrid/levels/levels.h"
#include "envpool/minigrid/room_grid.h"

namespace envpool::minigrid {

namespace {

constexpr int kRoomSize = 6;  // room size of tasks that fix it
constexpr int kRoomArea = kRoomSize * kRoomSize;

/// A level in which the agent must pick up one object.
class PickupLevel : public RoomGrid {
 protected:
  using RoomGrid::RoomGrid;

  void AfterStep(Action action, Outcome* outcome) override {
    if (action == Action::kPickup && carrying_ != 0 && carrying_ == target_) {
      outcome->reward = Reward();
      outcome->terminated = true;
    }
  }

  /// Sets the target and the mission to pick it up.
  void SetTarget(ObjectId target) {
    target_ = target;
    mission_ = "pick up the ";
    mission_ += NameOf(objects_[target].color);
    mission_ += " ";
    mission_ += NameOf(objects_[target].type);
  }

  void SaveTask(StateWriter* writer) const override { writer->Write(target_); }
  void LoadTask(StateReader* reader) override {
    target_ = ReadObjectId(reader);
  }

  ObjectId target_{0};
};

class KeyCorridor : public PickupLevel {
 public:
  explicit KeyCorridor(const LevelOptions& o)
      : PickupLevel(o, o.room_size, o.num_rows, 3,
                    30 * o.room_size * o.room_size),
        type_(o.obj_type == "ball"  ? Type::kBall
              : o.obj_type == "box" ? Type::kBox
                                    : Type::kKey) {}

 protected:
  void GenGrid() override {
    RoomGrid::GenGrid();
    for (int j = 1; j < num_rows(); ++j) {
      RemoveWall(1, j, 3);
    }
    const int row = RandInt(0, num_rows());
    const ObjectId door = AddDoor(2, row, 2, {}, true).id;
    const ObjectId target = AddObject(2, row, type_).id;
    AddObject(0, RandInt(0, num_rows()), Type::kKey, objects_[door].color);
    PlaceAgentInRoom(1, num_rows() / 2);
    ConnectAll();
    SetTarget(target);
  }

 private:
  Type type_;
};

class Unlock : public RoomGrid {
 public:
  explicit Unlock(const LevelOptions& o)
      : RoomGrid(o, kRoomSize, 1, 2, 8 * kRoomArea) {
    mission_ = "open the door";
  }

 protected:
  void GenGrid() override {
    RoomGrid::GenGrid();
    const Placed door = AddDoor(0, 0, 0, {}, true);
    AddObject(0, 0, Type::kKey, objects_[door.id].color);
    PlaceAgentInRoom(0, 0);
    door_ = door.pos;
  }

  void AfterStep(Action action, Outcome* outcome) override {
    if (action == Action::kToggle && grid_[door_].type == Type::kDoor &&
        grid_[door_].state == kOpen) {
      outcome->reward = Reward();
      outcome->terminated = true;
    }
  }

  void SaveTask(StateWriter* writer) const override { WritePos(writer, door_); }
  void LoadTask(StateReader* reader) override { door_ = ReadPos(reader); }

 private:
  Pos door_;
};

class UnlockPickup : public PickupLevel {
 public:
  explicit UnlockPickup(const LevelOptions& o)
      : UnlockPickup(o, 8 * kRoomArea, false) {}

 protected:
  UnlockPickup(const LevelOptions& o, int max_steps, bool is_blocked)
      : PickupLevel(o, kRoomSize, 1, 2, max_steps), is_blocked_(is_blocked) {}

  void GenGrid() override {
    RoomGrid::GenGrid();
    const ObjectId box = AddObject(1, 0, Type::kBox).id;
    const Placed door = AddDoor(0, 0, 0, {}, true);
    if (is_blocked_) {
      grid_.Set(door.pos - Pos{1, 0}, New(Type::kBall, RandColor()));
    }
    AddObject(0, 0, Type::kKey, objects_[door.id].color);
    PlaceAgentInRoom(0, 0);
    SetTarget(box);
    mission_id_ = is_blocked_ ? 0 : static_cast<int>(objects_[box].color);
  }

 private:
  bool is_blocked_;
};

class BlockedUnlockPickup : public UnlockPickup {
 public:
  explicit BlockedUnlockPickup(const LevelOptions& o)
      : UnlockPickup(o, 16 * kRoomArea, true) {}
};

class ObstructedMaze : public PickupLevel {
 protected:
  static constexpr Color kTargetColor = kColorNames[0];
  static constexpr Color kBlockingColor = kColorNames[1];
  static constexpr Color kBoxColor = kColorNames[2];

  ObstructedMaze(const LevelOptions& o, int num_rows, int num_cols,
                 int num_rooms_visited)
      : PickupLevel(o, kRoomSize, num_rows, num_cols,
                    4 * num_rooms_visited * kRoomArea) {}

  void GenGrid() override {
    RoomGrid::GenGrid();
    door_colors_ = RandSubset(kColorNames, kNumColors);
  }

  /// Adds a door, with a ball before it if `blocked`.
  void AddBlockedDoor(int i, int j, int side, Color color, bool locked,
                      bool blocked) {
    const Placed door = AddDoor(i, j, side, color, locked);
    if (blocked) {
      grid_.Set(door.pos - kDirections[side], New(Type::kBall, kBlockingColor));
    }
  }

  /// Adds a key, in a box if the option key_in_box is set.
  void AddKey(int i, int j, Color color) {
    Thing thing = New(Type::kKey, color);
    if (options_.key_in_box) {
      const ObjectId key = thing.id;
      thing = New(Type::kBox, kBoxColor);
      objects_[thing.id].contains = key;
    }
    PlaceInRoom(i, j, thing);
  }

  /// A colour by its position in the drawn order; negative numbers count from
  /// the end.
  [[nodiscard]] Color DoorColor(int number) const {
    return door_colors_[(number + kNumColors) % kNumColors];
  }

  void AddTarget(int i, int j) {
    SetTarget(AddObject(i, j, Type::kBall, kTargetColor).id);
  }

 private:
  std::vector<Color> door_colors_;
};

class ObstructedMazeOneDoor : public ObstructedMaze {
 public:
  explicit ObstructedMazeOneDoor(const LevelOptions& o)
      : ObstructedMaze(o, 1, 2, 2) {}

 protected:
  void GenGrid() override {
    ObstructedMaze::GenGrid();
    AddBlockedDoor(0, 0, 0, DoorColor(0), true, options_.blocked);
    AddKey(0, 0, DoorColor(0));
    AddTarget(1, 0);
    PlaceAgentInRoom(0, 0);
  }
};

class ObstructedMazeFull : public ObstructedMaze {
 public:
  explicit ObstructedMazeFull(const LevelOptions& o)
      : ObstructedMazeFull(o, false) {}

 protected:
  /// `keys_last`: whether both doors of a side room are added before its keys.
  ObstructedMazeFull(const LevelOptions& o, bool keys_last)
      : ObstructedMaze(o, 3, 3, o.num_rooms_visited), keys_last_(keys_last) {}

  void GenGrid() override {
    ObstructedMaze::GenGrid();
    constexpr std::array<Pos, 4> kSideRooms = {Pos{2, 1}, Pos{1, 2}, Pos{0, 1},
                                               Pos{1, 0}};
    constexpr std::array<Pos, 4> kCorners = {Pos{2, 0}, Pos{2, 2}, Pos{0, 2},
                                             Pos{0, 0}};
    for (int i = 0; i < options_.num_quarters; ++i) {
      const Pos room = kSideRooms[i];
      AddDoor(1, 1, i, DoorColor(i), false);
      for (const int k : {-1, 1}) {
        AddBlockedDoor(room.x, room.y, (i + k + 4) % 4, DoorColor(i + k), true,
                       options_.blocked);
        if (!keys_last_) {
          AddKey(room.x, room.y, DoorColor(i + k));
        }
      }
      for (const int k : {-1, 1}) {
        if (keys_last_) {
          AddKey(room.x, room.y, DoorColor(i + k));
        }
      }
    }
    const Pos corner = kCorners[RandInt(0, options_.num_quarters)];
    AddTarget(corner.x, corner.y);
    PlaceAgentInRoom(options_.agent_room.x, options_.agent_room.y);
  }

 private:
  bool keys_last_;
};

class ObstructedMazeFullV1 : public ObstructedMazeFull {
 public:
  explicit ObstructedMazeFullV1(const LevelOptions& o)
      : ObstructedMazeFull(o, true) {}
};

constexpr std::array<Task, 7> kTasks = {{
    {"key_corridor", Make<KeyCorridor>},
    {"unlock", Make<Unlock>},
    {"unlock_pickup", Make<UnlockPickup>},
    {"blocked_unlock_pickup", Make<BlockedUnlockPickup>},
    {"obstructed_maze_1dlhb", Make<ObstructedMazeOneDoor>},
    {"obstructed_maze_full", Make<ObstructedMazeFull>},
    {"obstructed_maze_full_v1", Make<ObstructedMazeFullV1>},
}};

}  // namespace

std::span<const Task> RoomGridTasks() { return kTasks; }

}  // namespace envpool::minigrid
