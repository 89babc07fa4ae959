// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Makes the system refuse to start threads. Linking
// //envpool/testing:thread_limit replaces pthread_create.

#ifndef ENVPOOL_TESTING_THREAD_LIMIT_H_
#define ENVPOOL_TESTING_THREAD_LIMIT_H_

namespace envpool::testing {

/// While it exists, only `count` more threads can be started.
class ThreadLimit {
 public:
  explicit ThreadLimit(int count);
  ~ThreadLimit();
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;
};

/// The number of threads of this process, as counted by the system.
int CountThreads();

}  // namespace envpool::testing

#endif  // ENVPOOL_TESTING_THREAD_LIMIT_H_
