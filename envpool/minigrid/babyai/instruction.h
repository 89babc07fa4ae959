// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Instruction: a BabyAI agent's instruction, and the check of its fulfilment,
// which equals minigrid 3.0.0's verifiers. Parts, from the smallest:
//
//   Description  "the red ball on your left"
//   Target       a description and the objects that matched it at the start
//   ActionInstr  "open the door", "put a ball next to the box"
//   Clause       one action, or two of them in any order ("and")
//   Instruction  one clause, or two of them in a given order ("then", "after")
//
// The official grammar nests no deeper, so an Instruction is a value of fixed
// shape. It reuses its memory in all episodes.
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

/// A direction relative to the agent at the start, within its room.
enum class Location : uint8_t { kAnywhere, kLeft, kRight, kFront, kBehind };

/// The official ObjDesc without its objects.
struct Description {
  std::optional<Type> type{};
  std::optional<Color> color{};
  Location location{Location::kAnywhere};
};

/// The state of the level when descriptions are resolved.
struct Scene {
  std::span<const Object> objects;  // by id; the first is a placeholder
  const Grid& grid;
  const Room& room;  // the agent's room
  Pos agent_pos;
  int agent_dir;
};

/// The official ObjDesc.
class Target {
 public:
  void Describe(const Description& description) { description_ = description; }
  [[nodiscard]] const Description& description() const { return description_; }

  /// The official find_matching_objs(env).
  void FindObjects(const Scene& scene);
  /// The official find_matching_objs(env, use_location=False): updates the
  /// positions of the objects.
  void UpdatePositions(const Level& level);

  [[nodiscard]] std::span<const ObjectId> objects() const { return objects_; }
  [[nodiscard]] std::span<const Pos> positions() const { return positions_; }
  [[nodiscard]] bool Has(ObjectId id) const;
  /// Whether an object was at `pos` when the positions were last updated.
  [[nodiscard]] bool IsAt(Pos pos) const;
  [[nodiscard]] bool IsNextTo(Pos pos) const;

  /// Appends "the red ball", or "a red ball" if several objects match.
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
  /// `strict`: opening or picking up another object is a failure.
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
  /// The object of the verb.
  [[nodiscard]] Target& target() { return target_; }
  [[nodiscard]] const Target& target() const { return target_; }
  /// For kPutNext, the object that target() must be put next to.
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

/// An official ActionInstr or AndInstr.
class Clause {
 public:
  /// Sets the number of actions, 1 or 2. The caller sets the returned actions.
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

/// The order of two clauses: the official BeforeInstr and AfterInstr.
enum class Order : uint8_t { kNone, kBefore, kAfter };

class Instruction {
 public:
  /// Makes the instruction a single action, which the caller sets.
  ActionInstr& MakeAction() {
    return MakeClauses(Order::kNone)[0].SetSize(1)[0];
  }
  /// Makes the instruction one clause for kNone, else two. The caller sets the
  /// returned clauses.
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
  /// Appends the mission's text. ResetVerifier must be called before.
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
