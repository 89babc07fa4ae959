// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/vizdoom/scratch.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include "envpool/vizdoom/shared_memory.h"

namespace envpool::vizdoom {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "envpool-vizdoom-";
constexpr const char* kInstanceFile = "/instance";

fs::path TemporaryFolder() {
  std::error_code error;
  fs::path folder = fs::temp_directory_path(error);
  if (!error) {
    folder = fs::absolute(folder, error);  // engines change their folder
  }
  return error ? fs::path("/tmp") : folder;
}

// Locks a folder that this user owns. Returns its descriptor, or -1 on failure.
// `operation` is LOCK_EX, with LOCK_NB to return at once. The lock ends when
// the last process with the open descriptor ends.
int Lock(const std::string& folder, int operation) {
  const int file =
      open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0) {
    return -1;
  }
  struct stat status{};
  int error = fstat(file, &status) == 0 && status.st_uid == geteuid() ? 0 : -1;
  if (error == 0) {
    do {
      error = flock(file, operation);
    } while (error != 0 && errno == EINTR);
  }
  if (error != 0) {
    close(file);
    return -1;
  }
  return file;
}

// Returns a unique name, made from the process and the folder.
std::string InstanceOf(const std::string& folder) {
  constexpr std::string_view kDigits =
      "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  std::string instance = folder.substr(folder.rfind('-') + 1);
  int process = getpid();
  for (int i = 0; i < 4; ++i) {
    instance += kDigits[process % kDigits.size()];
    process /= static_cast<int>(kDigits.size());
  }
  return instance;
}

void RemoveIfAbandoned(const std::string& folder) {
  const int lock = Lock(folder, LOCK_EX | LOCK_NB);
  if (lock < 0) {
    return;
  }
  // The file is missing if a process ended while it removed the folder, or if
  // the folder is new; its maker then makes another one.
  std::string instance;
  if (std::ifstream(folder + kInstanceFile) >> instance &&
      instance.find('/') == std::string::npos) {
    for (const char* name : {kToEngine, kFromEngine, kMemory}) {
      UnlinkSharedMemory(std::string(name) + instance);
    }
  }
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  close(lock);
}

void RemoveAbandoned() {
  std::error_code error;
  for (fs::directory_iterator each(TemporaryFolder(), error), end;
       !error && each != end; each.increment(error)) {
    if (each->path().filename().string().starts_with(kPrefix)) {
      RemoveIfAbandoned(each->path());
    }
  }
}

}  // namespace

ScratchFolder::ScratchFolder() {
  static std::once_flag once;
  std::call_once(once, RemoveAbandoned);
  do {
    Make();
  } while (!fs::exists(path_));
  instance_ = InstanceOf(path_);
  std::ofstream(path_ + kInstanceFile) << instance_;
}

ScratchFolder::~ScratchFolder() { Remove(); }

/// Makes and locks a folder. Before it is locked, another process that looks
/// for abandoned folders may remove it.
void ScratchFolder::Make() {
  Unlock();
  path_ = TemporaryFolder() / (std::string(kPrefix) + "XXXXXX");
  if (mkdtemp(path_.data()) == nullptr) {
    throw std::runtime_error("cannot make the folder " + path_ + ": " +
                             std::strerror(errno));
  }
  lock_ = Lock(path_, LOCK_EX);
}

void ScratchFolder::Unlock() {
  if (lock_ >= 0) {
    close(lock_);
    lock_ = -1;
  }
}

void ScratchFolder::Remove() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  Unlock();
}

}  // namespace envpool::vizdoom
