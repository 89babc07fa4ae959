// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include <pthread.h>

#include "envpool/core/platform/main_thread.h"

namespace envpool {

bool MayBeMainThread() { return pthread_main_np() != 0; }

}  // namespace envpool
