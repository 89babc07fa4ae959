// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/process_mutex.h"

#include <map>
#include <mutex>
#include <string>

namespace envpool {

std::mutex& ProcessMutex(const std::string& name) {
  static std::mutex guard;
  // Never destroyed: threads may end after static objects have.
  static auto* const mutexes = new std::map<std::string, std::mutex>;
  const std::lock_guard<std::mutex> lock(guard);
  return (*mutexes)[name];
}

}  // namespace envpool
