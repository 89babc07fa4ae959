// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/fork_guard.h"

#include <pthread.h>

#include <atomic>

namespace envpool {
namespace {

std::atomic<unsigned> forks{0};

}  // namespace

std::atomic<unsigned>* const ForkGuard::counter = &forks;

ForkGuard::ForkGuard() {
  static const int kRegistered = pthread_atfork(
      nullptr, nullptr, [] { forks.fetch_add(1, std::memory_order_relaxed); });
  static_cast<void>(kRegistered);
  generation_ = forks.load(std::memory_order_relaxed);
}

}  // namespace envpool
