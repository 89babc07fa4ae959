// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ModelFiles: provides MuJoCo with the files of a model and records hashes of
// their contents, so that later changes are detected. A file that has not
// changed since an earlier object read it is read again only if MuJoCo has
// dropped what it decoded.
//
// Threads: one thread at a time, over all objects. Errors: std::bad_alloc;
// std::runtime_error if folders cannot be read. For a file that cannot be read,
// MuJoCo reports an error, and problem() has details.

#ifndef ENVPOOL_MUJOCO_COMMON_MODEL_FILES_H_
#define ENVPOOL_MUJOCO_COMMON_MODEL_FILES_H_

#include <sys/stat.h>

#include <cstdint>
#include <ctime>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mujoco/mujoco.h"

namespace envpool::mujoco {

/// A hash of a file's content.
std::uint64_t HashOf(std::string_view bytes);

/// Returns the content of a regular file, and its status. Throws
/// std::runtime_error with the path if that fails.
std::string ReadFile(const char* path, struct stat* status);

/// A file that has been read.
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
  bool settled_;  // whether any later write must change status_
  std::uint64_t content_;
};

/// The files that MuJoCo reads through vfs().
class ModelFiles {
 public:
  ModelFiles();
  ~ModelFiles();
  ModelFiles(const ModelFiles&) = delete;
  ModelFiles& operator=(const ModelFiles&) = delete;

  [[nodiscard]] const mjVFS* vfs() const { return &vfs_; }
  /// Reads a file as MuJoCo does, and returns the hash of its content.
  std::uint64_t Read(const std::string& path);
  /// Moves out the files that have been read, in order.
  [[nodiscard]] std::vector<ModelFile> TakeFiles() { return std::move(files_); }
  /// A problem with a file, as an addition to MuJoCo's error; empty if none.
  [[nodiscard]] const std::string& problem() const { return problem_; }
  /// Throws if there was not enough memory for a file.
  void RequireMemory() const {
    if (out_of_memory_) {
      throw std::bad_alloc();
    }
  }

 private:
  static int Open(mjResource* resource) noexcept;
  static int ReadInto(mjResource* resource, const void** buffer) noexcept;
  static void Close(mjResource* resource) noexcept;
  /// Returns the hash of a file, and adds the file to files_. Sets `content` if
  /// the file had to be read.
  std::uint64_t HashOfFile(const char* path, std::string* content);
  /// Calls function(). This object keeps its error.
  template <typename Function>
  bool Try(const Function& function) noexcept;

  mjpResourceProvider provider_{};
  mjVFS vfs_;
  std::vector<ModelFile> files_;
  std::string problem_;
  bool out_of_memory_{false};
};

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_MODEL_FILES_H_
