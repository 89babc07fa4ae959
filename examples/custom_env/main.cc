// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs one Corridor without Python, for a debugger or a sanitizer.

#include <iostream>
#include <random>
#include <string>
#include <type_traits>

#include "custom_env/corridor.h"
#include "envpool/core/async_envpool.h"

namespace {

using custom_env::CorridorEnvPool;
using custom_env::CorridorEnvSpec;

bool IsShown(const std::string& key) {
  return key == "elapsed_step" || key == "reward" || key == "done" ||
         key.starts_with("obs") ||
         (key.starts_with("info:") && !key.ends_with("env_id"));
}

// Receives the result of the last call, and prints it.
void Receive(CorridorEnvPool* pool) {
  // Arrays with a row for each env.
  const CorridorEnvPool::State state(pool->Recv());
  state.Apply([](auto key, const auto& array) {
    using T = typename std::decay_t<decltype(array)>::dtype;
    if constexpr (std::is_arithmetic_v<T>) {
      const std::string name(key.Str());
      if (IsShown(name)) {
        std::cout << name;
        for (std::size_t i = 0; i < array.size; ++i) {
          std::cout << " " << +static_cast<const T*>(array.Data())[i];
        }
        std::cout << "; ";
      }
    }
  });
  std::cout << "\n";
}

void Run(bool is_played) {
  auto config = CorridorEnvSpec::kDefaultConfig;
  config["max_episode_steps"_] = 100;
  config["max_num_players"_] = 1;
  const CorridorEnvSpec spec(config);
  CorridorEnvPool pool(spec);
  const TArray<int> ids(Spec<int>({1}));
  const TArray<int> choice(Spec<int>({1}));
  ids[0] = 0;
  CorridorEnvPool::Action action;
  action["env_id"_] = ids;
  action["players.env_id"_] = ids;
  action["action"_] = choice;
  const auto [low, high] = spec.action_spec["action"_].bounds;
  std::uniform_int_distribution<int> choices(low, high);
  std::mt19937 random(1);
  pool.Reset(ids);
  Receive(&pool);
  for (int step = 0; is_played || step < 300; ++step) {
    int number = choices(random);
    if (is_played && !(std::cout << "action: " && std::cin >> number)) {
      return;
    }
    choice[0] = number;
    try {
      pool.Send(action);
    } catch (const envpool::Error& error) {  // it is out of range
      std::cout << error.what() << "\n";
      continue;
    }
    Receive(&pool);
  }
}

}  // namespace

int main(int argc, char** argv) {
  Run(argc > 1 && std::string(argv[1]) == "play");
}
