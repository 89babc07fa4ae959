// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/array.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <memory>
#include <numeric>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;

template <typename D>
std::span<D> All(const TArray<D>& array) {
  return {static_cast<D*>(array.Data()), array.size};
}

/// 0, 1, 2, ... in the given shape.
TArray<int> Iota(std::vector<int> shape) {
  TArray<int> array((Spec<int>(std::move(shape))));
  std::iota(All(array).begin(), All(array).end(), 0);
  return array;
}

TEST(ArrayTest, OwnsZeros) {
  const Array array(Spec<std::int16_t>({3, 4}));
  EXPECT_EQ(array.size, 12U);
  EXPECT_EQ(array.ndim, 2U);
  EXPECT_EQ(array.element_size, 2U);
  EXPECT_THAT(array.Shape(), ElementsAre(3U, 4U));
  EXPECT_EQ(array.Shape(1), 4U);
  const auto* data = static_cast<const std::int16_t*>(array.Data());
  EXPECT_THAT(std::vector<std::int16_t>(data, data + 12), Each(0));
}

TEST(ArrayTest, EmptyOnes) {
  const Array none;
  EXPECT_EQ(none.size, 0U);
  EXPECT_EQ(none.Data(), nullptr);
  none.Zero();
  none.Assign(Array());
  const TArray<int> no_rows(Spec<int>({0, 3}));
  EXPECT_EQ(no_rows.size, 0U);
  EXPECT_THAT(no_rows.Shape(), ElementsAre(0U, 3U));
  EXPECT_EQ(no_rows.Slice(0, 0).size, 0U);
  const std::vector<int> nothing;
  no_rows.Assign(nothing.data(), nothing.size());
  no_rows.Zero();
  no_rows.Fill(1);
}

TEST(ArrayTest, Scalars) {
  const TArray<float> scalar(Spec<float>(std::vector<int>{}));
  EXPECT_EQ(scalar.size, 1U);
  EXPECT_EQ(scalar.ndim, 0U);
  EXPECT_THAT(scalar.Shape(), IsEmpty());
  scalar = 2;
  EXPECT_EQ(scalar(), 2.0F);
  EXPECT_THROW(static_cast<void>(scalar.Slice(0, 0)), std::out_of_range);
}

TEST(ArrayTest, CopiesAreShallow) {
  TArray<int> array = Iota({2, 2});
  const TArray<int> copy = array;
  Array untyped = array;
  copy(0, 0) = 9;
  EXPECT_EQ(array(0, 0), 9);
  EXPECT_EQ(untyped.Data(), array.Data());
  array = Iota({3});  // rebinds `array`; the copies keep the old memory
  EXPECT_EQ(copy(1, 1), 3);
  EXPECT_EQ(array.size, 3U);
  untyped = array;
  EXPECT_EQ(untyped.Data(), array.Data());
  const TArray<int> moved = std::move(array);
  EXPECT_EQ(moved(2), 2);
}

TEST(ArrayTest, ViewsAndAdoptedMemory) {
  int data[4] = {1, 2, 3, 4};
  const TArray<int> view(
      Array(Spec<int>({2, 2}), reinterpret_cast<char*>(data)));
  view(1, 0) = 7;
  EXPECT_EQ(data[2], 7);
  int freed = 0;
  {
    Array keeper;
    {
      const Array adopted(Spec<int>({4}), reinterpret_cast<char*>(data),
                          [&freed](char* /*data*/) { ++freed; });
      keeper = adopted.Truncate(2);
    }
    EXPECT_EQ(freed, 0);
    EXPECT_EQ(keeper.Shape(0), 2U);
    const std::shared_ptr<char> pointer = keeper.SharedPtr();
    keeper = Array();
    EXPECT_EQ(freed, 0);
    EXPECT_EQ(*reinterpret_cast<int*>(pointer.get()), 1);
  }
  EXPECT_EQ(freed, 1);
}

