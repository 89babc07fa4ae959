// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// SparrowMahjong for three: hands of five tiles of eleven kinds (bamboo 1 to 9,
// green dragon, red dragon); two sets of three tiles win, at once, by drawing
// or on another player's discard. Action: the kind of the tile to discard.
//
// Players have seats: seat 0 is the dealer. As in PGX, the first tile that the
// dealer draws never counts as a red one, and after the first round only the
// last seat wins by drawing.

#ifndef ENVPOOL_BOARD_SPARROW_MAHJONG_H_
#define ENVPOOL_BOARD_SPARROW_MAHJONG_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <vector>

#include "envpool/board/game.h"

namespace envpool::board {

class SparrowMahjong : public PlainGame {
  static constexpr int kSeats = 3;
  static constexpr int kKinds = 11;
  static constexpr int kGreen = 9;  // kinds of dragons
  static constexpr int kRed = 10;
  static constexpr int kTiles = 4 * kKinds;
  static constexpr int kRiver = 10;
  static constexpr int kDealt = 5 * kSeats;
  static constexpr int kLastTurn = kTiles - kDealt - 2;  // the dora stays
  static constexpr int kFeatures = 15;
  using Hand = std::array<std::uint8_t, kKinds>;  // how many of each kind

 public:
  static constexpr int kPlayers = kSeats;
  struct Position {
    std::array<Hand, kSeats> hands;
    std::array<Hand, kSeats> reds;  // how many of them are red
    std::array<std::array<std::int8_t, kRiver>, kSeats> rivers;  // kinds, or -1
    std::array<std::uint8_t, kTiles> wall;
    std::array<std::uint8_t, kSeats> players;  // by seat
    std::uint8_t turn;
  };

  using PlainGame::PlainGame;

  static constexpr PictureSize kPicture{17, 7};
  [[nodiscard]] std::vector<int> Shape() const { return {kKinds, kFeatures}; }
  [[nodiscard]] int NumActions() const { return kKinds; }

  void Start(const threefry::Key& key, Position* position) const {
    threefry::Key rest = key;
    do {  // until the dealer has not won already
      Deal(threefry::Split(rest, 1), position);
      rest = threefry::Split(rest, 0);
    } while (IsComplete(position->hands[0]));
  }
  [[nodiscard]] int Mover(const Position& position) const {
    return position.players[Seat(position)];
  }
  [[nodiscard]] bool IsLegal(const Position& position, int action) const {
    return position.hands[Seat(position)][action] > 0;
  }
  Outcome<3> Play(int action, const threefry::Key& /*key*/,
                  Position* position) const {
    Discard(action, position);
    if (Outcome<3> outcome = ByDiscard(action, *position); outcome.over) {
      return outcome;
    }
    if (position->turn == kLastTurn) {
      return {{}, true};
    }
    const int tile = position->wall[kDealt + 1 + position->turn];
    ++position->turn;
    ++position->hands[Seat(*position)][tile / 4];
    position->reds[Seat(*position)][tile / 4] += IsRed(tile);
    return ByDrawing(*position);
  }
  void WriteMask(const Position& position, std::int8_t* mask) const {
    for (int kind = 0; kind < kKinds; ++kind) {
      mask[kind] = IsLegal(position, kind);
    }
  }
  void Observe(const Position& position, int player, Cell* cells) const {
    std::fill_n(cells, kKinds * kFeatures, false);
    int seat = 0;
    while (seat < kSeats - 1 && position.players[seat] != player) {
      ++seat;
    }
    for (int kind = 0; kind < kKinds; ++kind) {
      Cell* features = cells + kind * kFeatures;
      for (int i = 0; i < 4; ++i) {
        features[i] = position.hands[seat][kind] > i;
      }
      features[4] = position.reds[seat][kind] > 0;
    }
    cells[Dora(position) * kFeatures + 5] = true;
    for (int i = 0; i < kSeats; ++i) {
      const auto& river = position.rivers[(seat + i) % kSeats];
      const auto end = std::ranges::find(river, -1);
      for (auto tile = river.begin(); tile != end; ++tile) {
        Cell* features = cells + *tile * kFeatures;
        features[6 + i] = true;
        const auto age = end - 1 - tile;
        if (i > 0 && age < 3) {
          features[6 + 3 * i + age] = true;
        }
      }
    }
  }
  void Draw(const Position& position, Picture* picture) const;
  [[nodiscard]] bool IsValid(const Position& position) const {
    const auto are_few = [](const Hand& hand) {
      return std::ranges::all_of(hand, [](int count) { return count <= 4; });
    };
    const auto are_kinds = [](const auto& river) {
      return std::ranges::all_of(
          river, [](int kind) { return kind >= -1 && kind < kKinds; });
    };
    std::array<std::uint8_t, kSeats> players = position.players;
    std::ranges::sort(players);
    return position.turn <= kLastTurn &&
           std::ranges::all_of(position.hands, are_few) &&
           std::ranges::all_of(position.reds, are_few) &&
           std::ranges::all_of(position.rivers, are_kinds) &&
           std::ranges::all_of(position.wall,
                               [](int tile) { return tile < kTiles; }) &&
           players == std::array<std::uint8_t, kSeats>{0, 1, 2};
  }

