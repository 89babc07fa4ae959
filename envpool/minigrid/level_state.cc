// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A level's state as bytes.

#include "envpool/minigrid/level.h"

namespace envpool::minigrid {

namespace {

constexpr int kMaxMission = 4096;

bool HasIdentity(Type type) {
  return type >= Type::kDoor && type <= Type::kBox;
}

/// Whether a grid can contain this cell.
bool IsSound(const Cell& cell) {
  return cell.type >= Type::kEmpty && cell.type <= Type::kLava &&
         cell.color <= Color::kGrey &&
         cell.state <= (cell.type == Type::kDoor ? kLocked : 0) &&
         cell == MakeCell(cell.type, cell.color, cell.state);
}

}  // namespace

Pos Level::ReadPos(StateReader* reader) const {
  Pos pos;
  reader->Read(&pos.x, -1, grid_.width() - 1);
  reader->Read(&pos.y, -1, grid_.height() - 1);
  return pos;
}

ObjectId Level::ReadObjectId(StateReader* reader) const {
  ObjectId id;
  reader->Read(&id, 0, static_cast<ObjectId>(objects_.size() - 1));
  return id;
}

void Level::Save(StateWriter* writer) const {
  writer->Write(np_random_);
  SaveObjects(writer);
  SaveGrid(writer);
  WritePos(writer, agent_pos_);
  writer->Write(agent_dir_);
  writer->Write(carrying_);
  writer->Write(step_count_);
  writer->Write(max_steps_);
  writer->Write(mission_);
  writer->Write(mission_id_);
  SaveTask(writer);
}

void Level::Load(StateReader* reader) {
  reader->Read(&np_random_);
  LoadObjects(reader);
  LoadGrid(reader);
  agent_pos_ = ReadPos(reader);
  reader->Require(grid_.Contains(agent_pos_));
  reader->Read(&agent_dir_, 0, 3);
  carrying_ = ReadObjectId(reader);
  reader->Require(carrying_ == 0 || objects_[carrying_].type != Type::kDoor);
  reader->Read(&step_count_, 0, StateReader::kMaxElapsedStep);
  reader->Read(&max_steps_, 1, kNoLimit);
  reader->Read(&mission_);
  reader->Require(mission_.size() <= kMaxMission);
  reader->Read(&mission_id_, -1, kNoLimit);
  LoadTask(reader);
}

void Level::SaveObjects(StateWriter* writer) const {
  writer->Write(static_cast<ObjectId>(objects_.size() - 1));
  for (std::size_t id = 1; id < objects_.size(); ++id) {
    const Object& object = objects_[id];
    writer->Write(object.type);
    writer->Write(object.color);
    writer->Write(object.contains);
    WritePos(writer, object.init_pos);
    WritePos(writer, object.cur_pos);
  }
}

void Level::LoadObjects(StateReader* reader) {
  ObjectId count;
  reader->Read(&count);
  objects_.assign(std::size_t{1} + count,
                  Object{Type::kEmpty, Color::kRed, 0, {}, {}});
  for (std::size_t id = 1; id < objects_.size(); ++id) {
    Object& object = objects_[id];
    reader->Read(&object.type, Type::kDoor, Type::kBox);
    reader->Read(&object.color, Color::kRed, Color::kGrey);
    object.contains = ReadObjectId(reader);
    object.init_pos = ReadPos(reader);
    object.cur_pos = ReadPos(reader);
  }
  for (const Object& object : objects_) {
    reader->Require(object.contains == 0 ||
                    (object.type == Type::kBox &&
                     objects_[object.contains].type != Type::kDoor));
  }
}

void Level::SaveGrid(StateWriter* writer) const {
  for (int y = 0; y < grid_.height(); ++y) {
    for (int x = 0; x < grid_.width(); ++x) {
      writer->Write(grid_[{x, y}]);
      writer->Write(grid_.IdAt({x, y}));
    }
  }
}

void Level::LoadGrid(StateReader* reader) {
  for (int y = 0; y < grid_.height(); ++y) {
    for (int x = 0; x < grid_.width(); ++x) {
      Thing thing;
      reader->Read(&thing.cell);
      reader->Require(IsSound(thing.cell));
      thing.id = ReadObjectId(reader);
      const Object& object = objects_[thing.id];
      reader->Require(HasIdentity(thing.cell.type) == (thing.id != 0) &&
                      (thing.id == 0 || (object.type == thing.cell.type &&
                                         object.color == thing.cell.color)));
      grid_.Set({x, y}, thing);
    }
  }
}

}  // namespace envpool::minigrid
