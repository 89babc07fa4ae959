// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ConnectFour: players drop stones into seven columns of six cells in turns;
// four in a line win. Action: the column.
//
// A board has seven bits for each column, from the bottom: one more than cells,
// so that lines do not go on in the next column.

#ifndef ENVPOOL_BOARD_CONNECT_FOUR_H_
#define ENVPOOL_BOARD_CONNECT_FOUR_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "envpool/board/game.h"

namespace envpool::board {

class ConnectFour : public PlainGame {
 public:
  struct Position {
    std::array<std::uint64_t, 2> stones;  // the beginner's first
    std::uint64_t first;                  // the player who began
  };

  using PlainGame::PlainGame;

  static constexpr PictureSize kPicture{7, 6};
  [[nodiscard]] std::vector<int> Shape() const { return {kRows, kColumns, 2}; }
  [[nodiscard]] int NumActions() const { return kColumns; }

  void Start(const threefry::Key& key, Position* position) const {
    *position = {{0, 0}, DrawFirst(key)};
  }
  [[nodiscard]] int Mover(const Position& position) const {
    return static_cast<int>(position.first) ^
           (std::popcount(Filled(position)) & 1);
  }
  [[nodiscard]] bool IsLegal(const Position& position, int action) const {
    return (Filled(position) >> (kBits * action + kRows - 1) & 1) == 0;
  }
  Outcome<2> Play(int action, const threefry::Key& /*key*/,
                  Position* position) const {
    const int mover = Mover(*position);
    std::uint64_t& own = position->stones[mover ^ position->first];
    const std::uint64_t filled = Filled(*position);
    // Adding to a column's lowest bit carries to its lowest free cell.
    own |= (filled + (1ULL << kBits * action)) & ~filled &
           (kColumn << kBits * action);
    if (HasFour(own)) {
      return WonBy(mover);
    }
    return {{}, Filled(*position) == kAll};
  }
  void WriteMask(const Position& position, std::int8_t* mask) const {
    const std::uint64_t filled = Filled(position);
    for (int column = 0; column < kColumns; ++column) {
      mask[column] = (filled >> (kBits * column + kRows - 1) & 1) == 0;
    }
  }
  void Observe(const Position& position, int player, Cell* cells) const {
    const std::uint64_t own = player ^ position.first;
    WritePlanes<kRows * kColumns>(ByRows(position.stones[own]),
                                  ByRows(position.stones[own ^ 1]), cells);
  }
  void ObserveAll(const Position& position, Cell* cells) const {
    WritePlanes<kRows * kColumns, 2>(
        ByRows(position.stones[position.first]),
        ByRows(position.stones[position.first ^ 1]), cells);
  }
  void Draw(const Position& position, Picture* picture) const;
  [[nodiscard]] bool IsValid(const Position& position) const {
    const auto [own, others] = position.stones;
    const int more = std::popcount(own) - std::popcount(others);
    const std::uint64_t filled = own | others;
    // Each stone lies on the bottom or on a stone.
    const bool lies = (filled & ~kBottom & ~(filled << 1)) == 0;
    return (own & others) == 0 && (filled & ~kAll) == 0 && lies &&
           (more == 0 || more == 1) && position.first <= 1;
  }

 private:
  static constexpr int kRows = 6;
  static constexpr int kColumns = 7;
  static constexpr int kBits = 7;
  static constexpr std::uint64_t kColumn = 0x3F;
  static constexpr std::uint64_t kBottom = 0x40810204081;
  static constexpr std::uint64_t kAll = kColumn * kBottom;

  /// The stones row by row, from the top, without bits between columns.
  static std::uint64_t ByRows(std::uint64_t stones) {
    // Moves bit 7 * c to bit 36 + c, for all columns c at once.
    constexpr std::uint64_t kGather = 0x1041041041;
    std::uint64_t rows = 0;
    for (int row = 0; row < kRows; ++row) {
      const std::uint64_t line = stones >> (kRows - 1 - row) & kBottom;
      rows |= (line * kGather >> 36 & 0x7F) << kColumns * row;
    }
    return rows;
  }
  static std::uint64_t Filled(const Position& position) {
    return position.stones[0] | position.stones[1];
  }
  static bool HasFour(std::uint64_t stones) {
    return std::ranges::any_of(
        std::array{1, kBits - 1, kBits, kBits + 1}, [stones](int step) {
          const std::uint64_t pairs = stones & (stones >> step);
          return (pairs & (pairs >> 2 * step)) != 0;
        });
  }
};

}  // namespace envpool::board

#endif  // ENVPOOL_BOARD_CONNECT_FOUR_H_
