// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/batch_envpool.h"
#include "envpool/core/py_envpool.h"
#include "envpool/toy_text/blackjack.h"
#include "envpool/toy_text/catch.h"
#include "envpool/toy_text/cliffwalking.h"
#include "envpool/toy_text/frozen_lake.h"
#include "envpool/toy_text/nchain.h"
#include "envpool/toy_text/taxi.h"

namespace {

namespace toy_text = envpool::toy_text;

template <typename EnvT>
using Pool = PyEnvPool<BatchEnvPool<EnvT>>;

using BlackjackEnvSpec = PyEnvSpec<toy_text::BlackjackEnvSpec>;
using BlackjackEnvPool = Pool<toy_text::BlackjackEnv>;

using CatchEnvSpec = PyEnvSpec<toy_text::CatchEnvSpec>;
using CatchEnvPool = Pool<toy_text::CatchEnv>;

using CliffWalkingEnvSpec = PyEnvSpec<toy_text::CliffWalkingEnvSpec>;
using CliffWalkingEnvPool = Pool<toy_text::CliffWalkingEnv>;

using FrozenLakeEnvSpec = PyEnvSpec<toy_text::FrozenLakeEnvSpec>;
using FrozenLakeEnvPool = Pool<toy_text::FrozenLakeEnv>;

using NChainEnvSpec = PyEnvSpec<toy_text::NChainEnvSpec>;
using NChainEnvPool = Pool<toy_text::NChainEnv>;

using TaxiEnvSpec = PyEnvSpec<toy_text::TaxiEnvSpec>;
using TaxiEnvPool = Pool<toy_text::TaxiEnv>;

using TaxiV4EnvSpec = PyEnvSpec<toy_text::TaxiV4EnvSpec>;
using TaxiV4EnvPool = Pool<toy_text::TaxiV4Env>;

}  // namespace

PYBIND11_MODULE(toy_text_envpool, m) {
  REGISTER(m, BlackjackEnvSpec, BlackjackEnvPool)
  REGISTER(m, CatchEnvSpec, CatchEnvPool)
  REGISTER(m, CliffWalkingEnvSpec, CliffWalkingEnvPool)
  REGISTER(m, FrozenLakeEnvSpec, FrozenLakeEnvPool)
  REGISTER(m, NChainEnvSpec, NChainEnvPool)
  REGISTER(m, TaxiEnvSpec, TaxiEnvPool)
  REGISTER(m, TaxiV4EnvSpec, TaxiV4EnvPool)
}
