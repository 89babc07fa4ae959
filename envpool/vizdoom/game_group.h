// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// GameGroup: a game of one or several players, each with an engine.
//
// The first player's engine is the host; the others join its port as guests. An
// engine sends its player's input for a tic to the others, and plays the tic
// when it has the input of all players. A guest adapts its clock to the arrival
// of the host's packets. The host always plays a tic first, so that its packet
// is there when the guests begin. The guests then send their input a tic ahead,
// so that no engine ever waits for a packet, and timing does not affect games.
//
// A player's input therefore takes effect one tic later than in a game of one
// player. Game delays the host's input accordingly.
//
// Threads: one at a time. Errors: as Game.

#ifndef ENVPOOL_VIZDOOM_GAME_GROUP_H_
#define ENVPOOL_VIZDOOM_GAME_GROUP_H_

#include <chrono>
#include <memory>
#include <vector>

#include "envpool/vizdoom/game.h"
#include "envpool/vizdoom/port.h"

namespace envpool::vizdoom {

class GameGroup {
 public:
  /// Starts the engines without waiting for them.
  GameGroup(const GameOptions& options, int players);

  /// Waits for the first episode.
  void Start();
  [[nodiscard]] bool started() const { return started_; }

  /// Ends the engines without waiting for their end; they must not be used
  /// again.
  void Kill();

  /// The game of a player, in the order of the engine's player numbers.
  [[nodiscard]] Game& player(int i) { return *games_[i]; }
  /// The game that leads the others: its methods begin episodes and play tics
  /// for all.
  [[nodiscard]] Game& host() { return *games_[0]; }

 private:
  void StartEngines();
  void Lead();
  bool WarmUp(std::chrono::milliseconds head_start);

  const GameOptions options_;
  const int count_;
  std::unique_ptr<Port> port_;
  std::vector<std::unique_ptr<Game>> games_;
  bool started_{false};
};

}  // namespace envpool::vizdoom

#endif  // ENVPOOL_VIZDOOM_GAME_GROUP_H_
