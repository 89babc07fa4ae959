// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "benchmark/micro/step_bench.h"

#include <benchmark/benchmark.h>

#include "benchmark/per_env_cartpole/per_env_cartpole.h"

namespace step_bench {

using benchmark_envs::PerEnvCartPoleEnvPool;

BENCHMARK_TEMPLATE(Step, PerEnvCartPoleEnvPool)->Apply(Sizes);
BENCHMARK_TEMPLATE(SendAndRecv, PerEnvCartPoleEnvPool)->Apply(AsyncSizes);

}  // namespace step_bench

BENCHMARK_MAIN();
