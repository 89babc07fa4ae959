// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "benchmark/micro/step_bench.h"

#include <benchmark/benchmark.h>

#include "envpool/core/batch_envpool.h"
#include "envpool/toy_text/catch.h"
#include "envpool/toy_text/frozen_lake.h"
#include "envpool/toy_text/taxi.h"

namespace step_bench {

namespace envs = envpool::toy_text;
template <typename Env>
using Batch = envpool::BatchEnvPool<Env>;

BENCHMARK_TEMPLATE(Step, Batch<envs::CatchEnv>)->Apply(Sizes);
BENCHMARK_TEMPLATE(Step, Batch<envs::FrozenLakeEnv>)->Apply(Sizes);
BENCHMARK_TEMPLATE(Step, Batch<envs::TaxiEnv>)->Apply(Sizes);

}  // namespace step_bench
