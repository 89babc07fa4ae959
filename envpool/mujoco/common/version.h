// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// What differs between the releases of MuJoCo that the code is compiled
// against: 3.6, and 4.0. Everything else is the same source. The objects of
// both may be in one process: for the newer one, Bazel renames `namespace
// mujoco` (versions.bzl).
//
// Threads: the thread's handler is the calling thread's; SetErrorHandler must
// not run beside itself. Errors: none.

#ifndef ENVPOOL_MUJOCO_COMMON_VERSION_H_
#define ENVPOOL_MUJOCO_COMMON_VERSION_H_

#include <string>
#include <type_traits>
#include <utility>

#include "mujoco/mujoco.h"

#if mjVERSION_HEADER < 4000000
// Functions that MuJoCo exports for its Python package. They get and set a
// thread's error handler, which replaces mju_user_error.
extern "C" {
using MujocoErrorFunction = void (*)(const char*);
MujocoErrorFunction _mjPRIVATE__get_tls_error_fn();
void _mjPRIVATE__set_tls_error_fn(MujocoErrorFunction function);
}
#else
// The same for the handler of messages; it returns the one before.
extern "C" mjfLogHandler _mjPRIVATE_setTlsLogHandler(mjfLogHandler handler);
#endif

namespace envpool::mujoco {

/// The release, as the config key `mujoco_version` names it.
inline std::string Version() {
  constexpr int kMajor = 1000000;
  constexpr int kMinor = 1000;
  return std::to_string(mjVERSION_HEADER / kMajor) + "." +
         std::to_string(mjVERSION_HEADER % kMajor / kMinor);
}

/// The type of true and false in models.
using Flag = std::remove_pointer_t<decltype(mjModel::jnt_limited)>;

#if mjVERSION_HEADER < 4000000

/// Whether the stages of a step are those of Stepper.
inline constexpr bool kHasKnownStages = true;

/// Whether each actuator has one control and one force, so that `nu` counts
/// controls, actuators and forces alike.
inline bool HasSimpleActuators(const mjModel& /*model*/) { return true; }

using ThreadHandler = MujocoErrorFunction;

/// Makes errors of this thread call a function, in place of SetErrorHandler's.
/// Returns what RestoreThread needs.
template <void (*kOnError)(const char*)>
ThreadHandler TrapThread() {
  const ThreadHandler before = _mjPRIVATE__get_tls_error_fn();
  _mjPRIVATE__set_tls_error_fn(kOnError);
  return before;
}

inline void RestoreThread(ThreadHandler before) {
  _mjPRIVATE__set_tls_error_fn(before);
}

/// Makes errors call a function, and warnings nothing: callers read counters.
template <void (*kOnError)(const char*)>
void SetErrorHandler() {
  mju_user_error = kOnError;
  mju_user_warning = [](const char* /*text*/) {};
}

#else

inline constexpr bool kHasKnownStages = false;

inline bool HasSimpleActuators(const mjModel& model) {
  return model.nactuator == model.nu && model.nout == model.nu;
}

using ThreadHandler = mjfLogHandler;

template <void (*kOnError)(const char*)>
void OnMessage(const mjLogMessage* message) {
  if (message->level == mjLOG_ERROR) {
    kOnError(message->subject);
  }
}

template <void (*kOnError)(const char*)>
ThreadHandler TrapThread() {
  return _mjPRIVATE_setTlsLogHandler(OnMessage<kOnError>);
}

inline void RestoreThread(ThreadHandler before) {
  _mjPRIVATE_setTlsLogHandler(before);
}

template <void (*kOnError)(const char*)>
void SetErrorHandler() {
  mju_setLogHandler(OnMessage<kOnError>);
}

#endif

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_VERSION_H_
