// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// LevelGen: the official LevelGen, which draws instructions from the whole
// BabyAI language.
//
// Threads: none. Errors: as in level.h.

#ifndef ENVPOOL_MINIGRID_BABYAI_LEVEL_GEN_H_
#define ENVPOOL_MINIGRID_BABYAI_LEVEL_GEN_H_

#include <span>
#include <vector>

#include "envpool/minigrid/babyai/babyai_level.h"

namespace envpool::minigrid::babyai {

class LevelGen : public BabyAILevel {
 public:
  /// Reads the options of the official constructor.
  explicit LevelGen(const LevelOptions& options);

  void Seed(uint64_t seed) override;

 protected:
  bool GenMission() override;
  [[nodiscard]] bool ForbidsKeysOfLockedDoors() const override {
    return options_.unblocking;
  }
  void SaveTask(StateWriter* writer) const override;
  void LoadTask(StateReader* reader) override;

 private:
  enum class Kind : uint8_t { kAction, kAnd, kSeq };

  void AddLockedRoom();
  void RandInstr();
  void RandClause(Kind kind, Clause* clause);
  void RandAction(ActionInstr* action);
  void RandObj(std::span<const Type> types, Target* target);
  /// Whether an object matches. Without implicit_unlock, objects in the locked
  /// room do not count.
  [[nodiscard]] bool IsPossible(const Target& target);

  std::vector<Verb> verbs_;
  std::vector<Kind> kinds_;
  // The last locked room, perhaps of an earlier level, because the official
  // code never resets it. -1 if none.
  int locked_room_{-1};
};

}  // namespace envpool::minigrid::babyai

#endif  // ENVPOOL_MINIGRID_BABYAI_LEVEL_GEN_H_
