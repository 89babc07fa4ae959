// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/minigrid/babyai/instruction.h"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace envpool::minigrid::babyai {

namespace {

constexpr int kAny = -1;  // an absent type or colour in a saved state

bool IsInGrid(const Grid& grid, ObjectId id, const Object& object) {
  return grid.Contains(object.cur_pos) && grid.IdAt(object.cur_pos) == id;
}

bool IsNextTo(Pos a, Pos b) {
  return std::abs(a.x - b.x) + std::abs(a.y - b.y) == 1;
}

int Dot(Pos a, Pos b) { return a.x * b.x + a.y * b.y; }

bool IsLocated(Location location, const Scene& scene, Pos pos) {
  if (location == Location::kAnywhere) {
    return true;
  }
  if (!scene.room.Contains(pos)) {
    return false;
  }
  const Pos way = pos - scene.agent_pos;
  const int ahead = Dot(way, kDirections[scene.agent_dir]);
  const int right = Dot(way, kDirections[(scene.agent_dir + 1) % 4]);
  switch (location) {
    case Location::kLeft:
      return right < 0;
    case Location::kRight:
      return right > 0;
    case Location::kFront:
      return ahead > 0;
    default:
      return ahead < 0;
  }
}

void SaveDescription(const Description& description, StateWriter* writer) {
  writer->Write(description.type ? static_cast<int>(*description.type) : kAny);
  writer->Write(description.color ? static_cast<int>(*description.color)
                                  : kAny);
  writer->Write(description.location);
}

Description LoadDescription(StateReader* reader) {
  Description description;
  int type;
  int color;
  reader->Read(&type, kAny, static_cast<int>(Type::kBox));
  reader->Require(type == kAny || type >= static_cast<int>(Type::kDoor));
  reader->Read(&color, kAny, kNumColors - 1);
  reader->Read(&description.location, Location::kAnywhere, Location::kBehind);
  if (type != kAny) {
    description.type = static_cast<Type>(type);
  }
  if (color != kAny) {
    description.color = static_cast<Color>(color);
  }
  return description;
}

}  // namespace

void Target::FindObjects(const Scene& scene) {
  objects_.clear();
  positions_.clear();
  for (std::size_t i = 1; i < scene.objects.size(); ++i) {
    const Object& object = scene.objects[i];
    const auto id = static_cast<ObjectId>(i);
    if (object.type == description_.type.value_or(object.type) &&
        object.color == description_.color.value_or(object.color) &&
        IsInGrid(scene.grid, id, object) &&
        IsLocated(description_.location, scene, object.cur_pos)) {
      objects_.push_back(id);
      positions_.push_back(object.cur_pos);
    }
  }
}

void Target::UpdatePositions(const Level& level) {
  positions_.clear();
  for (const ObjectId id : objects_) {
    const Object& object = level.object(id);
    if (IsInGrid(level.grid(), id, object)) {
      positions_.push_back(object.cur_pos);
    }
  }
}

bool Target::Has(ObjectId id) const {
  return std::ranges::find(objects_, id) != objects_.end();
}

bool Target::IsAt(Pos pos) const {
  return std::ranges::find(positions_, pos) != positions_.end();
}

bool Target::IsNextTo(Pos pos) const {
  return std::ranges::any_of(
      positions_, [pos](Pos at) { return babyai::IsNextTo(at, pos); });
}

void Target::AppendTo(std::string* text) const {
  const auto& [type, color, location] = description_;
  // The official code counts walls as grey objects.
  const bool has_walls = !type && color == Color::kGrey;
  *text += objects_.size() > 1 || has_walls ? "a " : "the ";
  if (color) {
    *text += NameOf(*color);
    *text += ' ';
  }
  *text += type ? NameOf(*type) : "object";
  constexpr std::array<const char*, 5> kPhrases = {
      "", " on your left", " on your right", " in front of you", " behind you"};
  *text += kPhrases[static_cast<std::size_t>(location)];
}

void Target::Save(StateWriter* writer) const {
  SaveDescription(description_, writer);
  writer->Write(objects_);
  writer->Write(positions_);
}

void Target::Load(StateReader* reader, const Level& level, int num_objects) {
  description_ = LoadDescription(reader);
  reader->Read(&objects_);
  reader->Read(&positions_);
  reader->Require(static_cast<int>(objects_.size()) < num_objects &&
                  positions_.size() <= objects_.size());
  reader->Require(std::ranges::all_of(objects_, [num_objects](ObjectId id) {
    return id > 0 && id < num_objects;
  }));
  reader->Require(std::ranges::all_of(
      positions_, [&level](Pos pos) { return level.grid().Contains(pos); }));
}

void ActionInstr::ResetVerifier(const Scene& scene) {
  carried_before_ = 0;
  target_.FindObjects(scene);
  if (verb_ == Verb::kPutNext) {
    fixed_.FindObjects(scene);
  }
}

void ActionInstr::UpdatePositions(const Level& level) {
  target_.UpdatePositions(level);
  if (verb_ == Verb::kPutNext) {
    fixed_.UpdatePositions(level);
  }
}

Status ActionInstr::Verify(const Level& level, Action action) {
  const ObjectId before = carried_before_;
  carried_before_ = level.carrying();
  switch (verb_) {
    case Verb::kGoTo:
      return target_.IsAt(level.FrontPos()) ? Status::kSuccess
                                            : Status::kContinue;
    case Verb::kPickup:
      return action == Action::kPickup ? VerifyPickup(before, carried_before_)
                                       : Status::kContinue;
    case Verb::kOpen:
      return action == Action::kToggle ? VerifyOpen(level) : Status::kContinue;
    case Verb::kPutNext:
      break;
  }
  return action == Action::kDrop && before != 0 && target_.Has(before) &&
                 fixed_.IsNextTo(level.object(before).cur_pos)
             ? Status::kSuccess
             : Status::kContinue;
}

