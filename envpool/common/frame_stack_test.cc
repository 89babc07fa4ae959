// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/common/frame_stack.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "envpool/core/env.h"

namespace envpool {
namespace {

template <typename T>
std::vector<T> Frames(const FrameStack<T>& stack, std::size_t size) {
  std::vector<T> frames(stack.depth() * size);
  stack.Copy(frames.data());
  return frames;
}

template <typename T>
void Push(FrameStack<T>* stack, T value) {
  T* frame = stack->Push();
  frame[0] = value;
  frame[1] = value + 1;
}

template <typename T>
class FrameStackTest : public testing::Test {};
using Values = testing::Types<std::uint8_t, float, double>;
TYPED_TEST_SUITE(FrameStackTest, Values);

TYPED_TEST(FrameStackTest, OldestFirst) {
  FrameStack<TypeParam> stack(3, 2);
  EXPECT_EQ(Frames(stack, 2), (std::vector<TypeParam>{0, 0, 0, 0, 0, 0}));
  Push<TypeParam>(&stack, 10);
  EXPECT_EQ(Frames(stack, 2), (std::vector<TypeParam>{0, 0, 0, 0, 10, 11}));
  stack.Fill();
  EXPECT_EQ(Frames(stack, 2), (std::vector<TypeParam>{10, 11, 10, 11, 10, 11}));
  for (const int value : {20, 30, 40, 50}) {
    Push<TypeParam>(&stack, value);
  }
  EXPECT_EQ(Frames(stack, 2), (std::vector<TypeParam>{30, 31, 40, 41, 50, 51}));
  stack.PushAgain();
  EXPECT_EQ(Frames(stack, 2), (std::vector<TypeParam>{40, 41, 50, 51, 50, 51}));
}

TYPED_TEST(FrameStackTest, PartsOfFrames) {
  FrameStack<TypeParam> stack(3, 2);
  for (const int value : {10, 20, 30, 40}) {
    Push<TypeParam>(&stack, value);
  }
  std::vector<TypeParam> second(3);
  stack.CopyPart(1, 1, second.data());
  EXPECT_EQ(second, (std::vector<TypeParam>{21, 31, 41}));
}

TYPED_TEST(FrameStackTest, PushTo) {
  for (const int depth : {0, 1, 2}) {
    FrameStack<TypeParam> stack(depth, 1);
    const auto push = [&](bool is_first, int value) {
      std::vector<TypeParam> out(depth == 2 ? 2 : 1);
      stack.PushTo(out.data(), is_first,
                   [&](TypeParam* frame) { *frame = value; });
      return out;
    };
    const bool deep = depth == 2;
    using Expected = std::vector<TypeParam>;
    EXPECT_EQ(push(true, 1), deep ? (Expected{1, 1}) : Expected{1});
    EXPECT_EQ(push(false, 2), deep ? (Expected{1, 2}) : Expected{2});
    EXPECT_EQ(push(false, 3), deep ? (Expected{2, 3}) : Expected{3});
    EXPECT_EQ(push(true, 4), deep ? (Expected{4, 4}) : Expected{4});
  }
}

TYPED_TEST(FrameStackTest, OneFrameAgain) {
  FrameStack<TypeParam> stack(1, 2);
  Push<TypeParam>(&stack, 7);
  stack.PushAgain();
  stack.Fill();
  EXPECT_EQ(Frames(stack, 2), (std::vector<TypeParam>{7, 8}));
}

TYPED_TEST(FrameStackTest, SavedState) {
  FrameStack<TypeParam> stack(3, 2);
  for (const int value : {10, 20, 30, 40}) {
    Push<TypeParam>(&stack, value);
  }
  StateWriter writer;
  writer.Write(stack);
  FrameStack<TypeParam> other(3, 2);
  Push<TypeParam>(&other, 5);
  StateReader reader(writer.bytes());
  reader.Read(&other);
  reader.Finish();
  EXPECT_EQ(Frames(other, 2), Frames(stack, 2));
  Push<TypeParam>(&other, 50);
  Push<TypeParam>(&stack, 50);
  EXPECT_EQ(Frames(other, 2), Frames(stack, 2));

  FrameStack<TypeParam> smaller(2, 2);
  StateReader again(writer.bytes());
  EXPECT_ANY_THROW(again.Read(&smaller));
}

}  // namespace
}  // namespace envpool
