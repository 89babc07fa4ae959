// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/testing/changing_players/relay.h"

#include "envpool/core/py_envpool.h"

using RelayEnvSpec = PyEnvSpec<envpool::changing_players::RelayEnvSpec>;
using RelayEnvPool = PyEnvPool<envpool::changing_players::RelayEnvPool>;

PYBIND11_MODULE(changing_players_envpool, m) {
  REGISTER(m, RelayEnvSpec, RelayEnvPool)
}
