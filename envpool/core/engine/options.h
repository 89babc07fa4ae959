// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// EngineOptions: how a pool runs, as opposed to what it simulates (the config).
// Only the autoreset mode changes trajectories.

#ifndef ENVPOOL_CORE_ENGINE_OPTIONS_H_
#define ENVPOOL_CORE_ENGINE_OPTIONS_H_

namespace envpool {

enum class AutoresetMode { kNextStep, kSameStep, kDisabled };

struct EngineOptions {
  AutoresetMode autoreset = AutoresetMode::kNextStep;
  bool episode_stats = false;   // fill the episode:* columns
  bool caller_helps = true;     // the calling thread runs envs while it waits
  bool shared_threads = false;  // use the process-wide worker threads
  bool numa = true;             // keep envs and workers on one node
  int chunk = 0;                // envs a worker claims at once; 0: by cost
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_OPTIONS_H_
