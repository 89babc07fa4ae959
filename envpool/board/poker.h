// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Two small games of poker for two, with the cards J, Q and K.
//
// KuhnPoker: each player has one of three cards. Actions: 0 bet, 1 pass.
// LeducHoldem: each player has one of six cards, two of a kind, and in the
// second round there is a public one. Actions: 0 call, 1 raise, 2 fold.

#ifndef ENVPOOL_BOARD_POKER_H_
#define ENVPOOL_BOARD_POKER_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "envpool/board/game.h"

namespace envpool::board {

class KuhnPoker : public PlainGame {
 public:
  struct Position {
    std::array<std::uint8_t, 2> cards;  // by player
    std::array<std::uint8_t, 2> pot;  // chips of each player, without the ante
    std::uint8_t mover;
    std::uint8_t last;  // the last action, or kNone
  };

  using PlainGame::PlainGame;

  static constexpr PictureSize kPicture{5, 4};
  [[nodiscard]] std::vector<int> Shape() const { return {kCells}; }
  [[nodiscard]] int NumActions() const { return 2; }

  void Start(const threefry::Key& key, Position* position) const {
    constexpr std::array<std::array<std::uint8_t, 2>, 6> kDeals{
        {{0, 1}, {0, 2}, {1, 0}, {1, 2}, {2, 0}, {2, 1}}};
    const int deal = threefry::RandInt(threefry::Split(key, 1), 0, 6);
    *position = {
        kDeals[deal], {0, 0}, DrawFirst(threefry::Split(key, 0)), kNone};
  }
  [[nodiscard]] int Mover(const Position& position) const {
    return position.mover;
  }
  [[nodiscard]] bool IsLegal(const Position& /*position*/,
                             int /*action*/) const {
    return true;
  }
  Outcome<2> Play(int action, const threefry::Key& /*key*/,
                  Position* position) const {
    const int mover = position->mover;
    const std::uint8_t last = position->last;
    position->pot[mover] += action == kBet ? 1 : 0;
    position->mover = 1 - mover;
    position->last = action;
    if (last == kBet && action == kPass) {
      return WonBy(1 - mover);
    }
    if (last == action) {
      const auto& cards = position->cards;
      const int winner = cards[mover] > cards[1 - mover] ? mover : 1 - mover;
      return WonBy(winner, action == kBet ? 2 : 1);
    }
    return {};
  }
  void WriteMask(const Position& /*position*/, std::int8_t* mask) const {
    mask[kBet] = mask[kPass] = 1;
  }
  void Observe(const Position& position, int player, Cell* cells) const {
    std::fill_n(cells, kCells, false);
    cells[position.cards[player]] = true;
    cells[3 + position.pot[player]] = true;
    cells[5 + position.pot[1 - player]] = true;
  }
  void Draw(const Position& position, Picture* picture) const;
  [[nodiscard]] bool IsValid(const Position& position) const {
    const auto [one, two] = position.cards;
    const auto [own, other] = position.pot;
    return one <= 2 && two <= 2 && one != two && position.mover <= 1 &&
           IsPossible(own, other, position.last, position.mover);
  }

 private:
  static constexpr int kCells = 7;
  static constexpr std::uint8_t kBet = 0;
  static constexpr std::uint8_t kPass = 1;
  static constexpr std::uint8_t kNone = 2;

  static bool IsPossible(int one, int two, std::uint8_t last, int mover) {
    if (one > 1 || two > 1 || last > kNone) {
      return false;
    }
    // After a bet, the mover has not bet yet, or the game is over.
    const int own = mover == 0 ? one : two;
    const int other = mover == 0 ? two : one;
    return last == kBet ? other == 1 : last == kPass || own + other == 0;
  }
};

class LeducHoldem : public PlainGame {
 public:
  struct Position {
    std::array<std::uint8_t, 3> cards;  // of each player, and the public one
    std::array<std::uint8_t, 2> chips;  // by player
    std::uint8_t first;                 // the player who begins each round
    std::uint8_t mover;
    std::uint8_t last;    // the round's last action, or kNone
    std::uint8_t round;   // 2 after the end
    std::uint8_t raises;  // in this round
    std::uint8_t mask;    // bits of legal actions
  };

