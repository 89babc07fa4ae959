// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ScratchFolder: a private folder for the files that an engine leaves in its
// working folder, and the name of the engine's memory. The destructor removes
// the folder.
//
// A process that is killed leaves folders and memory behind. Every process
// locks its folders. When a process makes its first folder, it removes all
// folders that are not locked, and the memory with their names.
//
// Threads: any. Errors: std::runtime_error if it cannot be made.

#ifndef ENVPOOL_VIZDOOM_SCRATCH_H_
#define ENVPOOL_VIZDOOM_SCRATCH_H_

#include <string>

namespace envpool::vizdoom {

/// Prefixes of the names in /dev/shm; the instance follows.
inline constexpr const char* kToEngine = "ViZDoomMQDoom";
inline constexpr const char* kFromEngine = "ViZDoomMQCtr";
inline constexpr const char* kMemory = "ViZDoomSM";

class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  /// The engine's name, unique among all running engines.
  [[nodiscard]] const std::string& instance() const { return instance_; }
  void Remove();

 private:
  void Make();
  void Unlock();

  std::string path_;
  std::string instance_;
  int lock_{-1};
};

}  // namespace envpool::vizdoom

#endif  // ENVPOOL_VIZDOOM_SCRATCH_H_
