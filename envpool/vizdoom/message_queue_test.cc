// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/vizdoom/message_queue.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <thread>

namespace envpool::vizdoom {
namespace {

constexpr std::chrono::milliseconds kNoTime{0};
constexpr std::chrono::hours kLong{24};
// The offset of the lock in a queue's memory, in Boost.Interprocess's layout.
constexpr std::size_t kMutexOffset = 16 + 4 * 8;

/// Whether the kernel frees the locks of a process that ends. An emulator of
/// one process does not: it has no list of them.
bool FreesLocks() {
  void* list = nullptr;
  std::size_t size = 0;
  return syscall(SYS_get_robust_list, 0, &list, &size) == 0;
}

class MessageQueueTest : public ::testing::Test {
 protected:
  [[nodiscard]] pthread_mutex_t* Mutex() const {
    const int file = shm_open(("/" + name_).c_str(), O_RDWR, 0);
    void* memory =
        mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return reinterpret_cast<pthread_mutex_t*>(static_cast<char*>(memory) +
                                              kMutexOffset);
  }

  const std::string name_ = "EnvPoolQueueTest" + std::to_string(getpid());
  std::atomic<bool> cancelled_{false};
  MessageQueue queue_{name_, &cancelled_};
};

TEST_F(MessageQueueTest, PassesMessagesInTheirOrder) {
  EXPECT_FALSE(queue_.Receive(kNoTime).has_value());
  queue_.Send(Code::kCommand, "one");
  queue_.Send(Code::kTic);
  EXPECT_STREQ(queue_.Receive(kLong)->text, "one");
  EXPECT_EQ(queue_.Receive(kLong)->code, Code::kTic);
  EXPECT_FALSE(queue_.Receive(kNoTime).has_value());
}

TEST_F(MessageQueueTest, AWaitEndsWhenItIsCancelled) {
  std::thread other([this] { cancelled_ = true; });
  EXPECT_THROW(queue_.Receive(kLong), std::runtime_error);
  other.join();
}

TEST_F(MessageQueueTest, NobodyWaitsForAProcessThatHasDiedWithTheLock) {
  if (!FreesLocks()) {
    GTEST_SKIP() << "this system keeps the locks of ended processes";
  }
  pthread_mutex_t* mutex = Mutex();
  const pid_t child = fork();
  if (child == 0) {
    pthread_mutex_lock(mutex);
    _exit(0);
  }
  waitpid(child, nullptr, 0);
  EXPECT_FALSE(queue_.Receive(kLong).has_value());
  queue_.Send(Code::kTic);
  EXPECT_FALSE(queue_.Receive(kLong).has_value());
}

TEST_F(MessageQueueTest, NorDoesOneWhoWaitsForItsMessage) {
  if (!FreesLocks()) {
    GTEST_SKIP() << "this system keeps the locks of ended processes";
  }
  pthread_mutex_t* mutex = Mutex();
  std::thread other([mutex] {
    const pid_t child = fork();
    if (child == 0) {
      pthread_mutex_lock(mutex);
      _exit(0);
    }
    waitpid(child, nullptr, 0);
  });
  EXPECT_FALSE(queue_.Receive(kLong).has_value());
  other.join();
}

}  // namespace
}  // namespace envpool::vizdoom
