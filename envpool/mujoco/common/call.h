// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Call: calls into MuJoCo that may fail with a C++ exception.
//
// MuJoCo's library brings a C++ runtime and an unwinder of its own. An
// exception that leaves the library would meet functions of ours, which belong
// to another runtime: their handlers ask libgcc's unwinder about a context that
// LLVM's has made, and the process dies. So such calls are made from a function
// with a personality routine of its own, which needs no unwinder: it lets the
// library destroy its objects, and then jumps out.
//
// Threads: any. Errors: std::bad_alloc, which says what was too large, or
// std::runtime_error.

#ifndef ENVPOOL_MUJOCO_COMMON_CALL_H_
#define ENVPOOL_MUJOCO_COMMON_CALL_H_

#include <type_traits>

namespace envpool::mujoco {
namespace call_internal {

/// Calls function(argument) and throws if it failed. No frame between this and
/// the library may hold anything to destroy.
void Run(void (*function)(void*), void* argument);

}  // namespace call_internal

/// Returns function(arguments...), where function is MuJoCo's.
template <typename Result, typename... Parameters>
Result Call(Result (*function)(Parameters...),
            std::type_identity_t<Parameters>... arguments) {
  static_assert(std::is_pointer_v<Result>);
  Result result = nullptr;
  // It captures references only, so there is nothing to destroy.
  auto call = [&]() { result = function(arguments...); };
  call_internal::Run(
      [](void* object) { (*static_cast<decltype(call)*>(object))(); }, &call);
  return result;
}

/// Throws std::bad_alloc or std::runtime_error for MuJoCo's error text.
[[noreturn]] void ThrowError(const char* text);

/// Allocates the library's thread-local memory for this thread; without it, the
/// C library might end the process later. Throws std::bad_alloc.
void PrepareThread();

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_CALL_H_
