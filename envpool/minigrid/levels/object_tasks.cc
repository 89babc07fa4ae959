// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Tasks in which the agent must do something with objects.

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "envpool/minigrid/levels/levels.h"
#include "envpool/minigrid/room_grid.h"

namespace envpool::minigrid {

namespace {

struct Look {
  Type type;
  Color color;
  friend bool operator==(const Look&, const Look&) = default;
};

/// Returns, for example, "red ball".
std::string TextOf(const Look& look) {
  return std::string(NameOf(look.color)) + " " + NameOf(look.type);
}

/// EnvPool's number of a look: 3 * colour + 0, 1 or 2 for key, ball, box.
int NumberOf(const Look& look) {
  return 3 * static_cast<int>(look.color) + static_cast<int>(look.type) -
         static_cast<int>(Type::kKey);
}

void WriteLook(StateWriter* writer, const Look& look) {
  writer->Write(look.type);
  writer->Write(look.color);
}

Look ReadLook(StateReader* reader) {
  Look look;
  reader->Read(&look.type, Type::kKey, Type::kBox);
  reader->Read(&look.color, Color::kRed, Color::kGrey);
  return look;
}

bool AreBeside(Pos a, Pos b) {
  return std::abs(a.x - b.x) + std::abs(a.y - b.y) == 1;
}

class Fetch : public Level {
 public:
  explicit Fetch(const LevelOptions& o)
      : Level(o, o.size, o.size, 5 * o.size * o.size) {}

 protected:
  void GenGrid() override {
    grid_.WallRect(0, 0, options_.size, options_.size);
    constexpr std::array<Type, 2> kTypes = {Type::kKey, Type::kBall};
    for (int i = 0; i < options_.num_objs; ++i) {
      const Type type = RandElem(kTypes);
      PlaceObj(New(type, RandColor()));
    }
    PlaceAgent();
    // The objects have the ids 1 to num_objs; nothing else has an id.
    const Object& target = objects_[1 + RandInt(0, options_.num_objs)];
    target_ = {target.type, target.color};
    constexpr std::array<const char*, 5> kSyntax = {
        "get a ", "go get a ", "fetch a ", "go fetch a ", "you must fetch a "};
    const int syntax = RandInt(0, static_cast<int>(kSyntax.size()));
    mission_ = kSyntax[syntax];
    mission_ += TextOf(target_);
    mission_id_ = 12 * syntax + 2 * static_cast<int>(target_.color) +
                  static_cast<int>(target_.type == Type::kBall);
  }

  void AfterStep(Action /*action*/, Outcome* outcome) override {
    if (carrying_ != 0) {
      const Object& carried = objects_[carrying_];
      const bool right = target_ == Look{carried.type, carried.color};
      outcome->reward = right ? Reward() : 0;
      outcome->terminated = true;
    }
  }

  void SaveTask(StateWriter* writer) const override {
    WriteLook(writer, target_);
  }
  void LoadTask(StateReader* reader) override { target_ = ReadLook(reader); }

 private:
  Look target_{Type::kKey, Color::kRed};
};

/// A level that ends on toggle or done, and rewards done beside the target.
class GoToLevel : public Level {
 protected:
  using Level::Level;

  void AfterStep(Action action, Outcome* outcome) override {
    outcome->terminated |= action == Action::kToggle || action == Action::kDone;
    if (action == Action::kDone && AreBeside(agent_pos_, target_)) {
      outcome->reward = Reward();
    }
  }

  void SaveTask(StateWriter* writer) const override {
    WritePos(writer, target_);
  }
  void LoadTask(StateReader* reader) override { target_ = ReadPos(reader); }

  Pos target_;
};

class GoToDoor : public GoToLevel {
 public:
  explicit GoToDoor(const LevelOptions& o)
      : GoToLevel(o, o.size, o.size, 4 * o.size * o.size) {}

