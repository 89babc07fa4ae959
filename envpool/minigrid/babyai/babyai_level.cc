// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/minigrid/babyai/babyai_level.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <stdexcept>
#include <vector>

namespace envpool::minigrid::babyai {

namespace {

// The official code has no limit. The registered tasks accept at least one
// level in four.
constexpr int kMaxLevels = 10000;

}  // namespace

BabyAILevel::BabyAILevel(const LevelOptions& options, int room_size,
                         int num_rows, int num_cols, int max_steps)
    : RoomGrid(options, room_size, num_rows, num_cols, max_steps) {
  has_fixed_max_steps_ = has_fixed_max_steps_ || max_steps > 0;
  mission_id_ = -1;
}

void BabyAILevel::GenGrid() {
  for (int tries = 0; !TryGenerate(); ++tries) {
    if (tries == kMaxLevels) {
      throw std::runtime_error(
          "minigrid: found no level that will do; make the rooms larger, or "
          "put less into them");
    }
  }
  instruction_.ResetVerifier(MakeScene());
  mission_.clear();
  instruction_.AppendTo(&mission_);
  if (!has_fixed_max_steps_) {
    max_steps_ = instruction_.NumNavsNeeded() * room_size() * room_size() *
                 num_rows() * num_cols();
  }
}

bool BabyAILevel::TryGenerate() {
  try {
    RoomGrid::GenGrid();
    return GenMission() && IsValid();
  } catch (const SamplingFailed&) {
    return false;
  }
}

bool BabyAILevel::IsValid() {
  unsigned locked_colors = 0;
  if (ForbidsKeysOfLockedDoors()) {
    for (const Object& object : objects_) {
      if (object.type == Type::kDoor &&
          grid_[object.cur_pos].state == kLocked) {
        locked_colors |= 1U << static_cast<unsigned>(object.color);
      }
    }
  }
  for (Clause& clause : instruction_.clauses()) {
    for (ActionInstr& action : clause.actions()) {
      if (!IsValid(&action, locked_colors)) {
        return false;
      }
    }
  }
  return true;
}

bool BabyAILevel::IsValid(ActionInstr* action, unsigned locked_colors) {
  const auto is_spared = [locked_colors](const Target& target) {
    const Description& description = target.description();
    return description.type == Type::kKey && description.color &&
           (locked_colors >> static_cast<unsigned>(*description.color) & 1) !=
               0;
  };
  if (is_spared(action->target())) {
    return false;
  }
  if (action->verb() != Verb::kPutNext) {
    return true;
  }
  action->ResetVerifier(MakeScene());
  const Target& fixed = action->fixed();
  const bool may_be_done_already =
      std::ranges::any_of(action->target().objects(),
                          [&fixed](ObjectId id) { return fixed.Has(id); }) ||
      std::ranges::any_of(action->target().positions(),
                          [&fixed](Pos pos) { return fixed.IsNextTo(pos); });
  return !may_be_done_already && !is_spared(fixed);
}

void BabyAILevel::AfterStep(Action action, Outcome* outcome) {
  if (action == Action::kDrop) {
    instruction_.UpdatePositions(*this);
  }
  const Status status = instruction_.Verify(*this, action);
  if (status != Status::kContinue) {
    outcome->terminated = true;
    outcome->reward = status == Status::kSuccess ? Reward() : 0.0;
  }
}

void BabyAILevel::SaveTask(StateWriter* writer) const {
  instruction_.Save(writer);
}

void BabyAILevel::LoadTask(StateReader* reader) {
  instruction_.Load(reader, *this, static_cast<int>(objects_.size()));
}

Scene BabyAILevel::MakeScene() {
  return {objects_, grid_, RoomFromPos(agent_pos_), agent_pos_, agent_dir_};
}

bool BabyAILevel::AllObjectsReachable() {
  // The outer wall keeps indices within the grid, so there are no bounds
  // checks.
  const Cell* cells = grid_.At({0, 0});
  const int stride = grid_.stride();
  const std::array<int, 4> ways = {1, stride, -1, -stride};
  const std::size_t size = static_cast<std::size_t>(stride) * grid_.height();
  reached_.assign(size, 0);
  stack_.resize(size);
  int top = 0;
  const auto push = [&](int index) {
    reached_[index] = 1;
    stack_[top++] = index;
  };
  std::size_t to_find = objects_.size() - 1;
  push(agent_pos_.y * stride + agent_pos_.x);
  while (top > 0 && to_find > 0) {
    const int from = stack_[--top];
    for (const int way : ways) {
      const int index = from + way;
      const Type type = cells[index].type;
      if (type == Type::kWall || reached_[index] != 0) {
        continue;
      }
      if (type == Type::kEmpty || type == Type::kDoor) {
        push(index);
      } else {
        reached_[index] = 1;
      }
      to_find -= type == Type::kEmpty ? 0 : 1;
    }
  }
  return to_find == 0;
}

ObjectId BabyAILevel::AddLockedRoom(int i, int j) {
  const ObjectId door = AddDoor(i, j, {}, {}, true).id;
  // The key may be in the locked room. The official code means to reject that
  // room, but compares numbers by identity (`is not`), which never matches.
  const int key_i = RandInt(0, num_cols());
  const int key_j = RandInt(0, num_rows());
  AddObject(key_i, key_j, Type::kKey, objects_[door].color);
  return door;
}

void BabyAILevel::AddDistractorsPerRoom(int count) {
  for (int i = 0; i < num_cols(); ++i) {
    for (int j = 0; j < num_rows(); ++j) {
      AddDistractors(i, j, count, false);
    }
  }
}

void BabyAILevel::PlaceAgentOutside(int room) {
  do {
    PlaceAgentInRoom();
  } while (RoomIndexFromPos(agent_pos_) == room);
}

void BabyAILevel::OpenAllDoors() {
  for (const Object& object : objects_) {
    if (object.type == Type::kDoor) {
      grid_.SetDoorState(object.cur_pos, kOpen);
    }
  }
}

std::vector<ObjectId>& BabyAILevel::CopyToScratch(
    std::span<const ObjectId> objects) {
  scratch_.assign(objects.begin(), objects.end());
  return scratch_;
}

}  // namespace envpool::minigrid::babyai
