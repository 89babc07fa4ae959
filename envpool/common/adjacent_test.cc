// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/common/adjacent.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <thread>
#include <utility>
#include <vector>

namespace envpool {
namespace {

class Thing {
 public:
  virtual ~Thing() = default;
};

template <std::size_t bytes>
class Sized : public Thing, public Adjacent<Sized<bytes>> {
 public:
  explicit Sized(unsigned char value) { memory_.fill(value); }
  [[nodiscard]] bool HasOnly(unsigned char value) const {
    for (const unsigned char byte : memory_) {
      if (byte != value) {
        return false;
      }
    }
    return true;
  }

 private:
  std::array<unsigned char, bytes> memory_;
};

std::intptr_t AddressOf(const Thing* thing) {
  return reinterpret_cast<std::intptr_t>(thing);
}

TEST(AdjacentTest, ObjectsLieNextToEachOther) {
  std::vector<std::unique_ptr<Thing>> things;
  for (int i = 0; i < 1000; ++i) {
    things.push_back(std::make_unique<Sized<200>>(0));
    EXPECT_EQ(AddressOf(things.back().get()) % 64, 0);
  }
  int neighbours = 0;
  for (std::size_t i = 1; i < things.size(); ++i) {
    neighbours +=
        AddressOf(things[i].get()) - AddressOf(things[i - 1].get()) == 256;
  }
  EXPECT_GT(neighbours, 990);  // the others are in new chunks
}

template <std::size_t bytes>
void MakeAndDelete() {
  std::minstd_rand random(bytes);
  std::vector<std::pair<std::unique_ptr<Sized<bytes>>, unsigned char>> things;
  for (int i = 0; i < 5000; ++i) {
    const auto value = static_cast<unsigned char>(random());
    if (things.size() < 500 || random() % 2 == 0) {
      things.emplace_back(std::make_unique<Sized<bytes>>(value), value);
    }
    const std::size_t at = random() % things.size();
    ASSERT_TRUE(things[at].first->HasOnly(things[at].second));
    if (random() % 2 == 0) {
      std::swap(things[at], things.back());
      things.pop_back();
    }
    if (things.empty()) {
      things.emplace_back(std::make_unique<Sized<bytes>>(value), value);
    }
  }
}

TEST(AdjacentTest, ThreadsMakeAndDelete) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back(MakeAndDelete<1>);
    threads.emplace_back(MakeAndDelete<500>);
    threads.emplace_back(MakeAndDelete<3000>);
    threads.emplace_back(MakeAndDelete<9000>);  // too large for a chunk
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

}  // namespace
}  // namespace envpool
