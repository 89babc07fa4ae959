// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// MixedSpec: the spec of a pool of several pools' envs. The entries of its
// results and actions are known when it is made, not when it is compiled: those
// of the spec's type are the common ones alone.
//
// Threads, ownership, errors: as EnvSpec.

#ifndef ENVPOOL_MIXED_MIXED_SPEC_H_
#define ENVPOOL_MIXED_MIXED_SPEC_H_

#include "envpool/core/env_spec.h"

namespace envpool::mixed {

class MixedEnvFns {
 public:
  /// `group`: the number of the Group, see HandedOver.
  static auto DefaultConfig() { return MakeDict("group"_.Bind(0)); }
  template <typename Config>
  static auto StateSpec(const Config& /*config*/) {
    return MakeDict();
  }
  template <typename Config>
  static auto ActionSpec(const Config& /*config*/) {
    return MakeDict();
  }
};

using MixedSpec = EnvSpec<MixedEnvFns>;

}  // namespace envpool::mixed

#endif  // ENVPOOL_MIXED_MIXED_SPEC_H_
