// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Tasks in which the agent must open doors.

#include <array>
#include <optional>
#include <string_view>

#include "envpool/minigrid/babyai/babyai_level.h"
#include "envpool/minigrid/babyai/tasks.h"

namespace envpool::minigrid::babyai {

namespace {

std::optional<Color> ColorNamed(std::string_view name) {
  for (const Color color : kColorNames) {
    if (name == NameOf(color)) {
      return color;
    }
  }
  return {};
}

class Open : public BabyAILevel {
 public:
  explicit Open(const LevelOptions& o)
      : BabyAILevel(o, o.room_size, o.num_rows, o.num_cols) {}

 protected:
  bool GenMission() override {
    PlaceAgentInRoom();
    ConnectAll();
    AddDistractors({}, {}, 18, false);
    if (!AllObjectsReachable()) {
      return false;
    }
    auto& doors = CopyToScratch({});
    for (int i = 0; i < num_cols(); ++i) {
      for (int j = 0; j < num_rows(); ++j) {
        for (const int door : GetRoom(i, j).doors) {
          if (door != Room::kNoDoor) {
            doors.push_back(static_cast<ObjectId>(door));
          }
        }
      }
    }
    instruction().MakeAction().Set(Verb::kOpen, Describe(RandElem(doors)));
    return true;
  }
};

class OpenRedDoor : public BabyAILevel {
 public:
  explicit OpenRedDoor(const LevelOptions& o) : BabyAILevel(o, 5, 1, 2) {}

 protected:
  bool GenMission() override {
    const ObjectId door = AddDoor(0, 0, 0, Color::kRed, false).id;
    PlaceAgentInRoom(0, 0);
    instruction().MakeAction().Set(Verb::kOpen, Describe(door));
    return true;
  }
};

class OpenDoor : public BabyAILevel {
 public:
  explicit OpenDoor(const LevelOptions& o)
      : BabyAILevel(o, o.room_size, o.num_rows, o.num_cols) {}

 protected:
  bool GenMission() override {
    constexpr std::array<Location, 4> kLocations = {
        Location::kLeft, Location::kRight, Location::kFront, Location::kBehind};
    const auto colors = RandSubset(kColorNames, 4);
    for (int side = 0; side < 4; ++side) {
      AddDoor(1, 1, side, colors[side], false);
    }
    const bool by_color = options_.select_by.empty()
                              ? RandInt(0, 2) == 0
                              : options_.select_by == "color";
    Description description{Type::kDoor};
    if (by_color) {
      description.color = colors[0];
    } else {
      description.location = RandElem(kLocations);
    }
    PlaceAgentInRoom(1, 1);
    instruction().MakeAction().Set(Verb::kOpen, description, options_.debug);
    return true;
  }
};

class OpenTwoDoors : public BabyAILevel {
 public:
  explicit OpenTwoDoors(const LevelOptions& o)
      : BabyAILevel(o, kRoomSize, o.num_rows, o.num_cols,
                    20 * kRoomSize * kRoomSize),
        first_color_(ColorNamed(o.first_color)),
        second_color_(ColorNamed(o.second_color)) {}

 protected:
  bool GenMission() override {
    const auto colors = RandSubset(kColorNames, 2);
    const Color first = first_color_.value_or(colors[0]);
    const Color second = second_color_.value_or(colors[1]);
    AddDoor(1, 1, 2, first, false);
    AddDoor(1, 1, 0, second, false);
    PlaceAgentInRoom(1, 1);
    const auto clauses = instruction().MakeClauses(Order::kBefore);
    clauses[0].SetSize(1)[0].Set(Verb::kOpen, {Type::kDoor, first},
                                 options_.strict);
    clauses[1].SetSize(1)[0].Set(Verb::kOpen, {Type::kDoor, second});
    return true;
  }

 private:
  std::optional<Color> first_color_;
  std::optional<Color> second_color_;
};

class OpenDoorsOrder : public BabyAILevel {
 public:
  explicit OpenDoorsOrder(const LevelOptions& o)
      : BabyAILevel(o, kRoomSize, o.num_rows, o.num_cols,
                    20 * kRoomSize * kRoomSize) {}

 protected:
  bool GenMission() override {
    constexpr std::array<Order, 3> kOrders = {Order::kNone, Order::kBefore,
                                              Order::kAfter};
    auto& doors = CopyToScratch({});
    for (const Color color : RandSubset(kColorNames, options_.num_doors)) {
      doors.push_back(AddDoor(1, 1, {}, color, false).id);
    }
    PlaceAgentInRoom(1, 1);
    const auto chosen = RandSubset(doors, 2);
    const auto clauses = instruction().MakeClauses(RandElem(kOrders));
    for (std::size_t i = 0; i < clauses.size(); ++i) {
      clauses[i].SetSize(1)[0].Set(Verb::kOpen, Describe(chosen[i]),
                                   options_.debug);
    }
    return true;
  }
};

constexpr std::array<Task, 5> kTasks = {{
    {"babyai_open", Make<Open>},
    {"babyai_open_red_door", Make<OpenRedDoor>},
    {"babyai_open_door", Make<OpenDoor>},
    {"babyai_open_two_doors", Make<OpenTwoDoors>},
    {"babyai_open_doors_order", Make<OpenDoorsOrder>},
}};

}  // namespace

std::span<const Task> OpenTasks() { return kTasks; }

}  // namespace envpool::minigrid::babyai