TEST(ArrayTest, OwnersInContainers) {
  std::deque<Array> stack;
  for (int i = 0; i < 3; ++i) {
    Array frame(Spec<std::uint8_t>({4}));
    frame.Fill<std::uint8_t>(i);
    stack.push_back(std::move(frame));
  }
  Array front = std::move(stack.front());
  stack.pop_front();
  stack.push_back(front);
  EXPECT_EQ(static_cast<std::uint8_t*>(stack.back().Data())[3], 0);
  EXPECT_EQ(static_cast<std::uint8_t*>(stack.front().Data())[3], 1);
}

TEST(ArrayTest, Indexing) {
  const TArray<int> array = Iota({2, 3, 4});
  for (int i = 0; i < 24; ++i) {
    EXPECT_EQ(array(i / 12, i / 4 % 3, i % 4), i);
    EXPECT_EQ(array[i / 12][i / 4 % 3][i % 4], i);
    EXPECT_EQ(array(i / 12)(i / 4 % 3, i % 4), i);
  }
  const TArray<int> row = array(1, 2);
  EXPECT_THAT(row.Shape(), ElementsAre(4U));
  EXPECT_THAT(All(row), ElementsAre(20, 21, 22, 23));
  EXPECT_THAT(array().Shape(), ElementsAre(2U, 3U, 4U));
  const Array untyped = array;
  EXPECT_EQ(untyped(1, 1).Data(), array(1, 1).Data());
  untyped[0](0, 2) = 99;
  EXPECT_EQ(array(0, 0, 2), 99);
}

TEST(ArrayTest, Slices) {
  const TArray<int> array = Iota({4, 2});
  EXPECT_THAT(All(array.Slice(1, 3)), ElementsAre(2, 3, 4, 5));
  EXPECT_EQ(array.Slice(1, 3)(1, 1), 5);
  EXPECT_EQ(array.Slice(1, 4).Slice(1, 2)(0, 0), 4);
  EXPECT_THAT(array.Slice(4, 4).Shape(), ElementsAre(0U, 2U));
  EXPECT_THROW(static_cast<void>(array.Slice(0, 5)), std::out_of_range);
  EXPECT_THROW(static_cast<void>(array.Slice(3, 2)), std::out_of_range);
  EXPECT_THROW(static_cast<void>(array.Truncate(5)), std::out_of_range);
}

TEST(ArrayTest, AssignFillZero) {
  const TArray<int> array = Iota({2, 3});
  const std::vector<int> values = {7, 8, 9};
  array[1].Assign(values.data(), values.size());
  EXPECT_THAT(All(array), ElementsAre(0, 1, 2, 7, 8, 9));
  array[0].Assign(array[1]);
  EXPECT_THAT(All(array), ElementsAre(7, 8, 9, 7, 8, 9));
  array.Slice(0, 1).Zero();
  EXPECT_THAT(All(array), ElementsAre(0, 0, 0, 7, 8, 9));
  array.Fill(2.9);
  EXPECT_THAT(All(array), Each(2));
  const TArray<int> chain = Iota({4});
  chain.Slice(1, 4).Assign(chain.Slice(0, 3));  // source and target overlap
  EXPECT_THAT(All(chain), ElementsAre(0, 0, 1, 2));
}

TEST(TArrayTest, StoresConvertAndHitTheFirstElement) {
  const TArray<float> reward(Spec<float>({3}));
  reward = 2.5;
  EXPECT_THAT(All(reward), ElementsAre(2.5F, 0, 0));
  reward[2] = true;
  EXPECT_EQ(reward(2), 1.0F);
  const TArray<std::uint8_t> bytes(Spec<std::uint8_t>({1}));
  bytes = 7;
  EXPECT_EQ(static_cast<int>(bytes), 7);
  const TArray<bool> flag(Spec<bool>(std::vector<int>{}));
  flag = 3;
  EXPECT_TRUE(flag);
}

enum class Move { kUp = 1, kDown = 2 };
enum Turn { kLeft, kRight };
double Half(double x) { return x / 2; }

