// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Instruction: what an agent of BabyAI is told to do, and whether it has done
// it, equal to minigrid 3.0.0's verifiers. Parts, from the smallest:
//
//   Description  "the red ball on your left"
//   Target       a description and the objects that it meant at the start
//   ActionInstr  "open the door", "put a ball next to the box"
//   Clause       one action, or two of them in any order ("and")
//   Instruction  one clause, or two of them in a given order ("then", "after")
//
// The official grammar has no deeper sentences, so an Instruction is a value of
// fixed shape; it keeps its memory from episode to episode.
//
// Threads: none. Errors: none.

#ifndef ENVPOOL_MINIGRID_BABYAI_INSTRUCTION_H_
#define ENVPOOL_MINIGRID_BABYAI_INSTRUCTION_H_

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "envpool/core/state_io.h"
#include "envpool/minigrid/room_grid.h"

namespace envpool::minigrid::babyai {

/// As seen by the agent at the start, within its room.
enum class Location : uint8_t { kAnywhere, kLeft, kRight, kFront, kBehind };

/// The official ObjDesc without its objects.
struct Description {
  std::optional<Type> type{};
  std::optional<Color> color{};
  Location location{Location::kAnywhere};
};

/// What descriptions refer to.
struct Scene {
  std::span<const Object> objects;  // by their ids; the first is none
  const Grid& grid;
  const Room& room;  // the agent's
  Pos agent_pos;
  int agent_dir;
};

/// The official ObjDesc.
class Target {
 public:
  void Describe(const Description& description) { description_ = description; }
  [[nodiscard]] const Description& description() const { return description_; }

  /// find_matching_objs(env).
  void FindObjects(const Scene& scene);
  /// find_matching_objs(env, use_location=False): looks where they are now.
  void UpdatePositions(const Level& level);

  [[nodiscard]] std::span<const ObjectId> objects() const { return objects_; }
  [[nodiscard]] std::span<const Pos> positions() const { return positions_; }
  [[nodiscard]] bool Has(ObjectId id) const;
  /// Whether one of them was there when their positions were updated.
  [[nodiscard]] bool IsAt(Pos pos) const;
  [[nodiscard]] bool IsNextTo(Pos pos) const;

  /// "the red ball", or "a red ball" if there are several.
  void AppendTo(std::string* text) const;

  void Save(StateWriter* writer) const;
  void Load(StateReader* reader, const Level& level, int num_objects);

 private:
  Description description_;
  std::vector<ObjectId> objects_;
  std::vector<Pos> positions_;
};

enum class Verb : uint8_t { kGoTo, kPickup, kOpen, kPutNext };

enum class Status : uint8_t { kContinue, kSuccess, kFailure };

class ActionInstr {
 public:
  /// `strict`: to open or pick up something else is to fail.
  void Set(Verb verb, const Description& description = {},
           bool strict = false) {
    verb_ = verb;
    strict_ = strict;
    target_.Describe(description);
  }
  void SetPutNext(const Description& moved, const Description& fixed) {
    Set(Verb::kPutNext, moved);
    fixed_.Describe(fixed);
  }

  [[nodiscard]] Verb verb() const { return verb_; }
  /// What it is done to.
  [[nodiscard]] Target& target() { return target_; }
  [[nodiscard]] const Target& target() const { return target_; }
  /// What that is put next to.
  [[nodiscard]] Target& fixed() { return fixed_; }
  [[nodiscard]] const Target& fixed() const { return fixed_; }

  void ResetVerifier(const Scene& scene);
  void UpdatePositions(const Level& level);
  Status Verify(const Level& level, Action action);
  void AppendTo(std::string* text) const;
  void Save(StateWriter* writer) const;
  void Load(StateReader* reader, const Level& level, int num_objects);

 private:
  [[nodiscard]] Status VerifyOpen(const Level& level) const;
  [[nodiscard]] Status VerifyPickup(ObjectId before, ObjectId now) const;

  Verb verb_{Verb::kGoTo};
  bool strict_{false};
  Target target_;
  Target fixed_;
  ObjectId carried_before_{0};
};

/// An ActionInstr, or the official AndInstr.
class Clause {
 public:
  /// Makes it one action or two, for the caller to set.
  std::span<ActionInstr> SetSize(int size) {
    size_ = size;
    return actions();
  }
  std::span<ActionInstr> actions() { return std::span(actions_).first(size_); }
  [[nodiscard]] std::span<const ActionInstr> actions() const {
    return std::span(actions_).first(size_);
  }

  void ResetVerifier(const Scene& scene);
  Status Verify(const Level& level, Action action);
  void AppendTo(std::string* text) const;
  void Save(StateWriter* writer) const;
  void Load(StateReader* reader, const Level& level, int num_objects);

 private:
  int size_{1};
  std::array<ActionInstr, 2> actions_;
  std::array<bool, 2> done_{};
};

/// How two clauses are joined: the official BeforeInstr and AfterInstr.
enum class Order : uint8_t { kNone, kBefore, kAfter };

class Instruction {
 public:
  /// Makes it a single action, for the caller to set.
  ActionInstr& MakeAction() {
    return MakeClauses(Order::kNone)[0].SetSize(1)[0];
  }
  /// Makes it one clause or two, for the caller to set.
  std::span<Clause> MakeClauses(Order order) {
    order_ = order;
    return clauses();
  }

  std::span<Clause> clauses() { return std::span(clauses_).first(size()); }
  [[nodiscard]] std::span<const Clause> clauses() const {
    return std::span(clauses_).first(size());
  }

  /// The official num_navs_needed.
  [[nodiscard]] int NumNavsNeeded() const;

  void ResetVerifier(const Scene& scene);
  void UpdatePositions(const Level& level);
  Status Verify(const Level& level, Action action);
  /// What the agent is told; after ResetVerifier.
  void AppendTo(std::string* text) const;
  void Save(StateWriter* writer) const;
  void Load(StateReader* reader, const Level& level, int num_objects);

 private:
  [[nodiscard]] std::size_t size() const {
    return order_ == Order::kNone ? 1 : 2;
  }

  Order order_{Order::kNone};
  std::array<Clause, 2> clauses_;
  bool first_done_{false};
};

}  // namespace envpool::minigrid::babyai

#endif  // ENVPOOL_MINIGRID_BABYAI_INSTRUCTION_H_
