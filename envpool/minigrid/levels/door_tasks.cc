// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Tasks in which the agent must get through doors.

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "envpool/minigrid/levels/levels.h"

namespace envpool::minigrid {

namespace {

class DoorKey : public Level {
 public:
  explicit DoorKey(const LevelOptions& o)
      : Level(o, o.size, o.size, 10 * o.size * o.size) {
    mission_ = "use the key to open the door and then get to the goal";
  }

 protected:
  void GenGrid() override {
    const int size = options_.size;
    grid_.WallRect(0, 0, size, size);
    PutObj(kGoal, {size - 2, size - 2});
    const int split = RandInt(2, size - 2);
    grid_.VertWall(split, 0, size);
    PlaceAgent({0, 0}, {split, size});
    const int door = RandInt(1, size - 2);
    PutObj(NewDoor(Color::kYellow, kLocked), {split, door});
    PlaceObj(New(Type::kKey, Color::kYellow), {0, 0}, {split, size});
  }
};

class RedBlueDoors : public Level {
 public:
  explicit RedBlueDoors(const LevelOptions& o)
      : Level(o, 2 * o.size, o.size, 20 * o.size * o.size) {
    mission_ = "open the red door then the blue door";
  }

 protected:
  void GenGrid() override {
    const int size = options_.size;
    const int left = size / 2;
    grid_.WallRect(0, 0, 2 * size, size);
    grid_.WallRect(left, 0, size, size);
    PlaceAgent({left, 0}, {size, size});
    red_ = {left, RandInt(1, size - 1)};
    grid_.Set(red_, NewDoor(Color::kRed));
    blue_ = {left + size - 1, RandInt(1, size - 1)};
    grid_.Set(blue_, NewDoor(Color::kBlue));
  }

  Action BeforeStep(Action action) override {
    red_was_open_ = IsOpen(red_);
    blue_was_open_ = IsOpen(blue_);
    return action;
  }

  void AfterStep(Action /*action*/, Outcome* outcome) override {
    if (IsOpen(blue_)) {
      outcome->reward = red_was_open_ ? Reward() : 0;
      outcome->terminated = true;
    } else if (IsOpen(red_) && blue_was_open_) {
      outcome->reward = 0;
      outcome->terminated = true;
    }
  }

  void SaveTask(StateWriter* writer) const override {
    WritePos(writer, red_);
    WritePos(writer, blue_);
  }
  void LoadTask(StateReader* reader) override {
    red_ = ReadPos(reader);
    blue_ = ReadPos(reader);
  }

 private:
  [[nodiscard]] bool IsOpen(Pos door) const {
    return grid_[door].type == Type::kDoor && grid_[door].state == kOpen;
  }

  Pos red_;
  Pos blue_;
  bool red_was_open_{false};
  bool blue_was_open_{false};
};

class LockedRoom : public Level {
 public:
  explicit LockedRoom(const LevelOptions& o)
      : Level(o, o.size, o.size, 10 * o.size) {}

 protected:
  void GenGrid() override {
    const int size = options_.size;
    const int left = size / 2 - 2;
    const int right = size / 2 + 2;
    BuildRooms(left, right);
    const int locked = RandInt(0, kRooms);
    grid_.Set(PlaceIn(rooms_[locked]), kGoal);
    std::array<Color, kRooms> colors;
    std::vector<Color> unused(kColorNames.begin(), kColorNames.end());
    for (int i = 0; i < kRooms; ++i) {
      const int drawn = RandInt(0, static_cast<int>(unused.size()));
      colors[i] = unused[drawn];
      unused.erase(unused.begin() + drawn);
      grid_.Set(rooms_[i].door,
                NewDoor(colors[i], i == locked ? kLocked : kClosed));
    }
    int key_room = locked;
    while (key_room == locked) {
      key_room = RandInt(0, kRooms);
    }
    grid_.Set(PlaceIn(rooms_[key_room]), New(Type::kKey, colors[locked]));
    PlaceAgent({left, 0}, {right - left, size});
    const std::string color = NameOf(colors[locked]);
    mission_ = "get the " + color + " key from the " +
               NameOf(colors[key_room]) + " room, unlock the " + color +
               " door and go to the goal";
  }

 private:
  static constexpr int kRooms = kNumColors;

  struct Room {
    Pos top;
    Pos size;
    Pos door;
  };

  void BuildRooms(int left, int right) {
    const int size = options_.size;
    grid_.WallRect(0, 0, size, size);
    grid_.VertWall(left, 0, size);
    grid_.VertWall(right, 0, size);
    const Pos room_size = {left + 1, size / 3 + 1};
    for (int n = 0; n < 3; ++n) {
      const int y = n * (size / 3);
      grid_.HorzWall(0, y, left);
      grid_.HorzWall(right, y, size - right);
      rooms_[2 * n] = {{0, y}, room_size, {left, y + 3}};
      rooms_[2 * n + 1] = {{right, y}, room_size, {right, y + 3}};
    }
  }

  Pos PlaceIn(const Room& room) {
    const Pos end = room.top + room.size - Pos{1, 1};
    return RandPos(room.top.x + 1, end.x, room.top.y + 1, end.y);
  }

