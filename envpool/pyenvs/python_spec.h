// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// PythonSpec: the spec of a pool of envs in worker processes.
//
// Threads, ownership, errors: as PoolBase.

#ifndef ENVPOOL_PYENVS_PYTHON_SPEC_H_
#define ENVPOOL_PYENVS_PYTHON_SPEC_H_

#include <string>

#include "envpool/core/late_spec.h"

namespace envpool::pyenvs {

class PythonEnvFns : public LateEnvFns {
 public:
  /// A pickled dict, in hexadecimal digits.
  template <typename Config>
  static auto ResetOptions(const Config& /*config*/) {
    return MakeDict("options"_.Bind(std::string()));
  }
};

using PythonSpec = EnvSpec<PythonEnvFns>;

}  // namespace envpool::pyenvs

#endif  // ENVPOOL_PYENVS_PYTHON_SPEC_H_
