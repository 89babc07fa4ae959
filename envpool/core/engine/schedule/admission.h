// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Admission: tracks which envs are outstanding (a request was sent, its result
// not yet received), and which must be reset before the next step (autoreset
// disabled only).
//
// `ids` null means all envs, or none if `count` is 0.
//
// Threads: none; the engine guards it. Errors: see Admit; an error changes
// nothing.

#ifndef ENVPOOL_CORE_ENGINE_SCHEDULE_ADMISSION_H_
#define ENVPOOL_CORE_ENGINE_SCHEDULE_ADMISSION_H_

#include <cstdint>
#include <vector>

#include "envpool/core/engine/kernel/step_kernel.h"
#include "envpool/core/export.h"

namespace envpool {

class ENVPOOL_EXPORT Admission {
 public:
  Admission(int num_envs, bool resets_are_explicit);

  /// Marks envs outstanding. Throws Error(kEnvId) for an id that is out of
  /// range or given twice, Error(kProtocol) for an env that is outstanding or
  /// must be reset first.
  void Admit(const int* ids, int count, Request request);
  /// Undoes Admit.
  void Withdraw(const int* ids, int count);
  /// Marks envs with received results as idle; ended[i]: whether the episode of
  /// ids[i] has ended.
  void Receive(const int* ids, const std::uint8_t* ended, int count);

  [[nodiscard]] int outstanding() const { return outstanding_; }
  [[nodiscard]] bool resets_are_explicit() const { return !ended_.empty(); }
  void set_ended(int env_id, bool ended) { ended_[env_id] = ended ? 1 : 0; }

 private:
  void AdmitAll(Request request);
  void AdmitEach(const int* ids, int count, Request request);
  /// Whether each of these consecutive envs may be sent a request.
  [[nodiscard]] bool Admissible(int first_env, int count,
                                bool check_ended) const;
  void Unmark(const int* ids, int count);
  [[noreturn]] void Refuse(const int* ids, int count, int at) const;

  const int num_envs_;
  int outstanding_{0};
  std::vector<std::uint8_t> pending_;  // by env: outstanding
  std::vector<std::uint8_t> ended_;    // by env; empty if resets are automatic
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_SCHEDULE_ADMISSION_H_
