// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/vizdoom/shared_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

namespace envpool::vizdoom {

SharedMemory::SharedMemory(const std::string& name) {
  const int file = shm_open(("/" + name).c_str(), O_RDWR | O_CLOEXEC, 0);
  if (file < 0) {
    throw std::runtime_error("cannot open the engine's shared memory: " +
                             std::string(std::strerror(errno)));
  }
  UnlinkSharedMemory(name);
  try {
    Map(file);
  } catch (...) {
    close(file);
    throw;
  }
  close(file);
  try {
    CheckLayout();
  } catch (...) {
    munmap(data_, size_);
    throw;
  }
}

SharedMemory::~SharedMemory() { munmap(data_, size_); }

char* SharedMemory::At(Region region) const {
  const int index = static_cast<int>(region);
  if (game().region_size[index] == 0) {
    return nullptr;
  }
  return static_cast<char*>(data_) + game().region_offset[index];
}

void SharedMemory::Map(int file) {
  struct stat status{};
  if (fstat(file, &status) != 0) {
    throw std::runtime_error("cannot read the size of the shared memory");
  }
  size_ = static_cast<std::size_t>(status.st_size);
  data_ = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (data_ == MAP_FAILED) {
    throw std::runtime_error("cannot map the engine's shared memory: " +
                             std::string(std::strerror(errno)));
  }
}

void SharedMemory::CheckLayout() const {
  const bool has_version = size_ >= sizeof(unsigned) + 16;
  if (!has_version || game().version != kEngineVersion) {
    const std::string found =
        has_version ? std::string(game().version_text,
                                  strnlen(game().version_text,
                                          sizeof(game().version_text)))
                    : "an unknown one";
    throw std::runtime_error(std::string("expected an engine of ViZDoom ") +
                             kEngineVersionText + ", got " + found);
  }
  bool fits = size_ >= sizeof(SharedGame) && game().size == size_ &&
              game().region_size[0] == sizeof(SharedGame) &&
              game().region_size[1] == sizeof(SharedInput);
  for (int i = 0; fits && i < kRegions; ++i) {
    fits = game().region_offset[i] <= size_ &&
           game().region_size[i] <= size_ - game().region_offset[i];
  }
  if (!fits) {
    throw std::runtime_error("the engine's shared memory has another layout");
  }
}

void RequireSharedSpace(std::size_t bytes) {
  struct statvfs status{};
  // Only on Linux is the memory in a folder.
  if (statvfs("/dev/shm", &status) != 0) {
    return;
  }
  const std::size_t free = std::size_t{status.f_bavail} * status.f_frsize;
  if (status.f_blocks > 0 && free < bytes) {  // 0 blocks: no limit
    throw std::runtime_error("expected " + std::to_string(bytes) +
                             " bytes of free space in /dev/shm for an engine, "
                             "got " +
                             std::to_string(free));
  }
}

void UnlinkSharedMemory(const std::string& name) {
  shm_unlink(("/" + name).c_str());
}

}  // namespace envpool::vizdoom
