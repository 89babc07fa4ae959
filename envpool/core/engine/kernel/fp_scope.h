// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// FpScope: default floating-point control (round to nearest, no flush to zero)
// while envs run, regardless of the calling thread's settings.

#ifndef ENVPOOL_CORE_ENGINE_KERNEL_FP_SCOPE_H_
#define ENVPOOL_CORE_ENGINE_KERNEL_FP_SCOPE_H_

#if defined(__SSE__)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

namespace envpool {

class FpScope {
 public:
#if defined(__SSE__)
  FpScope() : saved_(_mm_getcsr()) {
    if ((saved_ & kControl) != kDefault) {
      _mm_setcsr(kDefault);
    }
  }
  ~FpScope() {
    if ((saved_ & kControl) != kDefault) {
      _mm_setcsr(saved_);
    }
  }

 private:
  static constexpr unsigned kControl = 0xffc0;  // not the sticky flags
  static constexpr unsigned kDefault = 0x1f80;
  unsigned saved_;
#else
  FpScope() {
    std::fegetenv(&saved_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~FpScope() { std::fesetenv(&saved_); }

 private:
  std::fenv_t saved_;
#endif

 public:
  FpScope(const FpScope&) = delete;
  FpScope& operator=(const FpScope&) = delete;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_KERNEL_FP_SCOPE_H_
