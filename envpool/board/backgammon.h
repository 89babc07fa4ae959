// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Backgammon without doubling cube. Action: `6 * from + die - 1`, one checker
// at a time, where `from` is 1 for the bar and 2 + p for point p; 0 to 5 give
// up the rest of the turn, and are legal only if nothing else is. The stake is
// 1, for a gammon 2, for a backgammon 3; an illegal action costs 3.
//
// As in PGX, the board is seen by the player to move, who moves from point 0 to
// point 23 and off; the board is turned when the turn goes over.

#ifndef ENVPOOL_BOARD_BACKGAMMON_H_
#define ENVPOOL_BOARD_BACKGAMMON_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "envpool/board/game.h"

namespace envpool::board {

class Backgammon : public PlainGame {
  static constexpr int kFaces = 6;
  static constexpr int kPoints = 24;
  static constexpr int kHome = 18;  // the first point of the home board
  static constexpr int kCheckers = 15;
  // Indices of the board after the points. The other player's are the next.
  static constexpr int kBar = 24;
  static constexpr int kOff = 26;
  static constexpr int kPlaces = 28;
  static constexpr int kFroms = kPoints + 2;

 public:
  static constexpr bool kMovesDraw = true;
  static constexpr float kPenalty = 3;
  using Cell = std::int32_t;
  struct Position {
    std::array<std::uint32_t, kFaces> legal;  // by die: bits of `from`
    std::array<std::int8_t, kPlaces> board;   // checkers; negative: the other's
    std::array<std::uint8_t, kFaces> dice;    // by die: how many are left
    std::uint8_t mover;
    std::uint8_t unused;
  };

  using PlainGame::PlainGame;

  static constexpr PictureSize kPicture{14, 11};
  [[nodiscard]] std::vector<int> Shape() const { return {kPlaces + kFaces}; }
  [[nodiscard]] int NumActions() const { return kFaces * kFroms; }

  void Start(const threefry::Key& key, Position* position) const {
    *position = {};
    position->board = {2, 0, 0, 0, 0, -5, 0, -3, 0, 0,  0, 5, -5, 0,
                       0, 0, 3, 0, 5, 0,  0, 0,  0, -2, 0, 0, 0,  0};
    position->mover = DrawFirst(threefry::Split(key, 0));
    // One of the 30 pairs of different dice.
    const int pair =
        threefry::RandInt(threefry::Split(key, 1), 0, kFaces * (kFaces - 1));
    const int one = pair / (kFaces - 1);
    const int two = pair % (kFaces - 1);
    position->dice[one] = 1;
    position->dice[two + (two >= one ? 1 : 0)] = 1;
    FindLegal(position);
  }
  [[nodiscard]] int Mover(const Position& position) const {
    return position.mover;
  }
  [[nodiscard]] bool IsLegal(const Position& position, int action) const {
    return (position.legal[action % kFaces] >> action / kFaces & 1) != 0;
  }
  Outcome<2> Play(int action, const threefry::Key& key,
                  Position* position) const {
    auto& board = position->board;
    if (action >= kFaces) {
      MoveChecker(action, position);
      if (board[kOff] == kCheckers) {
        return WonBy(position->mover, Stake(board));
      }
    }
    if (action < kFaces || std::ranges::count(position->dice, 0) == kFaces) {
      PassTurn(key, position);
    }
    FindLegal(position);
    return {};
  }
  void WriteMask(const Position& position, std::int8_t* mask) const {
    for (int action = 0; action < NumActions(); ++action) {
      mask[action] = IsLegal(position, action);
    }
  }
  void Observe(const Position& position, int player, Cell* cells) const {
    std::ranges::copy(position.board, cells);
    if (player == position.mover) {
      std::ranges::copy(position.dice, cells + kPlaces);
    } else {
      std::fill_n(cells + kPlaces, position.dice.size(), 0);
    }
  }
  void Draw(const Position& position, Picture* picture) const;
  [[nodiscard]] bool IsValid(const Position& position) const {
    int own = 0;
    int others = 0;
    for (const int checkers : position.board) {
      own += std::max(checkers, 0);
      others -= std::min(checkers, 0);
    }
    Position again = position;
    FindLegal(&again);
    const int dice =
        std::accumulate(position.dice.begin(), position.dice.end(), 0);
    return own == kCheckers && others == kCheckers && position.mover <= 1 &&
           position.board[kBar] >= 0 && position.board[kOff] >= 0 &&
           position.board[kBar + 1] <= 0 && position.board[kOff + 1] <= 0 &&
           dice <= 4 && position.unused == 0 &&
           (again.legal == position.legal || position.board[kOff] == kCheckers);
  }

 private:
  using Board = std::array<std::int8_t, kPlaces>;

  static int PlaceOf(int from) { return from == 1 ? kBar : from - 2; }
  /// Where a checker arrives.
  static int Target(int place, int die) {
    const int target = place == kBar ? die - 1 : place + die;
    return target < kPoints ? target : kOff;
  }

  static void MoveChecker(int action, Position* position) {
    auto& board = position->board;
    const int place = PlaceOf(action / kFaces);
    const int target = Target(place, action % kFaces + 1);
    if (board[target] == -1) {
      board[target] = 0;
      --board[kBar + 1];
    }
    --board[place];
    ++board[target];
    --position->dice[action % kFaces];
  }

  static void PassTurn(const threefry::Key& key, Position* position) {
    auto& board = position->board;
    std::reverse(board.begin(), board.begin() + kPoints);
    std::swap(board[kBar], board[kBar + 1]);
    std::swap(board[kOff], board[kOff + 1]);
    for (std::int8_t& checkers : board) {
      checkers = static_cast<std::int8_t>(-checkers);
    }
    position->mover = 1 - position->mover;
    position->dice = {};
    const int one = threefry::RandInt(key, 0, kFaces, 0);
    const int two = threefry::RandInt(key, 0, kFaces, 1);
    const int times = one == two ? 2 : 1;
    position->dice[one] += times;
    position->dice[two] += times;
  }

  static void FindLegal(Position* position) {
    const Board& board = position->board;
    position->legal = {};
    int rear = 0;  // the first point with an own checker
    while (rear < kPoints && board[rear] <= 0) {
      ++rear;
    }
    const bool may_leave = rear >= kHome && board[kBar] == 0;
    bool is_stuck = true;
    for (int die = 1; die <= kFaces; ++die) {
      if (position->dice[die - 1] == 0) {
        continue;
      }
      std::uint32_t froms = 0;
      if (board[kBar] > 0) {
        froms = board[die - 1] >= -1 ? 1U << 1 : 0;
      } else {
        for (int place = rear; place < kPoints; ++place) {
          const int target = Target(place, die);
          const bool is_open =
              target != kOff
                  ? board[target] >= -1
                  : may_leave && (place + die == kPoints || place == rear);
          froms |= board[place] > 0 && is_open ? 1U << (place + 2) : 0;
        }
      }
      position->legal[die - 1] = froms;
      is_stuck &= froms == 0;
    }
    if (is_stuck) {
      position->legal.fill(1);
    }
  }

  static float Stake(const Board& board) {
    if (board[kOff + 1] != 0) {
      return 1;
    }
    const auto home = board.begin() + kHome;
    return std::accumulate(home, home + kFaces, 0) != 0 ? 3 : 2;
  }
};

}  // namespace envpool::board

#endif  // ENVPOOL_BOARD_BACKGAMMON_H_
