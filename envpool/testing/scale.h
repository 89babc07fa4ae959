// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Scales long tests down in slow builds: sanitizers are ten to fifty times
// slower. Also the seed of random tests, which ENVPOOL_TEST_SEED overrides.

#ifndef ENVPOOL_TESTING_SCALE_H_
#define ENVPOOL_TESTING_SCALE_H_

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace envpool::testing {

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__) || \
    defined(ENVPOOL_DCHECK)
inline constexpr bool kSlowBuild = true;
#else
inline constexpr bool kSlowBuild = false;
#endif

/// Returns `count`, or count / part in a slow build.
constexpr std::int64_t Scaled(std::int64_t count, std::int64_t part = 20) {
  return kSlowBuild ? (count + part - 1) / part : count;
}

/// Returns and prints the seed of a random test.
inline unsigned TestSeed(unsigned default_seed = 20260101) {
  const char* given = std::getenv("ENVPOOL_TEST_SEED");
  const unsigned seed = given == nullptr
                            ? default_seed
                            : static_cast<unsigned>(std::stoul(given));
  std::printf("seed: %u\n", seed);
  return seed;
}

}  // namespace envpool::testing

#endif  // ENVPOOL_TESTING_SCALE_H_
