// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// LateEnvFns: the env functions of pools with columns that are known only at
// run time. Python describes the columns by an object, which the pool's
// constructor takes from HandedOver. The spec has only the entries that all
// pools have.
//
// Threads, ownership, errors: as EnvSpec.

#ifndef ENVPOOL_CORE_LATE_SPEC_H_
#define ENVPOOL_CORE_LATE_SPEC_H_

#include "envpool/core/env_spec.h"

namespace envpool {

class LateEnvFns {
 public:
  /// `source` is the object's number in HandedOver.
  static auto DefaultConfig() { return MakeDict("source"_.Bind(0)); }
  template <typename Config>
  static auto StateSpec(const Config& /*config*/) {
    return MakeDict();
  }
  template <typename Config>
  static auto ActionSpec(const Config& /*config*/) {
    return MakeDict();
  }
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_LATE_SPEC_H_
