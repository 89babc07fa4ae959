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
  bool forking{false};  // whether a fork holds it
};

struct Table {
  std::mutex forks;  // one at a time
  std::mutex guard;
  std::map<std::string, Entry> by_name;
};

// Never destroyed: threads may end after static objects have.
Table& table = *new Table;

Entry* NextToLock() {
  for (auto& [name, entry] : table.by_name) {
    if (!entry.forking) {
      return &entry;
    }
  }
  return nullptr;
}

// Who holds one mutex may ask for another by name, so the guard is free while
// this waits.
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

// In a forked child, what another thread has locked would stay locked. This is
// done when the library is loaded: a lock of its own would be one more.
[[maybe_unused]] const int registered =
    pthread_atfork(LockAll, UnlockAll, UnlockAll);

}  // namespace

std::mutex& ProcessMutex(const std::string& name) {
  const std::lock_guard<std::mutex> lock(table.guard);
  return table.by_name[name].mutex;
}

}  // namespace envpool
