// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// For batch_twin_tests.h: steps a batch pool and keeps all its results. The
// actions of an env depend only on its id and the step.

#ifndef ENVPOOL_TESTING_BATCH_TWIN_H_
#define ENVPOOL_TESTING_BATCH_TWIN_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "envpool/core/batch_envpool.h"

namespace envpool::testing {

inline constexpr int kSeed = 20;

enum class Order { kAtOnce, kOneByOne, kShuffled };

struct PoolSetup {
  int num_envs = 1;
  int steps = 3000;
  Order order = Order::kAtOnce;
  int first_env = 0;  // the id of the env in lane 0
  int num_threads = 1;
  EngineOptions options = {};
};

/// The bytes of each env's rows, concatenated.
using Traces = std::vector<std::string>;

/// A pseudo-random number determined by the arguments.
inline std::uint32_t Mix(std::uint64_t env, std::uint64_t step) {
  std::uint64_t z = (env << 32 | step) + 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return static_cast<std::uint32_t>(z >> 32);
}

template <typename EnvT>
class Player {
 public:
  using Config = typename EnvT::Spec::Config;

  /// `setup` overrides the common keys of `config`.
  Player(const PoolSetup& setup, const Config& config)
      : setup_(setup),
        pool_(SpecOf(setup, config), setup.options),
        traces_(setup.num_envs) {}

  Traces Play() {
    std::vector<int> all(setup_.num_envs);
    std::iota(all.begin(), all.end(), 0);
    Reset(all);
    Collect(all);
    std::mt19937 gen(setup_.num_envs);
    for (int step = 0; step < setup_.steps; ++step) {
      if (setup_.order == Order::kOneByOne) {
        for (const int id : all) {
          Portion({id}, step);
          Collect({id});
        }
        continue;
      }
      std::vector<int> ids = all;
      if (setup_.order == Order::kShuffled) {
        std::shuffle(ids.begin(), ids.end(), gen);
      }
      // Envs that are reset come first.
      const auto steps = std::stable_partition(
          ids.begin(), ids.end(), [&](int id) { return Forced(id, step); });
      const auto cut = setup_.order == Order::kShuffled
                           ? steps + (ids.end() - steps) / 3
                           : steps;
      Portion({ids.begin(), steps}, step);
      Portion({steps, cut}, step);
      Portion({cut, ids.end()}, step);
      Collect(ids);
    }
    return traces_;
  }

 private:
  using Pool = BatchEnvPool<EnvT>;

  static typename EnvT::Spec SpecOf(const PoolSetup& setup, Config config) {
    config["num_envs"_] = setup.num_envs;
    config["num_threads"_] = setup.num_threads;
    config["seed"_] = kSeed + setup.first_env;
    return typename EnvT::Spec(config);
  }

  /// Whether the caller resets this env at this step, within an episode.
  bool Forced(int id, int step) const {
    return Mix(setup_.first_env + id, step + 1'000'000) % 50 == 0;
  }
  void Portion(const std::vector<int>& ids, int step) {
    if (!ids.empty()) {
      Forced(ids[0], step) ? Reset(ids) : Send(ids, step);
    }
  }
  static TArray<int> Ids(const std::vector<int>& ids) {
    TArray<int> array(Spec<int>({static_cast<int>(ids.size())}));
    array.Assign(ids.data(), ids.size());
    return array;
  }
  void Reset(const std::vector<int>& ids) { pool_.Reset(Ids(ids)); }
  void Send(const std::vector<int>& ids, int step) {
    const auto& spec = pool_.spec.action_spec["action"_];
    using D = typename std::remove_cvref_t<decltype(spec)>::dtype;
    std::vector<int> shape = spec.shape;
    shape.at(0) = static_cast<int>(ids.size());
    typename Pool::Action action;
    action["env_id"_] = Ids(ids);
    action["players.env_id"_] = Ids(ids);
    action["action"_] = TArray<D>(Spec<D>(shape));
    ASSERT_EQ(action["action"_].size, ids.size());
    D* values = static_cast<D*>(action["action"_].Data());
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const std::uint32_t random = Mix(setup_.first_env + ids[i], step);
      if constexpr (std::is_integral_v<D>) {
        const auto [low, high] = spec.bounds;
        values[i] = low + static_cast<D>(random % (high - low + 1));
      } else {  // some values are out of bounds; all are exact in any rounding
                // mode
        values[i] = static_cast<D>(static_cast<int>(random % 641) - 320) / 128;
      }
    }
    pool_.Send(action);
  }
  void Collect(const std::vector<int>& ids) {
    const std::vector<Array> columns = pool_.Recv();
    const auto* got = static_cast<const int*>(columns[0].Data());
    ASSERT_EQ(std::vector<int>(got, got + columns[0].size), ids);
    // The first two columns are ids.
    for (std::size_t c = 2; c < columns.size(); ++c) {
      const Array& column = columns[c];
      const std::size_t bytes = column.element_size * column.size / ids.size();
      const auto* row = static_cast<const char*>(column.Data());
      for (const int id : ids) {
        traces_[id].append(row, bytes);
        row += bytes;
      }
    }
  }

  const PoolSetup setup_;
  Pool pool_;
  Traces traces_;
};

}  // namespace envpool::testing

#endif  // ENVPOOL_TESTING_BATCH_TWIN_H_
