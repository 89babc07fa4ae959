// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Machine: the memory of one env's program, and what runs the program.
//
// Threads: one thread at a time. Errors: std::runtime_error if a reset finds no
// state in kAttempts attempts, or a term is not a number; otherwise as Physics.

#ifndef ENVPOOL_MUJOCO_TASKS_MACHINE_H_
#define ENVPOOL_MUJOCO_TASKS_MACHINE_H_

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "envpool/mujoco/common/physics.h"
#include "envpool/mujoco/tasks/program.h"
#include "envpool/mujoco/tasks/random.h"

namespace envpool::mujoco::tasks {

class Machine {
 public:
  static constexpr int kAttempts = 10'000;

  /// `is_lagging` says that everything is computed before each step of MuJoCo,
  /// as in Gymnasium, and not after it.
  Machine(std::shared_ptr<const Program> program, bool is_lagging)
      : program_(std::move(program)),
        is_lagging_(is_lagging),
        memory_(program_->constants()) {
    memory_.resize(program_->words());
  }

  [[nodiscard]] const Program& program() const { return *program_; }
  /// The words at an address.
  [[nodiscard]] const double* at(int address) const {
    return memory_.data() + address;
  }
  [[nodiscard]] bool Has(Section section) const {
    return !(*program_)[section].empty();
  }

  /// Forgets the last episode.
  void Clear();
  /// Begins a step. Until then, first_at() is 1.
  void SetAction(const double* action, int count, bool is_float32) {
    std::copy_n(action, count, memory_.begin() + program_->action_at());
    memory_[program_->first_at()] = 0;
    is_float32_ = is_float32;
  }
  void Run(Section section, Physics* physics, Random* random);
  /// Throws if a term is not a number.
  void CheckTerms() const;

  void Save(StateWriter* writer) const;
  void Load(StateReader* reader);

 private:
  void Apply(const Instruction& it, Physics* physics, Random* random);
  void Draw(const Instruction& it, Random* random);
  void Sense(const Instruction& it, Physics* physics);
  void Act(const Instruction& it, Physics* physics);

  const std::shared_ptr<const Program> program_;
  const bool is_lagging_;
  std::vector<double> memory_;
  bool is_float32_{false};
};

}  // namespace envpool::mujoco::tasks

#endif  // ENVPOOL_MUJOCO_TASKS_MACHINE_H_
