// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// What all systems have in common.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <new>
#include <thread>
#include <vector>

#include "envpool/core/platform/anonymous_memory.h"
#include "envpool/core/platform/cpus.h"
#include "envpool/core/platform/main_thread.h"
#include "envpool/core/platform/shared_wait.h"

namespace envpool {
namespace {

TEST(Cpus, AllowedAreAscending) {
  const std::vector<int> cpus = AllowedCpus();
  ASSERT_FALSE(cpus.empty());
  EXPECT_GE(cpus.front(), 0);
  EXPECT_TRUE(std::is_sorted(cpus.begin(), cpus.end()));
  EXPECT_GE(CpuQuota(), 0);
}

TEST(MainThread, IsRecognized) { EXPECT_TRUE(MayBeMainThread()); }

constexpr std::size_t kBytes = 4096;

char* Map(int file) {
  return static_cast<char*>(
      mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
}

TEST(AnonymousMemory, IsSharedByItsMappings) {
  const int file = MakeAnonymousMemory();
  const int other = MakeAnonymousMemory();
  for (const int each : {file, other}) {
    struct stat status{};
    ASSERT_EQ(fstat(each, &status), 0);
    EXPECT_EQ(status.st_size, 0);
    EXPECT_EQ(fcntl(each, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
    ASSERT_EQ(ftruncate(each, kBytes), 0);
  }
  char* const one = Map(file);
  char* const two = Map(file);
  char* const three = Map(other);
  EXPECT_EQ(one[1], 0);
  one[1] = 7;
  EXPECT_EQ(two[1], 7);
  EXPECT_EQ(three[1], 0);
  for (char* each : {one, two, three}) {
    munmap(each, kBytes);
  }
  close(file);
  close(other);
}

/// Words in memory that forked processes share, with what wakes them.
class SharedWaitTest : public testing::Test {
 protected:
  struct Words {
    SharedWait::Word question;
    SharedWait::Word answer;
  };

  SharedWaitTest() : files_(SharedWait::MakeFiles()), wait_(files_) {
    const int file = MakeAnonymousMemory();
    EXPECT_EQ(ftruncate(file, kBytes), 0);
    words_ = new (Map(file)) Words{};
    close(file);
  }
  ~SharedWaitTest() override {
    munmap(words_, kBytes);
    for (const int file : files_) {
      close(file);
    }
  }

  void Await(int side, SharedWait::Word* word, std::uint32_t value) const {
    for (std::uint32_t now = word->load(); now != value; now = word->load()) {
      wait_.Sleep(side, word, now, -1);
    }
  }
  void Set(int side, SharedWait::Word* word, std::uint32_t value) const {
    word->store(value);
    wait_.Wake(side, word);
  }
  void AnswerAll() const {
    for (std::uint32_t i = 1; i <= kRounds; ++i) {
      Await(0, &words_->question, i);
      Set(1, &words_->answer, i);
    }
  }
  void AskAll() const {
    for (std::uint32_t i = 1; i <= kRounds; ++i) {
      Set(0, &words_->question, i);
      Await(1, &words_->answer, i);
    }
  }

  static constexpr std::uint32_t kRounds = 1000;
  const std::vector<int> files_;
  const SharedWait wait_;
  Words* words_;
};

TEST_F(SharedWaitTest, ThreadsWakeEachOther) {
  std::thread other([this] { AnswerAll(); });
  AskAll();
  other.join();
}

TEST_F(SharedWaitTest, ProcessesWakeEachOther) {
  const pid_t child = fork();
  if (child == 0) {
    AnswerAll();
    _exit(0);
  }
  AskAll();
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST_F(SharedWaitTest, AChangedWordIsNotAwaited) {
  words_->question.store(1);
  wait_.Sleep(0, &words_->question, 0, -1);
}

TEST_F(SharedWaitTest, SleepsAreLimited) {
  wait_.Sleep(0, &words_->question, 0, 1);
}

TEST_F(SharedWaitTest, WakersDoNotBlock) {
  constexpr int kMoreThanASocketHolds = 100'000;
  for (int i = 0; i < kMoreThanASocketHolds; ++i) {
    wait_.Wake(0, &words_->question);
  }
  words_->question.store(1);
  Await(0, &words_->question, 1);
}

TEST_F(SharedWaitTest, FilesAreNotInherited) {
  for (const int file : files_) {
    EXPECT_EQ(fcntl(file, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
  }
}

}  // namespace
}  // namespace envpool
