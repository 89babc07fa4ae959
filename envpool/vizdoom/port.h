// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Port: a UDP port that is nobody's, for the engines of one game.
//
// An engine binds its port itself, so it cannot be handed over. Instead, the
// number is claimed under a name that only one process of this network
// namespace can have, and that the kernel takes back when the process ends. It
// is below the numbers that the kernel gives to sockets without one.
//
// Threads: any. Errors: std::runtime_error if there is none.

#ifndef ENVPOOL_VIZDOOM_PORT_H_
#define ENVPOOL_VIZDOOM_PORT_H_

namespace envpool::vizdoom {

class Port {
 public:
  Port();
  ~Port();
  Port(const Port&) = delete;
  Port& operator=(const Port&) = delete;

  [[nodiscard]] int number() const { return number_; }

 private:
  int number_{0};
  int claim_{-1};  // the socket that has the name
};

}  // namespace envpool::vizdoom

#endif  // ENVPOOL_VIZDOOM_PORT_H_