TEST(TArrayTest, Reads) {
  const TArray<int> action = Iota({3});
  const int first = action;
  int second = action[1];
  int& third = action[2];
  third += 5;
  EXPECT_EQ(first + second, 1);
  EXPECT_EQ(action(2), 7);
  EXPECT_EQ(static_cast<Move>(action(1)), Move::kUp);
  EXPECT_EQ(static_cast<Turn>(action[1]), kRight);
  EXPECT_EQ(Half(action(2)), 3.5);
  EXPECT_EQ(action[2] - 1.5, 5.5);
  const float f = action(1);
  const bool b = action(0);
  EXPECT_EQ(f, 1.0F);
  EXPECT_FALSE(b);
}

TEST(TArrayTest, IsANumberInExpressions) {
  const TArray<int> action = Iota({3});
  const TArray<float> force(Spec<float>({1}));
  force = -2.5;
  EXPECT_EQ(1.5 - action[2], -0.5);
  EXPECT_EQ(action[1] + action[2], 3);
  EXPECT_EQ(action[1] * force, -2.5F);
  EXPECT_EQ(-force, 2.5F);
  EXPECT_EQ(std::abs(force), 2.5F);
  EXPECT_TRUE(force < action[1] && !action[0]);
  EXPECT_TRUE(action[1] == kRight && static_cast<Move>(action[1]) == Move::kUp);
  EXPECT_EQ("abc"[action[2]], 'c');
  action[2] *= 4;
  ++action[2];
  EXPECT_EQ(action(2), 9);
}

TEST(TArrayTest, AssigningAnArrayReseats) {
  const TArray<int> a = Iota({2});
  const TArray<int> b = Iota({2});
  a[0] = b[1];  // rebinds the temporary, stores nothing
  EXPECT_EQ(a(0), 0);
  a[0] = static_cast<int>(b[1]);
  EXPECT_EQ(a(0), 1);
}

void Increment(Array* target) { static_cast<int*>(target->Data())[0] += 1; }

TEST(TArrayTest, IsAnArray) {
  TArray<int> array = Iota({2});
  Increment(&array);
  auto view = array[1];
  Increment(&view);
  const Array& reference = array;
  EXPECT_EQ(TArray<int>(reference)(1), 2);
  EXPECT_THAT(All(array), ElementsAre(1, 2));
  static_assert(!std::is_convertible_v<Array, TArray<int>>);
  static_assert(!std::is_assignable_v<const TArray<int>&, TArray<float>>);
}

TEST(TArrayTest, Containers) {
  const TArray<Container<float>> rows(Spec<Container<float>>(
      std::vector<int>{2}, Spec<float>(std::vector<int>{-1})));
  Container<float>& second = rows[1];
  EXPECT_EQ(second, nullptr);
  second = std::make_unique<TArray<float>>(Spec<float>({3}));
  second->Fill(1);
  Container<float>& again = rows(1);
  EXPECT_EQ(again->Shape(0), 3U);
  second.reset();  // freeing an Array on plain memory must not crash
}

TEST(TArrayTest, SetViewOverPlayers) {
  std::vector<float> data(6);
  const std::vector<int> shape = {-1, 2};
  TArray<float> state;
  state.SetView(data.data(), 2, 3, shape.data() + 1, sizeof(float));
  EXPECT_THAT(state.Shape(), ElementsAre(3U, 2U));
  state(2, 1) = 4;
  EXPECT_EQ(data[5], 4.0F);
  const Array none = Array::View(data.data(), 2, 0, shape.data() + 1, 4);
  EXPECT_EQ(none.size, 0U);
}

TEST(TArrayTest, PlacedLikeAnotherArray) {
  std::vector<int> data = {1, 2, 3, 4, 5, 6};
  const TArray<int> like(Spec<int>({2, 3}));
  TArray<int> placed(Array::Placed{data.data(), like});
  EXPECT_THAT(placed.Shape(), ElementsAre(2U, 3U));
  EXPECT_EQ(int{placed(1, 2)}, 6);
  std::vector<int> other = {6, 5, 4, 3, 2, 1};
  placed.MoveTo(other.data());
  EXPECT_EQ(int{placed(1, 2)}, 1);
  EXPECT_EQ(placed.SharedPtr().use_count(), 0);  // it owns nothing
}

}  // namespace
