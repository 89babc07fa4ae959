// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Tasks that fit nowhere else.

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

#include "envpool/minigrid/babyai/babyai_level.h"
#include "envpool/minigrid/babyai/tasks.h"

namespace envpool::minigrid::babyai {

namespace {

class ActionObjDoor : public BabyAILevel {
 public:
  explicit ActionObjDoor(const LevelOptions& o)
      : BabyAILevel(o, 7, o.num_rows, o.num_cols) {}

 protected:
  bool GenMission() override {
    auto& objects = CopyToScratch(AddDistractors(1, 1, 5));
    for (int i = 0; i < 4; ++i) {
      objects.push_back(AddDoor(1, 1, {}, {}, false).id);
    }
    PlaceAgentInRoom(1, 1);
    const Description description = Describe(RandElem(objects));
    const bool go = RandBool();
    const Verb other =
        description.type == Type::kDoor ? Verb::kOpen : Verb::kPickup;
    instruction().MakeAction().Set(go ? Verb::kGoTo : other, description);
    return true;
  }
};

class FindObj : public BabyAILevel {
 public:
  explicit FindObj(const LevelOptions& o)
      : BabyAILevel(o, o.room_size, o.num_rows, o.num_cols,
                    20 * o.room_size * o.room_size) {}

 protected:
  bool GenMission() override {
    // The official code exchanges rows and columns.
    const int i = RandInt(0, num_rows());
    const int j = RandInt(0, num_cols());
    const Type type = RandElem(kPortableTypes);
    const Color color = RandColor();
    if (i >= num_cols() || j >= num_rows()) {
      throw std::runtime_error(
          "minigrid: the task draws a room for the object with rows and "
          "columns exchanged, as the official one does, and there is no room "
          "in column " +
          std::to_string(i) + ", row " + std::to_string(j) +
          "; the next reset draws another one");
    }
    const ObjectId id = AddObject(i, j, type, color).id;
    PlaceAgentInRoom(1, 1);
    ConnectAll();
    instruction().MakeAction().Set(Verb::kPickup, {objects_[id].type});
    return true;
  }
};

class KeyCorridor : public BabyAILevel {
 public:
  explicit KeyCorridor(const LevelOptions& o)
      : BabyAILevel(o, o.room_size, o.num_rows, o.num_cols,
                    30 * o.room_size * o.room_size),
        type_(o.obj_type == "key"   ? Type::kKey
              : o.obj_type == "box" ? Type::kBox
                                    : Type::kBall) {}

 protected:
  bool GenMission() override {
    for (int j = 1; j < num_rows(); ++j) {
      RemoveWall(1, j, 3);
    }
    const int j = RandInt(0, num_rows());
    const ObjectId door = AddDoor(2, j, 2, {}, true).id;
    AddObject(2, j, type_);
    AddObject(0, RandInt(0, num_rows()), Type::kKey, objects_[door].color);
    PlaceAgentInRoom(1, num_rows() / 2);
    ConnectAll();
    instruction().MakeAction().Set(Verb::kPickup, {type_});
    return true;
  }

 private:
  Type type_;
};

class OneRoom : public BabyAILevel {
 public:
  explicit OneRoom(const LevelOptions& o) : BabyAILevel(o, o.room_size, 1, 1) {}

 protected:
  bool GenMission() override {
    AddObject(0, 0, Type::kBall);
    PlaceAgentInRoom();
    instruction().MakeAction().Set(Verb::kPickup, {Type::kBall});
    return true;
  }
};

class MoveTwoAcross : public BabyAILevel {
 public:
  explicit MoveTwoAcross(const LevelOptions& o)
      : BabyAILevel(o, o.room_size, 1, 2, 16 * o.room_size * o.room_size) {}

 protected:
  bool GenMission() override {
    const int count = options_.objs_per_room;
    PlaceAgentInRoom(0, 0);
    const auto& left = CopyToScratch(AddDistractors(0, 0, count));
    const auto right = AddDistractors(1, 0, count);
    RemoveWall(0, 0, 0);
    const auto l = RandSubset(left, 2);
    const auto r = RandSubset(right, 2);
    const auto clauses = instruction().MakeClauses(Order::kBefore);
    clauses[0].SetSize(1)[0].SetPutNext(Describe(l[0]), Describe(r[0]));
    clauses[1].SetSize(1)[0].SetPutNext(Describe(r[1]), Describe(l[1]));
    return true;
  }
};

constexpr std::array<Task, 5> kTasks = {{
    {"babyai_action_obj_door", Make<ActionObjDoor>},
    {"babyai_find_obj", Make<FindObj>},
    {"babyai_key_corridor", Make<KeyCorridor>},
    {"babyai_one_room", Make<OneRoom>},
    {"babyai_move_two_across", Make<MoveTwoAcross>},
}};

}  // namespace

std::span<const Task> OtherTasks() { return kTasks; }

}  // namespace envpool::minigrid::babyai
