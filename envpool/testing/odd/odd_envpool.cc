// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/py_envpool.h"
#include "envpool/testing/odd/nim.h"
#include "envpool/testing/odd/odd.h"

using CouncilEnvSpec = PyEnvSpec<envpool::odd::CouncilEnvSpec>;
using CouncilEnvPool = PyEnvPool<envpool::odd::CouncilEnvPool>;
using CrowdEnvSpec = PyEnvSpec<envpool::odd::CrowdEnvSpec>;
using CrowdEnvPool = PyEnvPool<envpool::odd::CrowdEnvPool>;
using EchoEnvSpec = PyEnvSpec<envpool::odd::EchoEnvSpec>;
using EchoEnvPool = PyEnvPool<envpool::odd::EchoEnvPool>;
using NimEnvSpec = PyEnvSpec<envpool::odd::NimEnvSpec>;
using NimEnvPool = PyEnvPool<envpool::odd::NimEnvPool>;
using ScribeEnvSpec = PyEnvSpec<envpool::odd::ScribeEnvSpec>;
using ScribeEnvPool = PyEnvPool<envpool::odd::ScribeEnvPool>;
using SwitchEnvSpec = PyEnvSpec<envpool::odd::SwitchEnvSpec>;
using SwitchEnvPool = PyEnvPool<envpool::odd::SwitchEnvPool>;

PYBIND11_MODULE(odd_envpool, m) {
  REGISTER(m, CouncilEnvSpec, CouncilEnvPool)
  REGISTER(m, CrowdEnvSpec, CrowdEnvPool)
  REGISTER(m, EchoEnvSpec, EchoEnvPool)
  REGISTER(m, NimEnvSpec, NimEnvPool)
  REGISTER(m, ScribeEnvSpec, ScribeEnvPool)
  REGISTER(m, SwitchEnvSpec, SwitchEnvPool)
}
