// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// GilWait: lets a Python thread wait in the engine. The thread releases the
// GIL, and takes it at intervals to check for Ctrl-C.

#ifndef ENVPOOL_CORE_BINDING_GIL_WAIT_H_
#define ENVPOOL_CORE_BINDING_GIL_WAIT_H_

#include "envpool/core/binding/py_ref.h"
#include "envpool/core/engine/engine.h"
#include "envpool/core/export.h"

namespace envpool {

class ENVPOOL_EXPORT GilWait : public WaitHooks {
 public:
  /// Without `release`, the GIL is kept until the first Poll, for waits of
  /// microseconds. `shared`: other Python threads may send to the pool.
  explicit GilWait(bool release, bool shared = false);
  ~GilWait() override;
  GilWait(const GilWait&) = delete;
  GilWait& operator=(const GilWait&) = delete;

  void Poll() override;
  [[nodiscard]] bool OthersMaySend() override { return others_; }

 private:
  void Restore();

  const bool others_;  // another Python thread may send
  PyThreadState* saved_;
};

/// Releases the GIL during its lifetime.
class ENVPOOL_EXPORT GilReleased : public GilWait {
 public:
  GilReleased() : GilWait(true) {}
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_GIL_WAIT_H_
