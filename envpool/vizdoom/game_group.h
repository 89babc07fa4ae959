// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// GameGroup: a game of one or several players, each with an engine.
//
// The first player's engine is the host, whose port the others join. An engine
// sends the others what its player does in a tic, and plays the tic when it
// knows that of all. Since a guest adapts its clock to when packets of the host
// arrive, the host always plays a tic first: its packet is there when the
// guests begin. They then send what they do a tic ahead, so that nobody ever
// waits for a packet, and equal games are equal whatever the timing.
//
// What a player does therefore takes effect one tic later than if there were
// one player; for the host, Game sees to that.
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
  /// Starts the engines; does not wait for them.
  GameGroup(const GameOptions& options, int players);

  /// Waits for the first episode.
  void Start();
  [[nodiscard]] bool started() const { return started_; }

  /// Ends the engines and does not wait for them: they are of no more use.
  void Kill();

  /// The game as a player sees it, in the order of their numbers.
  [[nodiscard]] Game& player(int i) { return *games_[i]; }
  /// The one that leads the others: what begins an episode or plays tics does
  /// so for all.
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
