// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// BabyAILevel: the official RoomGridLevel, rooms with an instruction.
//
// A task derives from it and writes GenMission with the official draws in their
// order. Where the official gen_mission raises RejectSampling, it returns
// false; then, and where SamplingFailed is thrown, the level is generated anew.
//
// Threads: none. Errors: as in level.h.

#ifndef ENVPOOL_MINIGRID_BABYAI_BABYAI_LEVEL_H_
#define ENVPOOL_MINIGRID_BABYAI_BABYAI_LEVEL_H_

#include <vector>

#include "envpool/minigrid/babyai/instruction.h"
#include "envpool/minigrid/room_grid.h"

namespace envpool::minigrid::babyai {

class BabyAILevel : public RoomGrid {
 protected:
  /// `max_steps`: 0 if the limit depends on the instruction.
  BabyAILevel(const LevelOptions& options, int room_size, int num_rows,
              int num_cols, int max_steps = 0);

  /// Fills the rooms and sets the instruction; returns whether the level will
  /// do.
  [[nodiscard]] virtual bool GenMission() = 0;
  /// Whether keys of locked doors may not be in an instruction; so it is in the
  /// official code if the agent may have to move objects out of its way.
  [[nodiscard]] virtual bool SparesKeys() const { return false; }

  void GenGrid() final;
  void AfterStep(Action action, Outcome* outcome) final;
  void SaveTask(StateWriter* writer) const override;
  void LoadTask(StateReader* reader) override;

  Instruction& instruction() { return instruction_; }
  [[nodiscard]] Scene MakeScene();
  /// By type and colour.
  [[nodiscard]] Description Describe(ObjectId id) const {
    return {objects_[id].type, objects_[id].color};
  }
  /// The official check_objs_reachable(raise_exc=False). All objects must be in
  /// the grid.
  [[nodiscard]] bool AllObjectsReachable();
  /// Adds a locked door to a room, and its key somewhere; returns the door.
  ObjectId AddLockedRoom(int i, int j);
  void AddDistractorsPerRoom(int count);
  /// Places the agent anywhere but in a room.
  void PlaceAgentOutside(int room);
  void OpenAllDoors();

  /// A list that generation can use.
  std::vector<ObjectId>& Candidates(std::span<const ObjectId> objects);

 private:
  [[nodiscard]] bool TryGenerate();
  [[nodiscard]] bool IsValid();
  [[nodiscard]] bool IsValid(ActionInstr* action, unsigned locked_colors);

  Instruction instruction_;
  std::vector<ObjectId> candidates_;
  std::vector<char> reached_;
  std::vector<int> stack_;  // indices of cells
};

}  // namespace envpool::minigrid::babyai

#endif  // ENVPOOL_MINIGRID_BABYAI_BABYAI_LEVEL_H_
