// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/vizdoom/process.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <ctime>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

extern char** environ;

namespace envpool::vizdoom {

namespace {

struct Start {
  const char* program;
  const char* folder;
  char* const* arguments;
  char* const* environment;
  int file;
  pid_t id;
  int error;
};

void CloseAllFrom(unsigned first) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, first, ~0U, 0U) == 0) {
    return;
  }
#endif
  for (unsigned file = first; file < 65536; ++file) {
    close(static_cast<int>(file));
  }
}

// Ends the child, which has nothing to clean up.
[[noreturn]] void EndChild() {
  for (;;) {
    syscall(SYS_exit_group, 127);
  }
}

// Runs in the child. The close-on-exec flag is cleared because dup2 keeps it if
// `file` already has the number.
bool GiveFile(int file) {
  return dup2(file, kGivenFile) == kGivenFile &&
         fcntl(kGivenFile, F_SETFD, 0) == 0;
}

// Runs in the child, which shares memory with its parent until execve: it only
// makes system calls, and writes only `error`.
[[noreturn]] void RunChild(const Start& start, pid_t parent,
                           volatile int* error) {
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // This must come first, since opening or closing other files could replace
  // `file`.
  const bool has_file = start.file < 0 || GiveFile(start.file);
  const int null = open("/dev/null", O_RDWR);
  if (!has_file || getppid() != parent || null < 0 ||
      chdir(start.folder) != 0) {
    *error = errno == 0 ? ESRCH : errno;
    EndChild();
  }
  for (int file = 0; file < 3; ++file) {
    dup2(null, file);
  }
  CloseAllFrom(start.file < 0 ? kGivenFile : kGivenFile + 1);
  // Discards pending signals: a Ctrl-C from before setsid is not for the child,
  // and a handler would run in the parent's memory.
  sigset_t all;
  sigfillset(&all);
  const timespec no_wait{};
  while (sigtimedwait(&all, nullptr, &no_wait) > 0) {
  }
  // Blocks SIGCHLD: a crashing engine waits for a child process, and would wait
  // forever if its SIGCHLD handler had already collected that child.
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGCHLD);
  sigprocmask(SIG_SETMASK, &blocked, nullptr);
  execve(start.program, start.arguments, start.environment);
  *error = errno;
  EndChild();
}

// The starter thread may inherit the CPU of a pinned thread; its children may
// use all CPUs of the process.
void UnpinThisThread() {
  cpu_set_t cpus;
  if (sched_getaffinity(getpid(), sizeof(cpus), &cpus) == 0) {
    sched_setaffinity(0, sizeof(cpus), &cpus);
  }
}

void StartChild(Start* start) {
  UnpinThisThread();
  volatile int error = 0;
  const pid_t parent = getpid();
  const pid_t id = vfork();
  if (id == 0) {
    RunChild(*start, parent, &error);
  }
  start->id = id;
  start->error = id < 0 ? errno : error;
  if (id > 0 && start->error != 0) {
    waitpid(id, nullptr, 0);
  }
}

/// The thread that starts all children. It is never joined.
class Starter {
 public:
  static Starter& Instance() {
    static std::mutex mutex;
    static Starter* starter = nullptr;
    const std::lock_guard lock(mutex);
    if (starter == nullptr || starter->process_ != getpid()) {
      starter = new Starter();  // a forked process lacks the thread
    }
    return *starter;
  }

  void Run(Start* start) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return start_ == nullptr; });
    start_ = start;
    changed_.notify_all();
    changed_.wait(lock, [this, start] { return start_ != start; });
  }

 private:
  Starter() : process_(getpid()) {
    std::thread([this] { Loop(); }).detach();
  }

  [[noreturn]] void Loop() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, nullptr);
    pthread_setname_np(pthread_self(), "envpool-starter");
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return start_ != nullptr; });
      StartChild(start_);
      start_ = nullptr;
      changed_.notify_all();
    }
  }

  const pid_t process_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Start* start_{nullptr};
};

std::vector<char*> Pointers(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) {
    pointers.push_back(const_cast<char*>(text.c_str()));
  }
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> Environment(
    const std::vector<std::string>& variables) {
  std::vector<std::string> environment = variables;
  for (char** each = environ; *each != nullptr; ++each) {
    const std::string text = *each;
    const std::string name = text.substr(0, text.find('=') + 1);
    bool replaced = false;
    for (const std::string& variable : variables) {
      replaced = replaced || variable.compare(0, name.size(), name) == 0;
    }
    if (!replaced) {
      environment.push_back(text);
    }
  }
  return environment;
}

}  // namespace

std::string PathOfFile(int file) {
  return "/proc/self/fd/" + std::to_string(file);
}

Process::Process(const std::string& program,
                 const std::vector<std::string>& arguments,
                 const std::string& folder,
                 const std::vector<std::string>& variables, int file)
    : owner_(getpid()) {
  const std::vector<std::string> environment = Environment(variables);
  const std::vector<char*> argument_pointers = Pointers(arguments);
  const std::vector<char*> environment_pointers = Pointers(environment);
  Start start{program.c_str(),
              folder.c_str(),
              argument_pointers.data(),
              environment_pointers.data(),
              file,
              -1,
              0};
  Starter::Instance().Run(&start);
  if (start.error != 0) {
    throw std::runtime_error("cannot start " + program + ": " +
                             std::strerror(start.error));
  }
  id_ = start.id;
}

Process::~Process() {
  // IsAlive() is false if the child has been waited for elsewhere; its id may
  // then belong to another process.
  if (owner_ == getpid() && IsAlive()) {
    Kill();
    while (waitpid(id_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
}

void Process::Kill() {
  if (owner_ == getpid() && IsAlive()) {
    kill(id_, SIGKILL);
  }
}

bool Process::IsAlive() {
  if (alive_ && waitpid(id_, &status_, WNOHANG) != 0) {
    alive_ = false;
  }
  return alive_;
}

std::string Process::End() const {
  if (status_ >= 0 && WIFSIGNALED(status_) && WTERMSIG(status_) == SIGBUS) {
    return "was killed by signal 7: is there space left in /dev/shm?";
  }
  if (status_ >= 0 && WIFSIGNALED(status_)) {
    return "was killed by signal " + std::to_string(WTERMSIG(status_));
  }
  if (status_ >= 0 && WIFEXITED(status_)) {
    return "exited with status " + std::to_string(WEXITSTATUS(status_));
  }
  return "ended";
}

}  // namespace envpool::vizdoom
