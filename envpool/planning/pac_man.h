// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// PacMan: eat all pellets of a maze, and keep away from four ghosts, or eat
// them for 30 steps after a power-up. Rewards: 10 for a pellet, 50 for a
// power-up, 200 for a ghost, once each. The episode ends with the last pellet,
// a ghost, or the time limit.
//
// This has the rules of Jumanji, whose ghosts aim at cells with row and column
// exchanged in some cases.

#ifndef ENVPOOL_PLANNING_PAC_MAN_H_
#define ENVPOOL_PLANNING_PAC_MAN_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "envpool/common/threefry.h"
#include "envpool/planning/problem.h"

namespace envpool::planning {

class PacMan {
 public:
  static constexpr bool kMasksChoices = true;

  static decltype(auto) DefaultConfig() {
    return MakeDict("time_limit"_.Bind(1000));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const int limit = conf["time_limit"_];
    const Spec<int> four_cells({kGhosts, 2}, {0, kExtent.rows - 1});
    return MakeDict(
        "obs:grid"_.Bind(Spec<int>({kExtent.rows, kExtent.cols}, {0, 1})),
        "obs:player_locations.x"_.Bind(Spec<int>({}, {0, kExtent.rows - 1})),
        "obs:player_locations.y"_.Bind(Spec<int>({}, {0, kExtent.cols - 1})),
        "obs:ghost_locations"_.Bind(four_cells),
        "obs:power_up_locations"_.Bind(four_cells),
        "obs:frightened_state_time"_.Bind(Spec<int>({}, {-limit, kFrightened})),
        "obs:pellet_locations"_.Bind(
            Spec<int>({kPellets, 2}, {0, kExtent.rows - 1})),
        "obs:action_mask"_.Bind(Spec<bool>({kActions}, {false, true})),
        "obs:score"_.Bind(Spec<int>({}, {0, kMostScore})));
  }
  template <typename Config>
  static std::vector<int> Choices(const Config& /*conf*/) {
    return {kActions};
  }

  template <typename Config>
  explicit PacMan(const Config& conf)
      : limit_(conf["time_limit"_]),
        pellets_(kPellets),
        places_(2 * kPellets),
        power_ups_(kGhosts),
        ghosts_(kGhosts),
        last_ghosts_(kGhosts),
        actions_(kGhosts),
        eaten_(kGhosts) {
    for (int cell = 0; cell < kExtent.Size(); ++cell) {
      grid_.push_back(IsFree(kExtent.At(cell)) ? 1 : 0);
      if (grid_.back() != 0) {
        pellet_cells_.push_back(cell);
      }
    }
  }

  void Start(const threefry::Key& key) {
    key_ = key;
    std::ranges::fill(pellets_, 1);
    left_ = kPellets;
    FindPlaces();
    std::ranges::fill(power_ups_, 1);
    std::ranges::transform(kStarts, ghosts_.begin(), IndexOf);
    last_ghosts_ = ghosts_;
    std::ranges::fill(actions_, 1);
    std::ranges::fill(eaten_, 0);
    player_ = kExtent.Index({23, 13});
    frightened_ = 0;
    score_ = 0;
    steps_ = 0;
  }

  Outcome Step(const int* action) {
    const Cell ahead = Wrapped(kExtent.At(player_) + kMoves[*action]);
    const int next = IsFree(ahead) ? kExtent.Index(ahead) : player_;
    int reward = 0;
    bool dead = false;
    moved_ = ghosts_;
    for (int ghost = 0; ghost < kGhosts; ++ghost) {
      int& to = moved_[ghost];
      to = MoveGhost(ghost, *action);
      if (to == next || to == player_ || last_ghosts_[ghost] == next) {
        dead = dead || frightened_ <= 0;
        if (frightened_ > 0) {
          to = IndexOf(kStarts[ghost]);
          reward += eaten_[ghost] == 0 ? 200 : 0;
          eaten_[ghost] = 1;
        }
      }
    }
    last_ghosts_ = ghosts_;
    ghosts_ = moved_;
    key_ = threefry::Split(key_, 0);
    player_ = next;
    --frightened_;
    reward += Eat();
    score_ += reward;
    ++steps_;
    return {static_cast<float>(reward), dead || steps_ >= limit_ || left_ == 0};
  }