Status ActionInstr::VerifyOpen(const Level& level) const {
  const Thing front = level.grid().Get(level.FrontPos());
  if (front.cell.type != Type::kDoor) {
    return Status::kContinue;
  }
  if (front.cell.state == kOpen && target_.Has(front.id)) {
    return Status::kSuccess;
  }
  return strict_ ? Status::kFailure : Status::kContinue;
}

Status ActionInstr::VerifyPickup(ObjectId before, ObjectId now) const {
  if (before == 0 && now != 0 && target_.Has(now)) {
    return Status::kSuccess;
  }
  return strict_ && now != 0 ? Status::kFailure : Status::kContinue;
}

void ActionInstr::AppendTo(std::string* text) const {
  constexpr std::array<const char*, 4> kVerbs = {"go to ", "pick up ", "open ",
                                                 "put "};
  *text += kVerbs[static_cast<std::size_t>(verb_)];
  target_.AppendTo(text);
  if (verb_ == Verb::kPutNext) {
    *text += " next to ";
    fixed_.AppendTo(text);
  }
}

void ActionInstr::Save(StateWriter* writer) const {
  writer->Write(verb_);
  writer->Write(strict_);
  writer->Write(carried_before_);
  target_.Save(writer);
  if (verb_ == Verb::kPutNext) {
    fixed_.Save(writer);
  }
}

void ActionInstr::Load(StateReader* reader, const Level& level,
                       int num_objects) {
  reader->Read(&verb_, Verb::kGoTo, Verb::kPutNext);
  reader->Read(&strict_);
  reader->Read(&carried_before_, 0, static_cast<ObjectId>(num_objects - 1));
  target_.Load(reader, level, num_objects);
  if (verb_ == Verb::kPutNext) {
    fixed_.Load(reader, level, num_objects);
  }
}

void Clause::ResetVerifier(const Scene& scene) {
  done_.fill(false);
  for (ActionInstr& action : actions()) {
    action.ResetVerifier(scene);
  }
}

Status Clause::Verify(const Level& level, Action action) {
  if (size_ == 1) {
    return actions_[0].Verify(level, action);
  }
  // As in the official code, a failure of one of two actions is ignored.
  for (int i = 0; i < 2; ++i) {
    done_[i] =
        done_[i] || actions_[i].Verify(level, action) == Status::kSuccess;
  }
  return done_[0] && done_[1] ? Status::kSuccess : Status::kContinue;
}

void Clause::AppendTo(std::string* text) const {
  actions_[0].AppendTo(text);
  if (size_ == 2) {
    *text += " and ";
    actions_[1].AppendTo(text);
  }
}

void Clause::Save(StateWriter* writer) const {
  writer->Write(size_);
  writer->Write(done_[0]);
  writer->Write(done_[1]);
  for (const ActionInstr& action : actions()) {
    action.Save(writer);
  }
}

void Clause::Load(StateReader* reader, const Level& level, int num_objects) {
  reader->Read(&size_, 1, 2);
  reader->Read(&done_[0]);
  reader->Read(&done_[1]);
  for (ActionInstr& action : actions()) {
    action.Load(reader, level, num_objects);
  }
}

int Instruction::NumNavsNeeded() const {
  int count = 0;
  for (const Clause& clause : clauses()) {
    for (const ActionInstr& action : clause.actions()) {
      count += action.verb() == Verb::kPutNext ? 2 : 1;
    }
  }
  return count;
}

void Instruction::ResetVerifier(const Scene& scene) {
  first_done_ = false;
  for (Clause& clause : clauses()) {
    clause.ResetVerifier(scene);
  }
}

void Instruction::UpdatePositions(const Level& level) {
  for (Clause& clause : clauses()) {
    for (ActionInstr& action : clause.actions()) {
      action.UpdatePositions(level);
    }
  }
}

Status Instruction::Verify(const Level& level, Action action) {
  if (order_ == Order::kNone) {
    return clauses_[0].Verify(level, action);
  }
  const int first = order_ == Order::kBefore ? 0 : 1;
  if (!first_done_) {
    const Status status = clauses_[first].Verify(level, action);
    if (status != Status::kSuccess) {
      return status;
    }
    first_done_ = true;
  }
  // The step that completes the first clause can also complete the second.
  return clauses_[1 - first].Verify(level, action);
}

void Instruction::AppendTo(std::string* text) const {
  clauses_[0].AppendTo(text);
  if (order_ != Order::kNone) {
    *text += order_ == Order::kBefore ? ", then " : " after you ";
    clauses_[1].AppendTo(text);
  }
}

void Instruction::Save(StateWriter* writer) const {
  writer->Write(order_);
  writer->Write(first_done_);
  for (const Clause& clause : clauses()) {
    clause.Save(writer);
  }
}

void Instruction::Load(StateReader* reader, const Level& level,
                       int num_objects) {
  reader->Read(&order_, Order::kNone, Order::kAfter);
  reader->Read(&first_done_);
  for (Clause& clause : clauses()) {
    clause.Load(reader, level, num_objects);
  }
}

}  // namespace envpool::minigrid::babyai
