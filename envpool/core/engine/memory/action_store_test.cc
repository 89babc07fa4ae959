// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/memory/action_store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/core/env_spec.h"
#include "envpool/testing/scale.h"

namespace envpool {
namespace {

constexpr int kNumEnvs = 6;
constexpr int kMaxPlayers = 4;

ActionStore MakeStore(int max_players) {
  const auto specs = ConcatDict(common_action_spec,
                                MakeDict("env"_.Bind(Spec<double>({2})),
                                         "player"_.Bind(Spec<int>({-1, 3}))));
  return ActionStore(Layout(MakeColumns(specs), kNumEnvs, max_players));
}

template <typename T>
TArray<T> Fill(std::vector<int> shape, const std::vector<T>& values) {
  TArray<T> array{Spec<T>(std::move(shape))};
  std::copy(values.begin(), values.end(), static_cast<T*>(array.Data()));
  return array;
}

std::vector<Array> Actions(const std::vector<int>& ids,
                           const std::vector<int>& owners) {
  const int count = static_cast<int>(ids.size());
  const int players = static_cast<int>(owners.size());
  std::vector<double> env;
  std::vector<int> player;
  for (const int id : ids) {
    env.insert(env.end(), {id + 0.25, id + 0.5});
  }
  for (int i = 0; i < players; ++i) {
    player.insert(player.end(), {100 * owners[i], i, 7});
  }
  return {Fill<int>({count}, ids), Fill<int>({players}, owners),
          Fill<double>({count, 2}, env), Fill<int>({players, 3}, player)};
}

std::string Refusal(const ActionStore& store, const std::vector<Array>& arrays,
                    const std::vector<int>& ids) {
  try {
    store.Check(arrays, ids.data(), static_cast<int>(ids.size()));
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(ActionStore, SlotsAreByEnvId) {
  ActionStore store = MakeStore(1);
  const std::vector<int> ids = {4, 1, 5};
  const std::vector<Array> arrays = Actions(ids, ids);
  EXPECT_EQ(Refusal(store, arrays, ids), "");
  store.Copy(arrays, ids.data(), 3);
  for (int i = 0; i < 3; ++i) {
    const int id = ids[i];
    EXPECT_EQ(store.players(id), 1);
    EXPECT_EQ(reinterpret_cast<double*>(store.Item(2, id))[1], id + 0.5);
    EXPECT_EQ(reinterpret_cast<int*>(store.Item(3, id))[0], 100 * id);
    EXPECT_EQ(reinterpret_cast<int*>(store.Item(3, id))[1], i);
  }
}

// Engine::Send passes null for the ids of all envs in order. Bools are copied
// value by value.
TEST(ActionStore, ActionsOfAllEnvsNeedNoIds) {
  const auto specs =
      ConcatDict(common_action_spec, MakeDict("lever"_.Bind(Spec<bool>({-1}))));
  ActionStore store(Layout(MakeColumns(specs), 3, 1));
  const std::vector<Array> arrays = {Fill<int>({3}, {0, 1, 2}),
                                     Fill<int>({3}, {0, 1, 2}),
                                     Fill<bool>({3}, {true, false, true})};
  store.Copy(arrays, nullptr, 3);
  for (int id = 0; id < 3; ++id) {
    EXPECT_EQ(*reinterpret_cast<bool*>(store.Item(2, id)), id != 1);
  }
}

TEST(ActionStore, TheIdsAreThere) {
  const ActionStore store = MakeStore(kMaxPlayers);
  for (int id = 0; id < kNumEnvs; ++id) {
    EXPECT_EQ(*reinterpret_cast<int*>(store.Item(0, id)), id);
    for (int slot = 0; slot < kMaxPlayers; ++slot) {
      EXPECT_EQ(reinterpret_cast<int*>(store.Item(1, id))[slot], id);
    }
  }
}

TEST(ActionStore, RemembersFloat32) {
  ActionStore store = MakeStore(1);
  const std::vector<int> ids = {4, 1};
  EXPECT_FALSE(store.is_float32(4));
  store.MarkFloat32(ids.data(), 2, true);
  EXPECT_TRUE(store.is_float32(4));
  EXPECT_FALSE(store.is_float32(0));
  store.MarkFloat32(nullptr, kNumEnvs, false);
  EXPECT_FALSE(store.is_float32(1));
}

// Rows of players come in any order; each env gets its own in that order.
TEST(ActionStore, PlayersAreGathered) {
  std::mt19937 random(testing::TestSeed());
  ActionStore store = MakeStore(kMaxPlayers);
  for (int round = 0; round < 1'000; ++round) {
    std::vector<int> ids = {0, 1, 2, 3, 4, 5};
    std::shuffle(ids.begin(), ids.end(), random);
    ids.resize(1 + random() % kNumEnvs);
    std::vector<int> owners;
    for (const int id : ids) {
      owners.insert(owners.end(), random() % (kMaxPlayers + 1), id);
    }
    std::shuffle(owners.begin(), owners.end(), random);
    const std::vector<Array> arrays = Actions(ids, owners);
    ASSERT_EQ(Refusal(store, arrays, ids), "");
    store.Copy(arrays, ids.data(), static_cast<int>(ids.size()));
    std::vector<int> seen(kNumEnvs, 0);
    for (int i = 0; i < static_cast<int>(owners.size()); ++i) {
      const int id = owners[i];
      const int* item =
          reinterpret_cast<int*>(store.Item(3, id)) + 3 * seen[id]++;
      ASSERT_EQ(item[0], 100 * id);
      ASSERT_EQ(item[1], i);
    }
    for (const int id : ids) {
      ASSERT_EQ(store.players(id), seen[id]);
    }
  }
}

TEST(ActionStore, RefusalsNameTheKey) {
  const ActionStore store = MakeStore(kMaxPlayers);
  const std::vector<int> ids = {1, 3};
  const std::vector<Array> good = Actions(ids, {1, 3, 3});
  EXPECT_EQ(Refusal(store, good, ids), "");
  const auto refusal = [&](int index, const Array& array) {
    std::vector<Array> bad = good;
    bad[index] = array;
    return Refusal(store, bad, ids);
  };
  EXPECT_EQ(Refusal(store, {}, ids),
            "action: expected 4 arrays, one for each key, got 0");
  EXPECT_EQ(refusal(2, Fill<double>({2, 3}, {})),
            "action 'env': expected shape (2,2,), got (2,3,)");
  EXPECT_EQ(refusal(2, Fill<double>({3, 2}, {})),
            "action 'env': expected shape (2,2,), got (3,2,)");
  EXPECT_EQ(refusal(3, Fill<int>({2, 3}, {})),
            "action 'player': expected shape (3,3,), got (2,3,)");
  EXPECT_EQ(refusal(2, Fill<float>({2, 2}, {})),
            "action 'env': expected elements of 8 bytes, got 4");
  EXPECT_NE(refusal(1, Fill<int>({3, 1}, {1, 3, 3})), "");
  EXPECT_NE(refusal(1, Fill<int>({3}, {1, 3, 2})).find("env_id, got [2]"),
            std::string::npos);
  EXPECT_NE(Refusal(store, Actions(ids, {1, 1, 1, 1, 1}), ids)
                .find("at most 4 players per env, got 5"),
            std::string::npos);
  EXPECT_EQ(Refusal(store, Actions({}, {}), {}), "");
}

TEST(ActionStore, RefusesWhatIsOutOfRange) {
  const auto specs = ConcatDict(
      common_action_spec,
      MakeDict("dial"_.Bind(Spec<int>({2}, {{0, -1}, {3, 5}})),
               "level"_.Bind(Spec<std::uint8_t>({}, {1, 9})),
               "choice"_.Bind(MarkDiscrete(Spec<double>({}, {0, 2}))),
               "force"_.Bind(Spec<float>({}, {-1, 1}))));
  const ActionStore store(Layout(MakeColumns(specs), kNumEnvs, 1));
  const std::vector<int> ids = {1, 3};
  const auto refusal = [&](const std::vector<int>& dial, std::uint8_t level,
                           double choice) {
    const std::vector<Array> arrays = {
        Fill<int>({2}, ids),
        Fill<int>({2}, ids),
        Fill<int>({2, 2}, dial),
        Fill<std::uint8_t>({2}, {9, level}),
        Fill<double>({2}, {0, choice}),
        Fill<float>({2}, {-7, 7})};  // envs clip these
    return Refusal(store, arrays, ids);
  };
  EXPECT_EQ(refusal({0, -1, 3, 5}, 1, 2), "");
  EXPECT_EQ(refusal({0, -1, -1, 5}, 1, 2),
            "dial: expected values in [0, 3], got -1 in row 1");
  EXPECT_EQ(refusal({0, 6, 3, 5}, 1, 2),
            "dial: expected values in [-1, 5], got 6 in row 0");
  EXPECT_EQ(refusal({0, -1, 3, 5}, 0, 2),
            "level: expected values in [1, 9], got 0 in row 1");
  for (const auto& [wrong, text] : std::map<double, std::string>{
           {0.5, "0.5"}, {3, "3"}, {-1, "-1"}, {HUGE_VAL, "inf"}}) {
    EXPECT_EQ(
        refusal({0, -1, 3, 5}, 1, wrong),
        "choice: expected whole numbers in [0, 2], got " + text + " in row 1");
  }
  EXPECT_NE(refusal({0, -1, 3, 5}, 1, std::nan("")), "");
}

// Converted to doubles, the number and the bound would be equal.
TEST(ActionStore, LargeBoundsAreExact) {
  constexpr std::int64_t kHigh = std::int64_t{1} << 53;
  const auto specs =
      ConcatDict(common_action_spec,
                 MakeDict("level"_.Bind(Spec<std::int64_t>({}, {0, kHigh}))));
  const ActionStore store(Layout(MakeColumns(specs), kNumEnvs, 1));
  const std::vector<int> ids = {5};
  const auto refusal = [&](std::int64_t level) {
    return Refusal(store,
                   {Fill<int>({1}, ids), Fill<int>({1}, ids),
                    Fill<std::int64_t>({1}, {level})},
                   ids);
  };
  EXPECT_EQ(refusal(kHigh), "");
  EXPECT_EQ(refusal(kHigh + 1),
            "level: expected values in [0, 9007199254740992], got "
            "9007199254740993 in row 0");
}

// The bools of a user's array may have other bytes than 0 and 1.
TEST(ActionStore, BoolsAreTrueOrFalse) {
  const auto specs =
      ConcatDict(common_action_spec, MakeDict("on"_.Bind(Spec<bool>({4}))));
  ActionStore store(Layout(MakeColumns(specs), kNumEnvs, 1));
  TArray<bool> on(Spec<bool>({1, 4}));
  std::memcpy(on.Data(), "\0\1\2\xff", 4);
  const std::vector<int> ids = {5};
  store.Copy({Fill<int>({1}, ids), Fill<int>({1}, ids), on}, ids.data(), 1);
  EXPECT_EQ(std::memcmp(store.Item(2, 5), "\0\1\1\1", 4), 0);
}

TEST(ActionStore, CopiesContainersWithTheirContent) {
  using Ragged = Spec<Container<float>>;
  for (const int max_players : {1, 2}) {
    const auto specs = ConcatDict(
        common_action_spec,
        MakeDict("env"_.Bind(Ragged({2}, Spec<float>({-1}))),
                 "player"_.Bind(Ragged({-1}, Spec<float>({-1, 2})))));
    ActionStore store(Layout(MakeColumns(specs), kNumEnvs, max_players));
    for (int round = 0; round < 2; ++round) {  // the second one overwrites
      const std::vector<int> ids = {4, 1, 2};
      TArray<Container<float>> env(Ragged({3, 2}, Spec<float>({-1})));
      TArray<Container<float>> player(Ragged({3}, Spec<float>({-1, 2})));
      for (int i = 0; i < 3; ++i) {
        Container<float>& entry = env(i, 1);
        entry = std::make_unique<TArray<float>>(Spec<float>({i + 1}));
        entry->Fill(static_cast<float>(10 * round + i));
        Container<float>& each = player(i);
        each = std::make_unique<TArray<float>>(Spec<float>({i, 2}));
      }
      const std::vector<Array> arrays = {Fill<int>({3}, ids),
                                         Fill<int>({3}, ids), env, player};
      ASSERT_EQ(Refusal(store, arrays, ids), "");
      store.Copy(arrays, ids.data(), 3);
      for (int i = 0; i < 3; ++i) {
        static_cast<Container<float>&>(env(i, 1)).reset();
        static_cast<Container<float>&>(player(i)).reset();
        const auto* kept =
            reinterpret_cast<Container<float>*>(store.Item(2, ids[i]));
        EXPECT_EQ(kept[0], nullptr);
        ASSERT_NE(kept[1], nullptr);
        EXPECT_EQ(kept[1]->Shape(0), static_cast<std::size_t>(i + 1));
        EXPECT_EQ(static_cast<float>((*kept[1])[i]), 10.0f * round + i);
        const auto* rows =
            reinterpret_cast<Container<float>*>(store.Item(3, ids[i]));
        EXPECT_EQ(rows[0]->Shape(0), static_cast<std::size_t>(i));
      }
    }
  }
}

}  // namespace
}  // namespace envpool
