// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// This program is linked like the wheel's shared libraries.

#include <dlfcn.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <limits>
#include <memory>
#include <random>
#include <stdexcept>
#include <utility>

extern "C" int WaitByRealtime(pthread_cond_t* condition, pthread_mutex_t* mutex,
                              clockid_t clock, const struct timespec* end);

namespace {

/// Maps all NaNs to one: the sign of log(-1) depends on the glibc version.
std::uint64_t Bits(double value) {
  return std::isnan(value) ? 1 : std::bit_cast<std::uint64_t>(value);
}

template <typename F>
F* Newer(const char* name) {
  return reinterpret_cast<F*>(dlvsym(RTLD_DEFAULT, name, "GLIBC_2.29"));
}

TEST(OlderTest, MathematicsIsTheSameBitForBit) {
  auto* newer_exp = Newer<double(double)>("exp");
  auto* newer_log = Newer<double(double)>("log");
  auto* newer_pow = Newer<double(double, double)>("pow");
  if (newer_exp == nullptr) {
    GTEST_SKIP() << "this system has the older versions alone";
  }
  const auto same = [&](double x, double y) {
    EXPECT_EQ(Bits(std::exp(x)), Bits(newer_exp(x))) << x;
    EXPECT_EQ(Bits(std::log(x)), Bits(newer_log(x))) << x;
    EXPECT_EQ(Bits(std::pow(x, y)), Bits(newer_pow(x, y))) << x << ' ' << y;
  };
  const double big = std::numeric_limits<double>::max();
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double tiny = std::numeric_limits<double>::denorm_min();
  for (double x : {0.0, -0.0, 1.0, -1.0, 710.0, -746.0, big, -big, tiny, -tiny,
                   infinity, -infinity, nan}) {
    for (double y : {0.0, -0.0, 1.0, -1.0, 0.5, 3.0, big, -big, nan}) {
      same(x, y);
    }
  }
  std::mt19937_64 bits;
  std::uniform_real_distribution<double> number(-20, 20);
  for (int i = 0; i < 20'000; ++i) {
    same(number(bits), number(bits));
    same(std::bit_cast<double>(bits()), number(bits));
  }
}

TEST(OlderTest, CountsReferencesToAnException) {
  auto alive = std::make_shared<int>(1);
  struct Failure : std::runtime_error {
    explicit Failure(std::shared_ptr<int> held)
        : std::runtime_error("text"), held(std::move(held)) {}
    std::shared_ptr<int> held;
  };
  std::exception_ptr first;
  try {
    throw Failure(alive);
  } catch (...) {
    first = std::current_exception();
  }
  EXPECT_EQ(alive.use_count(), 2);
  std::exception_ptr second = first;
  EXPECT_EQ(second, first);
  first = nullptr;
  EXPECT_EQ(alive.use_count(), 2);
  EXPECT_THROW(std::rethrow_exception(second), Failure);
  second = nullptr;
  EXPECT_EQ(alive.use_count(), 1);
}

TEST(OlderTest, TellsOfFiles) {
  const std::filesystem::path file("/proc/self/exe");
  struct stat by_name;
  struct stat by_number;
  struct stat at;
  struct stat link;
  const int number = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_EQ(stat(file.c_str(), &by_name), 0);
  ASSERT_EQ(fstat(number, &by_number), 0);
  ASSERT_EQ(fstatat(AT_FDCWD, file.c_str(), &at, 0), 0);
  ASSERT_EQ(lstat(file.c_str(), &link), 0);
  close(number);
  EXPECT_TRUE(S_ISREG(by_name.st_mode));
  EXPECT_TRUE(S_ISLNK(link.st_mode));
  for (const struct stat& other : {by_number, at}) {
    EXPECT_EQ(other.st_ino, by_name.st_ino);
    EXPECT_EQ(other.st_size, by_name.st_size);
  }
  EXPECT_EQ(std::filesystem::file_size(file),
            static_cast<std::uintmax_t>(by_name.st_size));
  EXPECT_EQ(stat("/no/such/file", &at), -1);
  EXPECT_EQ(errno, ENOENT);
  EXPECT_THROW(std::filesystem::directory_iterator("/no/such/folder"),
               std::filesystem::filesystem_error);
}

TEST(OlderTest, WaitsUntilATimeOfAnotherClock) {
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  end.tv_nsec += 10'000'000;
  end.tv_sec += end.tv_nsec / 1'000'000'000;
  end.tv_nsec %= 1'000'000'000;
  pthread_mutex_lock(&mutex);
  for (auto* wait : {WaitByRealtime, pthread_cond_clockwait}) {
    int result = 0;
    while (result == 0) {  // it may wake up early
      result = wait(&condition, &mutex, CLOCK_MONOTONIC, &end);
    }
    EXPECT_EQ(result, ETIMEDOUT);
  }
  pthread_mutex_unlock(&mutex);
}

}  // namespace