 protected:
  void GenGrid() override {
    const int width = RandInt(5, options_.size + 1);
    const int height = RandInt(5, options_.size + 1);
    grid_.WallRect(0, 0, width, height);
    std::array<Pos, 4> doors;
    doors[0] = {RandInt(2, width - 2), 0};
    doors[1] = {RandInt(2, width - 2), height - 1};
    doors[2] = {0, RandInt(2, height - 2)};
    doors[3] = {width - 1, RandInt(2, height - 2)};
    std::array<Color, 4> colors;
    for (int count = 0; count < 4;) {
      const Color color = RandColor();
      const auto* end = colors.begin() + count;
      if (std::find<const Color*>(colors.begin(), end, color) == end) {
        colors[count++] = color;
      }
    }
    for (int i = 0; i < 4; ++i) {
      grid_.Set(doors[i], NewDoor(colors[i]));
    }
    PlaceAgent({0, 0}, {width, height});
    const int target = RandInt(0, 4);
    target_ = doors[target];
    mission_ = "go to the ";
    mission_ += NameOf(colors[target]);
    mission_ += " door";
    mission_id_ = static_cast<int>(colors[target]);
  }
};

/// Draws objects that all look different, and places them.
class DifferentObjects {
 public:
  /// `place(look)` places an object and returns its position.
  template <typename DrawLook, typename Place>
  void Draw(int count, const DrawLook& draw_look, const Place& place) {
    looks.clear();
    places.clear();
    while (static_cast<int>(looks.size()) < count) {
      const Look look = draw_look();
      if (std::find(looks.begin(), looks.end(), look) == looks.end()) {
        places.push_back(place(look));
        looks.push_back(look);
      }
    }
  }

  std::vector<Look> looks;
  std::vector<Pos> places;
};

class GoToObject : public GoToLevel {
 public:
  explicit GoToObject(const LevelOptions& o)
      : GoToLevel(o, o.size, o.size, 5 * o.size * o.size) {}

 protected:
  void GenGrid() override {
    grid_.WallRect(0, 0, options_.size, options_.size);
    objs_.Draw(
        options_.num_objs,
        [this] {
          const Type type = RandElem(kPortableTypes);
          return Look{type, RandColor()};
        },
        [this](Look look) { return PlaceObj(New(look.type, look.color)); });
    PlaceAgent();
    const int target = RandInt(0, options_.num_objs);
    target_ = objs_.places[target];
    mission_ = "go to the " + TextOf(objs_.looks[target]);
    mission_id_ = NumberOf(objs_.looks[target]);
  }

 private:
  DifferentObjects objs_;
};

class PutNear : public Level {
 public:
  explicit PutNear(const LevelOptions& o)
      : Level(o, o.size, o.size, 5 * o.size) {}

 protected:
  void GenGrid() override {
    grid_.WallRect(0, 0, options_.size, options_.size);
    objs_.Draw(
        options_.num_objs,
        [this] {
          const Type type = RandElem(kPortableTypes);
          return Look{type, RandColor()};
        },
        [this](Look look) {
          return PlaceObj(
              New(look.type, look.color), {0, 0},
              {options_.size, options_.size}, kAnyTries, [this](Pos pos) {
                return std::any_of(
                    objs_.places.begin(), objs_.places.end(),
                    [pos](Pos other) { return AreNear(pos, other); });
              });
        });
    PlaceAgent();
    const int moved = RandInt(0, options_.num_objs);
    int target = moved;
    while (target == moved) {
      target = RandInt(0, options_.num_objs);
    }
    moved_ = objs_.looks[moved];
    target_ = objs_.places[target];
    mission_ = "put the " + TextOf(moved_) + " near the " +
               TextOf(objs_.looks[target]);
    mission_id_ = 18 * NumberOf(moved_) + NumberOf(objs_.looks[target]);
  }

  Action BeforeStep(Action action) override {
    carried_ = carrying_;
    return action;
  }

  void AfterStep(Action action, Outcome* outcome) override {
    if (action == Action::kPickup && carrying_ != 0) {
      const Object& now = objects_[carrying_];
      outcome->terminated |= !(moved_ == Look{now.type, now.color});
    }
    if (action == Action::kDrop && carried_ != 0) {
      const Pos front = FrontPos();
      if (grid_.IdAt(front) == carried_ && AreNear(front, target_)) {
        outcome->reward = Reward();
      }
      outcome->terminated = true;
    }
  }

  void SaveTask(StateWriter* writer) const override {
    WriteLook(writer, moved_);
    WritePos(writer, target_);
  }
  void LoadTask(StateReader* reader) override {
    moved_ = ReadLook(reader);
    target_ = ReadPos(reader);
  }

 private:
  static bool AreNear(Pos a, Pos b) {
    return std::abs(a.x - b.x) <= 1 && std::abs(a.y - b.y) <= 1;
  }

