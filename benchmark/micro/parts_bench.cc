// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Benchmarks of the small parts of a step.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <numeric>
#include <vector>

#include "envpool/core/array.h"
#include "envpool/core/engine/schedule/ticket_queue.h"
#include "envpool/core/lane_math.h"
#include "envpool/core/random/random_state.h"
#include "envpool/core/random/rng.h"
#include "envpool/core/spec.h"

namespace {

using envpool::Chunk;
using envpool::Generator;
using envpool::Request;
using envpool::TicketQueue;

/// Queues a range of 1,024 envs and claims it in chunks.
void ClaimTickets(benchmark::State& state) {
  const int want = static_cast<int>(state.range(0));
  TicketQueue queue;
  std::int64_t claimed = 0;
  for (auto _ : state) {
    queue.Reserve(1);
    queue.Push(Chunk{0, 1024, Request::kStep, nullptr, 0});
    while (!queue.empty()) {
      benchmark::DoNotOptimize(queue.Pop(want));
      ++claimed;
    }
  }
  state.SetItemsProcessed(claimed);
}
BENCHMARK(ClaimTickets)->Arg(1)->Arg(64)->Arg(1024);

/// Writes an element through a view, which should cost a plain store.
void WriteArrayElement(benchmark::State& state) {
  envpool::TArray<float> array(envpool::Spec<float>({1024, 4}));
  for (auto _ : state) {
    for (int i = 0; i < 1024; ++i) {
      array(i, 2) = static_cast<float>(i);
    }
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * 1024);
}
BENCHMARK(WriteArrayElement);

template <double (*kDraw)(Generator*)>
void Draw(benchmark::State& state) {
  Generator generator(1);
  for (auto _ : state) {
    benchmark::DoNotOptimize(kDraw(&generator));
  }
  state.SetItemsProcessed(state.iterations());
}
double Uniform(Generator* g) { return g->Uniform(-0.05, 0.05); }
double Integers(Generator* g) { return static_cast<double>(g->Integers(500)); }
double StandardNormal(Generator* g) { return g->StandardNormal(); }
BENCHMARK_TEMPLATE(Draw, Uniform);
BENCHMARK_TEMPLATE(Draw, Integers);
BENCHMARK_TEMPLATE(Draw, StandardNormal);

void SeedGenerator(benchmark::State& state) {
  std::uint64_t seed = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(Generator(seed++));
  }
}
BENCHMARK(SeedGenerator);

template <void (*kSinCos)(double, double*, double*)>
void SinCosOf1024(benchmark::State& state) {
  std::vector<double> x(1024), sine(1024), cosine(1024);
  std::iota(x.begin(), x.end(), -512.0);
  for (double& value : x) {
    value /= 1024;
  }
  for (auto _ : state) {
    for (int i = 0; i < 1024; ++i) {
      kSinCos(x[i], &sine[i], &cosine[i]);
    }
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * 1024);
}
BENCHMARK_TEMPLATE(SinCosOf1024, envpool::lane_math::SinCos);
BENCHMARK_TEMPLATE(SinCosOf1024, envpool::lane_math::SinCosSmall);

}  // namespace

BENCHMARK_MAIN();
