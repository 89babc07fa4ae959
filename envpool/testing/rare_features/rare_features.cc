// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/testing/rare_features/rare_features.h"

#include "envpool/core/py_envpool.h"
#include "envpool/testing/rare_features/nim.h"
#include "envpool/testing/rare_features/springs.h"

using CouncilEnvSpec = PyEnvSpec<envpool::rare_features::CouncilEnvSpec>;
using CouncilEnvPool = PyEnvPool<envpool::rare_features::CouncilEnvPool>;
using CrowdEnvSpec = PyEnvSpec<envpool::rare_features::CrowdEnvSpec>;
using CrowdEnvPool = PyEnvPool<envpool::rare_features::CrowdEnvPool>;
using EchoEnvSpec = PyEnvSpec<envpool::rare_features::EchoEnvSpec>;
using EchoEnvPool = PyEnvPool<envpool::rare_features::EchoEnvPool>;
using NimEnvSpec = PyEnvSpec<envpool::rare_features::NimEnvSpec>;
using NimEnvPool = PyEnvPool<envpool::rare_features::NimEnvPool>;
using ScribeEnvSpec = PyEnvSpec<envpool::rare_features::ScribeEnvSpec>;
using ScribeEnvPool = PyEnvPool<envpool::rare_features::ScribeEnvPool>;
using SpringsEnvSpec = PyEnvSpec<envpool::rare_features::SpringsEnvSpec>;
using SpringsEnvPool = PyEnvPool<envpool::rare_features::SpringsEnvPool>;
using SwitchEnvSpec = PyEnvSpec<envpool::rare_features::SwitchEnvSpec>;
using SwitchEnvPool = PyEnvPool<envpool::rare_features::SwitchEnvPool>;

PYBIND11_MODULE(rare_features_envpool, m) {
  REGISTER(m, CouncilEnvSpec, CouncilEnvPool)
  REGISTER(m, CrowdEnvSpec, CrowdEnvPool)
  REGISTER(m, EchoEnvSpec, EchoEnvPool)
  REGISTER(m, NimEnvSpec, NimEnvPool)
  REGISTER(m, ScribeEnvSpec, ScribeEnvPool)
  REGISTER(m, SpringsEnvSpec, SpringsEnvPool)
  REGISTER(m, SwitchEnvSpec, SwitchEnvPool)
}
