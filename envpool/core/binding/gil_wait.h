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
  /// With `release` false the GIL is kept at first; for waits of microseconds.
  /// `shared`: another Python thread, if there is one, may send to the pool.
  explicit GilWait(bool release, bool shared = false);
  ~GilWait() override;
  GilWait(const GilWait&) = delete;
  GilWait& operator=(const GilWait&) = delete;

  void Poll() override;
  [[nodiscard]] bool OthersMaySend() override { return others_; }

 private:
  void Restore();

  const bool others_;  // there is a Python thread that may send
  PyThreadState* saved_;
};

/// Releases the GIL for as long as it exists.
class ENVPOOL_EXPORT GilReleased : public GilWait {
 public:
  GilReleased() : GilWait(true) {}
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_GIL_WAIT_H_
