// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Chess and GardnerChess. Actions: see chess/actions.h.
//
// Observations are AlphaZero's planes, last dimension: for each of the eight
// latest positions the pieces of the player, those of the other one, and
// whether the position has come once or more often; then the player's color,
// the length of the game, the rights to castle (not in Gardner's game) and the
// number of moves without progress. Rows are ranks, the player's own at the
// bottom.

#ifndef ENVPOOL_BOARD_CHESS_GAME_H_
#define ENVPOOL_BOARD_CHESS_GAME_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "envpool/board/chess/position.h"
#include "envpool/board/game.h"
#include "envpool/board/grid.h"
#include "envpool/board/planes.h"

namespace envpool::board {

template <int size>
class ChessGame : public PlainGame {
 public:
  using Cell = float;

  static constexpr int kHistory = 8;       // positions in an observation
  static constexpr int kQuietLimit = 100;  // moves without progress: a draw
  static constexpr int kMaxMoves = size == 8 ? 512 : 256;

  struct Position {
    chess::Position<size> now;
    // The latest boards: that after move n is at n % kHistory.
    std::array<chess::Board, kHistory> boards;
    // The keys of the positions that may return, by their quiet moves. The last
    // one is only used if a saved game goes on beyond its end.
    std::array<std::uint64_t, kQuietLimit + 2> keys;
    typename chess::Position<size>::Legal legal;
    std::uint16_t repeated;  // bit n: the position n moves ago is not unique
    std::uint16_t first;     // the player who has white
    std::int16_t moves;
  };

  using PlainGame::PlainGame;

  static constexpr PictureSize kPicture{size, size};
  [[nodiscard]] std::vector<int> Shape() const { return {size, size, kPlanes}; }
  [[nodiscard]] int NumActions() const { return Actions::kCount; }

  void Start(const threefry::Key& key, Position* position) const {
    *position = {};
    position->first = DrawFirst(key);
    position->boards[0] = position->now.board();
    position->keys[0] = position->now.Key();
    position->now.ListLegal(&position->legal);
  }
  [[nodiscard]] int Mover(const Position& position) const {
    return position.first ^ position.now.turn();
  }
  [[nodiscard]] bool IsLegal(const Position& position, int action) const {
    return position.legal.Contains(action);
  }
  Outcome<2> Play(int action, const threefry::Key& /*key*/,
                  Position* position) const {
    const int mover = Mover(*position);
    chess::Position<size>& now = position->now;
    now.Play(action);
    ++position->moves;
    position->boards[position->moves % kHistory] = now.board();
    const int repetitions = Remember(position);
    now.ListLegal(&position->legal);
    if (position->legal.empty() && now.InCheck()) {
      return WonBy(mover);
    }
    return {{},
            position->legal.empty() || repetitions >= 2 ||
                now.quiet_moves() >= kQuietLimit ||
                position->moves >= kMaxMoves || now.HasInsufficientMaterial()};
  }
  void WriteMask(const Position& position, std::int8_t* mask) const {
    std::memset(mask, 0, Actions::kCount);
    for (const int action : position.legal.span()) {
      mask[action] = 1;
    }
  }
  void Observe(const Position& position, int player, Cell* cells) const {
    const int color = player ^ position.first;
    const std::array<float, kPlanes> same = PlanesOfOneValue(position, color);
    Repeat(same, Squares::kSquares, cells);
    for (int age = 0; age < std::min<int>(position.moves + 1, kHistory);
         ++age) {
      const chess::Board& board =
          position.boards[(position.moves - age) % kHistory];
      for (int piece = 0; piece < kPieces; ++piece) {
        float* const planes = cells + age * kBoardPlanes + piece;
        SetPlane(board.pieces[piece] & board.colors[color], color, planes);
        SetPlane(board.pieces[piece] & board.colors[1 - color], color,
                 planes + kPieces);
      }
    }
  }
  void Draw(const Position& position, Picture* picture) const;
  [[nodiscard]] bool HasLegal(const Position& position) const {
    return !position.legal.span().empty();
  }
  [[nodiscard]] bool IsValid(const Position& position) const {
    if (position.first > 1 || position.moves < 0 ||
        position.moves > kMaxMoves || !position.now.IsValid() ||
        position.now.quiet_moves() > kQuietLimit) {
      return false;
    }
    typename chess::Position<size>::Legal legal;
    position.now.ListLegal(&legal);
    return std::ranges::equal(legal.span(), position.legal.span()) &&
           std::ranges::all_of(position.boards, [](const chess::Board& board) {
             return (board.Occupied() & ~Squares::kAll) == 0;
           });
  }

 private:
  using Actions = chess::ActionsOf<size>;
  using Squares = Grid<size, size, std::uint64_t>;
  static constexpr int kPieces = 6;
  static constexpr int kBoardPlanes = 2 * kPieces + 2;
  static constexpr bool kCastles = chess::Position<size>::kFullGame;
  static constexpr int kPlanes = kHistory * kBoardPlanes + (kCastles ? 7 : 3);

  /// Where the planes of a square begin, as each color sees it.
  static constexpr auto kCells = [] {
    std::array<std::array<std::uint16_t, Squares::kSquares>, 2> cells{};
    for (int square = 0; square < Squares::kSquares; ++square) {
      const int file = Squares::FileOf(square);
      const int rank = Squares::RankOf(square);
      cells[0][square] = ((size - 1 - rank) * size + file) * kPlanes;
      cells[1][square] = (rank * size + file) * kPlanes;
    }
    return cells;
  }();

  static void SetPlane(std::uint64_t squares, int color, float* plane) {
    ForSquares(squares, [&](int square) { plane[kCells[color][square]] = 1; });
  }

  /// Enters the position into the history. Returns how often it came before.
  static int Remember(Position* position) {
    const int quiet = position->now.quiet_moves();
    const std::uint64_t key = position->now.Key();
    int repetitions = 0;
    unsigned repeated = position->repeated << 1;
    for (int ago = 4; ago <= quiet; ago += 2) {
      if (position->keys[quiet - ago] == key) {
        ++repetitions;
        repeated |= 1U | 1U << std::min(ago, kHistory);
      }
    }
    position->keys[quiet] = key;
    position->repeated =
        static_cast<std::uint16_t>(repeated & ((1U << kHistory) - 1));
    return repetitions;
  }

  static std::array<float, kPlanes> PlanesOfOneValue(const Position& position,
                                                     int color) {
    std::array<float, kPlanes> planes{};
    for (int age = 0; age < kHistory; ++age) {
      const bool repeated = (position.repeated >> age & 1) != 0;
      planes[(age + 1) * kBoardPlanes - (repeated ? 1 : 2)] = 1;
    }
    float* plane = &planes[kHistory * kBoardPlanes];
    *plane++ = static_cast<float>(color);
    *plane++ = static_cast<float>(position.moves) / kMaxMoves;
    if constexpr (kCastles) {
      for (const int owner : {color, 1 - color}) {
        for (const int side : {0, 1}) {
          *plane++ = position.now.MayCastle(owner, side) ? 1 : 0;
        }
      }
    }
    // PGX divides by 100, which XLA compiles to this product.
    *plane = static_cast<float>(position.now.quiet_moves()) * 0.01F;
    return planes;
  }
};

using Chess = ChessGame<8>;
using GardnerChess = ChessGame<5>;

}  // namespace envpool::board

#endif  // ENVPOOL_BOARD_CHESS_GAME_H_
