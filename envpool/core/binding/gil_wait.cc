// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/gil_wait.h"

#include <cxxabi.h>
#include <unistd.h>

#include <utility>

namespace envpool {

GilWait::GilWait(bool release, bool shared)
    : others_(shared && PyThreadState_Next(PyInterpreterState_ThreadHead(
                            PyInterpreterState_Get())) != nullptr),
      saved_(release ? PyEval_SaveThread() : nullptr) {}

GilWait::~GilWait() { Restore(); }

/// Takes the GIL back if it was given up. In an interpreter that is shutting
/// down no daemon thread gets it any more: before version 3.14 CPython then
/// ends the thread, by unwinding its stack. But here are frames with Python
/// objects and ones that may not be unwound, so it stays where it is until the
/// process has ended, as with later versions.
void GilWait::Restore() {
  if (saved_ == nullptr) {
    return;
  }
  try {
    PyEval_RestoreThread(std::exchange(saved_, nullptr));
  } catch (const abi::__forced_unwind&) {
    for (;;) {
      pause();
    }
  }
}

void GilWait::Poll() {
  Restore();
  const bool interrupted = PyErr_CheckSignals() != 0;
  // From now on without the GIL, even if it was kept: the wait is not short,
  // and whoever ends it may need the GIL.
  saved_ = PyEval_SaveThread();
  if (interrupted) {
    throw PythonError();
  }
}

}  // namespace envpool
