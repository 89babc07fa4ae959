// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/rollout/episode_cutter.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace envpool {
namespace {

using Flags = std::vector<char>;

/// Rows of some envs. A state is a letter, a move is a digit of eight bytes.
struct Rows {
  int envs;
  std::string states;
  std::string moves;  // as many as states
  std::string first;
  std::string final;
  Flags is_reset, ends, is_broken, starts, continues, has_seed;
  std::vector<std::int64_t> seeds;

  Rows(int num_envs, std::string letters, std::string digits)
      : envs(num_envs),
        states(std::move(letters)),
        moves(std::move(digits)),
        first(num_envs, '-'),
        is_reset(states.size()),
        ends(states.size()),
        is_broken(states.size()),
        starts(num_envs),
        continues(num_envs),
        has_seed(num_envs),
        seeds(num_envs) {}

  void GiveTo(EpisodeCutter* cutter, bool has_final = false) const {
    std::vector<std::int64_t> wide;
    for (const char digit : moves) {
      wide.push_back(digit - '0');
    }
    RolloutParts parts{};
    parts.steps = static_cast<std::int64_t>(states.size()) / envs;
    parts.states = {states.data()};
    parts.moves = {reinterpret_cast<const char*>(wide.data()), nullptr};
    parts.first = {first.data()};
    if (has_final) {
      parts.final = {final.data()};
    }
    const auto flags = [](const Flags& each) {
      return reinterpret_cast<const bool*>(each.data());
    };
    parts.is_reset = flags(is_reset);
    parts.ends = flags(ends);
    parts.is_broken = flags(is_broken);
    parts.starts = flags(starts);
    parts.continues = flags(continues);
    parts.has_seed = flags(has_seed);
    parts.seeds = seeds.data();
    cutter->Cut(parts);
  }
};

/// Moves have a second part without bytes.
EpisodeCutter MakeCutter(int envs) { return {envs, {1}, {8, 0}}; }

/// "states:moves" of each episode.
std::vector<std::string> TextsOf(const Episodes& whole) {
  std::vector<std::string> texts;
  std::size_t state = 0;
  std::size_t move = 0;
  for (const std::int64_t length : whole.lengths) {
    std::string text(whole.states[0].data() + state, length + 1);
    state += length + 1;
    text += ':';
    for (std::int64_t i = 0; i < length; ++i) {
      text += static_cast<char>('0' + whole.moves[0][8 * move++]);
    }
    texts.push_back(text);
  }
  EXPECT_EQ(state, whole.states[0].size());
  EXPECT_EQ(8 * move, whole.moves[0].size());
  return texts;
}

using Texts = std::vector<std::string>;

TEST(EpisodeCutterTest, EpisodesSpanCalls) {
  EpisodeCutter cutter = MakeCutter(2);
  // Env 0 has the rows a c e g, and env 1 has b d f h.
  Rows rows(2, "abcdefgh", "12345678");
  rows.starts[0] = 1;
  rows.first[0] = 'A';
  rows.has_seed[0] = 1;
  rows.seeds[0] = 7;
  rows.is_reset[3] = 1;  // d
  rows.ends[4] = 1;      // e
  rows.is_reset[6] = 1;  // g
  rows.GiveTo(&cutter);
  EXPECT_EQ(TextsOf(cutter.whole(true)), Texts{"Aace:135"});
  EXPECT_EQ(cutter.whole(true).seeds, std::vector<std::int64_t>{7});
  EXPECT_TRUE(cutter.whole(false).lengths.empty());
  Rows more(2, "ijkl", "1234");
  more.continues = {1, 1};
  more.ends = {1, 0, 0, 1};
  more.GiveTo(&cutter);
  EXPECT_EQ(TextsOf(cutter.whole(false)), (Texts{"gi:1", "dfhjl:6824"}));
  EXPECT_EQ(cutter.whole(false).Bytes(), 7U + 8U * 5U);
  cutter.whole(false).Clear();
  EXPECT_EQ(cutter.whole(false).Bytes(), 0U);
  EXPECT_EQ(TextsOf(cutter.whole(true)), Texts{"Aace:135"});
}

TEST(EpisodeCutterTest, OnlyWholeEpisodes) {
  EpisodeCutter cutter = MakeCutter(1);
  Rows rows(1, "abcdefgh", "12345678");
  rows.ends = {0, 1, 0, 0, 0, 0, 0, 1};      // the first one has no begin
  rows.is_reset = {0, 0, 1, 0, 0, 1, 0, 0};  // c is reset before its end
  rows.GiveTo(&cutter);
  EXPECT_EQ(TextsOf(cutter.whole(false)), Texts{"fgh:78"});
  cutter.whole(false).Clear();
  rows.is_broken = {0, 0, 0, 0, 0, 0, 1, 0};
  rows.GiveTo(&cutter);
  EXPECT_TRUE(cutter.whole(false).lengths.empty());
  // What began in earlier rows is lost, since others came in between.
  Rows begun(1, "ab", "12");
  begun.is_reset = {1, 0};
  begun.GiveTo(&cutter);
  Rows end(1, "cd", "34");
  end.ends = {0, 1};
  end.GiveTo(&cutter);
  EXPECT_TRUE(cutter.whole(false).lengths.empty());
}

TEST(EpisodeCutterTest, EndsWithTheNextFirstState) {
  EpisodeCutter cutter = MakeCutter(2);
  Rows rows(2, "abcdef", "123456");
  rows.starts = {1, 0};
  rows.first[0] = 'A';
  rows.ends = {0, 1, 1, 0, 1, 1};
  rows.final = "BCEF";
  rows.GiveTo(&cutter, true);
  EXPECT_EQ(TextsOf(cutter.whole(false)), (Texts{"AaC:13", "cE:5", "bdF:46"}));
}

TEST(EpisodeCutterTest, EmptyEpisodesAndRows) {
  EpisodeCutter cutter = MakeCutter(1);
  Rows none(1, "", "");
  none.starts[0] = 1;
  none.first[0] = 'A';
  none.GiveTo(&cutter);
  Rows end(1, "a", "1");
  end.continues[0] = 1;
  end.ends[0] = 1;
  end.GiveTo(&cutter);
  EXPECT_EQ(TextsOf(cutter.whole(false)), Texts{"Aa:1"});
}

}  // namespace
}  // namespace envpool
