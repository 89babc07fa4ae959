// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Tasks in which the agent must pick up an object.

#include <array>

#include "envpool/minigrid/babyai/babyai_level.h"
#include "envpool/minigrid/babyai/tasks.h"

namespace envpool::minigrid::babyai {

namespace {

class Pickup : public BabyAILevel {
 public:
  explicit Pickup(const LevelOptions& o)
      : BabyAILevel(o, o.room_size, o.num_rows, o.num_cols) {}

 protected:
  bool GenMission() override { return Generate(18, true); }

  bool Generate(int num_objects, bool all_reachable) {
    PlaceAgentInRoom();
    ConnectAll();
    const auto objects = AddDistractors({}, {}, num_objects, false);
    if (AllObjectsReachable() != all_reachable) {
      return false;
    }
    instruction().MakeAction().Set(Verb::kPickup, Describe(RandElem(objects)));
    return true;
  }
};

class UnblockPickup : public Pickup {
 public:
  using Pickup::Pickup;

 protected:
  bool GenMission() override { return Generate(20, false); }
};

class PickupDist : public BabyAILevel {
 public:
  explicit PickupDist(const LevelOptions& o) : BabyAILevel(o, 7, 1, 1) {}

 protected:
  bool GenMission() override {
    const auto objects = AddDistractors({}, {}, 5);
    PlaceAgentInRoom(0, 0);
    Description description = Describe(RandElem(objects));
    const int by = RandInt(0, 3);  // 0: type, 1: colour, 2: both
    if (by == 0) {
      description.color.reset();
    } else if (by == 1) {
      description.type.reset();
    }
    instruction().MakeAction().Set(Verb::kPickup, description, options_.debug);
    return true;
  }
};

class PickupAbove : public BabyAILevel {
 public:
  explicit PickupAbove(const LevelOptions& o)
      : BabyAILevel(o, kRoomSize, o.num_rows, o.num_cols,
                    8 * kRoomSize * kRoomSize) {}

 protected:
  bool GenMission() override {
    const ObjectId id = AddObject(1, 0).id;
    AddDoor(1, 1, 3, {}, false);
    PlaceAgentInRoom(1, 1);
    ConnectAll();
    instruction().MakeAction().Set(Verb::kPickup, Describe(id));
    return true;
  }
};

constexpr std::array<Task, 4> kTasks = {{
    {"babyai_pickup", Make<Pickup>},
    {"babyai_unblock_pickup", Make<UnblockPickup>},
    {"babyai_pickup_dist", Make<PickupDist>},
    {"babyai_pickup_above", Make<PickupAbove>},
}};

}  // namespace

std::span<const Task> PickupTasks() { return kTasks; }

}  // namespace envpool::minigrid::babyai
