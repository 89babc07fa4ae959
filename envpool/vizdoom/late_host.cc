// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Makes the host of a game of two players late: a library for LD_PRELOAD.
//
// A guest sends what its player does as soon as it begins a tic. Here, the
// host's packet of a tic leaves only when that of the guest has come, so the
// guest never has it in time, whatever the timing.
//
// Threads: the engine uses its socket in one. Errors: those of the system
// calls.

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <cstddef>
#include <string>
#include <vector>

namespace {

// In the first byte of packets that come before the game.
constexpr unsigned char kSetup = 0x20;

struct Packet {
  int socket;
  std::string bytes;
  sockaddr_in address;
};

struct Line {
  std::vector<Packet> packets;  // of the host, in the game
  std::size_t sent{0};          // of them
  std::size_t heard{0};         // the guest's
};

Line& TheLine() {
  static auto* const line = new Line;
  return *line;
}

bool IsOfTheGame(const void* data, ssize_t size) {
  return size > 0 && (*static_cast<const unsigned char*>(data) & kSetup) == 0;
}

ssize_t Send(int socket, const void* data, std::size_t size, int flags,
             const sockaddr* address, socklen_t length) {
  return syscall(SYS_sendto, socket, data, size, flags, address, length);
}

void SendWhatIsAnswered() {
  Line& line = TheLine();
  while (line.sent < line.packets.size() && line.sent < line.heard) {
    const Packet& packet = line.packets[line.sent++];
    Send(packet.socket, packet.bytes.data(), packet.bytes.size(), 0,
         reinterpret_cast<const sockaddr*>(&packet.address),
         sizeof(packet.address));
  }
}

}  // namespace

extern "C" {

ssize_t sendto(int socket, const void* data, std::size_t size, int flags,
               const sockaddr* address, socklen_t length) {
  if (!IsOfTheGame(data, static_cast<ssize_t>(size))) {
    return Send(socket, data, size, flags, address, length);
  }
  TheLine().packets.push_back(
      {socket, std::string(static_cast<const char*>(data), size),
       *reinterpret_cast<const sockaddr_in*>(address)});
  SendWhatIsAnswered();
  return static_cast<ssize_t>(size);
}

ssize_t recvfrom(int socket, void* data, std::size_t size, int flags,
                 sockaddr* address, socklen_t* length) {
  const ssize_t received =
      syscall(SYS_recvfrom, socket, data, size, flags, address, length);
  if (IsOfTheGame(data, received)) {
    ++TheLine().heard;
    SendWhatIsAnswered();
  }
  return received;
}

}  // extern "C"
