// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/vizdoom/port.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <stdexcept>
#include <string>

namespace envpool::vizdoom {

namespace {

constexpr int kFirst = 10'000, kLast = 32'000;
constexpr int kAttempts = 1000;

// Whether a UDP port is free; if not, errno has the reason.
bool IsFree(int port) {
  const int udp = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_ANY);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  const bool is_free =
      udp >= 0 &&
      bind(udp, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0;
  const int error = errno;
  if (udp >= 0) {
    close(udp);
  }
  errno = error;
  return is_free;
}

// Binds a socket to the abstract name of a port number, which is in no folder.
// Returns -1 and sets errno on failure, for example if another process has
// bound the name.
int Claim(int number) {
  const int claim = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = "envpool-vizdoom-" + std::to_string(number);
  name.copy(address.sun_path + 1, name.size());
  const auto size =
      static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  if (claim >= 0 &&
      bind(claim, reinterpret_cast<sockaddr*>(&address), size) != 0) {
    const int error = errno;
    close(claim);
    errno = error;
    return -1;
  }
  return claim;
}

}  // namespace

Port::Port() {
  std::random_device random;
  std::uniform_int_distribution<int> numbers(kFirst, kLast);
  int error = 0;  // errno of the last attempt
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    number_ = numbers(random);
    claim_ = Claim(number_);
    if (claim_ >= 0 && IsFree(number_)) {
      return;
    }
    error = errno;
    if (claim_ >= 0) {
      close(claim_);
    }
  }
  throw std::runtime_error(
      "cannot connect the engines of a game: expected a free UDP port from " +
      std::to_string(kFirst) + " to " + std::to_string(kLast) + ", tried " +
      std::to_string(kAttempts) + ": " + std::strerror(error));
}

Port::~Port() { close(claim_); }

}  // namespace envpool::vizdoom
