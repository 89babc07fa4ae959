// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A library for LD_PRELOAD that makes the host of a game of two players late.
//
// A host cannot play a tic before it has the guest's input for that tic. This
// library withholds game packets until the host has polled for kDelay, so that
// the host waits even for a guest that is ahead. Only polling time counts:
// between tics the host does not poll, so delays of other processes on a busy
// machine have no effect.
//
// Threads: the engine uses its socket in one thread. Errors: as the system
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

// A flag in the first byte of packets from before the game.
constexpr unsigned char kSetup = 0x20;

using Clock = std::chrono::steady_clock;

// This delay is longer than the first head start.
constexpr std::chrono::milliseconds kDelay{400};
// The maximum time counted between two polls; polls within a tic are closer.
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
