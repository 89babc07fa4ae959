// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/result_cache.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "envpool/core/binding/python_for_test.h"
#include "envpool/core/dict.h"

namespace envpool {
namespace {

using testing::Script;

constexpr int kNumRows = 3;

class ResultCacheTest : public ::testing::Test {
 protected:
  ResultCacheTest()
      : pool_(std::make_shared<BlockPool>(
            Layout(MakeColumns(MakeDict("value"_.Bind(Spec<int>({})),
                                        "items"_.Bind(Spec<int>({2})))),
                   kNumRows, 1),
            16)) {
    cache_.emplace(pool_);
  }

  /// Returns the next result, as an engine would.
  Result* Next(int rows = kNumRows) {
    cache_->Reclaim();
    StateBlock* block = pool_->Acquire();
    block->rows = rows;
    return cache_->Wrap(block);
  }
  /// Stores a column of the result in a Python variable.
  void Keep(const char* name, Result* result, int column = 0) {
    script_.Set(name, result->ArrayOf(column).get());
  }

  Script script_;
  std::shared_ptr<BlockPool> pool_;
  std::optional<ResultCache> cache_;
};

TEST_F(ResultCacheTest, DroppedArraysComeBackWithTheirBlock) {
  Result* first = Next();
  const StateBlock* block = first->block();
  const void* array = first->ArrayOf(0).get();
  EXPECT_TRUE(testing::IsUnused(first));
  Result* second = Next();
  EXPECT_EQ(second, first);
  EXPECT_EQ(second->block(), block);
  EXPECT_EQ(second->ArrayOf(0).get(), array);
}

TEST_F(ResultCacheTest, AnythingThatRefersToAnArrayKeepsTheBlock) {
  for (const char* keep : {"kept = array", "kept = array[1:]", "kept = [array]",
                           "kept = memoryview(array)", "kept = array.base",
                           "kept = array.reshape(3, 1)"}) {
    Result* result = Next();
    const StateBlock* block = result->block();
    Keep("array", result);
    script_.Run(std::string(keep) + "\ndel array");
    EXPECT_FALSE(testing::IsUnused(result)) << keep;
    EXPECT_NE(Next()->block(), block) << keep;
    script_.Run("del kept");
    EXPECT_TRUE(testing::IsUnused(result)) << keep;
  }
}

TEST_F(ResultCacheTest, KeptArraysOutliveTheCacheAndThePool) {
  Result* result = Next();
  *result->block()->Rows<int>(0, 2) = 42;
  Keep("array", result);
  cache_.reset();
  const std::weak_ptr<BlockPool> pool = pool_;
  pool_.reset();
  EXPECT_FALSE(pool.expired());
  EXPECT_EQ(script_.ToInt("array[2]"), 42);
  script_.Run("del array");
  EXPECT_TRUE(pool.expired());
}

TEST_F(ResultCacheTest, ArraysThatWereChangedAreMadeAnew) {
  for (const char* change :
       {"array.shape = (3, 1)", "array.flags.writeable = False",
        "array.dtype = np.uint32"}) {
    Result* result = Next();
    const StateBlock* block = result->block();
    Keep("array", result);
    script_.Run(std::string(change) + "\ndel array");
    Result* next = Next();
    EXPECT_EQ(next->block(), block) << change;
    Keep("array", next);
    EXPECT_TRUE(
        script_.IsTrue("array.shape == (3,) and array.flags.writeable "
                       "and array.dtype == np.int32"))
        << change;
    script_.Run("del array");
  }
}

TEST_F(ResultCacheTest, FewerRowsAreAnArrayOfTheirOwn) {
  Result* result = Next(2);
  Keep("array", result, 1);
  EXPECT_TRUE(script_.IsTrue("array.shape == (2, 2)"));
  EXPECT_FALSE(testing::IsUnused(result));
  script_.Run("del array");
  EXPECT_TRUE(testing::IsUnused(result));
}

TEST_F(ResultCacheTest, ResultsThatAreKeptLongLeaveTheCache) {
  script_.Run("kept = []");
  std::vector<const StateBlock*> blocks;
  for (int i = 0; i < 12; ++i) {
    Result* result = Next();
    blocks.push_back(result->block());
    *result->block()->Rows<int>(0, 0) = i;
    Keep("array", result);
    script_.Run("kept.append(array)\ndel array");
  }
  EXPECT_TRUE(
      script_.IsTrue("[array[0] for array in kept] == list(range(12))"));
  // The first results have left the cache; the array alone frees the block.
  script_.Run("kept[0] = None");
  EXPECT_EQ(pool_->Acquire(), blocks[0]);
  // The last results are still watched; only the cache releases their blocks.
  script_.Run("kept.clear()");
  EXPECT_EQ(cache_->last()->block(), blocks[11]);
  cache_->Reclaim();
  EXPECT_EQ(cache_->last(), nullptr);
}

TEST_F(ResultCacheTest, StaticResultsTakeTurnsWhoeverKeepsThem) {
  cache_->MakeStatic(1);
  Result* first = Next();
  *first->Kept(0) = script_.Eval("'made of the first'");
  Keep("first", first);
  Result* second = Next();
  EXPECT_NE(second, first);
  EXPECT_EQ(cache_->last(), second);
  Result* third = Next();
  EXPECT_EQ(third, first);
  Keep("third", third);
  EXPECT_TRUE(script_.IsTrue("third is first"));
  script_.Set("kept", third->Kept(0)->get());
  EXPECT_TRUE(script_.IsTrue("kept == 'made of the first'"));
}

}  // namespace
}  // namespace envpool
