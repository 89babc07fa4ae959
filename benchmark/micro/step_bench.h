// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Steps a batch through the engine as the Python binding does, but without
// Python: admit, publish, receive, release. Additional time in
// `python -m envpool bench` is spent in Python and the binding. step_bench.cc
// is the program; families register their benchmarks in their own
// step_bench.cc.

#ifndef BENCHMARK_MICRO_STEP_BENCH_H_
#define BENCHMARK_MICRO_STEP_BENCH_H_

#include <benchmark/benchmark.h>

#include <algorithm>
#include <random>
#include <vector>

#include "envpool/core/batch_envpool.h"

namespace step_bench {

using envpool::ActionStore;
using envpool::Engine;
using envpool::Request;

template <typename Pool>
typename Pool::Spec MakeSpec(int num_envs, int batch_size, int num_threads) {
  auto config = Pool::Spec::kDefaultConfig;
  config["num_envs"_] = num_envs;
  config["batch_size"_] = batch_size;
  config["num_threads"_] = num_threads;
  config["max_episode_steps"_] = 200;
  return typename Pool::Spec(config);
}

/// Writes random actions for all envs, which are used at every step.
inline void FillActions(Engine* engine) {
  const envpool::Column& column =
      engine->actions()->layout().columns()[ActionStore::kFirstColumn];
  std::mt19937 random(1);
  for (int env = 0; env < engine->config().num_envs; ++env) {
    char* item = engine->actions()->Item(ActionStore::kFirstColumn, env);
    if (column.dtype == envpool::DType::kInt32) {
      *reinterpret_cast<int*>(item) = std::uniform_int_distribution<int>(
          column.low.To<int>(), column.high.To<int>())(random);
    } else {
      *reinterpret_cast<float*>(item) =
          std::uniform_real_distribution<float>(-1, 1)(random);
    }
  }
}

inline void Receive(Engine* engine) {
  engine->blocks()->Release(engine->Recv(nullptr));
}

template <typename Pool>
void Step(benchmark::State& state) {
  const int num_envs = static_cast<int>(state.range(0));
  Pool pool(
      MakeSpec<Pool>(num_envs, num_envs, static_cast<int>(state.range(1))));
  Engine* engine = pool.engine();
  FillActions(engine);
  engine->Reset(nullptr, num_envs, nullptr);
  Receive(engine);
  for (auto _ : state) {
    engine->Admit(nullptr, num_envs, Request::kStep);
    engine->Publish(nullptr, num_envs, Request::kStep, true);
    Receive(engine);
  }
  state.SetItemsProcessed(state.iterations() * num_envs);
}

template <typename Pool>
void SendAndRecv(benchmark::State& state) {
  const int num_envs = static_cast<int>(state.range(0));
  const int batch = num_envs / 4;
  Pool pool(MakeSpec<Pool>(num_envs, batch, static_cast<int>(state.range(1))));
  Engine* engine = pool.engine();
  FillActions(engine);
  engine->Reset(nullptr, num_envs, nullptr);
  const int env_id_column = envpool::ResultColumns::kEnvId;
  std::vector<int> ids(batch);
  for (auto _ : state) {
    envpool::StateBlock* block = engine->Recv(nullptr);
    const auto* from =
        reinterpret_cast<const int*>(block->Item(env_id_column, 0));
    std::copy(from, from + batch, ids.begin());
    engine->blocks()->Release(block);
    engine->Admit(ids.data(), batch, Request::kStep);
    engine->Publish(ids.data(), batch, Request::kStep, false);
  }
  state.SetItemsProcessed(state.iterations() * batch);
}

inline void Sizes(benchmark::internal::Benchmark* bench) {
  bench->ArgNames({"envs", "threads"})->UseRealTime();
  bench->Args({1, 1})->Args({64, 1})->Args({1024, 1})->Args({1024, 2});
}
inline void AsyncSizes(benchmark::internal::Benchmark* bench) {
  bench->ArgNames({"envs", "threads"})->UseRealTime();
  bench->Args({64, 1})->Args({1024, 1})->Args({1024, 2});
}

}  // namespace step_bench

#endif  // BENCHMARK_MICRO_STEP_BENCH_H_
