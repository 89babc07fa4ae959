// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Threads: any.

#ifndef ENVPOOL_CORE_PLATFORM_ANONYMOUS_MEMORY_H_
#define ENVPOOL_CORE_PLATFORM_ANONYMOUS_MEMORY_H_

#include "envpool/core/export.h"

namespace envpool {

/// Makes a file of 0 bytes in memory that has no name. Returns its descriptor,
/// which the caller closes; it has the flag close-on-exec. Throws
/// std::system_error if the system refuses.
ENVPOOL_EXPORT int MakeAnonymousMemory();

}  // namespace envpool

#endif  // ENVPOOL_CORE_PLATFORM_ANONYMOUS_MEMORY_H_
