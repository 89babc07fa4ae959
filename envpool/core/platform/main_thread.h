// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Threads: any. Errors: none.

#ifndef ENVPOOL_CORE_PLATFORM_MAIN_THREAD_H_
#define ENVPOOL_CORE_PLATFORM_MAIN_THREAD_H_

#include "envpool/core/export.h"

namespace envpool {

/// Whether the calling thread may be the process's main thread. False only if
/// it certainly is another one.
ENVPOOL_EXPORT bool MayBeMainThread();

}  // namespace envpool

#endif  // ENVPOOL_CORE_PLATFORM_MAIN_THREAD_H_
