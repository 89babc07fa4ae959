// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ScratchFolder: a private folder for the files that an engine leaves in its
// working folder; it is removed with the object.
//
// Threads: any. Errors: std::runtime_error if it cannot be made.

#ifndef ENVPOOL_VIZDOOM_SCRATCH_H_
#define ENVPOOL_VIZDOOM_SCRATCH_H_

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

namespace envpool::vizdoom {

class ScratchFolder {
 public:
  ScratchFolder() {
    std::error_code error;
    std::filesystem::path folder = std::filesystem::temp_directory_path(error);
    path_ = (error ? std::filesystem::path("/tmp") : folder) /
            "envpool-vizdoom-XXXXXX";
    if (mkdtemp(path_.data()) == nullptr) {
      throw std::runtime_error("cannot make the folder " + path_ + ": " +
                               std::strerror(errno));
    }
  }
  ~ScratchFolder() { Remove(); }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  void Remove() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

 private:
  std::string path_;
};

}  // namespace envpool::vizdoom

#endif  // ENVPOOL_VIZDOOM_SCRATCH_H_
