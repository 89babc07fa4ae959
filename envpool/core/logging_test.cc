// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/logging.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "absl/log/check.h"
#include "absl/log/log.h"
#include "envpool/core/engine/diagnostics.h"

namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

#ifdef ENVPOOL_DCHECK
constexpr bool kChecked = true;
#else
constexpr bool kChecked = false;
#endif

/// Returns the text of the exception that f() throws.
template <typename F>
std::string Thrown(F&& f) {
  try {
    f();
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return "";
}

TEST(CheckTest, PassesWithoutEvaluatingTheMessage) {
  int evaluated = 0;
  CHECK(true) << ++evaluated;
  CHECK_EQ(1, 1) << ++evaluated;
  CHECK_NE(1, 2) << ++evaluated;
  CHECK_LT(1, 2) << ++evaluated;
  CHECK_LE(2, 2) << ++evaluated;
  CHECK_GT(2, 1) << ++evaluated;
  CHECK_GE(2, 2) << ++evaluated;
  EXPECT_EQ(evaluated, 0);
}

TEST(CheckTest, FailureThrowsAndTellsWhereAndWhat) {
  const int n = 3;
  const int line = __LINE__ + 1;
  const std::string text = Thrown([] { CHECK(n < 0) << "n is " << n; });
  EXPECT_THAT(text,
              HasSubstr("logging_test.cc:" + std::to_string(line) + ": "));
  EXPECT_THAT(text, HasSubstr("Check failed: n < 0 n is 3"));
}

TEST(CheckTest, ComparisonsThatFail) {
  EXPECT_THAT(Thrown([] { CHECK_EQ(1 + 1, 3); }),
              HasSubstr("Check failed: 1 + 1 == 3"));
  EXPECT_NE(Thrown([] { CHECK_NE(1, 1); }), "");
  EXPECT_NE(Thrown([] { CHECK_LT(1, 1); }), "");
  EXPECT_NE(Thrown([] { CHECK_LE(2, 1); }), "");
  EXPECT_NE(Thrown([] { CHECK_GT(1, 1); }), "");
  EXPECT_NE(Thrown([] { CHECK_GE(0, 1); }), "");
}

TEST(CheckTest, EvaluatesItsArgumentsOnce) {
  int evaluated = 0;
  CHECK(++evaluated == 1);  // NOLINT(readability/check)
  EXPECT_THROW(CHECK(++evaluated == 0), std::logic_error);
  CHECK_EQ(++evaluated, 3);
  EXPECT_EQ(evaluated, 3);
}

TEST(CheckTest, IsOneStatement) {
  int other = 0;
  const bool yes = true;
  if (yes)
    CHECK(yes);
  else
    ++other;
  if (!yes)
    DLOG(INFO) << "never";
  else
    ++other;
  EXPECT_EQ(other, 1);
}

std::string Explain() { throw std::runtime_error("no explanation"); }

TEST(CheckTest, MessageThatThrows) {
  EXPECT_THROW(CHECK(false) << Explain(), std::runtime_error);
  EXPECT_THROW(LOG(FATAL) << Explain(), std::runtime_error);
}

struct ChecksWhenItDies {
  bool* died;
  ~ChecksWhenItDies() {
    EXPECT_THAT(Thrown([] { CHECK(false) << "inner"; }), HasSubstr("inner"));
    *died = true;
  }
};

TEST(CheckTest, FailsWhileAnotherExceptionIsUnderWay) {
  bool died = false;
  const auto fail = [&died] {
    const ChecksWhenItDies guard{&died};
    CHECK(false) << "outer";
  };
  EXPECT_THAT(Thrown(fail), AllOf(HasSubstr("outer"), Not(HasSubstr("inner"))));
  EXPECT_TRUE(died);
}

TEST(CheckTest, DebugChecksAreThoseOfTheChecksConfig) {
  EXPECT_EQ(Thrown([] { DCHECK(false) << "x"; }) != "", kChecked);
  EXPECT_EQ(Thrown([] { DCHECK_EQ(1, 2); }) != "", kChecked);
  EXPECT_EQ(Thrown([] { DCHECK_NE(1, 1); }) != "", kChecked);
  EXPECT_EQ(Thrown([] { DCHECK_LT(1, 1); }) != "", kChecked);
  EXPECT_EQ(Thrown([] { DCHECK_LE(2, 1); }) != "", kChecked);
  EXPECT_EQ(Thrown([] { DCHECK_GT(1, 1); }) != "", kChecked);
  EXPECT_EQ(Thrown([] { DCHECK_GE(1, 2); }) != "", kChecked);
  int evaluated = 0;
  DCHECK(++evaluated > 0);  // NOLINT(readability/check)
  EXPECT_EQ(evaluated, kChecked ? 1 : 0);
}

TEST(LogTest, FatalThrows) {
  EXPECT_THAT(Thrown([] { LOG(FATAL) << "gone " << 3; }),
              AllOf(HasSubstr("logging_test.cc:"), HasSubstr("gone 3")));
}

TEST(LogTest, SilentByDefaultThenByThreshold) {
  const auto logged = [] {
    testing::internal::CaptureStderr();
    LOG(INFO) << "some info";
    LOG(WARNING) << "some warning";
    LOG(ERROR) << "some error";
    return testing::internal::GetCapturedStderr();
  };
  EXPECT_EQ(logged(), "");
  envpool::SetLogThreshold(static_cast<int>(envpool::Severity::kWarning));
  EXPECT_THAT(logged(),
              AllOf(Not(HasSubstr("some info")), HasSubstr("some warning"),
                    HasSubstr("some error"), HasSubstr("logging_test.cc")));
  envpool::SetLogThreshold(static_cast<int>(envpool::Severity::kFatal) + 1);
  EXPECT_EQ(logged(), "");
}

}  // namespace
