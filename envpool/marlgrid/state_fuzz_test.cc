// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Loads changed saved states; see state_fuzzer.h.

#include <cstddef>
#include <cstdint>
#include <string>

#include "envpool/marlgrid/marlgrid_env.h"
#include "envpool/testing/fuzz/input.h"
#include "envpool/testing/fuzz/state_fuzzer.h"

using envpool::marlgrid::MarlGridEnvPool;
using envpool::marlgrid::MarlGridEnvSpec;
using envpool::testing::FuzzConfig;
using envpool::testing::FuzzInput;
using envpool::testing::StateFuzzer;

namespace {

MarlGridEnvSpec SpecOf(const char* name, int agents, bool respawn) {
  auto config = FuzzConfig<MarlGridEnvSpec>();
  config["env_name"_] = std::string(name);
  config["n_agents"_] = agents;
  config["max_num_players"_] = agents;
  config["n_clutter"_] = agents;
  config["respawn"_] = respawn;
  config["prestige_coloring"_] = respawn;
  return MarlGridEnvSpec(config);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static StateFuzzer<MarlGridEnvPool> pools[] = {
      StateFuzzer<MarlGridEnvPool>(SpecOf("cluttered", 1, false)),
      StateFuzzer<MarlGridEnvPool>(SpecOf("cluttered", 3, true)),
      StateFuzzer<MarlGridEnvPool>(SpecOf("goalcycle", 2, true))};
  FuzzInput input(data, size);
  pools[input.TakeIn(0, 2)].Run(input);
  return 0;
}
