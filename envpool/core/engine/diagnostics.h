// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The opt-in diagnostics log (glog, to stderr). Silent by default.

#ifndef ENVPOOL_CORE_ENGINE_DIAGNOSTICS_H_
#define ENVPOOL_CORE_ENGINE_DIAGNOSTICS_H_

#include "envpool/core/export.h"

namespace envpool {

/// Logs lines of this severity and above; 4 or more logs none.
ENVPOOL_EXPORT void SetLogThreshold(int severity);

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_DIAGNOSTICS_H_
