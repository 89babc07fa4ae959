// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// PythonSpec: the spec of a pool of envs in worker processes. Its type has the
// common entries only. Those of the envs are known when the pool is made.
//
// Threads, ownership, errors: as PoolBase.

#ifndef ENVPOOL_PYENVS_PYTHON_SPEC_H_
#define ENVPOOL_PYENVS_PYTHON_SPEC_H_

#include <string>

#include "envpool/core/env_spec.h"

namespace envpool::pyenvs {

class PythonEnvFns {
 public:
  /// `kernel`: the number of the WorkerKernel, see WorkerKernels.
  static auto DefaultConfig() { return MakeDict("kernel"_.Bind(0)); }
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
