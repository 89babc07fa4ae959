// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Selects the compiled variant of the batch kernels. All variants give the same
// bits; only their speed differs.

#ifndef ENVPOOL_CORE_ISA_H_
#define ENVPOOL_CORE_ISA_H_

#include "envpool/core/export.h"

namespace envpool {

enum class Isa { kBaseline, kAvx2, kAvx512 };

/// The best variant for this processor, unless SetIsa has chosen another.
ENVPOOL_EXPORT Isa CurrentIsa();

/// Selects the variant of pools made from now on; tests use it to compare the
/// variants. If the processor lacks `isa`, its best variant is used.
ENVPOOL_EXPORT void SetIsa(Isa isa);

}  // namespace envpool

// Compiles a function for an instruction set and inlines everything it calls.
// Other architectures have only the baseline.
#if defined(__x86_64__)
#define ENVPOOL_TARGET_AVX2 __attribute__((target("avx2"), flatten))
#define ENVPOOL_TARGET_AVX512 \
  __attribute__((target("avx512f,avx512dq,avx512vl,avx512bw"), flatten))
#else
#define ENVPOOL_TARGET_AVX2
#define ENVPOOL_TARGET_AVX512
#endif

#endif  // ENVPOOL_CORE_ISA_H_
