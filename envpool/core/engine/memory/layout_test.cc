// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/memory/layout.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <new>
#include <vector>

#include "envpool/core/dict.h"
#include "envpool/core/engine/errors.h"

namespace envpool {
namespace {

TEST(DTypeOf, EveryElementType) {
  EXPECT_EQ(DTypeOf<bool>(), DType::kBool);
  EXPECT_EQ(DTypeOf<std::int8_t>(), DType::kInt8);
  EXPECT_EQ(DTypeOf<std::uint8_t>(), DType::kUint8);
  EXPECT_EQ(DTypeOf<std::int16_t>(), DType::kInt16);
  EXPECT_EQ(DTypeOf<std::uint16_t>(), DType::kUint16);
  EXPECT_EQ(DTypeOf<int>(), DType::kInt32);
  EXPECT_EQ(DTypeOf<unsigned>(), DType::kUint32);
  EXPECT_EQ(DTypeOf<std::int64_t>(), DType::kInt64);
  EXPECT_EQ(DTypeOf<std::uint64_t>(), DType::kUint64);
  EXPECT_EQ(DTypeOf<float>(), DType::kFloat32);
  EXPECT_EQ(DTypeOf<double>(), DType::kFloat64);
}

TEST(MakeColumns, FollowTheSpecs) {
  const auto specs = MakeDict(
      "a"_.Bind(Spec<float>({2, 3}, {-1, 1})), "b"_.Bind(Spec<int>({})),
      "c"_.Bind(MarkDiscrete(Spec<std::uint8_t>({-1, 4}, {0, 7}))),
      "d"_.Bind(Spec<Container<double>>({-1}, Spec<double>({-1, 2}))),
      "e"_.Bind(Spec<int>({2}, {{0, 1}, {2, 3}})));
  const std::vector<Column> columns = MakeColumns(specs);
  ASSERT_EQ(columns.size(), 5u);
  EXPECT_EQ(columns[0].key, "a");
  EXPECT_EQ(columns[0].shape, (std::vector<int>{2, 3}));
  EXPECT_EQ(columns[0].ItemBytes(), 24u);
  EXPECT_EQ(columns[0].low, -1);
  EXPECT_EQ(columns[0].high, 1);
  EXPECT_TRUE(columns[1].shape.empty());
  EXPECT_EQ(columns[1].ItemSize(), 1u);
  EXPECT_FALSE(columns[1].per_player);
  EXPECT_TRUE(columns[2].per_player);
  EXPECT_TRUE(columns[2].is_discrete);
  EXPECT_EQ(columns[2].shape, std::vector<int>{4});
  EXPECT_EQ(columns[3].dtype, DType::kFloat64);
  EXPECT_EQ(columns[3].element_size, sizeof(void*));
  EXPECT_NE(columns[3].destroy, nullptr);
  EXPECT_TRUE(columns[0].has_scalar_bounds);
  EXPECT_FALSE(columns[4].has_scalar_bounds);
}

TEST(Layout, ColumnsAreAlignedAndApart) {
  const auto specs =
      MakeDict("a"_.Bind(Spec<std::uint8_t>({3})),
               "b"_.Bind(Spec<double>({-1, 2})), "c"_.Bind(Spec<bool>({0})));
  const Layout layout(MakeColumns(specs), 5, 4);
  EXPECT_EQ(layout.stride(0), 3u);
  EXPECT_EQ(layout.stride(1), 64u);
  EXPECT_EQ(layout.stride(2), 0u);
  EXPECT_EQ(layout.offset(0), 0u);
  EXPECT_EQ(layout.offset(1), 64u);
  EXPECT_EQ(layout.offset(2), 64u + 5 * 64);
  EXPECT_EQ(layout.bytes(), 64u + 5 * 64);
  EXPECT_FALSE(layout.has_containers());
  EXPECT_EQ(layout.Find("b"), 1);
  EXPECT_EQ(layout.Find("x"), -1);
}

TEST(Layout, RefusesWhatCannotBe) {
  Column column;
  column.key = "a";
  column.dtype = DType::kInt32;
  column.element_size = 4;
  column.shape = {2, -1};
  try {
    Layout({column}, 1, 1);
    FAIL() << "no exception";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, ErrorKind::kArgument);
  }
  column.shape = {1 << 30, 1 << 30};
  EXPECT_THROW(Layout({column}, 1, 1), std::bad_alloc);
  column.shape = {1 << 20};
  column.per_player = true;
  EXPECT_THROW(Layout({column}, 1 << 20, 1 << 20), std::bad_alloc);
}

TEST(Arena, IsZeroAndAligned) {
  const Layout layout(MakeColumns(MakeDict("a"_.Bind(Spec<int>({1000})))), 3,
                      1);
  const Arena arena(layout);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(arena.data()) % 64, 0u);
  for (std::size_t i = 0; i < layout.bytes(); ++i) {
    ASSERT_EQ(arena.data()[i], 0);
  }
  const Arena empty(Layout({}, 0, 1));
  EXPECT_NE(empty.data(), nullptr);
}

}  // namespace
}  // namespace envpool
