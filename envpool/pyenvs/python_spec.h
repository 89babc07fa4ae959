// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// PythonSpec and PythonPool: a pool of envs in worker processes. The
// entries of its results and actions are known when it is made, not when it is
// compiled: those of the spec's type are the common ones alone.
//
// Threads, ownership, errors: as PoolBase.

#ifndef ENVPOOL_PYENVS_PYTHON_SPEC_H_
#define ENVPOOL_PYENVS_PYTHON_SPEC_H_

#include <string>

#include "envpool/core/env_spec.h"

namespace envpool::pyenvs {

class PythonEnvFns {
 public:
  /// `exchange`: the number of the Exchange, see Exchanges.
  static auto DefaultConfig() { return MakeDict("exchange"_.Bind(0)); }
  template <typename Config>
  static auto StateSpec(const Config& /*config*/) {
    return MakeDict();
  }
  template <typename Config>
  static auto ActionSpec(const Config& /*config*/) {
    return MakeDict();
  }
  /// A pickled dict, in hexadecimal digits.
  template <typename Config>
  static auto ResetOptions(const Config& /*config*/) {
    return MakeDict("options"_.Bind(std::string()));
  }
};

using PythonSpec = EnvSpec<PythonEnvFns>;

}  // namespace envpool::pyenvs

#endif  // ENVPOOL_PYENVS_PYTHON_SPEC_H_
