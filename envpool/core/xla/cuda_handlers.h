// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// send, recv and step as custom calls of XLA's platform "CUDA". Envs still run
// on the CPU; staging.h copies the data between device and host. For both
// directions the calling thread waits for the stream, so these calls cannot be
// part of a CUDA graph.
//
// Nothing is sent unless all actions have arrived. If results cannot be copied
// to the device, they are lost, but the pool remains usable.
//
// Threads: called by XLA's threads, without the GIL. Errors: as on the CPU; for
// CUDA errors, ffi::Error with the function and the driver's text, and
// NotSupportedError without a driver.

#ifndef ENVPOOL_CORE_XLA_CUDA_HANDLERS_H_
#define ENVPOOL_CORE_XLA_CUDA_HANDLERS_H_

#include "envpool/core/xla/handlers.h"
#include "envpool/core/xla/staging.h"

namespace envpool {

XlaHandlers CudaHandlers();

/// For tests: later calls use `memory` and its driver; null restores the
/// machine's driver.
void UseStagingMemory(StagingMemory* memory);

}  // namespace envpool

#endif  // ENVPOOL_CORE_XLA_CUDA_HANDLERS_H_
