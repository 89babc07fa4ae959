// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/xla/checked_actions.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "envpool/core/engine/engine.h"
#include "envpool/core/engine/errors.h"
#include "envpool/core/env_spec.h"
#include "envpool/core/xla/transfer.h"
#include "envpool/testing/test_kernel.h"

namespace envpool {
namespace {

constexpr int kNumEnvs = 3;
constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
using Limits64 = std::numeric_limits<std::int64_t>;

/// A call and its memory.
struct Call {
  /// The actions of the envs `ids`; they view this object's members.
  [[nodiscard]] Actions Make() {
    shape[0] = static_cast<std::int64_t>(ids.size());
    return {ids.data(),
            static_cast<int>(ids.size()),
            {{DType::kUint64, shape, levels.data()},
             {DType::kInt32, shape, moves.data()}},
            {}};
  }

  std::vector<int> ids = {0, 1, 2};
  std::vector<std::uint64_t> levels = {3, 4, 5};
  std::vector<std::int32_t> moves = {0, 1, 3};
  std::vector<std::int64_t> shape = {kNumEnvs};
};

/// `low`, `high`: of levels.
Layout MakeLayout(int max_players = 1, std::uint64_t low = 0,
                  std::uint64_t high = 9) {
  const auto specs =
      ConcatDict(common_action_spec,
                 MakeDict("level"_.Bind(Spec<std::uint64_t>({}, {low, high})),
                          "move"_.Bind(Spec<int>({-1}, {0, 3}))));
  return Layout(MakeColumns(specs), kNumEnvs, max_players);
}

std::string Refusal(const Actions& actions, const Layout& layout) {
  try {
    const CheckedActions checked(ActionStore(layout), actions);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

// Later changes of the program's buffers do not affect checked values.
TEST(CheckedActions, AreCopies) {
  const ActionStore store(MakeLayout());
  Call call;
  const CheckedActions checked(store, call.Make());
  call.ids = {7, -7, 70'000};
  call.levels.assign(3, kMost);
  call.moves.assign(3, 99);
  const Actions& actions = checked.get();
  EXPECT_EQ(std::vector<int>(actions.ids, actions.ids + 3),
            (std::vector<int>{0, 1, 2}));
  const auto* levels =
      static_cast<const std::uint64_t*>(actions.buffers[0].data);
  EXPECT_EQ(std::vector<std::uint64_t>(levels, levels + 3),
            (std::vector<std::uint64_t>{3, 4, 5}));
  const auto* moves = static_cast<const std::int32_t*>(actions.buffers[1].data);
  EXPECT_EQ(std::vector<std::int32_t>(moves, moves + 3),
            (std::vector<std::int32_t>{0, 1, 3}));
}

TEST(CheckedActions, OwnersAreCopies) {
  const ActionStore store(MakeLayout(2));
  Call call;
  call.moves = {0, 1, 2, 99};
  const std::vector<std::int64_t> rows = {4};
  std::vector<int> owners = {1, 0, 1, kNoEnv};
  Actions actions = call.Make();
  actions.buffers[1].shape = rows;
  actions.owners = owners;
  const CheckedActions checked(store, actions);
  owners.assign(4, 70'000);
  ASSERT_TRUE(checked.get().owners.has_value());
  const std::span<const int> copies = *checked.get().owners;
  EXPECT_EQ(std::vector<int>(copies.begin(), copies.end()),
            (std::vector<int>{1, 0, 1, kNoEnv}));
  // Padding is not checked, but a player's action is.
  owners = {1, 0, 1, 2};
  EXPECT_EQ(Refusal(actions, store.layout()),
            "move: expected values in [0, 3], got 99 in "
            "row 3");
}

TEST(CheckedActions, NoIdsAreNotAllIds) {
  const ActionStore store(MakeLayout());
  Call call;
  call.ids.clear();
  static constexpr int kNone = 0;
  Actions actions = call.Make();
  actions.ids = &kNone;
  const CheckedActions checked(store, actions);
  EXPECT_NE(checked.get().ids, nullptr);
  actions.ids = nullptr;
  const CheckedActions all(store, actions);
  EXPECT_EQ(all.get().ids, nullptr);
}

TEST(CheckedActions, RangesOfUint64) {
  constexpr std::uint64_t kHalf = std::uint64_t{1} << 63;
  struct Case {
    std::uint64_t low, high, good, bad;
  };
  for (const Case& each :
       {Case{3, 10, 10, 11}, Case{3, 10, 3, 2}, Case{3, 10, 4, kMost},
        Case{3, kHalf, kHalf, 2}, Case{3, kHalf, kHalf, kHalf + 1},
        Case{kHalf, kMost, kMost, kHalf - 1}}) {
    Call call;
    const Layout layout = MakeLayout(1, each.low, each.high);
    call.levels.assign(3, each.good);
    EXPECT_EQ(Refusal(call.Make(), layout), "");
    call.levels[1] = each.bad;
    EXPECT_EQ(Refusal(call.Make(), layout),
              "level: expected values in [" + std::to_string(each.low) + ", " +
                  std::to_string(each.high) + "], got " +
                  std::to_string(each.bad) + " in row 1");
  }
  Call call;
  call.levels = {0, kHalf, kMost};
  EXPECT_EQ(Refusal(call.Make(), MakeLayout(1, 0, kMost)), "");
}

// Signed integers where uint64 is expected.
TEST(CheckedActions, OtherIntegersForUint64) {
  Call call;
  const Layout layout = MakeLayout(1, 0, kMost);
  std::vector<std::int64_t> levels = {0, 1, Limits64::max()};
  Actions actions = call.Make();
  actions.buffers[0] = {DType::kInt64, call.shape, levels.data()};
  EXPECT_EQ(Refusal(actions, layout), "");
  levels[2] = -1;
  EXPECT_EQ(Refusal(actions, layout),
            "level: expected values in [0, 18446744073709551615], got -1 in "
            "row 2");
}

// Bools in a program's buffers may be bytes other than 0 and 1.
TEST(SendActions, BoolsAreTrueOrFalse) {
  EngineConfig config;
  config.num_envs = config.batch_size = kNumEnvs;
  config.num_threads = 1;
  testing::TestKernel kernel([](int /*env_id*/) {});
  Engine engine(config, MakeColumns(common_state_spec),
                MakeColumns(ConcatDict(common_action_spec,
                                       MakeDict("on"_.Bind(Spec<bool>({}))))));
  engine.SetKernel(&kernel);
  char bytes[] = {0, 1, 6};
  Call call;
  Actions actions = call.Make();
  actions.buffers = {{DType::kBool, call.shape, bytes}};
  SendActions(&engine, actions, true, kNumEnvs);
  EXPECT_EQ(std::memcmp(engine.actions()->Item(2, 0), "\0\1\1", 3), 0);
}

// If one value is wrong, no action is stored.
TEST(CheckedActions, AllAreSentOrNone) {
  std::vector<std::uint64_t> seen;
  EngineConfig config;
  config.num_envs = config.batch_size = kNumEnvs;
  config.num_threads = 1;
  Engine* running = nullptr;
  testing::TestKernel kernel([&](int env_id) {
    seen.push_back(
        *reinterpret_cast<std::uint64_t*>(running->actions()->Item(2, env_id)));
  });
  Engine engine(config, MakeColumns(common_state_spec),
                MakeLayout(1, 3, 5).columns());
  engine.SetKernel(&kernel);
  running = &engine;
  Call call;
  SendActions(&engine, call.Make(), true, kNumEnvs);
  engine.blocks()->Release(engine.Recv(nullptr));
  const std::vector<std::uint64_t> sent = {3, 4, 5};
  EXPECT_EQ(seen, sent);
  call.levels[2] = 6;
  EXPECT_THROW(SendActions(&engine, call.Make(), true, kNumEnvs), Error);
  call.levels = {5, 5, 5};
  call.ids = {0, 1, kNumEnvs};
  EXPECT_THROW(SendActions(&engine, call.Make(), true, kNumEnvs), Error);
  EXPECT_EQ(engine.outstanding(), 0);
  for (int i = 0; i < kNumEnvs; ++i) {
    EXPECT_EQ(*reinterpret_cast<std::uint64_t*>(engine.actions()->Item(2, i)),
              sent[i]);
  }
}

}  // namespace
}  // namespace envpool
