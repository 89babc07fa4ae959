// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Pictures of games with cards, dice and numbers. Hidden cards are shown.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "envpool/board/backgammon.h"
#include "envpool/board/play_2048.h"
#include "envpool/board/poker.h"
#include "envpool/board/sparrow_mahjong.h"
#include "envpool/common/picture.h"

namespace envpool::board {

namespace {

constexpr Color kDarkWood{120, 75, 45};
constexpr std::string_view kRanks = "JQK";
constexpr int kShown = 5;  // more checkers on a point become a number

/// A player's card and chips, and a mark for the player to move.
void DrawHand(int card, int chips, bool moves, double top, Picture* picture) {
  constexpr double kLeft = 0.3;
  if (moves) {
    picture->Rectangle({0, top, 0.12, 1.4}, kWhite);
  }
  picture->Card(kRanks.substr(card, 1), {kLeft, top, 1, 1.4}, kBlack);
  for (int chip = 0; chip < chips; ++chip) {
    const double x = 1.75 + 0.42 * (chip % 7);
    const double y = top + 0.4 + 0.6 * (chip / 7);
    picture->Disc({x, y}, 0.2, kWhite);
    picture->Disc({x, y}, 0.16, kRed);
  }
}

}  // namespace

void KuhnPoker::Draw(const Position& position, Picture* picture) const {
  picture->Fill(kFelt);
  for (int player = 0; player < 2; ++player) {
    DrawHand(position.cards[player], 1 + position.pot[player],
             position.mover == player, 2.3 - 2 * player, picture);
  }
}

void LeducHoldem::Draw(const Position& position, Picture* picture) const {
  picture->Fill(kFelt);
  for (int player = 0; player < 2; ++player) {
    DrawHand(position.cards[player], position.chips[player],
             position.mover == player, 4.3 - 4 * player, picture);
  }
  const bool is_public = position.round > 0;
  picture->Card(is_public ? kRanks.substr(position.cards[2], 1) : "",
                {2, 2.3, 1, 1.4}, kBlack);
}

void Play2048::Draw(const Position& position, Picture* picture) const {
  picture->Fill({150, 135, 120});
  for (int cell = 0; cell < 16; ++cell) {
    picture->PowerOfTwo(position.tiles[cell],
                        {1.0 * (cell % 4), 1.0 * (cell / 4)});
  }
}

void Backgammon::Draw(const Position& position, Picture* picture) const {
  // As player 0 sees it, whose checkers are white: points 0 to 11 above, from
  // the right to the left, and 12 to 23 below, to the right.
  constexpr double kBarLeft = 6;
  constexpr double kOffLeft = 13;
  const bool turned = position.mover != 0;
  const auto& board = position.board;
  const auto stack = [picture](int count, bool is_white, double x, bool above) {
    for (int i = 0; i < std::min(count, kShown); ++i) {
      const Point centre{x + 0.5, above ? 0.5 + i : 10.5 - i};
      picture->Disc(centre, 0.46, kLine);
      picture->Disc(centre, 0.42, is_white ? kWhite : kBlack);
    }
    if (count > kShown) {
      picture->Label(std::to_string(count), {x + 0.5, above ? 0.5 : 10.5},
                     is_white ? kBlack : kWhite);
    }
  };
  picture->Fill(kWood);
  picture->Rectangle({kBarLeft, 0, 1, 11}, kDarkWood);
  picture->Rectangle({kOffLeft, 0, 1, 11}, kDarkWood);
  for (int point = 0; point < kPoints; ++point) {
    const bool above = point < kPoints / 2;
    const int along = above ? 11 - point : point - 12;
    const double x = along < 6 ? along : along + 1;
    const double base = above ? 0 : 11;
    const double tip = above ? 4.6 : 6.4;
    picture->Polygon({{x, base}, {x + 1, base}, {x + 0.5, tip}},
                     point % 2 == 0 ? kRed : kPaper);
    const int count = turned ? -board[kPoints - 1 - point] : board[point];
    stack(std::abs(count), count > 0, x, above);
  }
  for (int player = 0; player < 2; ++player) {
    const int index = player ^ (turned ? 1 : 0);
    stack(std::abs(board[kBar + index]), player == 0, kBarLeft, player == 0);
    stack(std::abs(board[kOff + index]), player == 0, kOffLeft, player == 1);
  }
  double x = turned ? 2 : 9;
  for (int face = 0; face < kFaces; ++face) {
    for (int i = 0; i < position.dice[face]; ++i) {
      picture->Card(std::to_string(face + 1), {x, 5.1, 0.8, 0.8}, kBlack);
      x += 0.9;
    }
  }
}

void SparrowMahjong::Draw(const Position& position, Picture* picture) const {
  // A row of each player, with the hand on the left and the discards behind it.
  constexpr double kDiscards = 6.4;
  picture->Fill(kFelt);
  const auto tile = [picture](int kind, bool is_red, double x, double y) {
    const std::string text = kind == kGreen ? "G"
                             : kind == kRed ? "R"
                                            : std::to_string(kind + 1);
    const bool is_green = kind == kGreen;
    picture->Card(text, {x, y, 0.9, 1.3},
                  is_red || kind == kRed ? envpool::kRed
                  : is_green             ? envpool::kGreen
                                         : kBlack);
  };
  tile(Dora(position), false, 0.1, 0.1);
  for (int seat = 0; seat < kSeats; ++seat) {
    const double top = 1.8 + 1.6 * position.players[seat];
    if (position.turn % kSeats == seat) {
      picture->Rectangle({0, top, 0.08, 1.3}, kWhite);
    }
    double x = 0.2;
    for (int kind = 0; kind < kKinds; ++kind) {
      for (int i = 0; i < position.hands[seat][kind]; ++i, ++x) {
        tile(kind, i < position.reds[seat][kind], x, top);
      }
    }
    x = kDiscards;
    for (const int kind : position.rivers[seat]) {
      if (kind >= 0) {
        tile(kind, false, x++, top);
      }
    }
  }
}

}  // namespace envpool::board
