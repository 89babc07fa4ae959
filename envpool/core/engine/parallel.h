// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ParallelFor: runs f(0) .. f(count - 1) on temporary threads; used to
// construct envs, which may load files for milliseconds each.
//
// Threads: f is called from several threads at once. Errors: the first
// exception of f stops the rest and is rethrown on the calling thread, as is
// what hooks->Poll throws. When no thread can be started the caller does it
// all.

#ifndef ENVPOOL_CORE_ENGINE_PARALLEL_H_
#define ENVPOOL_CORE_ENGINE_PARALLEL_H_

#include <functional>

#include "envpool/core/engine/engine.h"
#include "envpool/core/export.h"

namespace envpool {

ENVPOOL_EXPORT void ParallelFor(int count, int num_threads,
                                const std::function<void(int)>& f,
                                WaitHooks* hooks);

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_PARALLEL_H_
