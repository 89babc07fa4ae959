// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Opens a shared memory object and removes its name at once.

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <string>
#include <system_error>

#include "envpool/core/platform/anonymous_memory.h"

namespace envpool {

int MakeAnonymousMemory() {
  static std::atomic<unsigned> made{0};
  for (;;) {
    // Names of 31 characters and more are too long for some systems.
    const std::string name = "/envpool-" + std::to_string(getpid()) + "-" +
                             std::to_string(made.fetch_add(1));
    const int file = shm_open(name.c_str(), O_RDWR | O_CREAT | O_EXCL,
                              0600);  // sets CLOEXEC
    if (file >= 0) {
      shm_unlink(name.c_str());
      return file;
    }
    // A process of the same id may have died before it removed the name.
    if (errno != EEXIST) {
      throw std::system_error(errno, std::generic_category(),
                              "cannot make shared memory");
    }
  }
}

}  // namespace envpool
