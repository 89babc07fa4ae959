// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Tasks in which the agent must find the key of a door.

#include <algorithm>
#include <array>

#include "envpool/minigrid/babyai/babyai_level.h"
#include "envpool/minigrid/babyai/tasks.h"

namespace envpool::minigrid::babyai {

namespace {

class Unlock : public BabyAILevel {
 public:
  explicit Unlock(const LevelOptions& o)
      : BabyAILevel(o, o.room_size, o.num_rows, o.num_cols) {}

 protected:
  bool GenMission() override {
    const int i = RandInt(0, num_cols());
    const int j = RandInt(0, num_rows());
    const ObjectId door = AddLockedRoom(i, j);
    if (RandBool()) {
      std::array<Color, kNumColors - 1> others;
      std::ranges::remove_copy(kColorNames, others.begin(),
                               objects_[door].color);
      ConnectAll(others);
    } else {
      ConnectAll();
    }
    AddDistractorsPerRoom(3);
    PlaceAgentOutside(RoomIndex(i, j));
    instruction().MakeAction().Set(Verb::kOpen, Describe(door));
    return AllObjectsReachable();
  }
};

class UnlockLocal : public BabyAILevel {
 public:
  explicit UnlockLocal(const LevelOptions& o)
      : BabyAILevel(o, o.room_size, o.num_rows, o.num_cols) {}

 protected:
  bool GenMission() override {
    const ObjectId door = AddDoor(1, 1, {}, {}, true).id;
    AddObject(1, 1, Type::kKey, objects_[door].color);
    if (options_.distractors) {
      AddDistractors(1, 1, 3);
    }
    PlaceAgentInRoom(1, 1);
    instruction().MakeAction().Set(Verb::kOpen, {Type::kDoor});
    return true;
  }
};

class KeyInBox : public BabyAILevel {
 public:
  explicit KeyInBox(const LevelOptions& o)
      : BabyAILevel(o, o.room_size, o.num_rows, o.num_cols) {}

 protected:
  bool GenMission() override {
    const ObjectId door = AddDoor(1, 1, {}, {}, true).id;
    const ObjectId key = New(Type::kKey, objects_[door].color).id;
    const Thing box = New(Type::kBox, RandColor());
    objects_[box.id].contains = key;
    PlaceInRoom(1, 1, box);
    PlaceAgentInRoom(1, 1);
    instruction().MakeAction().Set(Verb::kOpen, {Type::kDoor});
    return true;
  }
};

class UnlockPickup : public BabyAILevel {
 public:
  explicit UnlockPickup(const LevelOptions& o)
      : BabyAILevel(o, kRoomSize, 1, 2) {}

 protected:
  bool GenMission() override {
    const ObjectId box = AddObject(1, 0, Type::kBox).id;
    const ObjectId door = AddDoor(0, 0, 0, {}, true).id;
    AddObject(0, 0, Type::kKey, objects_[door].color);
    if (options_.distractors) {
      AddDistractors({}, {}, 4);
    }
    PlaceAgentInRoom(0, 0);
    instruction().MakeAction().Set(Verb::kPickup, Describe(box));
    return true;
  }
};

class BlockedUnlockPickup : public BabyAILevel {
 public:
  explicit BlockedUnlockPickup(const LevelOptions& o)
      : BabyAILevel(o, kRoomSize, 1, 2, 16 * kRoomSize * kRoomSize) {}

 protected:
  bool GenMission() override {
    AddObject(1, 0, Type::kBox);
    const auto [door, pos] = AddDoor(0, 0, 0, {}, true);
    PutObj(New(Type::kBall, RandColor()), pos - Pos{1, 0});
    AddObject(0, 0, Type::kKey, objects_[door].color);
    PlaceAgentInRoom(0, 0);
    instruction().MakeAction().Set(Verb::kPickup, {Type::kBox});
    return true;
  }
};

class UnlockToUnlock : public BabyAILevel {
 public:
  explicit UnlockToUnlock(const LevelOptions& o)
      : BabyAILevel(o, kRoomSize, 1, 3, 30 * kRoomSize * kRoomSize) {}

 protected:
  bool GenMission() override {
    const auto colors = RandSubset(kColorNames, 2);
    AddDoor(0, 0, 0, colors[0], true);
    AddObject(2, 0, Type::kKey, colors[0]);
    AddDoor(1, 0, 0, colors[1], true);
    AddObject(1, 0, Type::kKey, colors[1]);
    AddObject(0, 0, Type::kBall);
    PlaceAgentInRoom(1, 0);
    instruction().MakeAction().Set(Verb::kPickup, {Type::kBall});
    return true;
  }
};

constexpr std::array<Task, 6> kTasks = {{
    {"babyai_unlock", Make<Unlock>},
    {"babyai_unlock_local", Make<UnlockLocal>},
    {"babyai_key_in_box", Make<KeyInBox>},
    {"babyai_unlock_pickup", Make<UnlockPickup>},
    {"babyai_blocked_unlock_pickup", Make<BlockedUnlockPickup>},
    {"babyai_unlock_to_unlock", Make<UnlockToUnlock>},
}};

}  // namespace

std::span<const Task> UnlockTasks() { return kTasks; }

}  // namespace envpool::minigrid::babyai
