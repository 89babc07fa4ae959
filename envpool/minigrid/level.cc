// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/minigrid/level.h"

#include <limits>

namespace envpool::minigrid {

Level::Level(const LevelOptions& options, int width, int height, int max_steps)
    : options_(options),
      grid_(width, height, options.agent_view_size - 1),
      max_steps_(options.max_episode_steps > 0 ? options.max_episode_steps
                                               : max_steps),
      has_fixed_max_steps_(options.max_episode_steps > 0) {}

void Level::Reset() {
  agent_pos_ = {};
  agent_dir_ = -1;
  carrying_ = 0;
  step_count_ = 0;
  grid_.Clear();
  objects_.assign(1, Object{Type::kEmpty, Color::kRed, 0, {}, {}});
  GenGrid();
  if (!grid_.Contains(agent_pos_) || !grid_[agent_pos_].is_walkable()) {
    throw std::runtime_error(
        "minigrid: the agent starts where it cannot stand");
  }
}

Outcome Level::Step(Action action) {
  action = BeforeStep(action);
  ++step_count_;
  Outcome outcome;
  const Pos front = FrontPos();
  const Cell cell = grid_[front];
  switch (action) {
    case Action::kLeft:
      agent_dir_ = (agent_dir_ + 3) % 4;
      break;
    case Action::kRight:
      agent_dir_ = (agent_dir_ + 1) % 4;
      break;
    case Action::kForward:
      if (cell.is_walkable()) {
        agent_pos_ = front;
      }
      if (cell.type == Type::kGoal) {
        outcome.terminated = true;
        outcome.reward = Reward();
      }
      outcome.terminated |= cell.type == Type::kLava;
      break;
    case Action::kPickup:
      if (cell.is_portable() && carrying_ == 0) {
        carrying_ = grid_.IdAt(front);
        objects_[carrying_].cur_pos = {-1, -1};
        grid_.Set(front, kNothing);
      }
      break;
    case Action::kDrop:
      if (cell.is_empty() && carrying_ != 0) {
        grid_.Set(front, ThingOf(carrying_));
        objects_[carrying_].cur_pos = front;
        carrying_ = 0;
      }
      break;
    case Action::kToggle:
      Toggle(front);
      break;
    case Action::kDone:
      break;
  }
  outcome.truncated = step_count_ >= max_steps_;
  AfterStep(action, &outcome);
  return outcome;
}

void Level::Toggle(Pos pos) {
  const Cell cell = grid_[pos];
  if (cell.type == Type::kBox) {
    const ObjectId inside = objects_[grid_.IdAt(pos)].contains;
    grid_.Set(pos, inside == 0 ? kNothing : ThingOf(inside));
  } else if (cell.type == Type::kDoor) {
    if (cell.state != kLocked) {
      grid_.SetDoorState(pos, cell.state == kOpen ? kClosed : kOpen);
    } else if (carrying_ != 0 && objects_[carrying_].type == Type::kKey &&
               objects_[carrying_].color == cell.color) {
      grid_.SetDoorState(pos, kOpen);
    }
  }
}

Thing Level::New(Type type, Color color, uint8_t state) {
  if (objects_.size() > std::numeric_limits<ObjectId>::max()) {
    throw std::runtime_error("minigrid: the level has too many objects");
  }
  const auto id = static_cast<ObjectId>(objects_.size());
  objects_.push_back({type, color, 0, {}, {}});
  return {MakeCell(type, color, state), id};
}

void Level::PutObj(Thing thing, Pos pos) {
  grid_.Set(pos, thing);
  if (thing.id != 0) {
    objects_[thing.id].init_pos = pos;
    objects_[thing.id].cur_pos = pos;
  }
}

Pos Level::PlaceAgent(Pos top, Pos size, bool rand_dir, int max_tries) {
  agent_pos_ = {};
  if (size == Pos{0, 0}) {
    size = {grid_.width(), grid_.height()};
  }
  agent_pos_ = PlaceObj(kNothing, top, size, max_tries);
  if (rand_dir) {
    agent_dir_ = RandInt(0, 4);
  }
  return agent_pos_;
}

void Level::ThrowNoPlace() {
  throw std::runtime_error("minigrid: the level has no free place left");
}

}  // namespace envpool::minigrid
