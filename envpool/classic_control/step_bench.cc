// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "benchmark/micro/step_bench.h"

#include <benchmark/benchmark.h>

#include "envpool/classic_control/acrobot.h"
#include "envpool/classic_control/cartpole.h"
#include "envpool/classic_control/mountain_car.h"
#include "envpool/classic_control/pendulum.h"
#include "envpool/core/batch_envpool.h"

namespace step_bench {

namespace envs = envpool::classic_control;
template <typename Env>
using Batch = envpool::BatchEnvPool<Env>;

BENCHMARK_TEMPLATE(Step, Batch<envs::CartPoleEnv>)
    ->Apply(Sizes)
    ->Args({65536, 1});
BENCHMARK_TEMPLATE(Step, Batch<envs::MountainCarEnv>)->Apply(Sizes);
BENCHMARK_TEMPLATE(Step, Batch<envs::PendulumEnv>)->Apply(Sizes);
BENCHMARK_TEMPLATE(Step, Batch<envs::AcrobotEnv>)->Apply(Sizes);
BENCHMARK_TEMPLATE(SendAndRecv, Batch<envs::CartPoleEnv>)->Apply(AsyncSizes);

}  // namespace step_bench
