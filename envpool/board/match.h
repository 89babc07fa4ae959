// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// MatchEnv<Game>: the env of a game. A Game (see game.h) has the rules; the
// rest is here: rows of players, illegal actions, keys, the opponent, pictures,
// saved states.
//
// Keys: the first game of an env has the key jax.random.PRNGKey(seed), the
// n-th one after it fold_in(PRNGKey(seed), n). The m-th move of a game, counted
// from 1, has fold_in(key of the game, m); the opponent draws that move with
// fold_in(key of the game, 2^32 - m), if it is random.
//
// Threads: an env is used by one thread at a time. Errors: Step throws
// std::invalid_argument unless it gets one action, or one for each player, of
// which that of the player to move counts.

#ifndef ENVPOOL_BOARD_MATCH_H_
#define ENVPOOL_BOARD_MATCH_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "envpool/board/game.h"
#include "envpool/board/opponent.h"
#include "envpool/board/planes.h"
#include "envpool/common/adjacent.h"
#include "envpool/common/pointer_row.h"
#include "envpool/common/threefry.h"
#include "envpool/core/async_envpool.h"
#include "envpool/core/env.h"

namespace envpool::board {

/// The number of cells of an observation.
inline int NumCells(const std::vector<int>& shape) {
  return std::accumulate(shape.begin(), shape.end(), 1, std::multiplies());
}

template <typename Game>
class MatchEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    if constexpr (Game::kPlayers > 1) {
      return ConcatDict(Game::DefaultConfig(), OpponentConfig());
    } else {
      return Game::DefaultConfig();
    }
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const Game game(conf);
    const int actions = game.NumActions();
    const int last = Game::kPlayers - 1;
    std::vector<int> shape{-1};
    for (const int extent : game.Shape()) {
      shape.push_back(extent);
    }
    if constexpr (Game::kPlayers > 1) {
      if (conf["opponent"_] == "network") {
        CheckNetwork(NetworkOptions::Of(conf), NumCells(game.Shape()), actions);
      }
    }
    return MakeDict(
        "obs"_.Bind(Spec<typename Game::Cell>(shape)),
        "info:action_mask"_.Bind(Spec<std::int8_t>({actions}, {0, 1})),
        "info:legal_action_mask"_.Bind(Spec<bool>({actions}, {false, true})),
        "info:current_player"_.Bind(Spec<int>({}, {0, last})),
        "info:players.id"_.Bind(Spec<int>({-1}, {0, last})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& conf) {
    const int last = Game(conf).NumActions() - 1;
    return MakeDict("action"_.Bind(Spec<int>({-1}, {0, last})));
  }
};

/// What the moves of a game draw, made for several moves at once.
template <typename Game>
class Draws {
 public:
  threefry::Key Of(const threefry::Key& key, std::uint32_t move) {
    const std::uint32_t first = move - move % kLanes;
    if (first != first_ || !(key == key_)) {
      key_ = key;
      first_ = first;
      const Word zeros = {};
      const threefry::KeyOf<Word> keys = {zeros + key.high, zeros + key.low};
      drawn_ = Game::NumbersOf(threefry::FoldIn(keys, kCounts + first));
    }
    return {drawn_.high[move % kLanes], drawn_.low[move % kLanes]};
  }

 private:
  static constexpr int kLanes = 4;
  using Word = threefry::Words<kLanes>;
  static constexpr Word kCounts{0, 1, 2, 3};

