// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/toy_text/frames.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "envpool/common/canvas.h"
#include "envpool/common/resizer.h"
#include "envpool/toy_text/blackjack.h"
#include "envpool/toy_text/cliffwalking.h"
#include "envpool/toy_text/sprite.h"
#include "envpool/toy_text/taxi.h"

namespace envpool::toy_text {
namespace {

/// Calls `draw` with a surface of the scene's own `size`, then resizes to the
/// frame.
template <typename Draw>
void DrawScene(const Frame& frame, std::pair<int, int> size, const Draw& draw) {
  const auto [width, height] = size;
  if (frame.width == width && frame.height == height) {
    Surface surface(width, height, frame.rgb);
    draw(&surface);
    return;
  }
  std::vector<unsigned char> scene(std::size_t{3} * width * height);
  Surface surface(width, height, scene.data());
  draw(&surface);
  Resizer({height, width}, {frame.height, frame.width}, 3, Interpolation::kArea)
      .Run(scene.data(), frame.rgb);
}

}  // namespace

void DrawFrozenLake(const LakeMap& map, int cell, int action,
                    const Frame& frame) {
  constexpr std::array kElves{"elf_left", "elf_down", "elf_right", "elf_up"};
  const auto [width, height] = map.CellSize();
  const auto load = [width = width, height = height](const char* name) {
    return Sprite::Load(name).Scaled(width, height);
  };
  const Sprite ice = load("ice");
  const Sprite hole = load("hole");
  const Sprite goal = load("goal");
  const Sprite start = load("stool");
  const Sprite elf = map.cells[cell] == 'H'
                         ? load("cracked_hole")
                         : load(kElves[action == kNoAction ? 1 : action]);
  DrawScene(frame, map.FrameSize(), [&](Surface* surface) {
    for (int place = 0; place < map.rows * map.cols; ++place) {
      const int left = place % map.cols * width;
      const int top = place / map.cols * height;
      const char letter = map.cells[place];
      surface->Blit(ice, left, top);
      if (letter == 'H') surface->Blit(hole, left, top);
      if (letter == 'G') surface->Blit(goal, left, top);
      if (letter == 'S') surface->Blit(start, left, top);
      surface->Outline(left, top, width, height, {180, 200, 230});
    }
    surface->Blit(elf, cell % map.cols * width, cell / map.cols * height);
  });
}

void DrawCliffWalking(int cell, int action, const Frame& frame) {
  using World = CliffWalkingEnv;
  constexpr std::array kElves{"elf_up", "elf_right", "elf_down", "elf_left"};
  constexpr int kAbove = World::kCell / 10;  // offset of the elf in its cell
  const auto load = [](const char* name) {
    return Sprite::Load(name).Scaled(World::kCell, World::kCell);
  };
  const std::array ground{load("mountain_bg1"), load("mountain_bg2")};
  const std::array edge{load("mountain_near-cliff1"),
                        load("mountain_near-cliff2")};
  const Sprite cliff = load("mountain_cliff");
  const Sprite start = load("stool");
  const Sprite goal = load("cookie");
  const Sprite elf = load(kElves[action == kNoAction ? 2 : action]);
  DrawScene(frame, World::kFrameSize, [&](Surface* surface) {
    for (int place = 0; place < World::kRows * World::kCols; ++place) {
      const int row = place / World::kCols;
      const int left = place % World::kCols * World::kCell;
      const int top = row * World::kCell;
      const int odd = (row + place % World::kCols) % 2;
      surface->Blit(ground[odd], left, top);
      if (World::IsCliff(place)) surface->Blit(cliff, left, top);
      if (World::IsCliff(place + World::kCols)) {
        surface->Blit(edge[odd], left, top);
      }
      if (place == World::kStart) surface->Blit(start, left, top);
      if (place == World::kGoal) surface->Blit(goal, left, top);
      if (place == cell) surface->Blit(elf, left, top - kAbove);
    }
  });
}

namespace {

constexpr int kTaxiCell = 50;

Sprite LoadForTaxi(const char* name) {
  return Sprite::Load(name).Scaled(kTaxiCell, kTaxiCell);
}

/// The upper left corner of a position's cell.
std::pair<int, int> CornerOf(const TaxiRules::Position& at) {
  return {(at.col * 2 + 1) * kTaxiCell, (at.row + 1) * kTaxiCell};
}

/// Blits the first, a middle or the last part of a wall.
void DrawWall(const std::array<Sprite, 3>& parts, bool is_first, bool is_last,
              std::pair<int, int> corner, Surface* surface) {
  const Sprite& part = parts[is_first ? 0 : (is_last ? 2 : 1)];
  surface->Blit(part, corner.first, corner.second);
}

void DrawTown(Surface* surface) {
  constexpr std::array<Color, TaxiRules::kStands> kColors{
      {{255, 0, 0}, {0, 255, 0}, {255, 255, 0}, {0, 0, 255}}};
  const auto& map = TaxiRules::kMap;
  const int rows = static_cast<int>(map.size());
  const int columns = static_cast<int>(map[0].size());
  const Sprite ground = LoadForTaxi("taxi_background");
  const std::array across{LoadForTaxi("gridworld_median_left"),
                          LoadForTaxi("gridworld_median_horiz"),
                          LoadForTaxi("gridworld_median_right")};
  const std::array down{LoadForTaxi("gridworld_median_top"),
                        LoadForTaxi("gridworld_median_vert"),
                        LoadForTaxi("gridworld_median_bottom")};
  const auto is = [&](char letter, int y, int x) {
    return y >= 0 && y < rows && x >= 0 && x < columns && map[y][x] == letter;
  };
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) {
      const std::pair corner(x * kTaxiCell, y * kTaxiCell);
      surface->Blit(ground, corner.first, corner.second);
      if (is('|', y, x)) {
        DrawWall(down, !is('|', y - 1, x), !is('|', y + 1, x), corner, surface);
      } else if (is('-', y, x)) {
        DrawWall(across, !is('-', y, x - 1), !is('-', y, x + 1), corner,
                 surface);
      }
    }
  }
  for (int stand = 0; stand < TaxiRules::kStands; ++stand) {
    const auto [left, top] = CornerOf(TaxiRules::kStand[stand]);
    surface->Tint(left, top + 10, kTaxiCell, kTaxiCell, kColors[stand]);
  }
}

}  // namespace

