// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A benchmark of PufferLib's CartPole in C, stepped as its own vector env does:
// one env after the other, into shared arrays. Each thread has its own envs, as
// each process of PufferLib has, but results never cross to another process,
// and no Python takes part.

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <array>
#include <cstdint>
#include <memory>
#include <random>

#include "benchmark/loop.h"

namespace {

// Threads would wait for each other in rand(), but PufferLib has processes.
int RandOfThread() {
  thread_local unsigned int state = 1;
  return rand_r(&state);
}

// Its own includes are above, and so outside the namespace.
namespace puffer {
#define rand RandOfThread
#include <pufferlib/ocean/cartpole/cartpole.h>
#undef rand
}  // namespace puffer

class Player {
 public:
  Player() {
    env_.observations = observations_.data();
    env_.actions = &action_;
    env_.rewards = &reward_;
    env_.terminals = &flags_[0];
    env_.truncations = &flags_[1];
    puffer::init(&env_);
    puffer::c_reset(&env_);
  }

  void Step(std::mt19937* actions) {
    if (bits_ < 2) {
      bits_ = (std::uint64_t{1} << 32U) | (*actions)();
    }
    action_ = static_cast<float>(bits_ & 1U);
    bits_ >>= 1U;
    puffer::c_step(&env_);
  }

 private:
  puffer::Cartpole env_{};
  std::array<float, 4> observations_{};
  std::array<unsigned char, 2> flags_{};
  std::uint64_t bits_{0};  // further actions, below the highest bit
  float action_{0};
  float reward_{0};
};

}  // namespace

/// No arguments.
std::unique_ptr<benchmark::Loop> benchmark::MakeLoop(
    const Arguments& /*arguments*/, int envs, int threads) {
  return std::make_unique<LoopOf<Player>>(
      envs, threads, [](int /*i*/) { return std::make_unique<Player>(); });
}
