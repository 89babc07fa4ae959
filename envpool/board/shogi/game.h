// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Shogi. Actions: see shogi/board.h. A player without a legal move loses; the
// 512th move ends the game as a draw. By PGX's rules, positions may repeat, and
// a king that enters the other's camp wins nothing. By "complete" ones, the
// fourth occurrence of a position is a draw, or lost for a player who gave
// check with each move since the first one, and an entered king wins, as soon
// as the player could declare it.
//
// Observations are dlshogi's features, last dimension, for the player and then
// for the other one: the squares of each kind of piece, those that each kind
// attacks, those attacked once, twice and three times or more; then how many
// pieces of each kind either has in hand, and whether the player is in check.

#ifndef ENVPOOL_BOARD_SHOGI_GAME_H_
#define ENVPOOL_BOARD_SHOGI_GAME_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "envpool/board/game.h"
#include "envpool/board/grid.h"
#include "envpool/board/shogi/board.h"

namespace envpool::board {

class Shogi : public PlainGame {
 public:
  static constexpr std::uint16_t kMaxMoves = 512;

  struct Position {
    shogi::Board board;
    // By complete rules, after each move: the key of the position, with the
    // lowest bit set if the move gave check. The last one is only used if a
    // saved game goes on beyond its end.
    std::array<std::uint64_t, kMaxMoves + 2> keys;
    shogi::Legal legal;
    std::uint16_t first;  // the player with color 0
    std::uint16_t moves;
    std::array<std::uint16_t, 5> unused;  // no padding

    [[nodiscard]] int color() const { return moves % 2; }
  };

  static decltype(auto) DefaultConfig() {
    return MakeDict("rules"_.Bind(std::string("pgx")));
  }
  template <typename Config>
  explicit Shogi(const Config& config)
      : is_complete_(config["rules"_] == "complete") {}

  static constexpr PictureSize kPicture{9, 11};
  [[nodiscard]] std::vector<int> Shape() const { return {9, 9, kPlanes}; }
  [[nodiscard]] int NumActions() const { return shogi::kActions; }

  void Start(const threefry::Key& key, Position* position) const {
    *position = {};
    position->board = shogi::Board::Start();
    position->first = DrawFirst(key);
    position->board.ListLegal(0, &position->legal);
    position->keys[0] = is_complete_ ? position->board.Key() << 1 : 0;
  }
  [[nodiscard]] int Mover(const Position& position) const {
    return position.first ^ position.color();
  }
  [[nodiscard]] bool IsLegal(const Position& position, int action) const {
    return position.legal.Contains(action);
  }
  Outcome<2> Play(int action, const threefry::Key& /*key*/,
                  Position* position) const {
    const int mover = Mover(*position);
    position->board.Play(position->color(), action);
    ++position->moves;
    position->board.ListLegal(position->color(), &position->legal);
    if (position->legal.empty()) {
      return WonBy(mover);
    }
    if (is_complete_) {
      if (const auto outcome = JudgeByCompleteRules(position); outcome.over) {
        return outcome;
      }
    }
    return {{}, position->moves >= kMaxMoves};
  }
  void WriteMask(const Position& position, std::int8_t* mask) const {
    std::memset(mask, 0, shogi::kActions);
    for (const int action : position.legal.span()) {
      mask[action] = 1;
    }
  }
  void Observe(const Position& position, int player, Cell* cells) const;
  void Draw(const Position& position, Picture* picture) const;
  [[nodiscard]] bool IsValid(const Position& position) const {
    if (position.first > 1 || position.moves > kMaxMoves ||
        !position.board.IsValid(position.color())) {
      return false;
    }
    shogi::Legal legal;
    position.board.ListLegal(position.color(), &legal);
    return std::ranges::equal(legal.span(), position.legal.span());
  }

 private:
  static constexpr int kSums = 3;
  static constexpr int kColorPlanes = 2 * shogi::kPieces + kSums;
  static constexpr int kHandPlanes = 28;
  static constexpr int kPlanes = 2 * kColorPlanes + 2 * kHandPlanes + 1;

  /// Enters the position after a move into the keys, and judges it.
  static Outcome<2> JudgeByCompleteRules(Position* position);
  static void WriteColor(const shogi::Board& board, int color, int viewer,
                         Cell* planes);
  static std::array<Cell, kPlanes> PlanesOfOneValue(const shogi::Board& board,
                                                    int color);

  const bool is_complete_;
};

}  // namespace envpool::board

#endif  // ENVPOOL_BOARD_SHOGI_GAME_H_