void DrawTaxi(int state, int facing, const Frame& frame) {
  constexpr std::array kCabs{"cab_front", "cab_rear", "cab_right", "cab_left"};
  constexpr int kGlass = 170;  // opacity of the hotel
  const auto [taxi, passenger, destination] = TaxiRules::State::Decode(state);
  const auto cab_corner = CornerOf(taxi);
  const auto hotel_corner = CornerOf(TaxiRules::kStand[destination]);
  const Sprite cab = LoadForTaxi(kCabs[facing]);
  const Sprite hotel = LoadForTaxi("hotel");
  const int waiting = passenger;
  DrawScene(frame, TaxiEnv::kFrameSize, [&](Surface* surface) {
    DrawTown(surface);
    if (waiting < TaxiRules::kInTaxi) {
      const auto [left, top] = CornerOf(TaxiRules::kStand[waiting]);
      surface->Blit(LoadForTaxi("passenger"), left, top);
    }
    const bool cab_first = hotel_corner.second > cab_corner.second;
    if (cab_first) surface->Blit(cab, cab_corner.first, cab_corner.second);
    surface->Blit(hotel, hotel_corner.first,
                  hotel_corner.second - kTaxiCell / 2, kGlass);
    if (!cab_first) surface->Blit(cab, cab_corner.first, cab_corner.second);
  });
}

namespace {

/// A picture of the ten digits, and their widths.
struct Digits {
  const char* name;
  std::array<int, 10> widths;
};
constexpr Digits kSmall{"small_digits",
                        {19, 14, 19, 19, 21, 23, 21, 19, 19, 19}};
constexpr Digits kLarge{"large_digits",
                        {47, 36, 47, 47, 52, 57, 52, 47, 47, 47}};

int WidthOf(int number, const Digits& digits) {
  int width = 0;
  for (const char digit : std::to_string(number)) {
    width += digits.widths[digit - '0'];
  }
  return width;
}

void DrawNumber(int number, const Digits& digits, int left, int top,
                Surface* surface) {
  const Sprite sprite = Sprite::Load(digits.name);
  for (const char digit : std::to_string(number)) {
    const int index = digit - '0';
    int from = 0;
    for (int i = 0; i < index; ++i) from += digits.widths[i];
    const int width = digits.widths[index];
    surface->Blit(sprite.Columns(from, width), left, top);
    left += width;
  }
}

std::string CardName(const BlackjackTable& table) {
  const std::string suit(1, "CDHS"[table.suit]);
  if (table.open == 1) return suit + "A";
  if (table.open == 10) return suit + "JQK"[table.face];
  return suit + std::to_string(table.open);
}

}  // namespace