 private:
  static int Seat(const Position& position) { return position.turn % kSeats; }
  static int Dora(const Position& position) { return position.wall.back() / 4; }
  static bool IsRed(int tile) {
    return tile / 4 == kRed || (tile % 4 == 0 && tile / 4 != kGreen);
  }

  static void Deal(const threefry::Key& key, Position* position) {
    *position = {};
    for (auto& river : position->rivers) {
      river.fill(-1);
    }
    std::iota(position->players.begin(), position->players.end(), 0);
    threefry::Shuffle(threefry::Split(key, 0), &position->players);
    std::iota(position->wall.begin(), position->wall.end(), 0);
    threefry::Shuffle(threefry::Split(key, 1), &position->wall);
    for (int i = 0; i < kDealt; ++i) {
      const int tile = position->wall[i];
      ++position->hands[i / 5][tile / 4];
      position->reds[i / 5][tile / 4] += IsRed(tile);
    }
    ++position->hands[0][position->wall[kDealt] / 4];
  }

  static void Discard(int kind, Position* position) {
    const int seat = Seat(*position);
    std::uint8_t& left = position->hands[seat][kind];
    std::uint8_t& reds = position->reds[seat][kind];
    --left;
    reds = std::min(reds, left);  // a red tile goes last
    position->rivers[seat][position->turn / kSeats] =
        static_cast<std::int8_t>(kind);
  }

  static Outcome<3> ByDiscard(int kind, const Position& position) {
    std::array<int, kSeats> scores{};
    int sum = 0;
    for (int seat = 0; seat < kSeats; ++seat) {
      Hand hand = position.hands[seat];
      ++hand[kind];
      const auto& river = position.rivers[seat];
      if (std::ranges::find(river, kind) != river.end() || !IsComplete(hand)) {
        continue;
      }
      const int score = Score(hand, seat, position);
      if (score >= 5) {
        scores[seat] = score + (seat == 0 ? 2 : 0);
        sum += scores[seat];
      }
    }
    scores[Seat(position)] = -sum;
    return sum == 0 ? Outcome<3>{} : End(scores, position);
  }

  static Outcome<3> ByDrawing(const Position& position) {
    const int seat = std::min<int>(position.turn, kSeats - 1);
    if (!IsComplete(position.hands[seat])) {
      return {};
    }
    const int score = Score(position.hands[seat], seat, position);
    const int paid = (score + (seat == 0 ? 2 : 0) + 1) / (kSeats - 1);
    std::array<int, kSeats> scores;
    scores.fill(-paid);
    scores[Seat(position)] = paid * (kSeats - 1);
    return End(scores, position);
  }

  /// The rewards for the scores of all seats.
  static Outcome<3> End(const std::array<int, kSeats>& scores,
                        const Position& position) {
    // XLA compiles PGX's division by 26 to this product.
    constexpr float kPerPoint = 1.0F / 26;
    Outcome<3> outcome{{}, true};
    for (int seat = 0; seat < kSeats; ++seat) {
      outcome.rewards[position.players[seat]] =
          static_cast<float>(scores[seat]) * kPerPoint;
    }
    return outcome;
  }

  /// The number of sets of equal tiles, if all tiles can be made into sets of
  /// equal or of consecutive tiles; -1 if not.
  static int CountTriplets(Hand hand) {
    int triplets = 0;
    for (int kind = 0; kind < kKinds; ++kind) {
      if (hand[kind] >= 3) {  // three equal sequences would be nine tiles
        hand[kind] -= 3;
        ++triplets;
      }
      const std::uint8_t count = hand[kind];
      if (count == 0) {
        continue;
      }
      if (kind + 2 >= kGreen || hand[kind + 1] < count ||
          hand[kind + 2] < count) {
        return -1;
      }
      hand[kind + 1] -= count;
      hand[kind + 2] -= count;
    }
    return triplets;
  }
  static bool IsComplete(const Hand& hand) {
    return std::accumulate(hand.begin(), hand.end(), 0) == 6 &&
           CountTriplets(hand) >= 0;
  }

  static int Score(const Hand& hand, int seat, const Position& position) {
    const int sets = 2 + CountTriplets(hand);
    const auto& red = position.reds[seat];
    const int reds = std::accumulate(red.begin(), red.end(), 0);
    const int bonus = reds >= 6 ? 20 : Bonus(hand);
    if (bonus >= 10) {
      return sets + bonus;
    }
    return sets + bonus + hand[Dora(position)] + reds;
  }

  static int Bonus(const Hand& hand) {
    // By kinds: bamboo 1 and 9 and dragons; the green tiles; bamboo 2 to 8.
    constexpr unsigned kOuter = 1U << 0 | 1U << 8 | 1U << 9 | 1U << 10;
    constexpr unsigned kAllGreen =
        1U << 1 | 1U << 2 | 1U << 3 | 1U << 5 | 1U << 7 | 1U << 9;
    constexpr unsigned kInner = 0xFE;
    unsigned kinds = 0;
    for (int kind = 0; kind < kKinds; ++kind) {
      kinds |= hand[kind] > 0 ? 1U << kind : 0;
    }
    if ((kinds & ~kOuter) == 0) {
      return 15;
    }
    if ((kinds & ~kAllGreen) == 0) {
      return 10;
    }
    return (kinds & ~kInner) == 0 ? 1 : 0;
  }
};

}  // namespace envpool::board

#endif  // ENVPOOL_BOARD_SPARROW_MAHJONG_H_
