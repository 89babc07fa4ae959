// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include <sys/mman.h>

#include <cerrno>
#include <system_error>

#include "envpool/core/platform/anonymous_memory.h"

namespace envpool {

int MakeAnonymousMemory() {
  const int file = memfd_create("envpool", MFD_CLOEXEC);
  if (file < 0) {
    throw std::system_error(errno, std::generic_category(),
                            "cannot make shared memory");
  }
  return file;
}

}  // namespace envpool
