// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/vizdoom/archive.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <map>
#include <mutex>
#include <string>

#include "envpool/vizdoom/process.h"

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

int ArchiveOf(const std::string& engine) {
  const std::lock_guard lock(mutex);
  const auto at = Archives().find(engine);
  if (at == Archives().end()) {
    return -1;
  }
  const Archive& archive = at->second;
  const std::string path = PathOfFile(archive.file);
  struct stat status{};
  // The descriptor may refer to another file, since daemons close all files.
  // The file may be inaccessible if the process has changed its user.
  const bool is_there =
      stat(path.c_str(), &status) == 0 && status.st_dev == archive.device &&
      status.st_ino == archive.number &&
      faccessat(AT_FDCWD, path.c_str(), R_OK, AT_EACCESS) == 0;
  return is_there ? archive.file : -1;
}

}  // namespace envpool::vizdoom