  template <typename Row>
  void Write(const Row& row) const {
    Copy(grid_, row["obs:grid"_]);
    const Cell player = kExtent.At(player_);
    *row["obs:player_locations.x"_] = player.row;
    *row["obs:player_locations.y"_] = player.col;
    auto* place = row["obs:ghost_locations"_];
    for (const int ghost : ghosts_) {
      place = WriteCell(kExtent.At(ghost), place);
    }
    place = row["obs:power_up_locations"_];
    for (int i = 0; i < kGhosts; ++i) {
      place = WriteCell(power_ups_[i] != 0 ? kPowerUps[i] : Cell{}, place);
    }
    *row["obs:frightened_state_time"_] = frightened_;
    Copy(places_, row["obs:pellet_locations"_]);
    auto* mask = row["obs:action_mask"_];
    std::ranges::transform(kMoves, mask, [&player](const Cell& move) {
      return move != Cell() && IsFree(Read(player + move));
    });
    *row["obs:score"_] = score_;
  }

  [[nodiscard]] PictureSize SizeOfPicture() const {
    return {kExtent.cols, kExtent.rows};
  }
  void Draw(Picture* picture) const;

  template <typename Visitor>
  void Visit(Visitor&& visit) {
    const int last = kExtent.Size() - 1;
    visit(&pellets_, 0, 1);
    visit(&power_ups_, 0, 1);
    visit(&ghosts_, 0, last);
    visit(&last_ghosts_, 0, last);
    visit(&actions_, 0, kActions - 1);
    visit(&eaten_, 0, 1);
    visit(&player_, 0, last);
    visit(&frightened_, -limit_, kFrightened);
    visit(&score_, 0, kMostScore);
    visit(&steps_, 0, limit_);
    visit(&key_);
  }
  bool Restore() {
    left_ = static_cast<int>(std::ranges::count(pellets_, 1));
    FindPlaces();
    return true;
  }

 private:
  static constexpr Extent kExtent{31, 28};
  static constexpr int kGhosts = 4;  // and power-ups
  static constexpr int kPellets = 318;
  static constexpr int kFrightened = 30;  // steps after a power-up
  static constexpr int kMostScore = 10 * kPellets + 250 * kGhosts;
  static constexpr int kActions = 5;
  static constexpr int kStay = 4;
  static constexpr std::array<Cell, kActions> kMoves{
      {{-1, 0}, {0, -1}, {1, 0}, {0, 1}, {0, 0}}};
  static constexpr std::array<Cell, kActions> kGhostMoves{
      {{0, -1}, {-1, 0}, {0, 1}, {1, 0}, {0, 0}}};

  // The free cells of each row: bit by bit, the first column is the highest.
  static constexpr std::array<std::uint32_t, kExtent.rows> kFree{
      0x0000000, 0x7FF9FFE, 0x4209042, 0x4209042, 0x4209042, 0x7FFFFFE,
      0x4240242, 0x4240242, 0x7E79E7E, 0x0209040, 0x0209040, 0x027FE40,
      0x0244240, 0x025FA40, 0xFFF0FFF, 0x025FA40, 0x0244240, 0x027FE40,
      0x0240240, 0x0240240, 0x7FF9FFE, 0x4209042, 0x4209042, 0x73FFFCE,
      0x1240248, 0x1240248, 0x7E79E7E, 0x4009002, 0x4009002, 0x7FFFFFE,
      0x0000000};
  static constexpr std::array<Cell, kGhosts> kStarts{
      {{13, 13}, {14, 11}, {14, 16}, {15, 13}}};
  static constexpr std::array<int, kGhosts> kDelays{1, 5, 10, 15};
  static constexpr std::array<Cell, kGhosts> kPowerUps{
      {{3, 6}, {3, 21}, {29, 8}, {29, 22}}};
  // Where ghosts go when they are frightened.
  static constexpr std::array<Cell, kGhosts> kCorners{
      {{1, 3}, {1, 24}, {23, 7}, {23, 19}}};

  static int IndexOf(const Cell& cell) { return kExtent.Index(cell); }
  static bool IsFree(const Cell& cell) {
    return (kFree[cell.row] >> (kExtent.cols - 1 - cell.col) & 1) != 0;
  }
  /// The cell that Jumanji reads for one that may be outside: negative indices
  /// count from the end, others end at the last.
  static Cell Read(const Cell& cell) {
    const auto within = [](int index, int size) {
      return index < 0 ? index + size : std::min(index, size - 1);
    };
    return {within(cell.row, kExtent.rows), within(cell.col, kExtent.cols)};
  }
  static Cell Wrapped(const Cell& cell) {
    return {(cell.row + kExtent.rows) % kExtent.rows,
            (cell.col + kExtent.cols) % kExtent.cols};
  }
  static Cell Exchanged(const Cell& cell) { return {cell.col, cell.row}; }
  static Cell Way(const Cell& from, const Cell& to) {
    return {to.row - from.row, to.col - from.col};
  }
  static int Square(const Cell& way) {
    return way.row * way.row + way.col * way.col;
  }
  /// Writes column and row, and returns the end.
  static int* WriteCell(const Cell& cell, int* place) {
    *place++ = cell.col;
    *place++ = cell.row;
    return place;
  }

