// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// StateWriter and StateReader, for the parts of an environment that write and
// read saved states but need not know `Env`.
//
// Threads: one at a time. Errors: reading throws if a state does not fit.

#ifndef ENVPOOL_CORE_STATE_IO_H_
#define ENVPOOL_CORE_STATE_IO_H_

#include "envpool/core/engine/kernel/state_io.h"  // IWYU pragma: export

#endif  // ENVPOOL_CORE_STATE_IO_H_
