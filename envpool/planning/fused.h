// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// RunFused: compiles a function with the processor's fused multiply-add.
// Elsewhere std::fma is a call of a function, with the same result.
//
// Threads: any. Errors: none.

#ifndef ENVPOOL_PLANNING_FUSED_H_
#define ENVPOOL_PLANNING_FUSED_H_

namespace envpool::planning {

namespace internal {

#if defined(__x86_64__)
template <typename Function>
__attribute__((target("fma"),
               flatten)) void RunFused(const Function& function) {
  function();
}
inline bool CanFuse() { return __builtin_cpu_supports("fma") != 0; }
#else
template <typename Function>
void RunFused(const Function& function) {
  function();
}
inline bool CanFuse() { return true; }
#endif

}  // namespace internal

/// Calls the function.
template <typename Function>
void RunFused(const Function& function) {
  if (internal::CanFuse()) {
    internal::RunFused(function);
  } else {
    function();
  }
}

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_FUSED_H_
