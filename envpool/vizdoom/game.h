// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Game: one ViZDoom engine for one player. It equals `vizdoom.DoomGame` in
// PLAYER mode, over the engine's message queues and shared memory.
//
// The engine is a separate process. The constructor only starts it, so that
// many engines can load at the same time; Start waits until it plays.
//
// Threads: one at a time. Errors: std::runtime_error if the engine ends, does
// not answer, or rejects its arguments; afterwards the object must not be used.

#ifndef ENVPOOL_VIZDOOM_GAME_H_
#define ENVPOOL_VIZDOOM_GAME_H_

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "envpool/vizdoom/message_queue.h"
#include "envpool/vizdoom/process.h"
#include "envpool/vizdoom/scenario.h"
#include "envpool/vizdoom/scratch.h"
#include "envpool/vizdoom/shared_memory.h"

namespace envpool::vizdoom {

struct GameOptions {
  std::string engine;  // path of the executable
  Scenario scenario;
  std::uint32_t seed;
  std::string recordings;  // folder of recordings; "" for none
  // If true, waits end. Shared, since envs exchange games with spare envs.
  std::shared_ptr<const std::atomic<bool>> cancelled;
};

class Game {
 public:
  explicit Game(const GameOptions& options);
  ~Game();
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;

  /// Ends the engine without waiting for its end; it must not be used again.
  void Kill() { process_->Kill(); }

  /// Waits until the engine has loaded and all players have joined.
  void Open();
  /// Waits for the first episode; opens the game if necessary.
  void Start();
  [[nodiscard]] bool is_open() const { return memory_ != nullptr; }

  /// Sets the seed of the following episodes.
  void Reseed(std::uint32_t seed) { random_.seed(seed); }
  /// The generator of the seeds of the following episodes.
  [[nodiscard]] const std::mt19937& random() const { return random_; }
  void set_random(const std::mt19937& random) { random_ = random; }
  /// Starts a new episode. If `recording` is not empty, it is the name of a
  /// file in the folder of recordings.
  void NewEpisode(const std::string& recording = "");

  /// Makes waits also fail if the engine of one of these games ends.
  void Watch(std::vector<Game*> peers) { peers_ = std::move(peers); }
  /// Adds the games of the other players. From now on, methods that begin an
  /// episode or play tics do so for these games, too.
  void Lead(std::vector<Game*> guests) { guests_ = std::move(guests); }
  /// Plays a warm-up tic. The guests begin it when this game has played it, but
  /// after `head_start` at the latest. Returns whether this game was first,
  /// which shows that the guests are a tic ahead.
  bool PlayEarlyTic(std::chrono::milliseconds head_start);
  /// Sends a command to this engine alone.
  void Tell(const std::string& command) {
    to_engine_.Send(Code::kCommand, command);
  }

  /// Sets one of the scenario's buttons.
  void SetButton(int index, double value) {
    double* state = guests_.empty() ? memory_->input().state : next_state_;
    state[options_.scenario.buttons[index]] = value;
  }
  /// Presses USE for a dead player in a game of several players, so that the
  /// player respawns some tics later.
  void Respawn();
  /// Plays `tics` tics, or fewer if the episode ends.
  void Advance(int tics);

  [[nodiscard]] bool IsFinished() const { return IsOver() || IsTimedOut(); }
  [[nodiscard]] bool IsTimedOut() const;
  /// Whether the map has ended, or the player of a one-player game is dead.
  [[nodiscard]] bool IsOver() const;
  [[nodiscard]] bool IsDead() const { return game().dead; }
  /// The tic at which the last action ended or, after the end of an episode,
  /// would have ended.
  [[nodiscard]] unsigned last_tic() const { return last_tic_; }
  /// The value of a game variable, by its number.
  [[nodiscard]] double Variable(int variable) const;

  [[nodiscard]] const SharedGame& game() const { return memory_->game(); }
  [[nodiscard]] const char* At(Region region) const {
    return memory_->At(region);
  }

 private:
  [[nodiscard]] int SharedArchive() const;
  [[nodiscard]] std::string LinkEngine() const;
  [[nodiscard]] std::vector<std::string> Arguments(const std::string& name);
  void AddBuffers(std::vector<std::string>* arguments) const;
  void AskForMap(const std::string& recording);
  /// Calls `work` with this game, then with each game that it leads.
  template <typename F>
  void ForAll(const F& work) {
    work(this);
    for (Game* guest : guests_) {
      work(guest);
    }
  }
  void Command(const std::string& text);
  void Run(Code code);
  void PlayTics(std::uint32_t tics);
  void PlayGuestsTic();
  void PrepareInput();
  void WaitUntilDone();
  bool WaitAWhile(std::chrono::milliseconds timeout);
  void WaitForMapStart();
  void CheckBuffers();
  [[noreturn]] void Fail(const std::string& reason);

  const GameOptions options_;
  std::mt19937 random_;  // draws the seeds of the engine
  ScratchFolder scratch_;
  MessageQueue to_engine_, from_engine_;
  std::unique_ptr<Process> process_;
  std::unique_ptr<SharedMemory> memory_;
  unsigned last_tic_{1};
  bool uses_{false};  // USE is pressed to respawn
  std::vector<Game*> peers_{this};
  std::vector<Game*> guests_;
  // The host's buttons, set after the first tic of an action: guests are a tic
  // ahead.
  double next_state_[kButtons]{};
};

}  // namespace envpool::vizdoom

#endif  // ENVPOOL_VIZDOOM_GAME_H_
