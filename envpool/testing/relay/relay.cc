// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/testing/relay/relay.h"

#include "envpool/core/py_envpool.h"

using RelayEnvSpec = PyEnvSpec<envpool::relay::RelayEnvSpec>;
using RelayEnvPool = PyEnvPool<envpool::relay::RelayEnvPool>;

PYBIND11_MODULE(relay_envpool, m) { REGISTER(m, RelayEnvSpec, RelayEnvPool) }
