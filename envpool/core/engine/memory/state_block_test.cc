// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/memory/state_block.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fstream>
#include <memory>
#include <random>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "envpool/core/array.h"
#include "envpool/core/dict.h"
#include "envpool/core/engine/memory/row_allocator.h"
#include "envpool/testing/scale.h"

namespace envpool {
namespace {

using testing::Scaled;
using testing::TestSeed;

Layout IntLayout(int rows) {
  return {MakeColumns(MakeDict("value"_.Bind(Spec<int>({})),
                               "more"_.Bind(Spec<int>({3})))),
          rows, 1};
}

TEST(StateBlock, RowsAreZeroed) {
  BlockPool pool(IntLayout(4), 1);
  StateBlock* block = pool.Acquire();
  std::fill_n(block->Rows<int>(0, 0), 4, 7);
  std::fill_n(block->Rows<int>(1, 0), 12, 7);
  block->ZeroRows(2, 1);
  block->ZeroColumns(1, 2, 0, 2);
  EXPECT_EQ(*block->Rows<int>(0, 1), 7);
  EXPECT_EQ(*block->Rows<int>(0, 2), 0);
  EXPECT_EQ(block->Rows<int>(1, 1)[2], 0);
  EXPECT_EQ(block->Rows<int>(1, 2)[0], 0);
  EXPECT_EQ(block->Rows<int>(1, 3)[0], 7);
  block->ZeroItem(0, 3);
  EXPECT_EQ(*block->Rows<int>(0, 3), 0);
  EXPECT_EQ(block->Rows<int>(1, 3)[0], 7);
  pool.Release(block);
}

TEST(StateBlock, ColumnsLieElsewhereForOneBatch) {
  BlockPool pool(IntLayout(4), 1);
  StateBlock* block = pool.Acquire();
  char* own = block->Item(1, 0);
  std::vector<int> elsewhere(12, 7);
  block->PlaceColumn(1, reinterpret_cast<char*>(elsewhere.data()));
  EXPECT_EQ(block->Rows<int>(1, 2), &elsewhere[6]);
  EXPECT_EQ(block->OwnRows(1), own);
  EXPECT_EQ(block->Item(0, 0), block->OwnRows(0));
  block->ZeroRows(2, 1);
  EXPECT_EQ(elsewhere, (std::vector<int>{7, 7, 7, 7, 7, 7, 0, 0, 0, 7, 7, 7}));
  pool.Release(block);
  EXPECT_EQ(pool.Acquire(), block);
  EXPECT_EQ(block->Item(1, 0), own);
  pool.Release(block);
}

TEST(StateBlock, TellsWhenNothingIsElsewhere) {
  BlockPool pool(IntLayout(4), 1);
  StateBlock* block = pool.Acquire();
  for (const bool placed : {true, false}) {
    std::vector<int> elsewhere(12);
    const auto restored = std::make_shared<std::atomic<bool>>(false);
    block->TellWhenRestored(restored);
    if (placed) {
      block->PlaceColumn(1, reinterpret_cast<char*>(elsewhere.data()));
    }
    EXPECT_FALSE(restored->load());
    pool.Release(block);
    EXPECT_TRUE(restored->load());
    EXPECT_EQ(restored.use_count(), 1);
    EXPECT_EQ(pool.Acquire(), block);
  }
  pool.Release(block);
}

TEST(StateBlock, KnowsWhoseItsRowsAre) {
  BlockPool pool(IntLayout(4), 1);
  StateBlock* block = pool.Acquire();
  const auto ids = [block] {
    return std::vector<int>(block->env_ids(), block->env_ids() + 4);
  };
  const std::vector<int> all = {0, 1, 2, 3};
  block->SetEnvIds(0, nullptr, 4);
  EXPECT_EQ(ids(), all);
  const int some[] = {3, 1};
  block->SetEnvIds(0, some, 2);
  block->SetEnvIds(2, some, 1);
  block->SetEnvIds(3, nullptr, 0);  // none
  EXPECT_EQ(ids(), (std::vector<int>{3, 1, 3, 3}));
  block->SetEnvIds(0, nullptr, 4);
  EXPECT_EQ(ids(), all);
  pool.Release(block);
}

std::int64_t ResidentBytes() {
  std::ifstream file("/proc/self/statm");
  std::int64_t size = 0;
  std::int64_t resident = 0;
  file >> size >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

// Small blocks in use do not keep freed large ones from the system.
TEST(StateBlock, MemoryOfLargeOnesGoesBackToTheSystem) {
  constexpr int kRows = 8192;  // 128 KiB
  constexpr int kBlocks = 400;
  constexpr std::int64_t kBytes = std::int64_t{kRows} * 16 * kBlocks;
  // Sanitizers keep records of freed memory.
  constexpr std::int64_t kMaxLeft = kBytes / (testing::kSlowBuild ? 4 : 10);
  BlockPool large(IntLayout(kRows), 1);
  BlockPool small(IntLayout(4), 1);
  std::vector<StateBlock*> left;
  large.Release(large.Acquire());
  const std::int64_t before = ResidentBytes();
  for (int round = 0; round < 3; ++round) {
    std::vector<StateBlock*> blocks;
    for (int i = 0; i < kBlocks; ++i) {
      blocks.push_back(large.Acquire());
      EXPECT_EQ(*blocks.back()->Rows<int>(0, kRows - 1), 0);
      std::fill_n(blocks.back()->Rows<int>(0, 0), kRows, i);
      std::fill_n(blocks.back()->Rows<int>(1, 0), 3 * kRows, i);
      left.push_back(small.Acquire());
    }
    EXPECT_GE(ResidentBytes() - before, kBytes);
    for (StateBlock* block : blocks) {
      large.Release(block);
    }
    EXPECT_LE(ResidentBytes() - before, kMaxLeft);
  }
  for (StateBlock* block : left) {
    small.Release(block);
  }
}

Layout PlayerLayout() {
  return {MakeColumns(MakeDict(
              "row"_.Bind(Spec<int>({})), "player"_.Bind(Spec<int>({-1, 2})),
              "ragged"_.Bind(Spec<Container<int>>({-1}, Spec<int>({-1}))))),
          5, 3};
}

Container<int>& Ragged(StateBlock* block, int index) {
  return reinterpret_cast<Container<int>*>(block->Item(2, 0))[index];
}

TEST(StateBlock, PlayersBecomeAdjacent) {
  BlockPool pool(PlayerLayout(), 1);
  std::mt19937 random(TestSeed());
  for (int round = 0; round < 500; ++round) {
    StateBlock* block = pool.Acquire();
    block->rows = 1 + static_cast<int>(random() % 5);
    std::vector<int> expected;
    for (int row = 0; row < block->rows; ++row) {
      block->ZeroRows(row, 1);
      block->players[row] = static_cast<int>(random() % 4);
      for (int i = 0; i < block->players[row]; ++i) {
        const int mark = 10 * row + i;
        expected.push_back(mark);
        block->Rows<int>(1, row)[2 * i] = mark;
        block->Rows<int>(1, row)[2 * i + 1] = -mark;
        if (mark % 2 == 0) {
          auto ragged = std::make_unique<TArray<int>>(Spec<int>({mark + 1}));
          Ragged(block, 3 * row + i) = std::move(ragged);
        }
      }
    }
    block->CompactPlayers();
    ASSERT_EQ(block->total_players, static_cast<int>(expected.size()));
    for (int i = 0; i < 15; ++i) {
      const bool used = i < block->total_players;
      if (used) {
        ASSERT_EQ(block->Rows<int>(1, 0)[2 * i], expected[i]);
        ASSERT_EQ(block->Rows<int>(1, 0)[2 * i + 1], -expected[i]);
      }
      if (used && expected[i] % 2 == 0) {
        ASSERT_NE(Ragged(block, i), nullptr);
        ASSERT_EQ(Ragged(block, i)->Shape(0),
                  static_cast<std::size_t>(expected[i] + 1));
      } else {
        ASSERT_EQ(Ragged(block, i), nullptr);  // no second owner
      }
    }
    pool.Release(block);
  }
}

TEST(StateBlock, ClearEmptiesContainersOnly) {
  BlockPool pool(PlayerLayout(), 1);
  StateBlock* block = pool.Acquire();
  Ragged(block, 14) = std::make_unique<TArray<int>>(Spec<int>({3}));
  *block->Rows<int>(0, 4) = 7;
  block->AddFault({1, 2, 3, 4, "why"});
  block->completed = block->target = block->rows = 5;
  block->lost_faults = 1;
  block->Clear();
  EXPECT_EQ(Ragged(block, 14), nullptr);
  EXPECT_EQ(*block->Rows<int>(0, 4), 7);
  EXPECT_TRUE(block->faults.empty());
  EXPECT_EQ(block->completed + block->target + block->rows, 0);
  EXPECT_EQ(block->lost_faults, 0);
  pool.Release(block);
}

TEST(BlockPool, KeepsSoMany) {
  BlockPool pool(IntLayout(1), 2);
  std::vector<StateBlock*> blocks;
  for (int i = 0; i < 5; ++i) {
    blocks.push_back(pool.Acquire());
  }
  int user = 0;
  blocks[4]->cached_result = &user;
  const std::set<StateBlock*> kept = {blocks[0], blocks[1], blocks[4]};
  for (StateBlock* block : blocks) {
    pool.Release(block);
  }
  std::set<StateBlock*> again;
  for (int i = 0; i < 3; ++i) {
    again.insert(pool.Acquire());
  }
  EXPECT_EQ(again, kept);
  for (StateBlock* block : again) {
    pool.Release(block);
  }
}

TEST(BlockPool, PrefersMemoryThatWasLent) {
  const Layout layout = IntLayout(3);
  const std::size_t bytes = 2 * StateBlock::BytesOf(layout);
  const auto owner = std::make_shared<int>();
  char* const memory = static_cast<char*>(std::aligned_alloc(64, bytes));
  std::memset(memory, 0, bytes);
  const auto is_there = [&](const StateBlock* block) {
    return block->Item(0, 0) >= memory && block->Item(1, 2) < memory + bytes &&
           block->OwnRows(1) == block->Item(1, 0);
  };
  {
    BlockPool pool(layout, 1);
    StateBlock* before = pool.Acquire();
    int user = 0;
    before->cached_result = &user;
    pool.Lend(memory, bytes + 1, owner);
    EXPECT_EQ(owner.use_count(), 2);
    for (int round = 0; round < 3; ++round) {
      StateBlock* first = pool.Acquire();
      StateBlock* second = pool.Acquire();
      StateBlock* third = pool.Acquire();
      EXPECT_NE(first, second);
      EXPECT_TRUE(is_there(first) && first->is_lent());
      EXPECT_TRUE(is_there(second) && second->is_lent());
      EXPECT_FALSE(is_there(third) || third->is_lent());
      std::memset(first->Item(0, 0), 1, 3 * sizeof(int));
      std::memset(second->Item(1, 0), 2, 9 * sizeof(int));
      EXPECT_EQ(second->env_ids()[2], 2);
      pool.Release(second);
      pool.Release(round == 1 ? before : third);
      pool.Release(first);
      before = round == 1 ? third : before;
    }
    pool.Release(before);
  }
  EXPECT_EQ(owner.use_count(), 1);
  std::free(memory);
}

// Batches of an asynchronous pool, as the engine and a user handle them: rows
// are claimed and completed in any order; blocks are taken in order, kept and
// given back at random. No row is lost, duplicated or rewritten while it is
// kept.
class AsyncModel {
 public:
  AsyncModel(int num_envs, int batch, unsigned seed)
      : num_envs_(num_envs),
        batch_(batch),
        pool_(IntLayout(batch), 3),
        rows_(num_envs, batch),
        random_(seed) {}
  ~AsyncModel() {
    for (const Kept& kept : kept_) {
      pool_.Release(kept.block);
    }
    while (StateBlock* block = rows_.front()) {
      pool_.Release(block);
      rows_.PopFront();
    }
  }

  /// Does one random action; returns false after a mistake of the pool.
  bool Act() {
    switch (random_() % 4) {
      case 0:
        return Queue();
      case 1:
        return Claim();
      case 2:
        return Complete();
      default:
        return random_() % 2 == 0 ? Take() : GiveBack();
    }
  }
  std::int64_t received() const { return received_; }

 private:
  struct Kept {
    StateBlock* block;
    std::vector<int> values;
  };
  bool Queue() {
    const int count =
        static_cast<int>(random_() % (num_envs_ - outstanding_ + 1));
    while (rows_.installed_rows() < sent_ + count) {
      rows_.Install(pool_.Acquire());
    }
    sent_ += count;
    outstanding_ += count;
    queued_ += count;
    return true;
  }
  bool Claim() {
    int count = static_cast<int>(random_() % (queued_ + 1));
    if (count == 0) {
      return true;
    }
    queued_ -= count;
    std::int64_t first = rows_.Claim(count);
    while (count > 0) {
      const RowSpan span = rows_.Locate(first, count, 0);
      claimed_.push_back(span);
      first += span.count;
      count -= span.count;
    }
    return true;
  }
  bool Complete() {
    if (claimed_.empty()) {
      return true;
    }
    std::swap(claimed_[random_() % claimed_.size()], claimed_.back());
    const RowSpan span = claimed_.back();
    claimed_.pop_back();
    for (int i = 0; i < span.count; ++i) {
      *span.block->Rows<int>(0, span.row + i) = next_value_++;
    }
    span.block->completed.fetch_add(span.count);
    return span.row + span.count <= batch_;
  }
  bool Take() {
    StateBlock* block = rows_.front();
    if (block == nullptr || block->completed.load() != batch_) {
      return true;
    }
    rows_.PopFront();
    outstanding_ -= batch_;
    received_ += batch_;
    const int* values = block->Rows<int>(0, 0);
    kept_.push_back({block, {values, values + batch_}});
    for (const int value : kept_.back().values) {
      if (!seen_.insert(value).second) {
        return false;
      }
    }
    if (seen_.size() > 100'000) {  // all values in it are old
      seen_.clear();
    }
    return true;
  }
  bool GiveBack() {
    if (kept_.empty()) {
      return true;
    }
    std::swap(kept_[random_() % kept_.size()], kept_.back());
    const Kept kept = std::move(kept_.back());
    kept_.pop_back();
    const bool intact = std::equal(kept.values.begin(), kept.values.end(),
                                   kept.block->Rows<int>(0, 0));
    pool_.Release(kept.block);
    return intact;
  }

  const int num_envs_;
  const int batch_;
  BlockPool pool_;
  RowAllocator rows_;
  std::mt19937 random_;
  std::int64_t sent_{0};
  std::int64_t received_{0};
  int outstanding_{0};
  int queued_{0};
  int next_value_{1};
  std::vector<RowSpan> claimed_;
  std::deque<Kept> kept_;
  std::set<int> seen_;
};

TEST(BlocksAndRows, AgreeWithAModel) {
  const unsigned seed = TestSeed();
  std::int64_t rows = 0;
  for (unsigned i = 0; rows < Scaled(1'000'000); ++i) {
    const int num_envs = 1 + static_cast<int>(i % 40);
    AsyncModel model(num_envs, 1 + static_cast<int>(i * 7 % num_envs),
                     seed + i);
    for (int k = 0; k < 20'000; ++k) {
      ASSERT_TRUE(model.Act()) << "model " << i << ", action " << k;
    }
    rows += model.received();
  }
}

TEST(RowAllocator, ClaimsAreDisjoint) {
  constexpr int kRows = 600;
  BlockPool pool(IntLayout(7), 3);
  RowAllocator rows(kRows, 7);
  while (rows.installed_rows() < kRows) {
    rows.Install(pool.Acquire());
  }
  const auto claim = [&rows](int step) {
    for (int i = 0; i < 200; i += step) {
      const int want = std::min(step, 200 - i);
      std::int64_t first = rows.Claim(want);
      for (int left = want; left > 0;) {
        const RowSpan span = rows.Locate(first, left, i);
        for (int k = 0; k < span.count; ++k) {
          ++*span.block->Rows<int>(0, span.row + k);
        }
        first += span.count;
        left -= span.count;
      }
    }
  };
  std::thread one(claim, 1);
  std::thread two(claim, 5);
  claim(16);
  one.join();
  two.join();
  int sum = 0;
  rows.ForEach([&sum](const StateBlock* block) {
    for (int row = 0; row < 7; ++row) {
      ASSERT_LE(*block->Rows<int>(0, row), 1);
      sum += *block->Rows<int>(0, row);
    }
  });
  EXPECT_EQ(sum, kRows);
  while (StateBlock* block = rows.front()) {
    pool.Release(block);
    rows.PopFront();
  }
  rows.Restart();
  EXPECT_EQ(rows.front(), nullptr);
  EXPECT_EQ(rows.installed_rows(), 0);
  EXPECT_EQ(rows.Claim(1), 0);
}

}  // namespace
}  // namespace envpool
