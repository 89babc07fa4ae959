// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Process: a child process that outlives neither its object nor this process.
//
// The destructor kills the child, and so does the kernel when this process ends
// in any way. The kernel's rule applies to the end of the thread that started
// the child, so one thread, which lives as long as the process, starts all
// children. The child has its own session, so Ctrl-C in the terminal does not
// reach it. It inherits only /dev/null and, optionally, one given file.
//
// Threads: any. Errors: std::runtime_error if it cannot be started.

#ifndef ENVPOOL_VIZDOOM_PROCESS_H_
#define ENVPOOL_VIZDOOM_PROCESS_H_

#include <sys/types.h>

#include <string>
#include <vector>

namespace envpool::vizdoom {

/// The descriptor of a given file in the child.
constexpr int kGivenFile = 3;

/// The path of an open file of the calling process, for that process. It refers
/// to no other process, because access to other processes may be forbidden.
std::string PathOfFile(int file);

class Process {
 public:
  /// Starts a program in a folder. `variables`, each "NAME=value", replace
  /// environment variables of this process. The first argument is the program's
  /// name. If `file` is not -1, the child has it open as kGivenFile.
  Process(const std::string& program, const std::vector<std::string>& arguments,
          const std::string& folder, const std::vector<std::string>& variables,
          int file = -1);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Kills the child without waiting; the destructor waits for its end.
  void Kill();
  bool IsAlive();
  /// The reason for the end, such as "was killed by signal 9". Call it after
  /// IsAlive() has become false.
  [[nodiscard]] std::string End() const;
  [[nodiscard]] pid_t id() const { return id_; }

 private:
  pid_t id_;
  pid_t owner_;  // the process that made it; a fork must not kill the child
  bool alive_{true};
  int status_{-1};
};

}  // namespace envpool::vizdoom

#endif  // ENVPOOL_VIZDOOM_PROCESS_H_
