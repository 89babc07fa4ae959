// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Machine: the state of one env's program, and what runs the program.
//
// Only the state is kept. The other words of a program are those of the thread
// that runs it: Enter begins a reset or a step, and Leave ends it.
//
// Threads: one thread at a time, the same from Enter to Leave. Errors:
// std::runtime_error if a reset finds no state in kAttempts attempts, a
// function fails, or a term is not a number; otherwise as Physics.

#ifndef ENVPOOL_MUJOCO_TASKS_MACHINE_H_
#define ENVPOOL_MUJOCO_TASKS_MACHINE_H_

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "envpool/mujoco/common/physics.h"
#include "envpool/mujoco/tasks/program.h"
#include "envpool/mujoco/tasks/random.h"

namespace envpool::mujoco::tasks {

/// Copies words, mostly a few: then, a call of memmove would take longer.
inline void CopyWords(const double* from, std::ptrdiff_t count, double* to) {
  constexpr std::ptrdiff_t kFew = 8;
  if (count > kFew) {
    std::copy_n(from, count, to);
    return;
  }
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    to[i] = from[i];
  }
}

class Machine {
 public:
  static constexpr int kAttempts = 10'000;

  /// `is_lagging` says that everything is computed before each step of MuJoCo,
  /// as in Gymnasium, and not after it.
  Machine(std::shared_ptr<const Program> program, bool is_lagging)
      : program_(std::move(program)),
        is_lagging_(is_lagging),
        state_(static_cast<std::size_t>(program_->state())) {}

  [[nodiscard]] const Program& program() const { return *program_; }
  /// The words at an address, between Enter and Leave.
  [[nodiscard]] const double* at(int address) const {
    return memory_ + address;
  }
  [[nodiscard]] bool Has(Section section) const {
    return !(*program_)[section].empty();
  }

  void Enter();
  void Leave() {
    CopyWords(memory_ + program_->state_at(), std::ssize(state_),
              state_.data());
  }
  /// Forgets the last episode, after Enter.
  void Clear();
  /// Forgets everything, also what is kept between episodes.
  void Forget() { std::fill(state_.begin(), state_.end(), 0.0); }
  /// Begins a step. Until then, first_at() is 1.
  void SetAction(const double* action, int count, bool is_float32) {
    CopyWords(action, count, memory_ + program_->action_at());
    memory_[program_->first_at()] = 0;
    is_float32_ = is_float32;
  }
  void Run(Section section, Physics* physics, Random* random);
  /// Throws if a term is not a number. After a reset, there is no reward.
  void CheckTerms(bool is_first) const;

  void Save(StateWriter* writer) const;
  void Load(StateReader* reader);

 private:
  void Apply(const Instruction& it, Physics* physics, Random* random);
  void Load(const Instruction& it, Physics* physics);
  void Store(const Instruction& it, Physics* physics);
  void Draw(const Instruction& it, Random* random);
  void Sense(const Instruction& it, Physics* physics);
  void Act(const Instruction& it, Physics* physics);
  void CallFunction(const Instruction& it);

  const std::shared_ptr<const Program> program_;
  const bool is_lagging_;
  std::vector<double> state_;
  double* memory_{nullptr};  // of the thread, from Enter on
  bool is_float32_{false};
};

}  // namespace envpool::mujoco::tasks

#endif  // ENVPOOL_MUJOCO_TASKS_MACHINE_H_
