// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Makes the host of a game of two players late: a library for LD_PRELOAD.
//
// A host cannot play a tic before it has heard what the guest does in it. Here
// it does not hear that before it has asked for a while, so a guest that is
// ahead is of no use to it. Between tics it does not ask, so the time that
// others take, as on a busy machine, does not count.
//
// Threads: the engine uses its socket in one. Errors: those of the system
// calls.

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>

namespace {

// In the first byte of packets that come before the game.
constexpr unsigned char kSetup = 0x20;

using Clock = std::chrono::steady_clock;

// Longer than the first head start.
constexpr std::chrono::milliseconds kDelay{400};
// Of the time since it asked before; more than it waits within a tic.
constexpr std::chrono::milliseconds kMaxCounted{5};

Clock::duration waited{};
Clock::time_point asked{};

bool IsOfTheGame(const void* data, ssize_t size) {
  return size > 0 && (*static_cast<const unsigned char*>(data) & kSetup) == 0;
}

ssize_t Receive(int socket, void* data, std::size_t size, int flags,
                sockaddr* address, socklen_t* length) {
  return syscall(SYS_recvfrom, socket, data, size, flags, address, length);
}

}  // namespace

extern "C" {

ssize_t recvfrom(int socket, void* data, std::size_t size, int flags,
                 sockaddr* address, socklen_t* length) {
  char first = 0;
  const ssize_t peeked =
      Receive(socket, &first, 1, flags | MSG_PEEK, nullptr, nullptr);
  if (IsOfTheGame(&first, peeked)) {
    const Clock::time_point now = Clock::now();
    waited += std::min<Clock::duration>(now - asked, kMaxCounted);
    asked = now;
    if (waited < kDelay) {
      errno = EWOULDBLOCK;
      return -1;
    }
    waited = {};
  }
  return Receive(socket, data, size, flags, address, length);
}

}  // extern "C"
