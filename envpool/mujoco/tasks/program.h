// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Program: the terms of a task, compiled to operations on the words of one
// memory. The memory has constants, then state, which is kept between steps and
// saved, then scratch words.
//
// The first words of the state are kept between episodes, too.
//
// A program is a list of integers: a header of kHeader numbers, three numbers
// for each term, and kWords numbers for each operation. It may come from
// others, so everything is checked against the model before an env runs it:
// addresses, lengths, indices of fields, and jumps.
//
// Threads: constant after construction. Errors: std::invalid_argument, which
// names the config key and the operation.

#ifndef ENVPOOL_MUJOCO_TASKS_PROGRAM_H_
#define ENVPOOL_MUJOCO_TASKS_PROGRAM_H_

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "envpool/mujoco/tasks/function_table.h"
#include "envpool/mujoco/tasks/ops.h"
#include "mujoco/mujoco.h"

namespace envpool::mujoco::tasks {

struct Operand {
  int at;
  int stride;
};

struct Instruction;

/// Runs an operation that only calculates.
using Kernel = void (*)(const Instruction& it, double* memory);

struct Instruction {
  Op op;
  int n;
  int dst;
  Operand a;
  Operand b;
  Operand c;
  int k;
  Kernel kernel;  // null if the operation does more than calculate
};

/// When a part of a program runs.
enum class Section {
  kReset,    // to draw the initial state
  kStart,    // after everything has been computed from it
  kBefore,   // before a step, to compute the controls
  kSubstep,  // before each step of MuJoCo, instead
  kStepped,  // after each step of MuJoCo
  kAfter,    // after a step: rewards and termination
  kEnd,      // after kAfter
  kObserve,  // after kStart and kEnd
  kCount
};

struct Term {
  enum class Kind { kObservation, kReward, kMeasure, kCount };
  Kind kind;
  int at;
  int size;
  std::string name;
};

class Program {
 public:
  static constexpr int kVersion = 2;
  static constexpr int kWords = 10;
  static constexpr int kHeader = 22;

  /// The values of the config.
  struct Source {
    const std::vector<int>& code;
    const std::vector<double>& constants;
    const std::vector<std::string>& terms;
    const std::vector<std::string>& functions;
    int actions;
  };

  Program(const Source& source, const mjModel& model);

  [[nodiscard]] const std::vector<Instruction>& operator[](
      Section section) const {
    return sections_[static_cast<std::size_t>(section)];
  }
  [[nodiscard]] const std::vector<double>& constants() const {
    return constants_;
  }
  [[nodiscard]] const std::vector<Term>& terms() const { return terms_; }
  [[nodiscard]] const std::vector<Function>& functions() const {
    return functions_;
  }
  /// A number that no other program of the process has had.
  [[nodiscard]] std::uint64_t serial() const { return serial_; }
  /// Whether a term asks if the simulation is unstable.
  [[nodiscard]] bool asks_if_unstable() const { return asks_if_unstable_; }
  /// Whether something between two steps reads forces or accelerations, or what
  /// MuJoCo computes from them.
  [[nodiscard]] bool needs_accelerations() const {
    return needs_accelerations_;
  }
  /// Whether something between two steps changes the simulation.
  [[nodiscard]] bool changes_state() const { return changes_state_; }
  /// The sensors that nothing reads.
  [[nodiscard]] const std::vector<int>& unread_sensors() const {
    return unread_sensors_;
  }
  /// The indices of the model's fields that the program writes to.
  [[nodiscard]] const std::vector<int>& model_fields() const {
    return model_fields_;
  }
  /// The number of terms of a kind.
  [[nodiscard]] int Count(Term::Kind kind) const;

  // Sizes in words.
  [[nodiscard]] int words() const { return words_; }
  [[nodiscard]] int state() const { return state_; }
  [[nodiscard]] int kept() const { return kept_; }
  // Addresses.
  [[nodiscard]] int state_at() const {
    return static_cast<int>(constants_.size());
  }
  [[nodiscard]] int action_at() const { return action_at_; }
  [[nodiscard]] int first_at() const { return first_at_; }
  [[nodiscard]] int control_at() const { return control_at_; }
  [[nodiscard]] int observation_at() const { return observation_at_; }
  [[nodiscard]] int observation_size() const { return observation_size_; }
  [[nodiscard]] int reward_at() const { return reward_at_; }
  [[nodiscard]] int terminated_at() const { return terminated_at_; }

 private:
  void ReadHeader(const std::vector<int>& code, int actions,
                  const mjModel& model);
  void ReadTerms(const std::vector<int>& code,
                 const std::vector<std::string>& names);
  void Add(const Instruction& it, Section section, const mjModel& model);

  const std::uint64_t serial_;
  std::vector<double> constants_;
  std::vector<Term> terms_;
  std::vector<Function> functions_;
  std::array<std::vector<Instruction>, static_cast<int>(Section::kCount)>
      sections_;
  std::vector<int> model_fields_;
  std::vector<int> unread_sensors_;
  int words_{0};
  int state_{0};
  int kept_{0};
  int action_at_{0};
  int first_at_{0};
  int control_at_{0};
  int observation_at_{0};
  int observation_size_{0};
  int reward_at_{0};
  int terminated_at_{0};
  bool asks_if_unstable_{false};
  bool needs_accelerations_{false};
  bool changes_state_{false};
};

}  // namespace envpool::mujoco::tasks

#endif  // ENVPOOL_MUJOCO_TASKS_PROGRAM_H_
