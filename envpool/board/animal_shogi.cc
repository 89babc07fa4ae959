// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/board/animal_shogi.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "envpool/board/action_list.h"
#include "envpool/board/game.h"
#include "envpool/board/grid.h"
#include "envpool/board/planes.h"

namespace envpool::board {

namespace {

using Bits = std::uint32_t;
using Squares = Grid<3, 4, Bits>;
using Board = AnimalShogi::Board;
using Legal = ActionList<AnimalShogi::kActions>;
using enum AnimalShogi::Piece;
constexpr int kSquares = AnimalShogi::kSquares;
constexpr int kHandPieces = AnimalShogi::kHandPieces;

constexpr std::uint16_t Bit(int square) {
  return static_cast<std::uint16_t>(1U << square);
}
/// A square as a color sees it, and back.
constexpr int SeenBy(int color, int square) {
  return color == 0 ? square : kSquares - 1 - square;
}
/// The squares that a piece of a color reaches.
using ReachTable =
    std::array<std::array<std::array<Bits, kSquares>, kPieces>, 2>;
constexpr ReachTable MakeReach() {
  ReachTable reach{};
  for (int piece = 0; piece < kPieces; ++piece) {
    for (int from = 0; from < kSquares; ++from) {
      for (const Leap& leap : kKingLeaps) {
        const bool straight = leap.files == 0 || leap.ranks == 0;
        const bool ahead = leap.files == 0 && leap.ranks == -1;
        const bool moves = piece == kKing || (piece == kPawn && ahead) ||
                           (piece == kBishop && !straight) ||
                           (piece == kRook && straight) ||
                           (piece == kGold && (straight || leap.ranks == -1));
        const int file = Squares::FileOf(from) + leap.files;
        const int rank = Squares::RankOf(from) + leap.ranks;
        if (moves && Squares::Inside(file, rank)) {
          const int to = Squares::SquareAt(file, rank);
          reach[0][piece][from] |= Squares::Bit(to);
          reach[1][piece][SeenBy(1, from)] |= Squares::Bit(SeenBy(1, to));
        }
      }
    }
  }
  return reach;
}
constexpr ReachTable kReach = MakeReach();

/// Zobrist's random numbers.
struct Numbers {
  std::array<std::array<std::uint64_t, 2 * kPieces>, kSquares> board;
  std::array<std::array<std::array<std::uint64_t, 3>, kHandPieces>, 2> hands;
  std::uint64_t side;
};
constexpr Numbers MakeNumbers() {
  std::uint64_t counter = 0;
  const auto next = [&counter] {  // SplitMix64
    std::uint64_t word = counter += 0x9E3779B97F4A7C15U;
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9U;
    word = (word ^ word >> 27) * 0x94D049BB133111EBU;
    return word ^ word >> 31;
  };
  Numbers numbers{};
  for (auto& row : numbers.board) {
    for (auto& number : row) {
      number = next();
    }
  }
  for (auto& hand : numbers.hands) {
    for (auto& row : hand) {
      for (auto& number : row) {
        number = next();
      }
    }
  }
  numbers.side = next();
  return numbers;
}
constexpr Numbers kNumbers = MakeNumbers();

int KingOf(const Board& board, int color) {
  return LowestSquare(Bits{board.pieces[color][kKing]});
}
Bits PiecesOf(const Board& board, int color) {
  Bits all = 0;
  for (const Bits squares : board.pieces[color]) {
    all |= squares;
  }
  return all;
}
/// The pieces that attack a square of this color.
Bits Attackers(const Board& board, int color, int square) {
  Bits attackers = 0;
  for (int piece = 0; piece < kPieces; ++piece) {
    attackers |= kReach[color][piece][square] & board.pieces[1 - color][piece];
  }
  return attackers;
}

/// The piece of a color on a square, kPieces if there is none.
int At(const Board& board, int color, int square) {
  int piece = 0;
  while (piece < kPieces && (board.pieces[color][piece] >> square & 1) == 0) {
    ++piece;
  }
  return piece;
}

int ActionOf(int from, int to) {
  const int files = Squares::FileOf(to) - Squares::FileOf(from);
  const int ranks = Squares::RankOf(to) - Squares::RankOf(from);
  const int cell = 3 * (files + 1) + ranks + 1;  // 4 is the square itself
  return (cell < 4 ? cell : cell - 1) * kSquares + from;
}

void ListLegal(const Board& board, int color, Legal* legal) {
  legal->Clear();
  const Bits own = PiecesOf(board, color);
  const Bits checkers = Attackers(board, color, KingOf(board, color));
  for (int piece = 0; piece < kPieces; ++piece) {
    ForSquares(Bits{board.pieces[color][piece]}, [&](int from) {
      ForSquares(kReach[color][piece][from] & ~own, [&](int to) {
        const Bits attackers =
            piece == kKing ? Attackers(board, color, to) : checkers;
        if ((attackers & ~Squares::Bit(to)) == 0) {
          legal->Add(ActionOf(SeenBy(color, from), SeenBy(color, to)));
        }
      });
    });
  }
  if (checkers != 0) {
    return;
  }
  const Bits empty = Squares::kAll & ~own & ~PiecesOf(board, 1 - color);
  for (int piece = 0; piece < kHandPieces; ++piece) {
    if (board.hands[color][piece] > 0) {
      ForSquares(empty, [&](int to) {
        legal->Add((8 + piece) * kSquares + SeenBy(color, to));
      });
    }
  }
}

/// Makes a legal move, and changes the key exactly as PGX does: a piece that
/// is taken is removed from the square that the taker leaves, and the number
/// of pawns in hand changes the key with every move. So positions that can
/// only return by some paths are not recognized.
void Move(int action, int color, Board* board, std::uint64_t* key) {
  const int kind = action / kSquares;
  const int square = SeenBy(color, action % kSquares);
  auto& hand = board->hands[color];
  *key ^= kNumbers.side;
  if (kind >= 8) {
    const int piece = kind - 8;
    board->pieces[color][piece] |= Bit(square);
    const auto& numbers = kNumbers.hands[color][piece];
    const int count = hand[piece]--;
    *key ^= kNumbers.board[square][color * kPieces + piece] ^
            numbers[std::min(count + 1, 2)] ^ numbers[count];
    return;
  }
  const Leap& leap = kKingLeaps[kind];
  const int step = 4 * leap.files + leap.ranks;
  const int to = color == 0 ? square + step : square - step;
  const int piece = At(*board, color, square);
  const int taken = At(*board, 1 - color, to);
  board->pieces[color][piece] ^= Bit(square);
  *key ^= kNumbers.board[square][color * kPieces + piece];
  int held = kPawn;
  if (taken < kPieces) {
    board->pieces[1 - color][taken] ^= Bit(to);
    *key ^= kNumbers.board[square][(1 - color) * kPieces + taken];
    held = taken == kGold ? kPawn : taken;
    ++hand[held];
  }
  const auto& numbers = kNumbers.hands[color][held];
  *key ^= numbers[(hand[held] + 2) % 3] ^ numbers[hand[held]];
  const bool promotes =
      piece == kPawn && Squares::RankOf(SeenBy(color, to)) == 0;
  const int placed = promotes ? kGold : piece;
  board->pieces[color][placed] |= Bit(to);
  *key ^= kNumbers.board[to][color * kPieces + placed];
}
bool HasAllPieces(const Board& board) {
  Bits all = 0;
  std::array<int, kPieces> counts{};
  for (int color = 0; color < 2; ++color) {
    for (int piece = 0; piece < kPieces; ++piece) {
      const Bits squares = board.pieces[color][piece];
      if ((squares & (all | ~Squares::kAll)) != 0) {
        return false;
      }
      all |= squares;
      counts[piece] += CountSquares(squares);
    }
    for (int piece = 0; piece < kHandPieces; ++piece) {
      counts[piece] += board.hands[color][piece];
    }
  }
  counts[kPawn] += counts[kGold];
  return counts[kPawn] == 2 && counts[kBishop] == 2 && counts[kRook] == 2 &&
         CountSquares(Bits{board.pieces[0][kKing]}) == 1 &&
         CountSquares(Bits{board.pieces[1][kKing]}) == 1;
}

/// In a history: no piece. Otherwise a kind of piece, of the other player plus
/// kPieces.
constexpr int kEmpty = 2 * kPieces;

/// Enters what a color sees into the first place of the history.
void SeeNow(int color, AnimalShogi::Position* position) {
  const Board& now = position->now;
  std::fill_n(position->seen.begin(), kSquares, kEmpty);
  for (int i = 0; i < 2 * kPieces; ++i) {
    const int owner = i < kPieces ? color : 1 - color;
    ForSquares(Bits{now.pieces[owner][i % kPieces]}, [&](int square) {
      position->seen[SeenBy(color, square)] = static_cast<std::uint8_t>(i);
    });
  }
  for (int i = 0; i < 2 * kHandPieces; ++i) {
    const int owner = i < kHandPieces ? color : 1 - color;
    position->held[i] = now.hands[owner][i % kHandPieces];
  }
}

/// Turns a history to the other player.
template <typename Seen, typename Held>
void Turn(Seen* seen, Held* held) {
  for (auto board = seen->begin(); board != seen->end(); board += kSquares) {
    std::reverse(board, board + kSquares);
  }
  for (auto& piece : *seen) {
    if (piece != kEmpty) {
      piece = static_cast<std::uint8_t>((piece + kPieces) % kEmpty);
    }
  }
  for (auto hands = held->begin(); hands != held->end();
       hands += 2 * kHandPieces) {
    std::swap_ranges(hands, hands + kHandPieces, hands + kHandPieces);
  }
}

}  // namespace

void AnimalShogi::Start(const threefry::Key& key, Position* position) const {
  *position = {};
  position->first = DrawFirst(key);
  constexpr std::array<int, 4> kStart{6, 11, 3, 7};  // by kind of piece
  for (int piece = kPawn; piece <= kKing; ++piece) {
    for (int color = 0; color < 2; ++color) {
      position->now.pieces[color][piece] = Bit(SeenBy(color, kStart[piece]));
    }
  }
  position->seen.fill(kEmpty);
  SeeNow(0, position);
  ListLegal(position->now, 0, &position->legal);
}

Outcome<2> AnimalShogi::Play(int action, const threefry::Key& /*key*/,
                             Position* position) const {
  const int mover = Mover(*position);
  const int color = position->color();
  std::uint64_t key = position->keys[position->moves];
  Move(action, color, &position->now, &key);
  const auto before = position->keys.begin();
  ++position->moves;
  const auto repetitions = std::count(before, before + position->moves, key);
  position->keys[position->moves] = key;
  std::ranges::rotate(position->repetitions, position->repetitions.end() - 1);
  position->repetitions[0] = static_cast<std::uint8_t>(repetitions);
  std::ranges::rotate(position->seen, position->seen.end() - 8);
  std::ranges::rotate(position->held, position->held.end() - 8);
  SeeNow(color, position);
  Turn(&position->seen, &position->held);
  ListLegal(position->now, 1 - color, &position->legal);
  const int king = SeenBy(color, KingOf(position->now, color));
  const bool won = position->legal.empty() || Squares::RankOf(king) == 0;
  if (won && repetitions < 2) {
    return WonBy(mover);
  }
  return {{}, won || repetitions >= 2 || position->moves >= kMaxMoves};
}

void AnimalShogi::Observe(const Position& position, int player,
                          Cell* cells) const {
  auto seen = position.seen;
  auto held = position.held;
  if (player != Mover(position)) {
    Turn(&seen, &held);
  }
  std::array<float, kPlanes> same{};
  float* plane = same.data();
  for (int age = 0; age < kHistory; ++age) {
    plane += 2 * kPieces;
    for (int i = 0; i < 2 * kHandPieces; ++i) {
      const int count = held[age * 2 * kHandPieces + i];
      *plane++ = count >= 1 ? 1 : 0;
      *plane++ = count >= 2 ? 1 : 0;
    }
    *plane++ = position.repetitions[age] == 0 ? 1 : 0;
    *plane++ = position.repetitions[age] == 1 ? 1 : 0;
  }
  *plane++ = static_cast<float>(player ^ position.first);
  *plane++ = static_cast<float>(position.moves) / kMaxMoves;
  Repeat(same, kSquares, cells);
  for (int square = 0; square < kSquares; ++square) {
    float* const cell = cells + kPlanes * (3 * Squares::RankOf(square) + 2 -
                                           Squares::FileOf(square));
    for (int age = 0; age < kHistory; ++age) {
      const int piece = seen[age * kSquares + square];
      if (piece != kEmpty) {
        cell[age * kBoardPlanes + piece] = 1;
      }
    }
  }
}

bool AnimalShogi::IsValid(const Position& position) const {
  if (position.first > 1 || position.moves > kMaxMoves ||
      !HasAllPieces(position.now) ||
      std::ranges::any_of(position.seen,
                          [](int piece) { return piece > kEmpty; })) {
    return false;
  }
  const int color = position.color();
  const int other_king = KingOf(position.now, 1 - color);
  Legal legal;
  ListLegal(position.now, color, &legal);
  return Attackers(position.now, 1 - color, other_king) == 0 &&
         std::ranges::equal(legal.span(), position.legal.span());
}

}  // namespace envpool::board
