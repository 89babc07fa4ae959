// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/process_mutex.h"

#include <pthread.h>

#include <map>
#include <mutex>
#include <string>

namespace envpool {
namespace {

struct Entry {
  std::mutex mutex;
  bool forking{false};  // a fork holds the mutex
};

struct Table {
  std::mutex forks;  // held during a fork, so that forks do not overlap
  std::mutex guard;
  std::map<std::string, Entry> by_name;
};

// Never destroyed: threads may outlive static objects.
Table& table = *new Table;

Entry* NextToLock() {
  for (auto& [name, entry] : table.by_name) {
    if (!entry.forking) {
      return &entry;
    }
  }
  return nullptr;
}

// The holder of one mutex may look up another by name, so `guard` is released
// while waiting.
void LockAll() {
  table.forks.lock();
  std::unique_lock lock(table.guard);
  while (Entry* entry = NextToLock()) {
    lock.unlock();
    entry->mutex.lock();
    lock.lock();
    entry->forking = true;
  }
  lock.release();
}

void UnlockAll() {
  for (auto& [name, entry] : table.by_name) {
    entry.forking = false;
    entry.mutex.unlock();
  }
  table.guard.unlock();
  table.forks.unlock();
}

// Without these handlers, mutexes locked by other threads would stay locked in
// a forked child. They are registered when the library is loaded, because lazy
// registration would need another lock.
[[maybe_unused]] const int registered =
    pthread_atfork(LockAll, UnlockAll, UnlockAll);

}  // namespace

std::mutex& ProcessMutex(const std::string& name) {
  const std::lock_guard<std::mutex> lock(table.guard);
  return table.by_name[name].mutex;
}

}  // namespace envpool
