// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/board/animal_shogi.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "envpool/board/action_list.h"
#include "envpool/board/game.h"
#include "envpool/board/grid.h"

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
    attackers |=
        kReach[color][piece][square] & board.pieces[1 - color][piece];
  }
  return attackers;
}

/// The piece of a color on a square, kPieces if there is none.
int At(const Board& board, int color, int square) {
  int piece = 0;
  while (piece < kPieces &&
         (board.pieces[color][piece] >> square & 1) == 0) {
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

void ListLegal(const Board& board, int color,
                      Legal* legal) {
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

}  // namespace

void AnimalShogi::Start(const threefry::Key& key, Position* position) const {
  *position = {};
  position->first = DrawFirst(key);
  Board& board = position->boards[0];
  constexpr std::array<int, 4> kStart{6, 11, 3, 7};  // by kind of piece
  for (int piece = kPawn; piece <= kKing; ++piece) {
    for (int color = 0; color < 2; ++color) {
      board.pieces[color][piece] = Bit(SeenBy(color, kStart[piece]));
    }
  }
  ListLegal(board, 0, &position->legal);
}

Outcome<2> AnimalShogi::Play(int action, const threefry::Key& /*key*/,
                Position* position) const {
  const int mover = Mover(*position);
  const int color = position->color();
  Board board = position->now();
  std::uint64_t key = position->keys[position->moves];
  Move(action, color, &board, &key);
  ++position->moves;
  position->boards[position->moves % kHistory] = board;
  const auto before = position->keys.begin();
  const auto repetitions =
      std::count(before, before + position->moves, key);
  position->keys[position->moves] = key;
  position->repetitions[position->moves % kHistory] =
      static_cast<std::uint8_t>(repetitions);
  ListLegal(board, 1 - color, &position->legal);
  const int king = SeenBy(color, KingOf(board, color));
  const bool won = position->legal.empty() || Squares::RankOf(king) == 0;
  if (won && repetitions < 2) {
    return WonBy(mover);
  }
  return {{}, won || repetitions >= 2 || position->moves >= kMaxMoves};
}

void AnimalShogi::Observe(const Position& position, int player, Cell* cells) const {
  const int color = player ^ position.first;
  const std::array<float, kPlanes> same = PlanesOfOneValue(position, color);
  for (int square = 0; square < kSquares; ++square) {
    std::memcpy(cells + square * kPlanes, same.data(), sizeof(same));
  }
  const int known = std::min<int>(position.moves + 1, kHistory);
  for (int age = 0; age < known; ++age) {
    const Board& board = position.boards[(position.moves - age) % kHistory];
    for (int plane = 0; plane < 2 * kPieces; ++plane) {
      const int owner = plane < kPieces ? color : 1 - color;
      float* const cell = cells + age * kBoardPlanes + plane;
      ForSquares(Bits{board.pieces[owner][plane % kPieces]}, [&](int square) {
        const int seen = SeenBy(color, square);
        cell[(3 * Squares::RankOf(seen) + 2 - Squares::FileOf(seen)) *
             kPlanes] = 1;
      });
    }
  }
}

bool AnimalShogi::IsValid(const Position& position) const {
  if (position.first > 1 || position.moves > kMaxMoves ||
      !HasAllPieces(position.now())) {
    return false;
  }
  for (const Board& board : position.boards) {
    for (int i = 0; i < 2 * kPieces; ++i) {
      if ((board.pieces[i / kPieces][i % kPieces] & ~Squares::kAll) != 0) {
        return false;
      }
    }
  }
  const int color = position.color();
  const int other_king = KingOf(position.now(), 1 - color);
  Legal legal;
  ListLegal(position.now(), color, &legal);
  return Attackers(position.now(), 1 - color, other_king) == 0 &&
         std::ranges::equal(legal.span(), position.legal.span());
}

std::array<float, AnimalShogi::kPlanes> AnimalShogi::PlanesOfOneValue(const Position& position,
                                                   int color) {
  std::array<float, kPlanes> planes{};
  for (int age = 0; age < kHistory; ++age) {
    const std::uint32_t at = (position.moves - age) % kHistory;
    float* plane = &planes[age * kBoardPlanes + 2 * kPieces];
    for (const int owner : {color, 1 - color}) {
      for (const int count : position.boards[at].hands[owner]) {
        *plane++ = count >= 1 ? 1 : 0;
        *plane++ = count >= 2 ? 1 : 0;
      }
    }
    *plane++ = position.repetitions[at] == 0 ? 1 : 0;
    *plane++ = position.repetitions[at] == 1 ? 1 : 0;
  }
  planes[kPlanes - 2] = static_cast<float>(color);
  planes[kPlanes - 1] = static_cast<float>(position.moves) / kMaxMoves;
  return planes;
}

}  // namespace envpool::board
