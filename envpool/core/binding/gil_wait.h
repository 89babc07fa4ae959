// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// GilWait: what a Python thread does while it waits in the engine: it gives up
// the GIL, and takes it back now and then to see whether Ctrl-C was pressed.

#ifndef ENVPOOL_CORE_BINDING_GIL_WAIT_H_
#define ENVPOOL_CORE_BINDING_GIL_WAIT_H_

#include "envpool/core/binding/py_ref.h"
#include "envpool/core/engine/engine.h"
#include "envpool/core/export.h"

namespace envpool {

class ENVPOOL_EXPORT GilWait : public WaitHooks {
 public:
  /// With `release` false the GIL is kept; for waits of microseconds.
  explicit GilWait(bool release)
      : others_(PyThreadState_Next(PyInterpreterState_ThreadHead(
                    PyInterpreterState_Get())) != nullptr),
        saved_(release ? PyEval_SaveThread() : nullptr) {}
  ~GilWait() override {
    if (saved_ != nullptr) {
      PyEval_RestoreThread(saved_);
    }
  }
  GilWait(const GilWait&) = delete;
  GilWait& operator=(const GilWait&) = delete;

  void Poll() override {
    if (saved_ != nullptr) {
      PyEval_RestoreThread(saved_);
    }
    const bool interrupted = PyErr_CheckSignals() != 0;
    // From now on without the GIL, even if it was kept: the wait is not short,
    // and whoever ends it may need the GIL.
    saved_ = PyEval_SaveThread();
    if (interrupted) {
      throw PythonError();
    }
  }
  [[nodiscard]] bool OthersMaySend() override { return others_; }

 private:
  const bool others_;  // there are other Python threads
  PyThreadState* saved_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_GIL_WAIT_H_
