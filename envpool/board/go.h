// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Go<kSize>, with area scoring. Action: the point, `kSize * row + column`, or
// kSize^2 to pass. Suicide and retaking a ko at once are illegal. A move that
// repeats an earlier board loses by PGX's rules, and is illegal by "chinese"
// ones. The game ends with two passes, or after max_terminal_steps. Black
// begins.
//
// A chain counts its pseudo-liberties: pairs of a stone and a free neighbour.
// It has a single liberty if and only if the square of the sum of their points
// is their number times the sum of their squares, by Cauchy and Schwarz. So
// chains are updated, merged and judged without looking at their stones.

#ifndef ENVPOOL_BOARD_GO_H_
#define ENVPOOL_BOARD_GO_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "envpool/board/game.h"

namespace envpool::board {

template <int kSize>
class Go : public PlainGame {
  static constexpr int kPoints = kSize * kSize;
  static constexpr int kStride = kSize + 1;  // one border column for each row
  static constexpr int kPlaces = kStride * (kSize + 2) + 1;  // with the border
  static constexpr int kSlots = std::bit_ceil(2U * kPoints);
  static constexpr int kMaxHistory = 8;
  enum Color : std::uint8_t { kFree, kBlack, kWhite, kBorder };

 public:
  /// A chain's hash of its stones, and the pseudo-liberties: their number, the
  /// sum of their places and that of the squares.
  struct Chain {
    std::uint64_t hash;
    std::uint64_t squares;
    std::uint32_t sum;
    std::uint32_t count;
  };
  struct Position {
    std::array<std::uint64_t, kSlots> boards;  // hashes of boards, a hash table
    std::array<Chain, kPlaces> chains;         // by the place of their heads
    std::uint64_t hash;                        // of the board
    std::array<std::uint16_t, kPlaces> head;   // by stone
    std::array<std::uint16_t, kPlaces> next;   // the chain's next stone, a ring
    // By point: two bits for each of the last eight boards, the latest lowest:
    // whether there was a black stone, and whether there was a white one.
    std::array<std::uint16_t, kPoints> history;
    std::uint16_t ko;  // the place that may not be retaken, or 0
    std::uint16_t moves;
    std::uint16_t passes;  // in a row
    std::uint16_t first;   // the player who is black
    std::array<std::uint8_t, kPlaces> colors;
    std::array<std::uint8_t,
               8 - (kPlaces + 2 * (2 * kPlaces + kPoints + 4)) % 8>
        padding;
  };

  static decltype(auto) DefaultConfig() {
    return MakeDict("komi"_.Bind(7.5), "history_length"_.Bind(kMaxHistory),
                    "max_terminal_steps"_.Bind(0),
                    "rules"_.Bind(std::string("pgx")));
  }
  template <typename Config>
  explicit Go(const Config& config)
      : komi_(static_cast<float>(config["komi"_])),
        history_(config["history_length"_]),
        max_moves_(config["max_terminal_steps"_]),
        forbids_repeats_(config["rules"_] == "chinese") {
    RequireConfig(history_ >= 1 && history_ <= kMaxHistory, "history_length",
                  "1 to 8", history_);
    RequireConfig(max_moves_ >= 0 && max_moves_ <= 2 * kPoints,
                  "max_terminal_steps", "0 to " + std::to_string(2 * kPoints),
                  max_moves_);
    if (max_moves_ == 0) {
      max_moves_ = 2 * kPoints;
    }
  }

  static constexpr PictureSize kPicture{kSize, kSize};
  [[nodiscard]] std::vector<int> Shape() const {
    return {kSize, kSize, 2 * history_ + 1};
  }
  [[nodiscard]] int NumActions() const { return kPoints + 1; }

