// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/schedule/admission.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "envpool/core/engine/errors.h"

namespace envpool {
namespace {

std::string TextOf(Admission* admission, const std::vector<int>& ids,
                   Request request = Request::kStep) {
  try {
    admission->Admit(ids.data(), static_cast<int>(ids.size()), request);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(Admission, AllOrNothing) {
  Admission admission(4, false);
  EXPECT_EQ(TextOf(&admission, {0, 2}), "");
  EXPECT_EQ(admission.outstanding(), 2);
  EXPECT_NE(TextOf(&admission, {1, 2}).find("env 2 has a pending result"),
            std::string::npos);
  EXPECT_NE(TextOf(&admission, {1, 3, 1}).find("got 1 more than once"),
            std::string::npos);
  EXPECT_NE(TextOf(&admission, {1, 4}).find("in [0, 3], got 4"),
            std::string::npos);
  EXPECT_NE(TextOf(&admission, {1, -7}).find("got -7"), std::string::npos);
  EXPECT_EQ(admission.outstanding(), 2);
  EXPECT_EQ(TextOf(&admission, {3, 1}), "");  // a failed Admit marks no env
  EXPECT_EQ(admission.outstanding(), 4);
}

TEST(Admission, AllAtOnce) {
  Admission admission(3, true);
  admission.Admit(nullptr, 3, Request::kStep);
  EXPECT_EQ(admission.outstanding(), 3);
  EXPECT_THROW(admission.Admit(nullptr, 3, Request::kReset), Error);
  admission.Withdraw(nullptr, 3);
  EXPECT_EQ(admission.outstanding(), 0);
  admission.Admit(nullptr, 0, Request::kStep);
  admission.Withdraw(nullptr, 0);
  EXPECT_EQ(admission.outstanding(), 0);
  const int one[] = {1};
  admission.Admit(one, 1, Request::kStep);
  EXPECT_THROW(admission.Admit(nullptr, 3, Request::kReset), Error);
  EXPECT_EQ(admission.outstanding(), 1);
  admission.Withdraw(one, 1);
  admission.Admit(nullptr, 3, Request::kStep);
}

TEST(Admission, FinishedEnvsWaitForAReset) {
  Admission admission(3, true);
  admission.Admit(nullptr, 3, Request::kReset);
  const int ids[] = {2, 0, 1};
  const std::uint8_t ended[] = {1, 0, 1};
  admission.Receive(ids, ended, 3);
  EXPECT_NE(TextOf(&admission, {0, 1, 2}).find("env ids [1, 2]"),
            std::string::npos);
  EXPECT_THROW(admission.Admit(nullptr, 3, Request::kStep), Error);
  EXPECT_EQ(TextOf(&admission, {0}), "");
  EXPECT_EQ(TextOf(&admission, {1}, Request::kReset), "");
  admission.set_ended(2, false);
  EXPECT_EQ(TextOf(&admission, {2}), "");
}

TEST(Admission, FinishedEnvsOfOtherPoolsDoNot) {
  Admission admission(1, false);
  const int ids[] = {0};
  const std::uint8_t ended[] = {1};
  admission.Admit(ids, 1, Request::kStep);
  admission.Receive(ids, ended, 1);
  EXPECT_EQ(TextOf(&admission, {0}), "");
}

}  // namespace
}  // namespace envpool