  /// Takes what is in the player's cell, and returns the reward.
  int Eat() {
    int reward = 0;
    for (int i = 0; i < kGhosts; ++i) {
      if (power_ups_[i] != 0 && IndexOf(kPowerUps[i]) == player_) {
        power_ups_[i] = 0;
        frightened_ = kFrightened;
        reward += 50;
      }
    }
    const auto at = std::ranges::lower_bound(pellet_cells_, player_);
    const auto pellet = at - pellet_cells_.begin();
    if (at != pellet_cells_.end() && *at == player_ && pellets_[pellet] != 0) {
      pellets_[pellet] = 0;
      --left_;
      WriteCell({}, &places_[2 * pellet]);
      reward += 10;
    }
    return reward;
  }

  void FindPlaces() {
    int* place = places_.data();
    for (int i = 0; i < kPellets; ++i) {
      const bool exists = pellets_[i] != 0;
      place = WriteCell(exists ? kExtent.At(pellet_cells_[i]) : Cell{}, place);
    }
  }

  /// Returns the cell to which a ghost moves.
  int MoveGhost(int ghost, int action) {
    if (steps_ <= kDelays[ghost]) {
      actions_[ghost] = kStay;
      return ghosts_[ghost];
    }
    const Cell own = kExtent.At(ghosts_[ghost]);
    std::array<bool, 4> open;
    for (int i = 0; i < 4; ++i) {
      open[i] = IsFree(Read(own + kGhostMoves[i]));
    }
    const bool is_tunnel =
        open[0] == open[2] && open[1] == open[3] && open[0] != open[1];
    if (!is_tunnel) {
      actions_[ghost] = ChooseMove(ghost, action, open);
    }
    return kExtent.Index(Wrapped(own + kGhostMoves[actions_[ghost]]));
  }

  /// Draws one of the moves that bring a ghost nearest to its aim, but not
  /// back.
  int ChooseMove(int ghost, int action, const std::array<bool, 4>& open) {
    const Cell own = kExtent.At(ghosts_[ghost]);
    const Cell back = kExtent.At(last_ghosts_[ghost]);
    constexpr int kNever = std::numeric_limits<int>::max();
    std::array<int, 4> squares;
    for (int i = 0; i < 4; ++i) {
      const Cell to = own + kGhostMoves[i];
      squares[i] =
          open[i] && to != back ? Square(WayToAim(ghost, to, action)) : kNever;
    }
    const int least = std::ranges::min(squares);
    std::array<bool, 4> best;
    std::ranges::transform(squares, best.begin(),
                           [least](int square) { return square == least; });
    const auto which = static_cast<std::uint32_t>(ghost + 1);
    const threefry::Key ghost_key = threefry::Split(key_, which);
    return threefry::ChooseSet(
        threefry::Split(threefry::Split(ghost_key, 1), 1), best);
  }

  /// From the aim of a ghost to a cell.
  [[nodiscard]] Cell WayToAim(int ghost, const Cell& cell, int action) const {
    const Cell player = kExtent.At(player_);
    const Cell to_player = Way(player, cell);
    const Cell to_corner = Way(Exchanged(kCorners[ghost]), cell);
    Cell ahead = player;
    for (int i = 0; i < 4; ++i) {
      ahead = Wrapped(ahead + kMoves[action]);
    }
    const Cell to_ahead = Way(Exchanged(ahead), cell);
    if (frightened_ > 0) {
      return to_corner;
    }
    if (ghost == 0) {
      return to_player;
    }
    if (ghost == 1) {
      return to_ahead;
    }
    if (ghost == 2) {
      return to_player + to_ahead;
    }
    const bool is_far = Square(Way(player, kExtent.At(ghosts_[ghost]))) > 64;
    return is_far ? to_player : to_corner;
  }

  int limit_;
  threefry::Key key_;
  std::vector<int> grid_;          // by cell: 1 if it is free
  std::vector<int> pellet_cells_;  // by pellet, in ascending order
  std::vector<Flag> pellets_;      // by pellet: whether it exists
  std::vector<int> places_;        // column and row of each, or 0
  std::vector<Flag> power_ups_;    // likewise
  std::vector<int> ghosts_;        // their cells
  std::vector<int> last_ghosts_;   // their cells one step before
  std::vector<int> moved_;         // for Step
  std::vector<int> actions_;       // by ghost: an index of kGhostMoves
  std::vector<Flag> eaten_;        // by ghost
  int left_{0};                    // pellets
  int player_{0};                  // its cell
  int frightened_{0};              // steps for which ghosts can be eaten
  int score_{0};
  int steps_{0};
};

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_PAC_MAN_H_
