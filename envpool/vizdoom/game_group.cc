// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/vizdoom/game_group.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace envpool::vizdoom {

namespace {

// The number of player colours in the engine.
constexpr int kPlayerColors = 8;

// Guests compare their clocks with the host's over four tics. Players do not
// act in the warm-up, so any of its tics may be the one in which a guest gets
// ahead.
constexpr int kWarmUpTics = 5;

// The host's head start in each warm-up tic. If its packets are still late, as
// on a busy machine, the game is restarted with a longer one.
constexpr std::chrono::milliseconds kHeadStart{50}, kLongestHeadStart{5'000};

GameOptions OptionsOf(const GameOptions& options, int players, int player,
                      int port) {
  GameOptions result = options;
  std::vector<std::string>* arguments = &result.scenario.arguments;
  const std::string number = std::to_string(port);
  if (player == 0) {
    arguments->insert(arguments->end(),
                      {"-host", std::to_string(players), "-port", number});
  } else {
    arguments->insert(arguments->end(), {"-join", "127.0.0.1:" + number});
  }
  // Views must show the actual world instead of a prediction, and engines must
  // not wait for each other needlessly.
  arguments->insert(arguments->end(),
                    {"+cl_noprediction", "1", "+viz_sync_timeout", "0",
                     "+viz_connect_timeout", "300"});
  // Dead players would see scores with the network's delay, which depends on
  // timing.
  arguments->insert(arguments->end(),
                    {"+sb_deathmatch_enable", "0", "+sb_cooperative_enable",
                     "0", "+sb_teamdeathmatch_enable", "0"});
  if (result.scenario.timeout > 0) {
    result.scenario.timeout += kWarmUpTics;
  }
  return result;
}

}  // namespace

GameGroup::GameGroup(const GameOptions& options, int players)
    : options_(options), count_(players) {
  StartEngines();
}

void GameGroup::StartEngines() {
  games_.clear();
  if (count_ == 1) {
    games_.push_back(std::make_unique<Game>(options_));
    return;
  }
  port_ = std::make_unique<Port>();
  std::vector<Game*> peers;
  for (int i = 0; i < count_; ++i) {
    games_.push_back(std::make_unique<Game>(
        OptionsOf(options_, count_, i, port_->number())));
    peers.push_back(games_.back().get());
  }
  for (const auto& game : games_) {
    game->Watch(peers);
  }
}

void GameGroup::Kill() {
  for (const auto& game : games_) {
    game->Kill();
  }
}

void GameGroup::Start() {
  Lead();
  for (std::chrono::milliseconds head_start = kHeadStart;
       count_ > 1 && !WarmUp(head_start); head_start *= 10) {
    if (head_start >= kLongestHeadStart) {
      throw std::runtime_error(
          "the ViZDoom engines failed: the host's packets do not reach the "
          "others");
    }
    StartEngines();
    Lead();
  }
  host().Start();
  started_ = true;
}

/// Waits until all engines have loaded, then makes the host lead the other
/// games.
void GameGroup::Lead() {
  for (const auto& game : games_) {
    game->Open();
  }
  // Guests join in any order.
  std::sort(games_.begin(), games_.end(), [](const auto& a, const auto& b) {
    return a->game().player_number < b->game().player_number;
  });
  std::vector<Game*> guests;
  for (auto game = games_.begin() + 1; game != games_.end(); ++game) {
    guests.push_back(game->get());
  }
  host().Lead(std::move(guests));
}

/// Plays the warm-up tics, in which guests get a tic ahead of the host. Returns
/// whether all guests are ahead.
bool GameGroup::WarmUp(std::chrono::milliseconds head_start) {
  for (int i = 0; i < count_; ++i) {
    games_[i]->Tell("colorset " + std::to_string(i % kPlayerColors));
  }
  bool are_ahead = false;
  for (int tic = 0; tic < kWarmUpTics; ++tic) {
    are_ahead = host().PlayEarlyTic(head_start);
  }
  return are_ahead;
}

}  // namespace envpool::vizdoom
