// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Loads changed saved states; see state_fuzzer.h.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "envpool/atari/atari_env.h"
#include "envpool/core/async_envpool.h"
#include "envpool/testing/fuzz/input.h"
#include "envpool/testing/fuzz/state_fuzzer.h"

using envpool::atari::AtariEnv;
using envpool::testing::FuzzConfig;
using envpool::testing::FuzzInput;
using Fuzzer = envpool::testing::StateFuzzer<AsyncEnvPool<AtariEnv>>;

namespace {

std::unique_ptr<Fuzzer> Make(const char* game) {
  auto config = FuzzConfig<AtariEnv::Spec>();
  config["task"_] = std::string(game);
  config["rom_dir"_] = std::string("../ale/src/ale/python/roms");
  return std::make_unique<Fuzzer>(AtariEnv::Spec(config));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  // Plain 4 KiB, banks of 16 KiB with memory, the E0 and the DPC.
  static const std::unique_ptr<Fuzzer> fuzzers[] = {
      Make("pong"), Make("elevator_action"), Make("montezuma_revenge"),
      Make("pitfall2")};
  FuzzInput input(data, size);
  fuzzers[input.TakeIn(0, 3)]->Run(input);
  return 0;
}
