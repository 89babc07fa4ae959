// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/testing/duel/duel.h"

#include "envpool/core/py_envpool.h"

using DuelEnvSpec = PyEnvSpec<envpool::duel::DuelEnvSpec>;
using DuelEnvPool = PyEnvPool<envpool::duel::DuelEnvPool>;

PYBIND11_MODULE(duel_envpool, m) { REGISTER(m, DuelEnvSpec, DuelEnvPool) }
