// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/platform/main_thread.h"

namespace envpool {

bool MayBeMainThread() { return true; }  // POSIX does not tell

}  // namespace envpool