  void Start(const threefry::Key& key, Position* position) const {
    *position = {};
    position->colors.fill(kBorder);
    for (int point = 0; point < kPoints; ++point) {
      position->colors[PlaceOf(point)] = kFree;
    }
    position->first = DrawFirst(key);
  }
  [[nodiscard]] int Mover(const Position& position) const {
    return (position.first + position.moves) % 2;
  }
  [[nodiscard]] bool IsLegal(const Position& position, int action) const {
    return action == kPoints || IsLegalAt(position, PlaceOf(action));
  }
  Outcome<2> Play(int action, const threefry::Key& /*key*/,
                  Position* position) const {
    const int mover = Mover(*position);
    const Color color = ToMove(*position);
    position->ko = 0;
    if (action == kPoints) {
      ++position->passes;
    } else {
      position->passes = 0;
      PlaceStone(PlaceOf(action), color, position);
    }
    ++position->moves;
    for (int row = 0; row < kSize; ++row) {
      const std::uint8_t* const colors =
          &position->colors[PlaceOf(row * kSize)];
      std::uint16_t* const history = &position->history[row * kSize];
      for (int i = 0; i < kSize; ++i) {
        history[i] = static_cast<std::uint16_t>(history[i] << 2 | colors[i]);
      }
    }
    const bool is_new = AddBoard(position);
    if (action != kPoints && !is_new) {
      return WonBy(1 - mover);
    }
    if (position->passes < 2 && position->moves < max_moves_) {
      return {};
    }
    const auto [black, white] = Areas(*position);
    const bool black_wins =
        static_cast<float>(black) - komi_ > static_cast<float>(white);
    return WonBy(black_wins ? position->first : 1 - position->first);
  }
  void WriteMask(const Position& position, std::int8_t* mask) const {
    // Most points have a free neighbour: these are found many at a time.
    constexpr int kBytes = 8;  // of a word
    const std::uint8_t* const colors = position.colors.data();
    std::array<std::int8_t, kPlaces> open;
    std::array<std::uint8_t, (kPlaces + kBytes - 1) / kBytes * kBytes> others{};
    for (int place = kStride; place < kPlaces - kStride; ++place) {
      bool beside_free = false;
      for (const int step : kNeighbours) {
        beside_free |= colors[place + step] == kFree;
      }
      const bool is_free = colors[place] == kFree;
      open[place] = is_free & beside_free & !forbids_repeats_;
      others[place] = is_free & !(beside_free & !forbids_repeats_);
    }
    open[position.ko] = 0;  // or a border's
    for (int row = 0; row < kSize; ++row) {
      std::memcpy(mask + row * kSize, &open[PlaceOf(row * kSize)], kSize);
    }
    for (int first = 0; first < kPlaces; first += kBytes) {
      std::uint64_t word;
      std::memcpy(&word, &others[first], kBytes);
      for (; word != 0; word &= word - 1) {
        const int place = first + std::countr_zero(word) / 8;
        mask[PointOf(place)] = IsLegalAt(position, place);
      }
    }
    mask[kPoints] = 1;
  }
  void Observe(const Position& position, int player, Cell* cells) const {
    const bool is_white = player != position.first;
    for (const unsigned seen : position.history) {
      cells = WritePoint(seen, is_white, cells);
    }
  }
  /// Observe for both players, one after the other.
  void ObserveAll(const Position& position, Cell* cells) const {
    const int size = kPoints * (2 * history_ + 1);
    Cell* black = cells + position.first * size;
    Cell* white = cells + (1 - position.first) * size;
    for (const unsigned seen : position.history) {
      black = WritePoint(seen, false, black);
      white = WritePoint(seen, true, white);
    }
  }
  void Draw(const Position& position, Picture* picture) const;
  [[nodiscard]] bool IsValid(const Position& position) const {
    if (position.first > 1 || position.moves > max_moves_ ||
        position.ko >= kPlaces ||
        std::ranges::any_of(position.padding, [](int byte) { return byte; })) {
      return false;
    }
    int stones = 0;
    for (int place = 0; place < kPlaces; ++place) {
      if (!IsValidPlace(position, place)) {
        return false;
      }
      stones += IsStone(position, place) ? 1 : 0;
    }
    // All stones are in the ring of their heads.
    for (int place = 0; place < kPlaces; ++place) {
      if (!IsStone(position, place) || position.head[place] != place) {
        continue;
      }
      int stone = place;
      do {
        if (position.head[stone] != place || stones-- == 0) {
          return false;
        }
        stone = position.next[stone];
      } while (stone != place);
    }
    return stones == 0 && position.colors[position.ko] % kBorder == 0;
  }

 private:
  static constexpr std::array kNeighbours{-kStride, kStride, -1, 1};

  /// By place and color: the part of the board's hash, by SplitMix64.
  static constexpr auto kHashes = [] {
    std::array<std::array<std::uint64_t, 3>, kPlaces> hashes{};
    std::uint64_t state = 0;
    for (auto& of_place : hashes) {
      for (std::uint64_t& hash : of_place) {
        state += 0x9E3779B97F4A7C15;
        hash = (state ^ state >> 30) * 0xBF58476D1CE4E5B9;
        hash = (hash ^ hash >> 27) * 0x94D049BB133111EB;
        hash ^= hash >> 31;
      }
    }
    return hashes;
  }();