  threefry::Key key_;
  std::uint32_t first_{1};  // no multiple of kLanes: nothing is drawn
  threefry::KeyOf<Word> drawn_;
};

template <typename Game>
class MatchEnv : public Env<EnvSpec<MatchEnvFns<Game>>>,
                 public RenderableEnv,
                 public Adjacent<MatchEnv<Game>> {
  using Base = Env<EnvSpec<MatchEnvFns<Game>>>;
  using Position = typename Game::Position;
  using Cell = typename Game::Cell;
  static constexpr int kPlayers = Game::kPlayers;
  // No bits without a meaning, so that a saved state is a copy of the bytes.
  static_assert(std::is_trivially_copyable_v<Position> &&
                std::has_unique_object_representations_v<Position>);

 public:
  using Action = typename Base::Action;

  MatchEnv(const typename Base::Spec& spec, int env_id)
      : Base(spec, env_id),
        game_(spec.config),
        num_cells_(NumCells(game_.Shape())),
        seed_key_(threefry::MakeKey(this->seed64())),
        mask_(game_.NumActions()) {
    if constexpr (kPlayers > 1) {
      is_alone_ = !spec.config["opponent"_].empty();
      if (spec.config["opponent"_] == "network") {
        network_ = NetworkOpponent::Shared(NetworkOptions::Of(spec.config));
      }
    }
    const auto rows = static_cast<std::size_t>(spec.config["batch_size"_]) *
                      static_cast<std::size_t>(Rows() * num_cells_);
    fits_caches_ = rows * sizeof(Cell) <= kCacheBytes;
  }

  [[nodiscard]] bool WritesAllFields() const override { return true; }
  [[nodiscard]] bool UsesGen() const override { return false; }
  bool IsDone() override { return over_ != 0; }
  bool TerminatedAtLimit() override { return over_ != 0; }

  void Reseed(std::int64_t seed) override {
    Base::Reseed(seed);
    seed_key_ = threefry::MakeKey(seed);
    games_ = 0;
  }

  void Reset() override {
    // An opponent may win before the first action.
    do {
      key_ = games_ == 0 ? seed_key_ : threefry::FoldIn(seed_key_, games_);
      ++games_;
      moves_ = 0;
      over_ = 0;
      rewards_.fill(0);
      game_.Start(key_, &position_);
      MoveOpponents();
    } while (over_ != 0);
    Write();
  }

  void Step(const Action& action) override {
    const auto& given = action["action"_];
    const auto rows = static_cast<int>(given.Shape(0));
    if (rows != 1 && rows != Rows()) {
      throw std::invalid_argument(
          "action: expected one row, of the player to move, or one for each "
          "player, got " +
          std::to_string(rows));
    }
    rewards_.fill(0);
    Move(given[rows == 1 ? 0 : game_.Mover(position_)]);
    MoveOpponents();
    Write();
  }

  [[nodiscard]] bool CanObserve() const override { return Rows() == 1; }
  void Observe(StateBlock* block, int row) override {
    ObservePlayer(0, PointerRow(this->StateAt(*block, row))["obs"_]);
  }

  [[nodiscard]] std::pair<int, int> RenderSize(int width,
                                               int height) const override {
    return Game::kPicture.Pixels(width, height);
  }
  void Render(int width, int height, int /*camera_id*/,
              unsigned char* rgb) override {
    Picture picture(Game::kPicture, width, height, rgb);
    game_.Draw(position_, &picture);
  }

  void Save(StateWriter* writer) override {
    writer->Write(position_);
    for (const std::uint32_t number :
         {seed_key_.high, seed_key_.low, key_.high, key_.low, games_, moves_}) {
      writer->Write(number);
    }
    writer->Write(over_);
  }
  void Load(StateReader* reader) override {
    reader->Read(&position_);
    for (std::uint32_t* number : {&seed_key_.high, &seed_key_.low, &key_.high,
                                  &key_.low, &games_, &moves_}) {
      reader->Read(number);
    }
    reader->Read(&over_, 0, 1);
    reader->Require(game_.IsValid(position_));
    reader->Require(over_ != 0 || HasLegal());
    reader->Require(over_ != 0 || !is_alone_ || game_.Mover(position_) == 0);
  }

 private:
  [[nodiscard]] int Rows() const { return is_alone_ ? 1 : kPlayers; }

  void Move(int action) {
    ++moves_;
    if (!game_.IsLegal(position_, action)) {
      rewards_.fill(Game::kPenalty * (kPlayers - 1));
      rewards_[game_.Mover(position_)] = -Game::kPenalty;
      over_ = 1;
      return;
    }
    threefry::Key drawn;
    if constexpr (Game::kMovesDraw) {
      drawn = draws_.Of(key_, moves_);
    }
    const Outcome<kPlayers> outcome = game_.Play(action, drawn, &position_);
    for (int player = 0; player < kPlayers; ++player) {
      rewards_[player] += outcome.rewards[player];
    }
    over_ = outcome.over ? 1 : 0;
  }

  [[nodiscard]] bool HasLegal() {
    if constexpr (requires { game_.HasLegal(position_); }) {
      return game_.HasLegal(position_);
    } else {
      game_.WriteMask(position_, mask_.data());
      return std::ranges::count(mask_, 1) > 0;
    }
  }

  /// Against an opponent: moves for the others until it is player 0's turn.
  void MoveOpponents() {
    while (is_alone_ && over_ == 0 && game_.Mover(position_) != 0) {
      game_.WriteMask(position_, mask_.data());
      Move(network_ != nullptr ? AskNetwork() : DrawAction());
    }
  }

  int AskNetwork() const {
    const auto observe = [this](Cell* cells) {
      game_.Observe(position_, game_.Mover(position_), cells);
    };
    return network_->Choose<Cell>(num_cells_, observe, mask_.data(), key_,
                                  moves_);
  }

  /// A legal action, each with the same probability.
  int DrawAction() const {
    const auto legal = std::count(mask_.begin(), mask_.end(), 1);
    int left = threefry::RandInt(threefry::FoldIn(key_, ~moves_), 0,
                                 static_cast<std::int32_t>(legal));
    const auto found = std::ranges::find_if(
        mask_, [&left](int is_legal) { return is_legal != 0 && left-- == 0; });
    return static_cast<int>(found - mask_.begin());
  }

  void ObservePlayer(int player, Cell* cells) const {
    if (!fits_caches_) {
      std::vector<char>& memory = ThreadMemory();
      memory.resize(num_cells_ * sizeof(Cell));
      auto* const seen = reinterpret_cast<Cell*>(memory.data());
      game_.Observe(position_, player, seen);
      CopyPastCaches(seen, memory.size(), cells);
    } else {
      game_.Observe(position_, player, cells);
    }
  }

  void ObservePlayers(int rows, Cell* cells) const {
    if constexpr (requires { game_.ObserveAll(position_, cells); }) {
      if (fits_caches_ && rows == kPlayers) {
        game_.ObserveAll(position_, cells);
        return;
      }
    }
    for (int player = 0; player < rows; ++player) {
      ObservePlayer(player, cells + player * num_cells_);
    }
  }

  void Write() {
    const int rows = Rows();
    const typename Base::Row row = this->AllocateRow(rows);
    auto* const cells = row["obs"_];
    float* const rewards = row["reward"_];
    int* const players = row["info:players.id"_];
    ObservePlayers(rows, cells);
    for (int player = 0; player < rows; ++player) {
      rewards[player] = rewards_[player];
      players[player] = player;
    }
    std::int8_t* const mask = row["info:action_mask"_];
    const int actions = game_.NumActions();  // a constant for the compiler
    if (over_ != 0) {
      std::memset(mask, 1, actions);
    } else {
      game_.WriteMask(position_, mask);
    }
    std::memcpy(row["info:legal_action_mask"_], mask, actions);
    *row["info:current_player"_] = is_alone_ ? 0 : game_.Mover(position_);
  }

  // A batch of more bytes is assumed to leave the caches before it is read.
  static constexpr std::size_t kCacheBytes = 8 << 20;

  const Game game_;
  const int num_cells_;  // of a player's observation
  Position position_{};
  threefry::Key seed_key_;
  threefry::Key key_;  // of the game
  std::uint32_t games_{0};
  std::uint32_t moves_{0};
  [[no_unique_address]] std::conditional_t<Game::kMovesDraw, Draws<Game>,
                                           std::monostate> draws_;
  std::array<float, kPlayers> rewards_{};
  std::uint8_t over_{1};
  bool is_alone_{false};
  bool fits_caches_{true};
  std::vector<std::int8_t> mask_;  // of the latest opponent to move
  std::shared_ptr<const NetworkOpponent> network_;  // the opponent, or null
};

template <typename Game>
using MatchEnvPool = AsyncEnvPool<MatchEnv<Game>>;

}  // namespace envpool::board

#endif  // ENVPOOL_BOARD_MATCH_H_
