// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "benchmark/loop.h"

#include <cstdio>
#include <exception>
#include <memory>

extern "C" {

/// A loop over `envs` envs; null if it cannot be made.
void* LoopMake(int count, const char* const* arguments, int envs, int threads) {
  try {
    return benchmark::MakeLoop({arguments, arguments + count}, envs, threads)
        .release();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return nullptr;
  }
}

/// Steps each env `steps` times. Returns false if an env threw.
bool LoopPlay(void* loop, int steps) {
  return static_cast<benchmark::Loop*>(loop)->Play(steps);
}

void LoopDelete(void* loop) { delete static_cast<benchmark::Loop*>(loop); }

}  // extern "C"
