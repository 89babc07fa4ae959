// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ParallelFor: runs f(0) .. f(count - 1) on the calling thread and, if there is
// enough work, on up to max_threads - 1 workers. Used to construct envs, which
// may load files for milliseconds each, and to render them.
//
// Threads: f is called from several threads at once. Errors: the first
// exception of f stops the rest and is rethrown on the calling thread, like an
// exception of hooks->Poll. If no thread can be started, the caller runs all
// jobs.

#ifndef ENVPOOL_CORE_ENGINE_SCHEDULE_PARALLEL_FOR_H_
#define ENVPOOL_CORE_ENGINE_SCHEDULE_PARALLEL_FOR_H_

#include <functional>

#include "envpool/core/engine/engine.h"
#include "envpool/core/engine/schedule/worker_pool.h"
#include "envpool/core/export.h"

namespace envpool {

ENVPOOL_EXPORT void ParallelFor(int count, WorkerPool* workers, int max_threads,
                                const std::function<void(int)>& f,
                                WaitHooks* hooks);

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_SCHEDULE_PARALLEL_FOR_H_
