// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// BabyAILevel: the official RoomGridLevel, rooms with an instruction.
//
// A task derives from it and implements GenMission with the official draws in
// their order. GenMission returns false where the official gen_mission raises
// RejectSampling. The level is generated again if GenMission returns false or
// SamplingFailed is thrown.
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
  static constexpr int kRoomSize = 6;  // room size of tasks that fix it

  /// A `max_steps` of 0 means that the limit depends on the instruction.
  BabyAILevel(const LevelOptions& options, int room_size, int num_rows,
              int num_cols, int max_steps = 0);

  /// Fills the rooms and sets the instruction. Returns false if the level must
  /// be rejected.
  [[nodiscard]] virtual bool GenMission() = 0;
  /// Whether instructions must not name the key of a locked door. The official
  /// code has this rule for tasks with `unblocking`.
  [[nodiscard]] virtual bool ForbidsKeysOfLockedDoors() const { return false; }

  void GenGrid() final;
  void AfterStep(Action action, Outcome* outcome) final;
  void SaveTask(StateWriter* writer) const override;
  void LoadTask(StateReader* reader) override;

  Instruction& instruction() { return instruction_; }
  [[nodiscard]] Scene MakeScene();
  /// Describes an object by its type and colour.
  [[nodiscard]] Description Describe(ObjectId id) const {
    return {objects_[id].type, objects_[id].color};
  }
  /// The official check_objs_reachable(raise_exc=False). Requires that all
  /// objects are in the grid.
  [[nodiscard]] bool AllObjectsReachable();
  /// Adds a locked door to a room and its key to a random room. Returns the
  /// door.
  ObjectId AddLockedRoom(int i, int j);
  void AddDistractorsPerRoom(int count);
  /// Places the agent in any room other than `room`.
  void PlaceAgentOutside(int room);
  void OpenAllDoors();

  /// Copies `objects` into a list that GenMission may change; the next call
  /// overwrites it.
  std::vector<ObjectId>& CopyToScratch(std::span<const ObjectId> objects);

 private:
  [[nodiscard]] bool TryGenerate();
  [[nodiscard]] bool IsValid();
  [[nodiscard]] bool IsValid(ActionInstr* action, unsigned locked_colors);

  Instruction instruction_;
  std::vector<ObjectId> scratch_;
  std::vector<char> reached_;
  std::vector<int> stack_;  // indices of cells
};

}  // namespace envpool::minigrid::babyai

#endif  // ENVPOOL_MINIGRID_BABYAI_BABYAI_LEVEL_H_
