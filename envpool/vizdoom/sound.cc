// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/vizdoom/sound.h"

#include <sys/types.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

namespace envpool::vizdoom {
namespace {

// Engines open the library by this name.
constexpr const char* kFolder = "/sound";
constexpr const char* kName = "/libopenal.so.1";

struct Library {
  std::string path;
  std::string problem{"audio: expected OpenAL Soft, got no path of it"};
};

std::mutex mutex;

Library& Current() {
  static auto* library = new Library();
  return *library;
}

}  // namespace

void SetSoundLibrary(const std::string& path, const std::string& problem) {
  const std::lock_guard lock(mutex);
  Current() = {path, problem};
}

std::vector<std::string> GiveSoundLibrary(const std::string& folder) {
  Library library;
  {
    const std::lock_guard lock(mutex);
    library = Current();
  }
  if (library.path.empty()) {
    throw std::runtime_error(library.problem);
  }
  const std::string place = folder + kFolder;
  std::filesystem::create_directory(place);
  std::filesystem::create_symlink(library.path, place + kName);
  std::string folders = place;
  const char* others = std::getenv("LD_LIBRARY_PATH");
  if (others != nullptr && *others != '\0') {
    folders.append(":").append(others);
  }
  return {"LD_LIBRARY_PATH=" + folders};
}

std::string MissingSoundLibrary(const std::string& folder, pid_t engine) {
  std::ifstream maps("/proc/" + std::to_string(engine) + "/maps");
  const std::string path = std::filesystem::canonical(folder + kFolder + kName);
  bool is_missing = false;  // stays false if the list cannot be read
  for (std::string line; std::getline(maps, line);) {
    if (line.ends_with(path)) {
      return "";
    }
    is_missing = true;
  }
  return is_missing ? path : "";
}

}  // namespace envpool::vizdoom
