// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A pair of connected sockets: a byte that was sent before the sleeper looks
// still wakes it, and a process that is killed leaves no lock behind.

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <limits>
#include <span>
#include <system_error>
#include <vector>

#include "envpool/core/platform/shared_wait.h"

namespace envpool {
namespace {

/// Rounds up: a sleeper that wakes too early would only look more often.
int Milliseconds(std::int64_t nanos) {
  constexpr std::int64_t kMillisecond = 1'000'000;
  return nanos < 0 ? -1
                   : static_cast<int>(std::min<std::int64_t>(
                         (nanos + kMillisecond - 1) / kMillisecond,
                         std::numeric_limits<int>::max()));
}

}  // namespace

std::vector<int> SharedWait::MakeFiles() {
  std::vector<int> files(2, -1);
  bool is_made = socketpair(AF_UNIX, SOCK_STREAM, 0, files.data()) == 0;
  for (const int file : files) {
    is_made = is_made && fcntl(file, F_SETFD, FD_CLOEXEC) == 0 &&
              fcntl(file, F_SETFL, O_NONBLOCK) == 0;
  }
  if (!is_made) {
    const int error = errno;
    for (const int file : files) {
      if (file >= 0) {
        close(file);
      }
    }
    throw std::system_error(error, std::generic_category(),
                            "cannot make a pair of sockets");
  }
  return files;
}

SharedWait::SharedWait(std::span<const int> files) {
  std::copy_n(files.begin(), std::min(files.size(), files_.size()),
              files_.begin());
}

void SharedWait::Sleep(int side, Word* word, std::uint32_t value,
                       std::int64_t nanos) const {
  if (word->load() != value) {
    return;
  }
  pollfd socket{files_[side], POLLIN, 0};
  poll(&socket, 1, Milliseconds(nanos));
  std::array<char, 64> bytes;
  while (read(files_[side], bytes.data(), bytes.size()) ==
         static_cast<ssize_t>(bytes.size())) {
  }
}

// If the socket is full, its reader is about to wake anyway.
void SharedWait::Wake(int side, Word* /*word*/) const {
  const char byte = 0;
  static_cast<void>(!write(files_[1 - side], &byte, sizeof(byte)));
}

}  // namespace envpool
