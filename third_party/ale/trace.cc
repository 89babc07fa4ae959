// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Plays games at random and prints a hash of everything that an environment can
// observe:
//
//   trace FRAMES ROM...        one line per ROM: its name and two hashes
//   trace -v FRAMES ROM        the hash after each frame, to find a difference
//   trace -t FRAMES ROM...     microseconds per frame, with frame skip 4
//
// Compiled with the original ALE (:trace_stock) and with ours (:trace), it must
// print the same. The first hash uses minimal actions without sticky actions.
// The second, a quarter as long, uses all legal actions, sticky actions,
// another mode and difficulty, and an irregular pattern of rendered frames.

#include <sys/resource.h>

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "ale/ale_interface.hpp"

namespace {

using ale::ALEInterface;

template <typename T>
concept Ours = requires(T ale) { ale.screenIndices(); };

template <typename T>
void load(T* ale, const std::string& path) {
  if constexpr (Ours<T>) {
    std::ifstream file(path, std::ios::binary);
    auto rom = std::make_shared<std::vector<uint8_t>>(
        std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    ale->loadROM(std::filesystem::path(path).stem().string(), rom);
  } else {
    ale->loadROM(path);
  }
}

template <typename T>
int act(T* ale, ale::Action action, bool seen) {
  if constexpr (Ours<T>) {
    return ale->act(action, 1.0, seen);
  } else {
    return ale->act(action);
  }
}

template <typename T>
const uint8_t* screen(T* ale) {
  if constexpr (Ours<T>) {
    return ale->screenIndices();
  } else {
    return ale->getScreen().getArray();
  }
}

template <typename T>
const uint8_t* ram(T* ale) {
  if constexpr (Ours<T>) {
    return ale->ramBytes();
  } else {
    return ale->getRAM().array();
  }
}

struct Hash {
  uint64_t value = 0xcbf29ce484222325;

  void add(uint64_t word) {
    value = (value ^ word) * 0x9e3779b97f4a7c15;
    value ^= value >> 29;
  }
  void add(const uint8_t* bytes, size_t size) {
    for (size_t i = 0; i + 8 <= size; i += 8) {
      uint64_t word;
      std::memcpy(&word, bytes + i, 8);
      add(word);
    }
  }
};

struct Rng {
  uint64_t state;

  uint32_t operator()() {
    state = state * 6364136223846793005 + 1442695040888963407;
    return static_cast<uint32_t>(state >> 33);
  }
};

class Player {
 public:
  Player(const std::string& path, bool second) : second_(second) {
    ale_.setInt("random_seed", 7);
    ale_.setFloat("repeat_action_probability", second ? 0.25f : 0.0f);
    load(&ale_, path);
    if (second) {
      const auto modes = ale_.getAvailableModes();
      const auto difficulties = ale_.getAvailableDifficulties();
      ale_.setMode(modes[modes.size() / 2]);
      ale_.setDifficulty(difficulties.back());
      ale_.reset_game();
    }
    actions_ = second ? ale_.getLegalActionSet() : ale_.getMinimalActionSet();
    size_ = ale_.getScreen().height() * 160;
    look();
  }

  void step() {
    if (ale_.game_over()) {
      ale_.reset_game();
      // The first observation after a reset is rendered, usually after a frame.
      if (rng_() % 4 == 0) look();
      frame_ = 0;
    }
    if (second_ || frame_ % 4 == 0)
      action_ = actions_[rng_() % actions_.size()];
    const bool seen = second_ ? rng_() % 3 == 0 : frame_ % 4 >= 2;
    ++frame_;
    hash.add(act(&ale_, action_, seen));
    hash.add(ale_.lives() * 2 + ale_.game_over());
    hash.add(ram(&ale_), 128);
    if (seen) look();
  }

  ALEInterface& ale() { return ale_; }
  Hash hash;

 private:
  void look() { hash.add(screen(&ale_), size_); }

  const bool second_;
  ALEInterface ale_;
  Rng rng_{12345};
  ale::ActionVect actions_;
  ale::Action action_ = ale::PLAYER_A_NOOP;
  size_t size_ = 0;
  int frame_ = 0;
};

uint64_t trace(const std::string& path, bool second, int frames, bool verbose) {
  Player player(path, second);
  for (int i = 0; i < frames; ++i) {
    player.step();
    if (verbose) {
      std::printf("%d %d %016" PRIx64 "\n", second, i, player.hash.value);
    }
  }
  return player.hash.value;
}

double seconds() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_utime.tv_sec + usage.ru_utime.tv_usec * 1e-6;
}

// Like an environment: four frames per action; only the last two are rendered.
double time(const std::string& path, int frames) {
  ALEInterface ale;
  load(&ale, path);
  const auto actions = ale.getMinimalActionSet();
  Rng rng{12345};
  const double begin = seconds();
  for (int i = 0; i < frames; i += 4) {
    const ale::Action action = actions[rng() % actions.size()];
    for (int frame = 0; frame < 4; ++frame) act(&ale, action, frame >= 2);
    if (ale.game_over()) ale.reset_game();
  }
  return (seconds() - begin) * 1e6 / frames;
}

}  // namespace

int main(int argc, char** argv) {
  int at = 1;
  const bool verbose = argc > 1 && !std::strcmp(argv[1], "-v");
  const bool timing = argc > 1 && !std::strcmp(argv[1], "-t");
  at += verbose || timing;
  const int frames = at < argc ? std::atoi(argv[at++]) : 0;
  ale::Logger::setMode(ale::Logger::Error);
  for (; at < argc; ++at) {
    const std::string path = argv[at];
    const std::string name = std::filesystem::path(path).stem().string();
    if (timing) {
      std::printf("%-20s %6.2f\n", name.c_str(), time(path, frames));
      std::fflush(stdout);
      continue;
    }
    const auto first = trace(path, false, frames, verbose);
    const auto second = trace(path, true, frames / 4, verbose);
    std::printf("%s %016" PRIx64 " %016" PRIx64 "\n", name.c_str(), first,
                second);
    std::fflush(stdout);
  }
}
