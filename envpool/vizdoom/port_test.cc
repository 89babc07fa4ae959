// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/vizdoom/port.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <stdexcept>

namespace envpool::vizdoom {
namespace {

TEST(PortTest, NoTwoHaveOneNumber) {
  const Port one, other;
  EXPECT_NE(one.number(), other.number());
}

TEST(PortTest, TheErrorSaysWhy) {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  const rlimit none{.rlim_cur = 0, .rlim_max = limit.rlim_max};
  setrlimit(RLIMIT_NOFILE, &none);
  try {
    const Port port;
    ADD_FAILURE() << "expected an error, got port " << port.number();
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("a free UDP port from 10000"));
    EXPECT_THAT(error.what(), testing::HasSubstr("Too many open files"));
  }
  setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace
}  // namespace envpool::vizdoom