  DifferentObjects objs_;
  Look moved_{Type::kKey, Color::kRed};
  Pos target_;
  ObjectId carried_{0};  // carried before the step
};

class Memory : public Level {
 public:
  explicit Memory(const LevelOptions& o)
      : Level(o, o.size, o.size, 5 * o.size * o.size) {
    mission_ = "go to the matching object at the end of the hallway";
  }

 protected:
  void GenGrid() override {
    const int size = options_.size;
    const int middle = size / 2;
    grid_.WallRect(0, 0, size, size);
    const int hallway_end =
        options_.random_length ? RandInt(4, size - 2) : size - 3;
    BuildRooms(middle, hallway_end);
    agent_pos_ = {RandInt(1, hallway_end + 1), middle};
    agent_dir_ = 0;
    const Type start = RandBool() ? Type::kKey : Type::kBall;
    grid_.Set({1, middle - 1}, New(start, Color::kGreen));
    const Type upper = RandBool() ? Type::kBall : Type::kKey;
    const Type lower = upper == Type::kKey ? Type::kBall : Type::kKey;
    const int x = hallway_end + 1;
    grid_.Set({x, middle - 2}, New(upper, Color::kGreen));
    grid_.Set({x, middle + 2}, New(lower, Color::kGreen));
    success_ = {x, middle - 1};
    failure_ = {x, middle + 1};
    if (start != upper) {
      std::swap(success_, failure_);
    }
  }

  Action BeforeStep(Action action) override {
    return action == Action::kPickup ? Action::kToggle : action;
  }

  void AfterStep(Action /*action*/, Outcome* outcome) override {
    if (agent_pos_ == success_) {
      outcome->reward = Reward();
      outcome->terminated = true;
    }
    if (agent_pos_ == failure_) {
      outcome->reward = 0;
      outcome->terminated = true;
    }
  }

  void SaveTask(StateWriter* writer) const override {
    WritePos(writer, success_);
    WritePos(writer, failure_);
  }
  void LoadTask(StateReader* reader) override {
    success_ = ReadPos(reader);
    failure_ = ReadPos(reader);
  }

 private:
  void BuildRooms(int middle, int hallway_end) {
    for (const int side : {-1, 1}) {
      grid_.HorzWall(1, middle + 2 * side, 4);
      grid_.Set({4, middle + side}, kWall);
      for (int x = 5; x < hallway_end; ++x) {
        grid_.Set({x, middle + side}, kWall);
      }
    }
    for (int y = 0; y < options_.size; ++y) {
      if (y != middle) {
        grid_.Set({hallway_end, y}, kWall);
      }
      grid_.Set({hallway_end + 2, y}, kWall);
    }
  }

  Pos success_;
  Pos failure_;
};

class Playground : public Level {
 public:
  static constexpr int kSize = 19;

  explicit Playground(const LevelOptions& o) : Level(o, kSize, kSize, 100) {}

 protected:
  void GenGrid() override {
    grid_.WallRect(0, 0, kSize, kSize);
    constexpr int kRoom = kSize / 3;
    for (int j = 0; j < 3; ++j) {
      for (int i = 0; i < 3; ++i) {
        const Pos top = {i * kRoom, j * kRoom};
        const Pos end = top + Pos{kRoom, kRoom};
        if (i < 2) {
          grid_.VertWall(end.x, top.y, kRoom);
          SetDoor({end.x, RandInt(top.y + 1, end.y - 1)});
        }
        if (j < 2) {
          grid_.HorzWall(top.x, end.y, kRoom);
          SetDoor({RandInt(top.x + 1, end.x - 1), end.y});
        }
      }
    }
    PlaceAgent();
    for (int i = 0; i < 12; ++i) {
      const Type type = RandElem(kPortableTypes);
      PlaceObj(New(type, RandColor()));
    }
  }

 private:
  void SetDoor(Pos pos) { grid_.Set(pos, NewDoor(RandColor())); }
};

constexpr std::array<Task, 6> kTasks = {{
    {"fetch", Make<Fetch>},
    {"goto_door", Make<GoToDoor>},
    {"goto_object", Make<GoToObject>},
    {"put_near", Make<PutNear>},
    {"memory", Make<Memory>},
    {"playground", Make<Playground>},
}};

}  // namespace

std::span<const Task> ObjectTasks() { return kTasks; }

}  // namespace envpool::minigrid
