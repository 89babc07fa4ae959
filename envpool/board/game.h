// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a Game is, and functions that several games share. A Game has the rules
// of one game of PGX, with PGX's numbers. It is immutable, and provides, by
// itself or by PlainGame,
//
//   static constexpr int kPlayers;      // PGX's num_players
//   static constexpr bool kMovesDraw;   // whether Play draws random numbers
//   template <typename Word>
//   static threefry::KeyOf<Word> NumbersOf(const threefry::KeyOf<Word>& key);
//     what a move draws from its key, in two words: the key itself, unless
//     drawing for several moves at once pays.
//   static constexpr float kPenalty;    // what an illegal action costs
//   struct Position;                    // all that changes: a plain struct,
//                                       // without bool, enum and padding
//   using Cell = bool;                  // the type of observations
//   static decltype(auto) DefaultConfig();     // the options of its own
//   template <typename Config>
//   explicit Game(const Config& config);
//   std::vector<int> Shape() const;     // of an observation
//   int NumActions() const;
//   void Start(const threefry::Key& key, Position*) const;   // PGX's init
//   int Mover(const Position&) const;   // the player to move: current_player
//   bool IsLegal(const Position&, int action) const;
//   Outcome<kPlayers> Play(int action, const threefry::Key& drawn,
//                          Position*) const;  // plays a legal action
//   void WriteMask(const Position&, std::int8_t* mask) const;
//     writes NumActions() numbers: 1 for each legal action, 0 for the others.
//   bool HasLegal(const Position&) const;  // may be missing
//     whether an action is legal, if that is known without the mask.
//   void Observe(const Position&, int player, Cell* cells) const;
//     writes all that the player sees.
//   void ObserveAll(const Position&, Cell* cells) const;  // may be missing
//     does so for all players, one after the other, if that is faster.
//   static constexpr PictureSize kPicture;   // the size of its picture
//   void Draw(const Position&, Picture*) const;
//   bool IsValid(const Position&) const;
//     whether the other functions can work on a position that has been read
//     from a saved state, and may hold any bytes.
//
// Threads: pure functions. Errors: the constructor throws
// std::invalid_argument.

#ifndef ENVPOOL_BOARD_GAME_H_
#define ENVPOOL_BOARD_GAME_H_

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "envpool/common/picture.h"
#include "envpool/common/threefry.h"
#include "envpool/core/env_spec.h"  // IWYU pragma: export

namespace envpool::board {

/// What most games have: two players, moves without chance, observations of
/// bools, and no options.
struct PlainGame {
  static constexpr int kPlayers = 2;
  static constexpr bool kMovesDraw = false;
  static constexpr float kPenalty = 1;
  using Cell = bool;

  template <typename Word>
  static threefry::KeyOf<Word> NumbersOf(const threefry::KeyOf<Word>& key) {
    return key;
  }
  static decltype(auto) DefaultConfig() { return MakeDict(); }
  PlainGame() = default;
  template <typename Config>
  explicit PlainGame(const Config& /*config*/) {}
};

/// The result of a move, by player.
template <int kPlayers>
struct Outcome {
  std::array<float, kPlayers> rewards{};
  bool over = false;
};

/// By 8 bits: a word with each of them as one byte, the lowest bit first.
inline constexpr auto kBytesOfBits = [] {
  static_assert(std::endian::native == std::endian::little);
  std::array<std::uint64_t, 256> words{};
  for (std::size_t bits = 0; bits < words.size(); ++bits) {
    for (int i = 0; i < 8; ++i) {
      words[bits] |= std::uint64_t{bits >> i & 1} << 8 * i;
    }
  }
  return words;
}();

/// Writes the lowest bits as one entry each.
template <int count, typename T>
inline void WriteBits(std::uint64_t bits, T* entries) {
  static_assert(sizeof(T) == 1);
  constexpr int kWhole = count / 8 * 8;
  for (int i = 0; i < kWhole; i += 8) {
    std::memcpy(entries + i, &kBytesOfBits[bits >> i & 0xFF], 8);
  }
  if constexpr (kWhole < count) {
    std::memcpy(entries + kWhole, &kBytesOfBits[bits >> kWhole & 0xFF],
                count - kWhole);
  }
}

/// Writes a board of two planes, own stones and others, cell by cell. `views`:
/// 2 to write it again behind that, as the other player sees it.
template <int count, int views = 1, typename T>
inline void WritePlanes(std::uint64_t own, std::uint64_t others, T* entries) {
  static_assert(sizeof(T) == 1);
  using Bytes [[gnu::vector_size(16)]] = std::uint8_t;
  using Pairs [[gnu::vector_size(16)]] = std::uint16_t;
  constexpr Bytes kBits = {1,  1,  2,  2,  4,  4,  8,   8,
                           16, 16, 32, 32, 64, 64, 128, 128};
  constexpr Pairs kZeros = {};
  constexpr int kWhole = count / 8 * 8;
  const auto cells = [&own, &others](int first) {
    const auto pair = static_cast<std::uint16_t>((own >> first & 0xFF) |
                                                 (others >> first & 0xFF) << 8);
    const auto bits = std::bit_cast<Bytes>(kZeros + pair) & kBits;
    return std::bit_cast<Bytes>(bits != 0) & 1;
  };
  for (int view = 0; view < views; ++view) {
    for (int first = 0; first < kWhole; first += 8) {
      const Bytes planes = cells(first);
      std::memcpy(entries + 2 * first, &planes, sizeof(planes));
    }
    if constexpr (kWhole < count) {
      const Bytes planes = cells(kWhole);
      std::memcpy(entries + 2 * kWhole, &planes, 2 * (count - kWhole));
    }
    std::swap(own, others);
    entries += 2 * count;
  }
}

/// The player who begins a game of two.
inline std::uint8_t DrawFirst(const threefry::Key& key) {
  return threefry::Bernoulli(key) ? 1 : 0;
}

/// The end of a game that one of two players has won.
inline Outcome<2> WonBy(int player, float stake = 1) {
  Outcome<2> outcome{{-stake, -stake}, true};
  outcome.rewards[player] = stake;
  return outcome;
}

}  // namespace envpool::board

#endif  // ENVPOOL_BOARD_GAME_H_
