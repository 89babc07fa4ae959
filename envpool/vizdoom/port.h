// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Port: an unused UDP port for the engines of one game.
//
// An engine binds its port itself, so a bound port cannot be handed over.
// Instead, the number is claimed with a socket's name, which only one process
// of this network namespace can have, and which the kernel frees when the
// process ends. The number is below the kernel's ephemeral ports.
//
// Threads: any. Errors: std::runtime_error if there is no unused port.

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
  int claim_{-1};  // socket that holds the abstract name
};

}  // namespace envpool::vizdoom

#endif  // ENVPOOL_VIZDOOM_PORT_H_
