// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Go on a tiny board, where boards repeat often: "chinese" rules forbid exactly
// the moves that lose by PGX's rules.

#include "envpool/board/go.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace envpool::board {
namespace {

using SmallGo = Go<3>;

SmallGo WithRules(const std::string& rules) {
  auto config = SmallGo::DefaultConfig();
  config["rules"_] = rules;
  return SmallGo(config);
}

std::vector<int> LegalOf(const SmallGo& game,
                         const SmallGo::Position& position) {
  std::vector<std::int8_t> mask(game.NumActions());
  game.WriteMask(position, mask.data());
  std::vector<int> legal;
  for (int action = 0; action < game.NumActions(); ++action) {
    EXPECT_EQ(game.IsLegal(position, action), mask[action] == 1);
    if (mask[action] == 1) {
      legal.push_back(action);
    }
  }
  return legal;
}

TEST(GoTest, ChineseRulesForbidTheMovesThatLoseByRepetition) {
  const SmallGo pgx = WithRules("pgx");
  const SmallGo chinese = WithRules("chinese");
  const int pass = pgx.NumActions() - 1;
  std::mt19937 random(1);
  int repetitions = 0;
  for (std::uint32_t game = 0; game < 1500; ++game) {
    SmallGo::Position position;
    pgx.Start({0, game}, &position);
    for (bool over = false; !over;) {
      ASSERT_TRUE(pgx.IsValid(position));
      const std::vector<int> legal = LegalOf(pgx, position);
      // Two passes or too many moves end a game as well.
      const bool ends_anyway = position.moves + 1 == 18;
      std::vector<int> allowed{};
      for (const int action : legal) {
        SmallGo::Position next = position;
        const Outcome<2> outcome = pgx.Play(action, {}, &next);
        if (action == pass || ends_anyway || !outcome.over) {
          allowed.push_back(action);
        } else {
          ++repetitions;
          EXPECT_EQ(outcome.rewards[pgx.Mover(position)], -1);
        }
      }
      if (!ends_anyway) {
        EXPECT_EQ(LegalOf(chinese, position), allowed);
      }
      over = pgx.Play(legal[random() % legal.size()], {}, &position).over;
    }
  }
  EXPECT_GT(repetitions, 50);
}

TEST(GoTest, RefusesBrokenChains) {
  const SmallGo game = WithRules("pgx");
  SmallGo::Position position;
  game.Start({0, 1}, &position);
  for (const int action : {0, 4, 1}) {  // black has a chain of two stones
    game.Play(action, {}, &position);
  }
  ASSERT_TRUE(game.IsValid(position));
  for (std::size_t place = 0; place < position.next.size(); ++place) {
    SmallGo::Position broken = position;
    broken.next[place] = broken.next[place] == 0 ? 6 : 0;
    const bool is_stone = position.next[place] != 0;
    EXPECT_EQ(game.IsValid(broken), !is_stone) << place;
  }
}

}  // namespace
}  // namespace envpool::board
