// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Blackjack (Sutton & Barto, example 5.1), equal to Gymnasium 1.2.3's
// Blackjack-v1 draw for draw.  The deck is infinite.  obs = (player's sum with
// a usable ace as 11, dealer's open card, 1 if the ace is usable).
// `sab`: the book's rules, a natural beats everything but a natural.
// `natural` (only without `sab`): winning with a natural pays 1.5.
//
// Random draws at a reset: two cards of the dealer, two of the player; then,
// only for the picture, the suit of the dealer's open card and, for a ten, its
// face. A hit draws one card. A stick draws cards of the dealer up to 17.

#ifndef ENVPOOL_TOY_TEXT_BLACKJACK_H_
#define ENVPOOL_TOY_TEXT_BLACKJACK_H_

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "envpool/core/batch_env.h"
#include "envpool/toy_text/frames.h"

namespace envpool::toy_text {

class BlackjackEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("natural"_.Bind(false), "sab"_.Bind(true));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict("obs"_.Bind(Spec<int>({3}, {0, 31})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<int>({-1}, {0, 1})));
  }
};

using BlackjackEnvSpec = EnvSpec<BlackjackEnvFns>;

/// The value of a hand, without the cards themselves. Branch-free, since cards
/// are random and mispredicted branches would dominate the cost.
struct BlackjackHand {
  int sum = 0;    // aces count 1
  int aces = 0;   // number of aces
  int cards = 0;  // number of cards

  void Add(int card) {
    sum += card;
    aces += static_cast<int>(card == 1);
    ++cards;
  }
  int UsableAce() const { return (aces != 0) & (sum <= 11); }
  int Sum() const { return sum + 10 * UsableAce(); }
  int Bust() const { return sum > 21; }
  int Score() const { return Sum() * (1 - Bust()); }
  int Natural() const { return (cards == 2) & (Sum() == 21); }
  /// Whether a loaded hand is possible: a bust hand gets no further card.
  bool IsValid(bool ended) const {
    return sum >= 0 && sum <= (ended ? 31 : 21) && aces >= 0 && aces <= sum &&
           cards >= 0 && cards <= sum;
  }
};

class BlackjackEnv : public BatchEnv<BlackjackEnvSpec> {
 public:
  static constexpr bool kStepDraws = true;
  static constexpr bool kWritesAllFields = true;
  static constexpr std::pair<int, int> kFrameSize{600, 500};

  BlackjackEnv(const Spec& spec, int num_envs)
      : BatchEnv(spec, num_envs),
        sab_(static_cast<int>(spec.config["sab"_])),
        natural_pays_more_(
            static_cast<int>(spec.config["natural"_] && sab_ == 0)),
        rounds_(num_envs) {}

  // Flattened, so that the compiler knows the bound of each draw.
  [[gnu::flatten]] void ResetLane(int lane) {
    Generator& gen = rng(lane);
    Round round;
    round.open = Card(&gen);
    round.dealer.Add(round.open);
    round.dealer.Add(Card(&gen));
    round.player.Add(Card(&gen));
    round.player.Add(Card(&gen));
    round.suit = static_cast<std::int16_t>(gen.Choice(4));
    if (round.open == 10) round.face = static_cast<std::int16_t>(gen.Choice(3));
    rounds_[lane] = round;
  }

  void StepLanes(const Lanes& lanes, const Actions& action, float* reward,
                 bool* terminated) {
    const int* act = action["action"_];
    for (int i = 0; i < lanes.count; ++i) {
      Generator& gen = rng(lanes.first + i);
      Round& round = rounds_[lanes.first + i];
      if (act[i] != 0) {
        round.player.Add(Card(&gen));
        terminated[i] = round.player.Bust() != 0;
        reward[i] = static_cast<float>(-round.player.Bust());
      } else {
        while (round.dealer.Sum() < 17) round.dealer.Add(Card(&gen));
        terminated[i] = true;
        reward[i] = Settle(round);
      }
    }
  }

  void WriteLanes(const Lanes& lanes, const Rows& rows) const {
    int* obs = rows["obs"_];
    for (int i = 0; i < lanes.count; ++i) {
      const Round& round = rounds_[lanes.first + i];
      obs[3 * i] = round.player.Sum();
      obs[3 * i + 1] = round.open;
      obs[3 * i + 2] = round.player.UsableAce();
    }
  }

  template <typename Archive>
  void Fields(Archive& ar) {
    ar(rounds_);
  }
  bool IsValidLane(int lane, bool ended) const {
    const Round& round = rounds_[lane];
    return round.dealer.IsValid(ended) && round.player.IsValid(ended) &&
           round.open >= 0 && round.open <= 10 && round.suit >= 0 &&
           round.suit < 4 && round.face >= 0 && round.face < 3;
  }

  void RenderLane(int lane, const Frame& frame) const {
    const Round& round = rounds_[lane];
    DrawBlackjack({.player_sum = round.player.Sum(),
                   .usable_ace = round.player.UsableAce() != 0,
                   .open = round.open,
                   .suit = round.suit,
                   .face = round.face},
                  frame);
  }

 private:
  struct Round {
    BlackjackHand dealer;
    BlackjackHand player;
    int open = 0;           // the dealer's open card
    std::int16_t suit = 0;  // of the open card: clubs, diamonds, hearts, spades
    std::int16_t face = 0;  // of an open ten: jack, queen, king
  };

  /// Draws a card: ace, 2 to 10 and three faces, equally likely.
  static int Card(Generator* gen) {
    return std::min(static_cast<int>(gen->Choice(13)) + 1, 10);
  }

  /// The player's reward when both hands are complete.
  float Settle(const Round& round) const {
    const int mine = round.player.Score();
    const int theirs = round.dealer.Score();
    const int natural = round.player.Natural();
    const int by_right = natural & (1 - round.dealer.Natural()) & sab_;
    const int win = static_cast<int>(mine > theirs) | by_right;
    const int loss = static_cast<int>(mine < theirs) & (1 - by_right);
    const int bonus = win & natural & natural_pays_more_;
    return 0.5F * static_cast<float>(2 * (win - loss) + bonus);
  }

  int sab_;                // 0 or 1
  int natural_pays_more_;  // 0 or 1
  std::vector<Round> rounds_;
};

}  // namespace envpool::toy_text

#endif  // ENVPOOL_TOY_TEXT_BLACKJACK_H_
