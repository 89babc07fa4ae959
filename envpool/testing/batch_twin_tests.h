// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares the batch kernels of a family with their twin, a pool of one lane:
// an env's results must have the same bits for any number of envs, any order
// and grouping of steps, any instruction set and thread, and any floating-point
// mode of the caller. In the family's test:
//
//   template <>
//   void BatchTwinConfig<Env>(Env::Spec::Config* config) { ... }  // optional
//   INSTANTIATE_TYPED_TEST_SUITE_P(Family, BatchTwinTest,
//                                  ::testing::Types<Env, ...>);

#ifndef ENVPOOL_TESTING_BATCH_TWIN_TESTS_H_
#define ENVPOOL_TESTING_BATCH_TWIN_TESTS_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <string>
#include <vector>

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

#include "envpool/core/isa.h"
#include "envpool/testing/batch_twin.h"
#include "envpool/testing/scale.h"

namespace envpool::testing {

inline constexpr int kMaxEnvs = 65;
inline constexpr int kManySteps = 3000;

/// The number of steps after scaling; still enough for episodes to end.
constexpr int Played(int steps) { return static_cast<int>(Scaled(steps, 5)); }

/// Specialised for envs that draw more random numbers with another config.
template <typename EnvT>
void BatchTwinConfig(typename EnvT::Spec::Config* /*config*/) {}

template <typename EnvT>
class BatchTwinTest : public ::testing::Test {
 protected:
  static Traces Play(PoolSetup setup) {
    setup.steps = Played(setup.steps);
    auto config = EnvT::Spec::kDefaultConfig;
    config["max_episode_steps"_] = 60;
    BatchTwinConfig<EnvT>(&config);
    return Player<EnvT>(setup, config).Play();
  }

  /// The traces of pools of one lane, by env id.
  static const Traces& Twin() {
    static const Traces kTwin = [] {
      Traces twin;
      for (int env = 0; env < kMaxEnvs; ++env) {
        twin.push_back(Play({.first_env = env})[0]);
      }
      return twin;
    }();
    return kTwin;
  }
  static void ExpectTwin(const PoolSetup& setup) {
    const Traces traces = Play(setup);
    for (int i = 0; i < std::min(setup.num_envs, kMaxEnvs); ++i) {
      const std::string& twin = Twin()[setup.first_env + i];
      ASSERT_EQ(traces[i].size() / (Played(setup.steps) + 1),
                twin.size() / (Played(kManySteps) + 1));
      ASSERT_TRUE(twin.starts_with(traces[i]))
          << "env " << i << " of " << setup.num_envs << ", order "
          << static_cast<int>(setup.order);
    }
  }
};

TYPED_TEST_SUITE_P(BatchTwinTest);

TYPED_TEST_P(BatchTwinTest, TwinsDiffer) {
  const Traces& twin = this->Twin();
  EXPECT_NE(twin[0], twin[1]);
  EXPECT_EQ(twin[0], this->Play({})[0]);
}

TYPED_TEST_P(BatchTwinTest, AnyNumberOfLanesInAnyOrder) {
  for (int n = 1; n <= kMaxEnvs; ++n) {
    this->ExpectTwin({.num_envs = n, .steps = 200});
    this->ExpectTwin({.num_envs = n, .steps = 60, .order = Order::kOneByOne});
    this->ExpectTwin({.num_envs = n, .steps = 200, .order = Order::kShuffled});
  }
  this->ExpectTwin({.num_envs = 300, .steps = 200});
}

TYPED_TEST_P(BatchTwinTest, ManySteps) {
  for (const int n : {7, kMaxEnvs}) {
    this->ExpectTwin({.num_envs = n});
    this->ExpectTwin({.num_envs = n, .order = Order::kShuffled});
  }
  this->ExpectTwin({.num_envs = 7, .order = Order::kOneByOne});
  this->ExpectTwin({.num_envs = 20, .first_env = 40});
}

TYPED_TEST_P(BatchTwinTest, ChunksAndThreads) {
  for (const int chunk : {1, 5, 0}) {
    const EngineOptions options = {.caller_helps = false, .chunk = chunk};
    this->ExpectTwin({.num_envs = kMaxEnvs,
                      .steps = 100,
                      .num_threads = 3,
                      .options = options});
  }
}

TYPED_TEST_P(BatchTwinTest, InstructionSets) {
  for (const Isa isa : {Isa::kBaseline, Isa::kAvx2, Isa::kAvx512}) {
    SetIsa(isa);
    this->ExpectTwin({.num_envs = kMaxEnvs, .steps = 1000});
    this->ExpectTwin({.num_envs = 9, .steps = 300, .order = Order::kShuffled});
  }
}

TYPED_TEST_P(BatchTwinTest, SameStep) {
  const EngineOptions options = {.autoreset = AutoresetMode::kSameStep};
  const PoolSetup setup = {
      .num_envs = kMaxEnvs, .steps = 2500, .options = options};
  const Traces expected = this->Play(setup);
  EXPECT_NE(expected[0], this->Twin()[0].substr(0, expected[0].size()));
  for (const int env : {0, 1, 33, 64}) {
    PoolSetup lane = setup;
    lane.num_envs = 1;
    lane.first_env = env;
    EXPECT_EQ(this->Play(lane)[0], expected[env]) << env;
  }
}

/// Sets the caller's floating-point mode while it exists.
class CallersMode {
 public:
  CallersMode(int rounding, unsigned flush) {
    std::fesetround(rounding);
#if defined(__SSE__)
    _mm_setcsr(_mm_getcsr() | flush);
    set_ = _mm_getcsr();
#else
    static_cast<void>(flush);
#endif
  }
  ~CallersMode() { std::fesetenv(FE_DFL_ENV); }
  bool Kept(int rounding) const {
#if defined(__SSE__)
    constexpr unsigned kFlags = 0x3f;
    if ((_mm_getcsr() & ~kFlags) != (set_ & ~kFlags)) {
      return false;
    }
#endif
    return std::fegetround() == rounding;
  }

 private:
  unsigned set_ = 0;
};

TYPED_TEST_P(BatchTwinTest, FloatingPointModeOfTheCaller) {
  this->Twin();                            // runs before any mode is set
  constexpr unsigned kFlushBoth = 0x8040;  // results and arguments
  for (const int threads : {1, 2}) {
    for (const int rounding : {FE_UPWARD, FE_TOWARDZERO, FE_TONEAREST}) {
      const PoolSetup setup = {
          .num_envs = 33, .steps = 300, .num_threads = threads};
      Traces traces;
      bool kept;
      {
        const CallersMode mode(rounding, kFlushBoth);
        traces = this->Play(setup);
        kept = mode.Kept(rounding);
      }
      EXPECT_TRUE(kept);
      for (int i = 0; i < setup.num_envs; ++i) {
        ASSERT_TRUE(this->Twin()[i].starts_with(traces[i]))
            << "env " << i << ", rounding mode " << rounding;
      }
    }
  }
}

REGISTER_TYPED_TEST_SUITE_P(BatchTwinTest, TwinsDiffer,
                            AnyNumberOfLanesInAnyOrder, ManySteps,
                            ChunksAndThreads, InstructionSets, SameStep,
                            FloatingPointModeOfTheCaller);

}  // namespace envpool::testing

#endif  // ENVPOOL_TESTING_BATCH_TWIN_TESTS_H_
