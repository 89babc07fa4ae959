// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/gil_wait.h"

#include <unistd.h>

#include <utility>

#include "envpool/core/binding/free_threading.h"

namespace envpool {
namespace {

/// Whether Python knows other threads. Without a GIL they may end while they
/// are counted, so the answer is yes.
bool HasOtherThreads() {
  return kFreeThreaded || PyThreadState_Next(PyInterpreterState_ThreadHead(
                              PyInterpreterState_Get())) != nullptr;
}

}  // namespace

GilWait::GilWait(bool release, bool shared)
    : others_(shared && HasOtherThreads()),
      saved_(release ? PyEval_SaveThread() : nullptr) {}

GilWait::~GilWait() { Restore(); }

/// Takes the GIL back if it was released. While the interpreter shuts down, no
/// daemon thread gets the GIL: before version 3.14, CPython ends the thread
/// instead, which glibc does by unwinding its stack with an exception. The
/// frames of this thread hold Python objects, and some of them must not be
/// unwound, so the thread pauses until the process ends, as in later versions.
void GilWait::Restore() {
  if (saved_ == nullptr) {
    return;
  }
  try {
    PyEval_RestoreThread(std::exchange(saved_, nullptr));
  } catch (...) {
    for (;;) {
      pause();
    }
  }
}

void GilWait::Poll() {
  Restore();
  const bool interrupted = PyErr_CheckSignals() != 0;
  // Releases even a GIL that was kept so far: this wait is long, and the thread
  // that ends it may need the GIL.
  saved_ = PyEval_SaveThread();
  if (interrupted) {
    throw PythonError();
  }
}

}  // namespace envpool