  /// kBytesOfBits, and the same with the bytes of each pair exchanged: what
  /// black and white see.
  static constexpr auto kBytesSeen = [] {
    constexpr std::uint64_t kEven = 0x00FF00FF00FF00FF;
    std::array tables{kBytesOfBits, kBytesOfBits};
    for (std::uint64_t& bytes : tables[1]) {
      bytes = (bytes & kEven) << 8 | (bytes >> 8 & kEven);
    }
    return tables;
  }();

  static constexpr int PlaceOf(int point) {
    return (point / kSize + 1) * kStride + point % kSize + 1;
  }
  static constexpr int PointOf(int place) {
    return (place / kStride - 1) * kSize + place % kStride - 1;
  }
  static Color ToMove(const Position& position) {
    return position.moves % 2 == 0 ? kBlack : kWhite;
  }
  static bool IsStone(const Position& position, int place) {
    return position.colors[place] == kBlack || position.colors[place] == kWhite;
  }
  static Chain& ChainAt(int place, Position* position) {
    return position->chains[position->head[place]];
  }
  static const Chain& ChainAt(int place, const Position& position) {
    return position.chains[position.head[place]];
  }
  static bool HasOneLiberty(const Chain& chain) {
    return std::uint64_t{chain.sum} * chain.sum == chain.squares * chain.count;
  }
  static void AddLiberty(int place, Chain* chain) {
    ++chain->count;
    chain->sum += place;
    chain->squares += place * place;
  }
  static void RemoveLiberty(int place, Chain* chain) {
    --chain->count;
    chain->sum -= place;
    chain->squares -= place * place;
  }

  /// Writes a point's planes, and returns their end.
  Cell* WritePoint(unsigned seen, bool is_white, Cell* cells) const {
    const auto& table = kBytesSeen[is_white ? 1 : 0];
    const std::array bytes{table[seen & 0xFF], table[seen >> 8]};
    const int stones = 2 * history_;
    if (stones == 2 * kMaxHistory) {
      std::memcpy(cells, &bytes, 2 * kMaxHistory);
    } else {
      std::memcpy(cells, &bytes, stones);
    }
    cells[stones] = is_white;
    return cells + stones + 1;
  }

  [[nodiscard]] bool IsLegalAt(const Position& position, int place) const {
    const auto& colors = position.colors;
    if (colors[place] != kFree || place == position.ko) {
      return false;
    }
    const Color own = ToMove(position);
    const bool is_open = std::ranges::any_of(kNeighbours, [&](int step) {
      const int color = colors[place + step];
      return color == kFree ||
             (color != kBorder &&
              HasOneLiberty(ChainAt(place + step, position)) == (color != own));
    });
    return is_open && !(forbids_repeats_ && Repeats(position, place, own));
  }

  /// Whether a stone at this place leads to an earlier board.
  static bool Repeats(const Position& position, int place, Color own) {
    std::uint64_t hash = position.hash ^ kHashes[place][own];
    std::array<int, 4> taken{};
    for (std::size_t i = 0; i < kNeighbours.size(); ++i) {
      const int there = place + kNeighbours[i];
      if (position.colors[there] != kBlack + kWhite - own ||
          !HasOneLiberty(ChainAt(there, position))) {
        continue;
      }
      const int head = position.head[there];
      if (std::ranges::find(taken, head) == taken.end()) {
        hash ^= position.chains[head].hash;
      }
      taken[i] = head;
    }
    return position.boards[SlotOf(position, hash)] == hash;
  }

  /// The slot of a board's hash: where it is, or a free one.
  static int SlotOf(const Position& position, std::uint64_t hash) {
    unsigned slot = hash % kSlots;
    for (int i = 0; i < kSlots && position.boards[slot] != 0 &&
                    position.boards[slot] != hash;
         ++i) {
      slot = (slot + 1) % kSlots;
    }
    return static_cast<int>(slot);
  }
  /// Remembers the board, and returns whether it is a new one.
  static bool AddBoard(Position* position) {
    std::uint64_t& slot = position->boards[SlotOf(*position, position->hash)];
    return std::exchange(slot, position->hash) != position->hash ||
           position->hash == 0;
  }

