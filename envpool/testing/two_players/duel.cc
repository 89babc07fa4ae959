// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/testing/two_players/duel.h"

#include "envpool/core/py_envpool.h"

using DuelEnvSpec = PyEnvSpec<envpool::two_players::DuelEnvSpec>;
using DuelEnvPool = PyEnvPool<envpool::two_players::DuelEnvPool>;

PYBIND11_MODULE(two_players_envpool, m) {
  REGISTER(m, DuelEnvSpec, DuelEnvPool)
}
