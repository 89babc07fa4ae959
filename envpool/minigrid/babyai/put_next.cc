// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Tasks in which the agent must put an object next to another one.

#include <array>
#include <utility>

#include "envpool/minigrid/babyai/babyai_level.h"
#include "envpool/minigrid/babyai/tasks.h"

namespace envpool::minigrid::babyai {

namespace {

class PutNextLocal : public BabyAILevel {
 public:
  explicit PutNextLocal(const LevelOptions& o)
      : BabyAILevel(o, o.room_size, 1, 1) {}

 protected:
  bool GenMission() override {
    PlaceAgentInRoom();
    const auto objects = AddDistractors({}, {}, options_.num_objs, true);
    if (!AllObjectsReachable()) {
      return false;
    }
    const auto chosen = RandSubset(objects, 2);
    instruction().MakeAction().SetPutNext(Describe(chosen[0]),
                                          Describe(chosen[1]));
    return true;
  }
};

class PutNext : public BabyAILevel {
 public:
  explicit PutNext(const LevelOptions& o)
      : BabyAILevel(o, o.room_size, 1, 2, 8 * o.room_size * o.room_size) {}

  // As in the official env, the first observation still shows the object in
  // its place.
  void AfterReset() override {
    if (options_.start_carrying) {
      grid_.Set(objects_[object_to_move_].init_pos, kNothing);
      carrying_ = object_to_move_;
    }
  }

 protected:
  bool GenMission() override {
    const int count = options_.objs_per_room;
    PlaceAgentInRoom(0, 0);
    const auto& left = CopyToScratch(AddDistractors(0, 0, count));
    const auto right = AddDistractors(1, 0, count);
    RemoveWall(0, 0, 0);
    object_to_move_ = RandElem(left);
    ObjectId fixed = RandElem(right);
    if (RandBool()) {
      std::swap(object_to_move_, fixed);
    }
    instruction().MakeAction().SetPutNext(Describe(object_to_move_),
                                          Describe(fixed));
    return true;
  }

 private:
  ObjectId object_to_move_{0};  // set by GenMission for AfterReset
};

constexpr std::array<Task, 2> kTasks = {{
    {"babyai_put_next_local", Make<PutNextLocal>},
    {"babyai_put_next", Make<PutNext>},
}};

}  // namespace

std::span<const Task> PutNextTasks() { return kTasks; }

}  // namespace envpool::minigrid::babyai
