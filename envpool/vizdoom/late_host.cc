// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Makes the host of a game of two players late: a library for LD_PRELOAD.
//
// A host cannot play a tic before it has heard what the guest does in it. Here
// it hears that a while after it has sent its own part, so a guest that is
// ahead is of no use to it.
//
// Threads: the engine uses its socket in one. Errors: those of the system
// calls.

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstddef>

namespace {

// In the first byte of packets that come before the game.
constexpr unsigned char kSetup = 0x20;

// Longer than the first head start.
constexpr std::chrono::milliseconds kDelay{400};

using Clock = std::chrono::steady_clock;

struct Sent {
  bool is_waiting{false};  // nothing has been heard since
  Clock::time_point time{};
};

Sent sent;

bool IsOfTheGame(const void* data, ssize_t size) {
  return size > 0 && (*static_cast<const unsigned char*>(data) & kSetup) == 0;
}

ssize_t Receive(int socket, void* data, std::size_t size, int flags,
                sockaddr* address, socklen_t* length) {
  return syscall(SYS_recvfrom, socket, data, size, flags, address, length);
}

}  // namespace

extern "C" {

ssize_t sendto(int socket, const void* data, std::size_t size, int flags,
               const sockaddr* address, socklen_t length) {
  if (IsOfTheGame(data, static_cast<ssize_t>(size)) && !sent.is_waiting) {
    sent = {true, Clock::now()};
  }
  return syscall(SYS_sendto, socket, data, size, flags, address, length);
}

ssize_t recvfrom(int socket, void* data, std::size_t size, int flags,
                 sockaddr* address, socklen_t* length) {
  char first = 0;
  const ssize_t peeked =
      Receive(socket, &first, 1, flags | MSG_PEEK, nullptr, nullptr);
  if (IsOfTheGame(&first, peeked)) {
    if (sent.is_waiting && Clock::now() - sent.time < kDelay) {
      errno = EWOULDBLOCK;
      return -1;
    }
    sent.is_waiting = false;
  }
  return Receive(socket, data, size, flags, address, length);
}

}  // extern "C"