void DrawBlackjack(const BlackjackTable& table, const Frame& frame) {
  constexpr int kSpace = 25;
  constexpr int kMiddle = 300;
  DrawScene(frame, BlackjackEnv::kFrameSize, [&](Surface* surface) {
    surface->Fill({7, 99, 36});
    const Sprite dealer = Sprite::Load("dealer");
    surface->Blit(dealer, kSpace, kSpace);
    DrawNumber(table.open, kSmall, kSpace + dealer.width, kSpace, surface);
    int top = kSpace + dealer.height + kSpace;

    const Sprite open = Sprite::Load(CardName(table));
    const Sprite hidden = Sprite::Load("Card");
    surface->Blit(open, kMiddle - hidden.width - kSpace / 2, top);
    surface->Blit(hidden, kMiddle + kSpace / 2, top);
    top += hidden.height + kSpace * 3 / 2;

    const Sprite player = Sprite::Load("player");
    surface->Blit(player, kSpace, top);
    top += player.height + kSpace;
    const int width = WidthOf(table.player_sum, kLarge);
    DrawNumber(table.player_sum, kLarge, kMiddle - width / 2, top, surface);
    top += Sprite::Load(kLarge.name).height + kSpace / 2;
    if (table.usable_ace) {
      const Sprite ace = Sprite::Load("usable_ace");
      surface->Blit(ace, kMiddle - ace.width / 2, top);
    }
  });
}

namespace {

constexpr Color kBackground{24, 28, 40};
constexpr Color kCellColor{52, 60, 82};
constexpr Color kAgent{238, 240, 246};
constexpr Color kTarget{245, 190, 65};
// Smaller cells have no gaps between them.
constexpr double kSmallestFramed = 6;

/// Draws a rectangle, smaller by `gap` on all sides.
void DrawBox(Point corner, double width, double height, double gap, Color color,
             Canvas* canvas) {
  const double left = corner.x + gap;
  const double right = corner.x + width - gap;
  const double low = corner.y + gap;
  const double high = corner.y + height - gap;
  canvas->Polygon({{left, low}, {right, low}, {right, high}, {left, high}},
                  color);
}

}  // namespace

void DrawCatch(int height, int width, std::pair<int, int> ball,
               std::pair<int, int> paddle, const Frame& frame) {
  constexpr double kWidth = 250;
  constexpr double kHeight = 500;
  const double side = std::min(kWidth / width, kHeight / height);
  const double gap = side >= kSmallestFramed ? side / 25 : 0;
  const Point corner{(kWidth - side * width) / 2,
                     (kHeight - side * height) / 2};
  Canvas canvas(frame.width, frame.height, frame.rgb);
  canvas.SetView(kWidth, kHeight);
  canvas.Clear(kBackground);
  const auto draw = [&](std::pair<int, int> cell, Color color) {
    const auto [row, column] = cell;
    DrawBox({corner.x + column * side, corner.y + (height - 1 - row) * side},
            side, side, gap, color, &canvas);
  };
  if (gap > 0) {
    for (int cell = 0; cell < height * width; ++cell) {
      draw({cell / width, cell % width}, kCellColor);
    }
  } else {
    DrawBox(corner, side * width, side * height, 0, kCellColor, &canvas);
  }
  draw(paddle, kAgent);
  draw(ball, kTarget);
}

void DrawNChain(int num_states, int state, const Frame& frame) {
  constexpr double kWidth = 600;
  constexpr double kHeight = 100;
  constexpr double kMargin = 20;
  const double width = (kWidth - 2 * kMargin) / num_states;
  const double height = std::min(kHeight - 2 * kMargin, std::max(width, 20.0));
  const double low = (kHeight - height) / 2;
  const double gap = width >= kSmallestFramed ? 1 : 0;
  Canvas canvas(frame.width, frame.height, frame.rgb);
  canvas.SetView(kWidth, kHeight);
  canvas.Clear(kBackground);
  const auto draw = [&](int from, int count, Color color) {
    DrawBox({kMargin + from * width, low}, width * count, height, gap, color,
            &canvas);
  };
  if (gap > 0) {
    for (int each = 0; each < num_states; ++each) draw(each, 1, kCellColor);
  } else {
    draw(0, num_states, kCellColor);
  }
  draw(num_states - 1, 1, kTarget);
  const double middle = kMargin + (state + 0.5) * width;
  canvas.Disc({middle, kHeight / 2}, std::clamp(width / 4, 3.0, height / 3),
              kAgent);
}

}  // namespace envpool::toy_text
