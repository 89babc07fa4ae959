// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The message of a checked build for each mistake. The engine is unchecked.

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "envpool/core/checked/checked_envs.h"
#include "envpool/core/engine/errors.h"

namespace careless {
namespace {

TArray<int> Ids() {
  TArray<int> ids(Spec<int>({2}));
  ids[1] = 1;
  return ids;
}

/// Steps both envs; returns the messages by step, with 0 for the reset.
template <typename Pool>
std::map<int, std::string> Play(Pool* pool, int steps) {
  std::map<int, std::string> errors;
  typename Pool::Action action;
  action["env_id"_] = Ids();
  action["players.env_id"_] = Ids();
  action["action"_] = TArray<int>(Spec<int>({2}));
  for (int step = 0; step <= steps; ++step) {
    if (step == 0) {
      pool->Reset(Ids());
    } else {
      pool->Send(action);
    }
    try {
      pool->Recv();
    } catch (const envpool::Error& error) {
      EXPECT_EQ(error.kind, envpool::ErrorKind::kEnvStep);
      errors[step] = error.what();
    }
  }
  return errors;
}

template <typename Pool>
std::map<int, std::string> PlayWith(const std::string& flaw, int steps = 4,
                                    int players = 1) {
  auto config = Pool::Spec::kDefaultConfig;
  config["flaw"_] = flaw;
  config["num_envs"_] = 2;
  config["num_threads"_] = 1;
  config["max_num_players"_] = players;
  const typename Pool::Spec spec(config);
  Pool pool(spec);
  return Play(&pool, steps);
}
constexpr auto PlayGrid = [](auto... arguments) {
  return PlayWith<GridEnvPool>(arguments...);
};

struct Flaw {
  std::string name;
  int step;
  std::string text;
};

void ExpectOnly(const std::map<int, std::string>& errors, const Flaw& flaw) {
  ASSERT_EQ(errors.size(), 1U) << flaw.name;
  EXPECT_EQ(errors.begin()->first, flaw.step) << flaw.name;
  EXPECT_NE(errors.begin()->second.find(flaw.text), std::string::npos)
      << errors.begin()->second;
}

void ExpectGridFlaws(const std::vector<Flaw>& flaws) {
  for (const Flaw& flaw : flaws) {
    ExpectOnly(PlayGrid(flaw.name),
               {flaw.name, flaw.step, "careless::GridEnv: " + flaw.text});
  }
}

TEST(Checked, EnvsWithoutAFlaw) {
  for (const std::string flaw : {"none", "fill"}) {
    for (const int players : {1, 3}) {
      EXPECT_TRUE(PlayGrid(flaw, 30, players).empty());
    }
    EXPECT_TRUE(PlayWith<BatchEnvPool<LaneEnv<true>>>(flaw, 30).empty());
    EXPECT_TRUE(PlayWith<BatchEnvPool<LaneEnv<false>>>(flaw, 30).empty());
  }
}

TEST(Checked, Indices) {
  ExpectGridFlaws({
      {"index", 3,
       "state[\"obs:grid\"_]: expected an index below 3 on axis 1, got 3; its "
       "shape is (2, 3)"},
      {"part", 3,
       "state[\"obs:grid\"_]: expected an index below 3 on axis 1, got -1; its "
       "shape is (2, 3)"},
      {"many indices", 3,
       "state[\"obs:grid\"_]: expected at most 2 indices, got 3"},
      {"player", 3,
       "state[\"obs:players.place\"_]: expected an index below 1 on axis 0, "
       "got 1; its shape is (1, 2)"},
  });
  ExpectOnly(PlayGrid("player", 4, 3),
             {"player", 3, "expected an index below 1 on axis 0, got 1"});
  ExpectOnly(PlayGrid("own array"),
             {"own array", 3,
              "TArray: expected an index below 4 on axis 0, got 4; its shape "
              "is (4)"});
}

TEST(Checked, IndicesOfActions) {
  const auto errors = PlayGrid("action", 1);
  ExpectOnly(errors, {"action", 1,
                      "careless::GridEnv: action[\"action\"_]: expected at "
                      "most 0 indices, got 1; its shape is ()"});
}

TEST(Checked, Sizes) {
  ExpectGridFlaws({
      {"assign", 3,
       "state[\"obs:grid\"_]: Assign expected at most 6 elements, got 7; its "
       "shape is (2, 3)"},
      {"assign array", 3,
       "state[\"obs:grid\"_]: Assign expected an array with 6 elements, got 4"},
      {"past", 3,
       "state[\"obs:grid\"_]: Step wrote past the end of its 24 bytes"},
      {"before", 3,
       "state[\"obs:grid\"_]: Step wrote before the beginning of its 24 bytes"},
  });
}

TEST(Checked, Values) {
  ExpectGridFlaws({
      {"nan", 3, "state[\"obs:grid\"_]: Step wrote NaN at (1, 2)"},
      {"nan reward", 3, "state[\"reward\"_]: Step wrote NaN at (0)"},
      {"unwritten", 3,
       "state[\"obs:players.place\"_]: Step did not write it; call Zero() if "
       "it is meant to be zero"},
  });
}

TEST(Checked, EntriesThatAreNeverWritten) {
  // The check reports after 1,000 rows, which are 500 calls for each of two
  // envs.
  ExpectOnly(
      PlayWith<ForgetfulEnvPool>("none", 2000),
      {"never written", 499,
       "careless::ForgetfulEnv: state[\"info:rare\"_]: none of 1000 rows "
       "wrote it; write it each time, even if it is zero"});
}

TEST(Checked, OtherWriters) {
  ExpectGridFlaws({
      {"late view", 3,
       "state[\"obs:grid\"_] of env 0 was used after the Reset or Step that it "
       "belongs to had returned"},
      {"late action", 3,
       "action[\"action\"_] of env 0 was used after the Reset or Step that it "
       "belongs to had returned"},
      {"late pointer", 4,
       "state[\"obs:grid\"_] was written after the Reset or Step that it "
       "belongs to had returned: by another thread, or through a pointer that "
       "was kept"},
  });
  ExpectOnly(PlayGrid("other env", 1),
             {"other env", 1,
              "state[\"obs:grid\"_] of env 0 was used by a call of env 1"});
}

TEST(Checked, Lanes) {
  const std::string env =
      "env 1 (seed 43, episode step 3): careless::LaneEnv<true>: ";
  const std::vector<Flaw> flaws = {
      {"throw", 3,
       "env 0 (seed 42, episode step 3): careless::LaneEnv<true>: StepLanes: "
       "expected "
       "no exception, got no way"},
      {"reward", 3, env + "StepLanes wrote NaN or nothing to reward"},
      {"terminated", 3, env + "StepLanes did not write terminated"},
      {"reward past", 3,
       "StepLanes wrote past the end of reward of lanes 0 to 1"},
      {"obs", 3,
       env + "WriteLanes did not write rows[\"obs\"_] at (0), though "
             "kWritesAllFields is true"},
      {"nan", 3, env + "WriteLanes wrote NaN to rows[\"obs\"_] at (1)"},
      {"info", 3,
       env + "WriteLanes did not write rows[\"info:pair\"_] at (1), though "
             "kWritesAllFields is true"},
      {"past", 3,
       "WriteLanes wrote past the end of rows[\"obs\"_] of lanes 0 to 1"},
      {"before", 3,
       "WriteLanes wrote before the beginning of rows[\"info:pair\"_] of lanes "
       "0 to 1"},
  };
  for (const Flaw& flaw : flaws) {
    ExpectOnly(PlayWith<BatchEnvPool<LaneEnv<true>>>(flaw.name), flaw);
  }
  ExpectOnly(PlayWith<BatchEnvPool<LaneEnv<false>>>("obs"),
             {"obs", 3, "WriteLanes did not write rows[\"obs\"_]"});
  EXPECT_TRUE(PlayWith<BatchEnvPool<LaneEnv<false>>>("info").empty());
}

using CheckedDeathTest = ::testing::TestWithParam<Flaw>;

TEST_P(CheckedDeathTest, NamesTheEnv) {
  EXPECT_DEATH(PlayGrid(GetParam().name), GetParam().text +
                                              " in careless::GridEnv, env 0, "
                                              "in Step. Backtrace:\n.*\\[0x");
}

INSTANTIATE_TEST_SUITE_P(
    Checked, CheckedDeathTest,
    ::testing::Values(Flaw{"crash", 3, "Segmentation fault"},
                      Flaw{"recursion", 3, "Segmentation fault"},
                      Flaw{"division", 3, "Arithmetic error"},
                      Flaw{"abort", 3, "Abort"}));

}  // namespace
}  // namespace careless
