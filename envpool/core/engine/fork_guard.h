// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ForkGuard: tells whether this process is a forked child of the process that
// made the object. The check takes one load. Threads do not survive fork(), so
// a pool must not be used, nor torn down, in such a child.

#ifndef ENVPOOL_CORE_ENGINE_FORK_GUARD_H_
#define ENVPOOL_CORE_ENGINE_FORK_GUARD_H_

#include <atomic>

#include "envpool/core/export.h"

namespace envpool {

class ENVPOOL_EXPORT ForkGuard {
 public:
  ForkGuard();
  [[nodiscard]] bool Forked() const {
    return generation_ != counter->load(std::memory_order_relaxed);
  }

 private:
  static std::atomic<unsigned>* const counter;  // forks seen by this process
  unsigned generation_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_FORK_GUARD_H_
