// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/py_envpool.h"
#include "envpool/testing/flawed/flawed.h"

using FlawedEnvSpec = PyEnvSpec<envpool::flawed::FlawedEnvSpec>;
using FlawedEnvPool = PyEnvPool<envpool::flawed::FlawedEnvPool>;
using UnwrittenEnvSpec = PyEnvSpec<envpool::flawed::UnwrittenEnvSpec>;
using UnwrittenEnvPool = PyEnvPool<envpool::flawed::UnwrittenEnvPool>;

PYBIND11_MODULE(flawed_envpool, m) {
  REGISTER(m, FlawedEnvSpec, FlawedEnvPool)
  REGISTER(m, UnwrittenEnvSpec, UnwrittenEnvPool)
}
