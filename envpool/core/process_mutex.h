// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ProcessMutex: mutexes that all modules of the process share, for third-party
// libraries with global state.
//
// Threads: any. Ownership: mutexes are never destroyed. Errors: none.

#ifndef ENVPOOL_CORE_PROCESS_MUTEX_H_
#define ENVPOOL_CORE_PROCESS_MUTEX_H_

#include <mutex>
#include <string>

#include "envpool/core/export.h"

namespace envpool {

/// The mutex called `name`, the same for all modules.
ENVPOOL_EXPORT std::mutex& ProcessMutex(const std::string& name);

}  // namespace envpool

#endif  // ENVPOOL_CORE_PROCESS_MUTEX_H_
