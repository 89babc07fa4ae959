// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Process: a child process that never outlives what made it.
//
// It is killed with the object, and by the kernel when this process ends, in
// whatever way. The kernel ties that to the thread that started the child, so
// all are started by one thread, which lives as long as the process. The child
// is in a session of its own: Ctrl-C in the terminal is not for it. It inherits
// no file but /dev/null, and one if it is given one.
//
// Threads: any. Errors: std::runtime_error if it cannot be started.

#ifndef ENVPOOL_VIZDOOM_PROCESS_H_
#define ENVPOOL_VIZDOOM_PROCESS_H_

#include <sys/types.h>

#include <string>
#include <vector>

namespace envpool::vizdoom {

/// The number that the file which a process is given has there.
constexpr int kGivenFile = 3;

/// The path at which a process finds its own open file. It is not that of any
/// other process: to look there may be forbidden.
std::string PathOfFile(int file);

class Process {
 public:
  /// Starts a program in a folder, with the environment variables of this
  /// process but for `variables`, each "NAME=value". The first of the arguments
  /// is the name by which it is called. It has `file`, unless that is -1, open
  /// as kGivenFile.
  Process(const std::string& program, const std::vector<std::string>& arguments,
          const std::string& folder, const std::vector<std::string>& variables,
          int file = -1);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Kills it, and leaves it to the destructor to wait for its end.
  void Kill();
  /// Whether it runs.
  bool IsAlive();
  /// How it ended, such as "was killed by signal 9"; once it is not alive.
  [[nodiscard]] std::string End() const;
  [[nodiscard]] pid_t id() const { return id_; }

 private:
  pid_t id_;
  pid_t owner_;  // this process; a fork of it must not kill the child
  bool alive_{true};
  int status_{-1};
};

}  // namespace envpool::vizdoom

#endif  // ENVPOOL_VIZDOOM_PROCESS_H_
