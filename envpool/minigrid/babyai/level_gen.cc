// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/minigrid/babyai/level_gen.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "envpool/minigrid/babyai/tasks.h"

namespace envpool::minigrid::babyai {

namespace {

constexpr int kObjectTries = 101;

constexpr std::array<Type, 4> kTypes = {Type::kBox, Type::kBall, Type::kKey,
                                        Type::kDoor};
constexpr std::span<const Type> kTypesNotDoor = std::span(kTypes).first(3);
constexpr std::span<const Type> kDoors = std::span(kTypes).last(1);

/// Returns the values of the names in a comma-separated list.
template <typename T, std::size_t kSize>
std::vector<T> Parse(
    std::string_view list,
    const std::array<std::pair<std::string_view, T>, kSize>& names) {
  std::vector<T> values;
  while (!list.empty()) {
    const std::string_view name = list.substr(0, list.find(','));
    list.remove_prefix(std::min(name.size() + 1, list.size()));
    const auto* found = std::ranges::find(
        names, name, [](const auto& each) { return each.first; });
    if (found != names.end()) {
      values.push_back(found->second);
    }
  }
  return values;
}

}  // namespace

LevelGen::LevelGen(const LevelOptions& options)
    : BabyAILevel(options, options.room_size, options.num_rows,
                  options.num_cols),
      verbs_(Parse<Verb, 4>(options.action_kinds,
                            {{{"goto", Verb::kGoTo},
                              {"pickup", Verb::kPickup},
                              {"open", Verb::kOpen},
                              {"putnext", Verb::kPutNext}}})),
      kinds_(Parse<Kind, 3>(options.instr_kinds, {{{"action", Kind::kAction},
                                                   {"and", Kind::kAnd},
                                                   {"seq", Kind::kSeq}}})) {}

void LevelGen::Seed(uint64_t seed) {
  BabyAILevel::Seed(seed);
  locked_room_ = -1;  // otherwise episodes would depend on those before Seed()
}

bool LevelGen::GenMission() {
  int closed_to_agent = -1;
  if (RandFloat(0, 1) < options_.locked_room_prob) {
    AddLockedRoom();
    closed_to_agent = locked_room_;
  }
  ConnectAll();
  AddDistractors({}, {}, options_.num_dists, false);
  PlaceAgentOutside(closed_to_agent);
  if (!options_.unblocking && !AllObjectsReachable()) {
    return false;
  }
  RandInstr();
  return true;
}

void LevelGen::AddLockedRoom() {
  int i;
  int j;
  int side;
  do {
    i = RandInt(0, num_cols());
    j = RandInt(0, num_rows());
    side = RandInt(0, 4);
    locked_room_ = RoomIndex(i, j);
  } while (GetRoom(i, j).neighbors[side] < 0);
  const ObjectId door = AddDoor(i, j, side, {}, true).id;
  do {
    i = RandInt(0, num_cols());
    j = RandInt(0, num_rows());
  } while (RoomIndex(i, j) == locked_room_);
  AddObject(i, j, Type::kKey, objects_[door].color);
}

void LevelGen::RandInstr() {
  constexpr std::array<Kind, 2> kOfClauses = {Kind::kAction, Kind::kAnd};
  const Kind kind = RandElem(kinds_);
  if (kind != Kind::kSeq) {
    RandClause(kind, instruction().MakeClauses(Order::kNone).data());
    return;
  }
  for (Clause& clause : instruction().MakeClauses(Order::kBefore)) {
    RandClause(RandElem(kOfClauses), &clause);
  }
  if (RandInt(0, 2) == 1) {
    instruction().MakeClauses(Order::kAfter);
  }
}

void LevelGen::RandClause(Kind kind, Clause* clause) {
  for (ActionInstr& action : clause->SetSize(kind == Kind::kAnd ? 2 : 1)) {
    RandAction(&action);
  }
}

void LevelGen::RandAction(ActionInstr* action) {
  const Verb verb = RandElem(verbs_);
  action->Set(verb);
  switch (verb) {
    case Verb::kGoTo:
      RandObj(kTypes, &action->target());
      break;
    case Verb::kPickup:
      RandObj(kTypesNotDoor, &action->target());
      break;
    case Verb::kOpen:
      RandObj(kDoors, &action->target());
      break;
    case Verb::kPutNext:
      RandObj(kTypesNotDoor, &action->target());
      RandObj(kTypes, &action->fixed());
      break;
  }
}

void LevelGen::RandObj(std::span<const Type> types, Target* target) {
  constexpr std::array<Location, 4> kLocations = {
      Location::kLeft, Location::kRight, Location::kFront, Location::kBehind};
  for (int tries = 0; tries < kObjectTries; ++tries) {
    Description description;
    if (const int color = RandInt(0, kNumColors + 1); color > 0) {
      description.color = kColorNames[color - 1];
    }
    description.type = RandElem(types);
    if (options_.locations && RandBool()) {
      description.location = RandElem(kLocations);
    }
    target->Describe(description);
    target->FindObjects(MakeScene());
    if (IsPossible(*target)) {
      return;
    }
  }
  throw SamplingFailed("failed to find suitable object");
}

bool LevelGen::IsPossible(const Target& target) {
  if (options_.implicit_unlock || locked_room_ < 0) {
    return !target.positions().empty();
  }
  const Room& locked = rooms()[locked_room_];
  return std::ranges::any_of(
      target.positions(), [&locked](Pos pos) { return !locked.Contains(pos); });
}

void LevelGen::SaveTask(StateWriter* writer) const {
  BabyAILevel::SaveTask(writer);
  writer->Write(locked_room_);
}

void LevelGen::LoadTask(StateReader* reader) {
  BabyAILevel::LoadTask(reader);
  reader->Read(&locked_room_, -1, num_rows() * num_cols() - 1);
}

namespace {

std::unique_ptr<Level> MakePickupLoc(const LevelOptions& options) {
  LevelOptions o = options;
  o.action_kinds = "pickup";
  o.instr_kinds = "action";
  o.num_rows = 1;
  o.num_cols = 1;
  o.num_dists = 8;
  o.locked_room_prob = 0;
  o.locations = true;
  o.unblocking = false;
  return Make<LevelGen>(o);
}

std::unique_ptr<Level> MakeGoToSeq(const LevelOptions& options) {
  LevelOptions o = options;
  o.action_kinds = "goto";
  o.locked_room_prob = 0;
  o.locations = false;
  o.unblocking = false;
  return Make<LevelGen>(o);
}

template <bool kLocations, bool kManyInstructions>
std::unique_ptr<Level> MakeSynth(const LevelOptions& options) {
  LevelOptions o = options;
  if (!kManyInstructions) {
    o.instr_kinds = "action";
  }
  o.locations = kLocations;
  o.unblocking = true;
  o.implicit_unlock = false;
  return Make<LevelGen>(o);
}

std::unique_ptr<Level> MakeMiniBossLevel(const LevelOptions& options) {
  LevelOptions o = options;
  o.num_cols = 2;
  o.num_rows = 2;
  o.room_size = 5;
  o.num_dists = 7;
  o.locked_room_prob = 0.25;
  return Make<LevelGen>(o);
}

std::unique_ptr<Level> MakeBossLevelNoUnlock(const LevelOptions& options) {
  LevelOptions o = options;
  o.locked_room_prob = 0;
  o.implicit_unlock = false;
  return Make<LevelGen>(o);
}

constexpr std::array<Task, 8> kTasks = {{
    {"babyai_pickup_loc", MakePickupLoc},
    {"babyai_goto_seq", MakeGoToSeq},
    {"babyai_synth", MakeSynth<false, false>},
    {"babyai_synth_loc", MakeSynth<true, false>},
    {"babyai_synth_seq", MakeSynth<true, true>},
    {"babyai_mini_boss_level", MakeMiniBossLevel},
    {"babyai_boss_level", Make<LevelGen>},
    {"babyai_boss_level_no_unlock", MakeBossLevelNoUnlock},
}};

}  // namespace

std::span<const Task> LevelGenTasks() { return kTasks; }

}  // namespace envpool::minigrid::babyai