  static void PlaceStone(int place, Color color, Position* position) {
    position->colors[place] = color;
    position->head[place] = position->next[place] = place;
    Chain& own = position->chains[place];
    own = {kHashes[place][color], 0, 0, 0};
    position->hash ^= own.hash;
    bool is_enclosed = true;  // by the border and stones of the other color
    for (const int step : kNeighbours) {
      const int there = place + step;
      const int other = position->colors[there];
      is_enclosed &= other != kFree && other != color;
      if (other == kFree) {
        AddLiberty(there, &own);
      } else if (other != kBorder) {
        RemoveLiberty(place, &ChainAt(there, position));
      }
    }
    int taken = 0;
    int last = 0;
    for (const int step : kNeighbours) {
      const int there = place + step;
      const int other = position->colors[there];
      if (other == color) {
        Merge(place, there, position);
      } else if ((other == kBlack || other == kWhite) &&
                 ChainAt(there, position).count == 0) {
        taken += Take(there, position);
        last = there;
      }
    }
    if (taken == 1 && is_enclosed) {
      position->ko = static_cast<std::uint16_t>(last);
    }
  }

  static void Merge(int one, int two, Position* position) {
    const std::uint16_t from = position->head[two];
    const std::uint16_t to = position->head[one];
    if (from == to) {
      return;
    }
    const Chain& added = position->chains[from];
    Chain& chain = position->chains[to];
    chain.hash ^= added.hash;
    chain.squares += added.squares;
    chain.sum += added.sum;
    chain.count += added.count;
    int stone = two;
    do {
      position->head[stone] = to;
      stone = position->next[stone];
    } while (stone != two);
    std::swap(position->next[one], position->next[two]);
  }

  /// Removes a chain, and returns the number of its stones.
  static int Take(int stone, Position* position) {
    const Color color{position->colors[stone]};
    position->hash ^= ChainAt(stone, position).hash;
    int count = 0;
    while (position->colors[stone] == color) {
      position->colors[stone] = kFree;
      for (const int step : kNeighbours) {
        if (IsStone(*position, stone + step)) {
          AddLiberty(stone, &ChainAt(stone + step, position));
        }
      }
      stone = position->next[stone];
      ++count;
    }
    return count;
  }

  /// The areas of black and of white: stones, and the free points that only
  /// this colour reaches. A point that no stone reaches counts for both
  /// colours.
  static std::pair<int, int> Areas(const Position& position) {
    std::array<int, 4> areas{};
    std::array<bool, kPlaces> seen{};
    std::array<std::int16_t, kPoints> todo;
    for (int point = 0; point < kPoints; ++point) {
      const int start = PlaceOf(point);
      areas[position.colors[start]] += 1;
      if (position.colors[start] != kFree || seen[start]) {
        continue;
      }
      seen[start] = true;
      int size = 0;
      todo[size++] = static_cast<std::int16_t>(start);
      int reached = 0;  // bits of colors
      for (int i = 0; i < size; ++i) {
        for (const int step : kNeighbours) {
          const int there = todo[i] + step;
          const int color = position.colors[there];
          reached |= color == kBorder ? 0 : color;
          if (color == kFree && !seen[there]) {
            seen[there] = true;
            todo[size++] = static_cast<std::int16_t>(there);
          }
        }
      }
      areas[kBlack] += (reached & kWhite) == 0 ? size : 0;
      areas[kWhite] += (reached & kBlack) == 0 ? size : 0;
    }
    return {areas[kBlack], areas[kWhite]};
  }

  static bool IsValidPlace(const Position& position, int place) {
    const int row = place / kStride;
    const int column = place % kStride;
    const bool is_inside =
        row >= 1 && row <= kSize && column >= 1 && column <= kSize;
    const int color = position.colors[place];
    if (is_inside != (color < kBorder) || color > kBorder) {
      return false;
    }
    if (!IsStone(position, place)) {
      return true;
    }
    const int head = position.head[place];
    const int next = position.next[place];
    return head < kPlaces && next < kPlaces && position.colors[head] == color &&
           position.colors[next] == color;
  }

  const float komi_;
  const int history_;
  int max_moves_;
  const bool forbids_repeats_;
};

}  // namespace envpool::board

#endif  // ENVPOOL_BOARD_GO_H_
