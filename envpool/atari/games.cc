// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/atari/games.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "ale/ale_interface.hpp"
#include "ale/emucore/MD5.hxx"
#include "envpool/core/process_mutex.h"

namespace envpool::atari {
namespace {

constexpr int kNumActions = 18;  // of one player
constexpr off_t kLargestRom = 1 << 20;

Game Describe(const std::string& name) {
  const std::unique_ptr<ale::RomSettings> settings(
      ale::buildRomRLWrapper(std::filesystem::path(name + ".bin"), ""));
  if (settings == nullptr) {
    throw std::invalid_argument(
        "task: expected the name of an Atari game, got \"" + name + "\"");
  }
  Game game;
  for (int i = 0; i < kNumActions; ++i) {
    const auto action = static_cast<ale::Action>(i);
    if (settings->isLegal(action)) {
      game.legal_actions.push_back(i);
    }
    if (settings->isMinimal(action)) {
      game.minimal_actions.push_back(i);
    }
  }
  for (const ale::game_mode_t mode : settings->getAvailableModes()) {
    game.modes.push_back(static_cast<int>(mode));
  }
  game.default_mode = static_cast<int>(settings->getDefaultMode());
  for (const ale::difficulty_t level : settings->getAvailableDifficulties()) {
    game.difficulties.push_back(static_cast<int>(level));
  }
  game.md5 = settings->md5();
  return game;
}

[[noreturn]] void RefuseFile(const std::string& path,
                             const std::string& reason) {
  throw std::runtime_error("rom_dir: expected the ROM file " + path + ", got " +
                           reason);
}

class File {
 public:
  // Without O_NONBLOCK, a FIFO would wait for a writer.
  explicit File(const std::string& path)
      : descriptor_(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {}
  ~File() {
    if (descriptor_ >= 0) {
      close(descriptor_);
    }
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  const int descriptor_;
};

/// Reads a regular file of at most kLargestRom bytes.
std::vector<std::uint8_t> ReadRegular(const std::string& path) {
  const auto refuse_errno = [&path] {
    const int error = errno;
    const std::string hint =
        error == ENOENT ? "; it is in the package ale-py (pip install ale-py)"
                        : "";
    RefuseFile(path, "system error " + std::to_string(error) + ", \"" +
                         std::generic_category().message(error) + "\"" + hint);
  };
  const File file(path);
  struct stat status;
  if (file.descriptor() < 0 || fstat(file.descriptor(), &status) != 0) {
    refuse_errno();
  }
  if (!S_ISREG(status.st_mode)) {
    RefuseFile(path, "something that is not a regular file");
  }
  if (status.st_size <= 0 || status.st_size > kLargestRom) {
    RefuseFile(path, std::to_string(status.st_size) + " bytes");
  }
  std::vector<std::uint8_t> bytes(status.st_size);
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count =
        read(file.descriptor(), bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count < 0) {
      refuse_errno();
    }
    if (count == 0) {
      RefuseFile(path, "a file that was truncated while it was read");
    }
    done += count;
  }
  return bytes;
}

std::vector<std::uint8_t> ReadRom(const std::string& path,
                                  const std::string& name) {
  std::vector<std::uint8_t> bytes = ReadRegular(path);
  const std::string md5 =
      ale::stella::MD5(bytes.data(), static_cast<std::uint32_t>(bytes.size()));
  if (md5 != GameOf(name).md5) {
    RefuseFile(path,
               "a file with MD5 " + md5 + " instead of " + GameOf(name).md5);
  }
  return bytes;
}

}  // namespace

const Game& GameOf(const std::string& name) {
  const std::lock_guard<std::mutex> lock(ProcessMutex("atari games"));
  static std::map<std::string, Game> games;
  auto found = games.find(name);
  if (found == games.end()) {
    found = games.emplace(name, Describe(name)).first;
  }
  return found->second;
}

Rom LoadRom(const std::string& folder, const std::string& name) {
  const std::string path = folder + "/" + name + ".bin";
  const std::lock_guard<std::mutex> lock(ProcessMutex("atari roms"));
  static std::map<std::string, std::weak_ptr<const std::vector<std::uint8_t>>>
      roms;
  Rom rom = roms[path].lock();
  if (rom == nullptr) {
    rom =
        std::make_shared<const std::vector<std::uint8_t>>(ReadRom(path, name));
    roms[path] = rom;
  }
  return rom;
}

}  // namespace envpool::atari
