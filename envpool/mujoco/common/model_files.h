// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ModelFiles: gives MuJoCo the files of a model and remembers their contents,
// so that later changes are noticed.
//
// Threads: one thread at a time. Errors: std::bad_alloc, std::runtime_error
// where folders cannot be read; a file that cannot be read is MuJoCo's error,
// or problem().

#ifndef ENVPOOL_MUJOCO_COMMON_MODEL_FILES_H_
#define ENVPOOL_MUJOCO_COMMON_MODEL_FILES_H_

#include <sys/stat.h>

#include <cstdint>
#include <ctime>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "mujoco/mujoco.h"

namespace envpool::mujoco {

/// A file that was read.
class ModelFile {
 public:
  ModelFile(std::string path, const struct stat& status, std::uint64_t content);

  [[nodiscard]] const std::string& path() const { return path_; }
  /// A hash of the contents.
  [[nodiscard]] std::uint64_t content() const { return content_; }
  [[nodiscard]] bool HasChanged() const;

 private:
  std::string path_;
  struct stat status_;
  bool settled_;  // any later change shows in the status
  std::uint64_t content_;
};

/// The files that are read while it lives, through vfs().
class ModelFiles {
 public:
  ModelFiles();
  ~ModelFiles();
  ModelFiles(const ModelFiles&) = delete;
  ModelFiles& operator=(const ModelFiles&) = delete;

  [[nodiscard]] const mjVFS* vfs() const { return &vfs_; }
  /// Moves out what has been read, in order.
  [[nodiscard]] std::vector<ModelFile> TakeFiles() { return std::move(files_); }
  /// What is wrong with a file, in addition to MuJoCo's error; mostly empty.
  [[nodiscard]] const std::string& problem() const { return problem_; }
  /// Throws if there was not enough memory for a file.
  void RequireMemory() const {
    if (out_of_memory_) {
      throw std::bad_alloc();
    }
  }

 private:
  static int Open(mjResource* resource) noexcept;
  static int Read(mjResource* resource, const void** buffer) noexcept;
  static void Close(mjResource* resource) noexcept;
  /// The content of a file, which is then remembered.
  std::string Load(const char* path);

  mjpResourceProvider provider_{};
  mjVFS vfs_;
  std::vector<ModelFile> files_;
  std::string problem_;
  bool out_of_memory_{false};
};

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_MODEL_FILES_H_
