// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/vizdoom/archive.h"

#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <map>
#include <mutex>
#include <string>

namespace envpool::vizdoom {
namespace {

struct Archive {
  int file;
  dev_t device;
  ino_t number;
};

std::mutex mutex;

std::map<std::string, Archive>& Archives() {
  static auto* archives = new std::map<std::string, Archive>();
  return *archives;
}

}  // namespace

void SetArchive(const std::string& engine, int file) {
  struct stat status{};
  if (fstat(file, &status) == 0) {
    const std::lock_guard lock(mutex);
    Archives()[engine] = {file, status.st_dev, status.st_ino};
  }
}

std::string ArchiveOf(const std::string& engine) {
  const std::lock_guard lock(mutex);
  const auto at = Archives().find(engine);
  // The children of a process that is not dumpable cannot open its files.
  if (at == Archives().end() || prctl(PR_GET_DUMPABLE) != 1) {
    return "";
  }
  const Archive& archive = at->second;
  const std::string path = "/proc/" + std::to_string(getpid()) + "/fd/" +
                           std::to_string(archive.file);
  struct stat status{};
  // Daemons close all files, and then the number may be another file's.
  const bool is_there = stat(path.c_str(), &status) == 0 &&
                        status.st_dev == archive.device &&
                        status.st_ino == archive.number;
  return is_there ? path : "";
}

}  // namespace envpool::vizdoom