  std::array<Room, kRooms> rooms_;
};

class MultiRoom : public Level {
 public:
  explicit MultiRoom(const LevelOptions& o)
      : Level(o, o.width, o.height, 20 * o.max_num_rooms) {
    mission_ = "traverse the rooms to get to the goal";
  }

 protected:
  void GenGrid() override {
    const int count =
        RandInt(options_.min_num_rooms, options_.max_num_rooms + 1);
    rooms_.clear();
    for (int tries = 0; static_cast<int>(rooms_.size()) < count; ++tries) {
      if (tries == kMaxTries) {
        throw std::runtime_error("minigrid: so many rooms do not fit");
      }
      // The official code draws both from the width.
      const int x = RandInt(0, grid_.width() - 2);
      const int y = RandInt(0, grid_.width() - 2);
      drawn_.clear();
      PlaceRoom(count, 2, {x, y});
      if (drawn_.size() > rooms_.size()) {
        rooms_.swap(drawn_);
      }
    }
    BuildRooms();
    PlaceAgent(rooms_.front().top, rooms_.front().size);
    PlaceObj(kGoal, rooms_.back().top, rooms_.back().size);
  }

 private:
  static constexpr int kMinRoom = 4;
  // The official code has no limit.
  static constexpr int kMaxTries = 100000;

  struct Room {
    Pos top;
    Pos size;
    Pos entry;
  };

  /// Draws the top left corner of a room with `entry` in its side
  /// `entry_side`.
  Pos TopOf(int entry_side, Pos entry, Pos size) {
    if (drawn_.empty()) {
      return entry;
    }
    const int along = entry_side % 2 == 0
                          ? RandInt(entry.y - size.y + 2, entry.y)
                          : RandInt(entry.x - size.x + 2, entry.x);
    switch (entry_side) {
      case 0:
        return {entry.x - size.x + 1, along};
      case 1:
        return {along, entry.y - size.y + 1};
      case 2:
        return {entry.x, along};
      default:
        return {along, entry.y};
    }
  }

  [[nodiscard]] bool Fits(Pos top, Pos size) const {
    if (top.x < 0 || top.y < 0 || top.x + size.x > grid_.width() ||
        top.y + size.y >= grid_.height()) {
      return false;
    }
    // The last drawn room shares a wall with this one, so it is left out.
    for (std::size_t i = 0; i + 1 < drawn_.size(); ++i) {
      const Room& room = drawn_[i];
      if (top.x + size.x >= room.top.x && room.top.x + room.size.x > top.x &&
          top.y + size.y >= room.top.y && room.top.y + room.size.y > top.y) {
        return false;
      }
    }
    return true;
  }

  /// Draws the place of a door in a side of a room.
  Pos DrawExit(int side, Pos top, Pos size) {
    switch (side) {
      case 0:
        return {top.x + size.x - 1, top.y + RandInt(1, size.y - 1)};
      case 1:
        return {top.x + RandInt(1, size.x - 1), top.y + size.y - 1};
      case 2:
        return {top.x, top.y + RandInt(1, size.y - 1)};
      default:
        return {top.x + RandInt(1, size.x - 1), top.y};
    }
  }

  /// Adds a room and up to `left` - 1 more behind it. Returns false if the room
  /// does not fit.
  bool PlaceRoom(int left, int entry_side, Pos entry) {
    const int width = RandInt(kMinRoom, options_.max_room_size + 1);
    const Pos size = {width, RandInt(kMinRoom, options_.max_room_size + 1)};
    const Pos top = TopOf(entry_side, entry, size);
    if (!Fits(top, size)) {
      return false;
    }
    drawn_.push_back({top, size, entry});
    for (int tries = 0; left > 1 && tries < 8; ++tries) {
      const int drawn = RandInt(0, 3);
      const int exit_side = drawn + static_cast<int>(drawn >= entry_side);
      const Pos exit = DrawExit(exit_side, top, size);
      if (PlaceRoom(left - 1, (exit_side + 2) % 4, exit)) {
        break;
      }
    }
    return true;
  }

  void BuildRooms() {
    std::vector<Color> colors(kColorNames.begin(), kColorNames.end());
    Color last{};
    for (std::size_t i = 0; i < rooms_.size(); ++i) {
      const Room& room = rooms_[i];
      grid_.WallRect(room.top.x, room.top.y, room.size.x, room.size.y);
      if (i == 0) {
        continue;
      }
      colors.assign(kColorNames.begin(), kColorNames.end());
      if (i > 1) {
        std::erase(colors, last);
      }
      last = RandElem(colors);
      grid_.Set(room.entry, NewDoor(last));
    }
  }

  std::vector<Room> rooms_;
  std::vector<Room> drawn_;
};

constexpr std::array<Task, 4> kTasks = {{
    {"doorkey", Make<DoorKey>},
    {"red_blue_door", Make<RedBlueDoors>},
    {"locked_room", Make<LockedRoom>},
    {"multi_room", Make<MultiRoom>},
}};

}  // namespace

std::span<const Task> DoorTasks() { return kTasks; }

}  // namespace envpool::minigrid
