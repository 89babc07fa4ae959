// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Call: calls into MuJoCo that may fail with a C++ exception.
//
// MuJoCo's library contains its own C++ runtime and unwinder (LLVM's). If an
// exception of the library reached our frames, their handlers would pass
// LLVM's unwind context to libgcc's unwinder, and the process would crash.
// Such calls are therefore made from a frame with a special personality
// routine. It lets the library destroy its objects and then leaves by longjmp,
// without libgcc's unwinder.
//
// Threads: any. Errors: std::bad_alloc, with a text that says what was too
// large; std::runtime_error.

#ifndef ENVPOOL_MUJOCO_COMMON_CALL_H_
#define ENVPOOL_MUJOCO_COMMON_CALL_H_

#include <type_traits>

namespace envpool::mujoco {
namespace call_internal {

/// Calls function(argument) and throws if it failed. Frames between this one
/// and the library must not hold objects with destructors.
void Run(void (*function)(void*), void* argument);

}  // namespace call_internal

/// Returns function(arguments...) for a function of MuJoCo.
template <typename Result, typename... Parameters>
Result Call(Result (*function)(Parameters...),
            std::type_identity_t<Parameters>... arguments) {
  static_assert(std::is_pointer_v<Result>);
  Result result = nullptr;
  // The lambda captures references only, so it needs no destructor.
  auto call = [&]() { result = function(arguments...); };
  call_internal::Run(
      [](void* object) { (*static_cast<decltype(call)*>(object))(); }, &call);
  return result;
}

/// Throws std::bad_alloc or std::runtime_error for an error text of MuJoCo.
[[noreturn]] void ThrowError(const char* text);

/// Allocates the library's thread-local memory for this thread. If the C
/// library had to allocate it later and failed, it would end the process.
/// Throws std::bad_alloc.
void PrepareThread();

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_CALL_H_
