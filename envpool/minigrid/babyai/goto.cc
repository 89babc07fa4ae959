// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Tasks in which the agent must go to an object.

#include <array>
#include <memory>

#include "envpool/minigrid/babyai/babyai_level.h"
#include "envpool/minigrid/babyai/tasks.h"

namespace envpool::minigrid::babyai {

namespace {

class GoToLevel : public BabyAILevel {
 protected:
  using BabyAILevel::BabyAILevel;

  void SetGoTo(ObjectId id) {
    instruction().MakeAction().Set(Verb::kGoTo, Describe(id));
  }
};

class GoToRedBall : public GoToLevel {
 public:
  explicit GoToRedBall(const LevelOptions& o)
      : GoToLevel(o, o.room_size, 1, 1) {}

 protected:
  bool GenMission() override {
    PlaceAgentInRoom();
    const ObjectId ball = AddObject(0, 0, Type::kBall, Color::kRed).id;
    Paint(AddDistractors({}, {}, options_.num_dists, false));
    SetGoTo(ball);
    return AllObjectsReachable();
  }
  virtual void Paint(std::span<const ObjectId> /*distractors*/) {}
};

class GoToRedBallGrey : public GoToRedBall {
 public:
  using GoToRedBall::GoToRedBall;

 protected:
  void Paint(std::span<const ObjectId> distractors) override {
    for (const ObjectId id : distractors) {
      objects_[id].color = Color::kGrey;
      grid_.Set(objects_[id].cur_pos, ThingOf(id));
    }
  }
};

class GoToObj : public GoToLevel {
 public:
  explicit GoToObj(const LevelOptions& o) : GoToLevel(o, o.room_size, 1, 1) {}

 protected:
  bool GenMission() override {
    PlaceAgentInRoom();
    SetGoTo(AddDistractors({}, {}, 1)[0]);
    return true;
  }
};

class GoToLocal : public GoToLevel {
 public:
  explicit GoToLocal(const LevelOptions& o) : GoToLevel(o, o.room_size, 1, 1) {}

 protected:
  bool GenMission() override {
    PlaceAgentInRoom();
    const auto objects = AddDistractors({}, {}, options_.num_dists, false);
    if (!AllObjectsReachable()) {
      return false;
    }
    SetGoTo(RandElem(objects));
    return true;
  }
};

class GoTo : public GoToLevel {
 public:
  explicit GoTo(const LevelOptions& o)
      : GoToLevel(o, o.room_size, o.num_rows, o.num_cols) {}

 protected:
  bool GenMission() override {
    PlaceAgentInRoom();
    ConnectAll();
    const auto objects = AddDistractors({}, {}, options_.num_dists, false);
    if (!AllObjectsReachable()) {
      return false;
    }
    SetGoTo(RandElem(objects));
    if (options_.doors_open) {
      OpenAllDoors();
    }
    return true;
  }
};

class GoToImpUnlock : public GoToLevel {
 public:
  explicit GoToImpUnlock(const LevelOptions& o)
      : GoToLevel(o, o.room_size, o.num_rows, o.num_cols) {}

 protected:
  bool GenMission() override {
    const int i = RandInt(0, num_cols());
    const int j = RandInt(0, num_rows());
    AddLockedRoom(i, j);
    ConnectAll();
    AddDistractorsPerRoom(2);
    PlaceAgentOutside(RoomIndex(i, j));
    if (!AllObjectsReachable()) {
      return false;
    }
    SetGoTo(AddDistractors(i, j, 1, false)[0]);
    return true;
  }
};

class GoToRedBlueBall : public GoToLevel {
 public:
  explicit GoToRedBlueBall(const LevelOptions& o)
      : GoToLevel(o, o.room_size, 1, 1) {}

 protected:
  bool GenMission() override {
    constexpr std::array<Color, 2> kBalls = {Color::kRed, Color::kBlue};
    PlaceAgentInRoom();
    for (const ObjectId id :
         AddDistractors({}, {}, options_.num_dists, false)) {
      const Object& object = objects_[id];
      if (object.type == Type::kBall &&
          (object.color == Color::kRed || object.color == Color::kBlue)) {
        return false;
      }
    }
    SetGoTo(AddObject(0, 0, Type::kBall, RandElem(kBalls)).id);
    return AllObjectsReachable();
  }
};

class GoToDoor : public GoToLevel {
 public:
  explicit GoToDoor(const LevelOptions& o)
      : GoToLevel(o, 7, o.num_rows, o.num_cols) {}

 protected:
  bool GenMission() override {
    std::array<ObjectId, 4> doors;
    for (ObjectId& door : doors) {
      door = AddDoor(1, 1).id;
    }
    PlaceAgentInRoom(1, 1);
    SetGoTo(RandElem(doors));
    return true;
  }
};

class GoToObjDoor : public GoToLevel {
 public:
  explicit GoToObjDoor(const LevelOptions& o)
      : GoToLevel(o, 8, o.num_rows, o.num_cols) {}

 protected:
  bool GenMission() override {
    PlaceAgentInRoom(1, 1);
    auto& objects = CopyToScratch(AddDistractors(1, 1, 8, false));
    for (int i = 0; i < 4; ++i) {
      objects.push_back(AddDoor(1, 1).id);
    }
    if (!AllObjectsReachable()) {
      return false;
    }
    SetGoTo(RandElem(objects));
    return true;
  }
};

std::unique_ptr<Level> MakeGoToRedBallNoDists(const LevelOptions& options) {
  LevelOptions o = options;
  o.room_size = 8;
  o.num_dists = 0;
  return Make<GoToRedBall>(o);
}

constexpr std::array<Task, 10> kTasks = {{
    {"babyai_goto_red_ball_grey", Make<GoToRedBallGrey>},
    {"babyai_goto_red_ball", Make<GoToRedBall>},
    {"babyai_goto_red_ball_no_dists", MakeGoToRedBallNoDists},
    {"babyai_goto_obj", Make<GoToObj>},
    {"babyai_goto_local", Make<GoToLocal>},
    {"babyai_goto", Make<GoTo>},
    {"babyai_goto_imp_unlock", Make<GoToImpUnlock>},
    {"babyai_goto_red_blue_ball", Make<GoToRedBlueBall>},
    {"babyai_goto_door", Make<GoToDoor>},
    {"babyai_goto_obj_door", Make<GoToObjDoor>},
}};

}  // namespace

std::span<const Task> GoToTasks() { return kTasks; }

}  // namespace envpool::minigrid::babyai
