// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <vector>

#include "envpool/atari/atari_env.h"
#include "envpool/atari/games.h"
#include "envpool/core/async_envpool.h"
#include "envpool/core/py_envpool.h"

namespace {

using AtariEnvSpec = PyEnvSpec<envpool::atari::AtariEnvSpec>;
using AtariEnvPool = PyEnvPool<AsyncEnvPool<envpool::atari::AtariEnv>>;

}  // namespace

PYBIND11_MODULE(atari_envpool, m) {
  REGISTER(m, AtariEnvSpec, AtariEnvPool)
  // Returns ALE's action number for each of our actions.
  m.def("actions_of", [](const std::string& game, bool full) {
    const auto& found = envpool::atari::GameOf(game);
    return full ? found.legal_actions : found.minimal_actions;
  });
}