  using PlainGame::PlainGame;

  static constexpr PictureSize kPicture{5, 6};
  [[nodiscard]] std::vector<int> Shape() const { return {kCells}; }
  [[nodiscard]] int NumActions() const { return 3; }

  void Start(const threefry::Key& key, Position* position) const {
    std::array<std::uint8_t, 6> deck{0, 0, 1, 1, 2, 2};
    threefry::Shuffle(threefry::Split(key, 1), &deck);
    const std::uint8_t first = DrawFirst(threefry::Split(key, 0));
    *position = {{deck[0], deck[1], deck[2]}, {1, 1}, first, first, kNone, 0, 0,
                 1 << kCall | 1 << kRaise};
  }
  [[nodiscard]] int Mover(const Position& position) const {
    return position.mover;
  }
  [[nodiscard]] bool IsLegal(const Position& position, int action) const {
    return (position.mask >> action & 1) != 0;
  }
  Outcome<2> Play(int action, const threefry::Key& /*key*/,
                  Position* position) const {
    const int mover = position->mover;
    auto& chips = position->chips;
    if (action == kCall) {
      chips[mover] = chips[1 - mover];
    } else if (action == kRaise) {
      chips[mover] = std::ranges::max(chips) + 2 * (position->round + 1);
    }
    const bool is_called = position->last != kNone && action == kCall;
    const bool is_round_over = is_called || action == kFold;
    const bool over = action == kFold || (is_called && position->round == 1);
    position->round += is_round_over ? 1 : 0;
    position->mover = is_round_over ? position->first : 1 - mover;
    position->last = is_round_over ? kNone : action;
    position->raises =
        is_round_over ? 0 : position->raises + (action == kRaise);
    position->mask = 1 << kCall | (action == kRaise ? 1 << kFold : 0) |
                     (position->raises < 2 ? 1 << kRaise : 0);
    if (!over) {
      return {};
    }
    const int winner = action == kFold ? 1 - mover : Winner(position->cards);
    if (winner < 0) {
      return {{}, true};
    }
    return WonBy(winner, std::ranges::min(chips));
  }
  void WriteMask(const Position& position, std::int8_t* mask) const {
    WriteBits<3>(position.mask, mask);
  }
  void Observe(const Position& position, int player, Cell* cells) const {
    std::fill_n(cells, kCells, false);
    cells[position.cards[player]] = true;
    if (position.round == 1) {
      cells[3 + position.cards[2]] = true;
    }
    cells[6 + position.chips[player]] = true;
    cells[20 + position.chips[1 - player]] = true;
  }
  void Draw(const Position& position, Picture* picture) const;
  [[nodiscard]] bool IsValid(const Position& position) const {
    const auto is_at_most = [](const auto& values, int most) {
      return std::ranges::all_of(values,
                                 [most](int value) { return value <= most; });
    };
    constexpr std::array<int, 3> kMost{1, 5, kMaxChips};  // before raises
    if (position.round > 2 || position.raises > 2) {
      return false;
    }
    const int most =
        kMost[position.round] + position.raises * 2 * (position.round + 1);
    return is_at_most(position.cards, 2) && position.first <= 1 &&
           position.mover <= 1 && position.last <= kNone &&
           is_at_most(position.chips, std::min(most, kMaxChips)) &&
           position.mask < 1 << 3 && (position.mask & 1 << kCall) != 0 &&
           (position.raises < 2 || (position.mask & 1 << kRaise) == 0);
  }

 private:
  static constexpr int kCall = 0;
  static constexpr int kRaise = 1;
  static constexpr int kFold = 2;
  static constexpr std::uint8_t kNone = 3;
  static constexpr int kMaxChips = 13;
  static constexpr int kCells = 20 + kMaxChips + 1;

  /// The player with a pair or the higher card, or -1.
  static int Winner(const std::array<std::uint8_t, 3>& cards) {
    if (cards[0] == cards[1]) {
      return -1;
    }
    if (cards[0] == cards[2] || cards[1] == cards[2]) {
      return cards[0] == cards[2] ? 0 : 1;
    }
    return cards[0] > cards[1] ? 0 : 1;
  }
};

}  // namespace envpool::board

#endif  // ENVPOOL_BOARD_POKER_H_
