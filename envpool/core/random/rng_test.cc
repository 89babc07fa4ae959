// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A few constants from NumPy 2.4; rng_numpy_test.py has the full comparison.

#include "envpool/core/random/rng.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include "envpool/core/random/random_state.h"

namespace envpool {
namespace {

constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kTwoTo40 = 1099511627776;
constexpr double kWeights[] = {0.2, 0.3, 0.5};

Uint128 Join(uint64_t high, uint64_t low) { return Uint128{high} << 64 | low; }

TEST(SeedSequenceTest, GeneratesState) {
  std::array<uint64_t, 2> wide;
  SeedSequence(kTwoTo40 + 5).GenerateState(wide);
  EXPECT_EQ(wide[0], 0xdae41755e08a170b);
  EXPECT_EQ(wide[1], 0x8415abe87ecdcb2c);

  const std::array<uint64_t, 5> entropy = {1, 2, 3, 4, 5};
  const std::array<uint64_t, 1> spawn_key = {7};
  std::array<uint32_t, 3> words;
  SeedSequence::FromIntegers(entropy, spawn_key).GenerateState(words);
  EXPECT_EQ(words, (std::array{0x514c9edbU, 0x79c52a34U, 0x2c0023c8U}));
}

TEST(Pcg64Test, StartsAsDefaultRng) {
  Pcg64 bits(SeedSequence(42));
  EXPECT_TRUE(bits.state() == Join(0xcea44f6798798f2a, 0xacbc7c9d68860ac8));
  EXPECT_TRUE(bits.increment() == Join(0xfa505436c9a8416e, 0x66caf2e28d25abff));
  EXPECT_EQ(bits.Next64(), 0xc621fbcd16d92688);
  EXPECT_EQ(bits.Next64(), 0x705a5661a791ffc1);
  EXPECT_EQ(bits.Next64(), 0xdbcd12c26eda1624);
}

TEST(Pcg64Test, KeepsTheHighHalf) {
  Pcg64 bits(SeedSequence(42));
  EXPECT_EQ(bits.Next32(), 0x16d92688);
  EXPECT_TRUE(bits.has_uint32());
  EXPECT_EQ(bits.Next64(), 0x705a5661a791ffc1);
  EXPECT_EQ(bits.Next32(), 0xc621fbcd);
  EXPECT_EQ(bits.Next32(), 0x6eda1624);
}

TEST(Pcg64Test, Advances) {
  Pcg64 bits(SeedSequence(42));
  Pcg64 other = bits;
  for (int i = 0; i < 1000; ++i) {
    bits.Next64();
  }
  other.Next32();
  other.Advance(999);
  EXPECT_FALSE(other.has_uint32());
  EXPECT_TRUE(other.state() == bits.state());
  other.Advance(-Uint128{1000});
  EXPECT_EQ(other.Next64(), 0xc621fbcd16d92688);
}

TEST(GeneratorTest, DrawsAsNumPyDoes) {
  Generator rng(42);
  EXPECT_EQ(rng.Random(), 0x1.8c43f79a2db24p-1);
  EXPECT_EQ(rng.Random(), 0x1.c16959869e47ep-2);
  EXPECT_EQ(rng.Integers(10), 4);
  EXPECT_EQ(rng.Integers(10), 8);
  EXPECT_EQ(rng.Integers(0, kTwoTo40), 766764256790);
  EXPECT_EQ(rng.Uniform(-0.05, 0.05), -0x1.4c732dbc27c1ap-5);
  EXPECT_EQ(rng.StandardNormal(), -0x1.4d5ba2db7ebc8p+0);
  EXPECT_EQ(rng.Normal(1, 2), 0x1.41744c1d6c011p+0);
  EXPECT_EQ(rng.StandardExponential(), 0x1.8fe8ee0e33db4p+1);
  EXPECT_EQ(rng.Exponential(3), 0x1.e72efcf7fa594p-3);
  EXPECT_EQ(rng.RandomFloat(), 0x1.adf37ap-1F);
  EXPECT_EQ(rng.Choice(7), 3);
  EXPECT_EQ(rng.Choice(kWeights), 1);
  EXPECT_EQ(rng.Permutation(6), (std::vector<int64_t>{5, 0, 4, 2, 3, 1}));
  EXPECT_EQ(rng.ChoiceWithoutReplacement(20, 4),
            (std::vector<int64_t>{9, 1, 16, 19}));
  EXPECT_EQ(rng.IntegersInclusive(kMin, kMax), 4760878489916961781);
  EXPECT_EQ(rng.Random(), 0x1.6b08dafacd55ep-2);
}

// About 258 of a million normals lie beyond the last layer's edge.
TEST(GeneratorTest, NormalHasATail) {
  Generator rng(0);
  double max = 0.0;
  int beyond = 0;
  for (int i = 0; i < 1000000; ++i) {
    const double size = std::abs(rng.StandardNormal());
    max = std::max(max, size);
    beyond += size > 3.6541528853610088 ? 1 : 0;
  }
  EXPECT_DOUBLE_EQ(max, 4.731957688635529);
  EXPECT_NEAR(beyond, 258, 80);
}

TEST(GeneratorTest, ShufflesAnythingContiguous) {
  std::array<int, 5> array = {0, 1, 2, 3, 4};
  std::vector<char> vector = {0, 1, 2, 3, 4};
  double plain[] = {0, 1, 2, 3, 4};
  Generator(7).Shuffle(array);
  Generator(7).Shuffle(vector);
  Generator(7).Shuffle(std::span(plain));
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(array[i], vector[i]);
    EXPECT_EQ(array[i], plain[i]);
  }
}

TEST(GeneratorTest, StaysInBoundsWhereNumPyRaises) {
  Generator rng(42);
  EXPECT_EQ(rng.Integers(3, 3), 3);
  EXPECT_EQ(rng.Integers(3, kMin), 3);
  EXPECT_EQ(rng.Integers(kMin), 0);
  EXPECT_EQ(rng.IntegersInclusive(3, 2), 3);
  EXPECT_EQ(rng.Choice(0), 0);
  EXPECT_EQ(rng.Choice(std::span<const double>()), 0);
  EXPECT_TRUE(rng.Permutation(-1).empty());
  EXPECT_TRUE(rng.ChoiceWithoutReplacement(3, 4).empty());
  EXPECT_EQ(rng.Random(), 0x1.8c43f79a2db24p-1);  // Nothing was drawn.
  EXPECT_LT(rng.Choice(std::array{0.0, 0.0}), 2);
}

TEST(RandomStateTest, DrawsAsNumPyDoes) {
  RandomState rng(42);
  EXPECT_EQ(rng.RandomSample(), 0x1.7f8771e5f51ecp-2);
  EXPECT_EQ(rng.RandInt(10), 7);
  EXPECT_EQ(rng.RandInt(-5, kTwoTo40), 810017303567);
  EXPECT_EQ(rng.Uniform(-0.05, 0.05), -0x1.19ca1e9f258ffp-5);
  EXPECT_DOUBLE_EQ(rng.Randn(), 0x1.1dbd0020eec47p-2);
  EXPECT_DOUBLE_EQ(rng.Normal(1, 2), 0x1.82b121345a26fp+1);
  EXPECT_DOUBLE_EQ(rng.StandardNormal(), -0x1.2968dbd92f5c6p-1);
  EXPECT_DOUBLE_EQ(rng.StandardExponential(), 0x1.9ef2bcd6e2737p-3);
  EXPECT_DOUBLE_EQ(rng.Exponential(3), 0x1.169849059ab64p+0);
  EXPECT_EQ(rng.Choice(7), 5);
  EXPECT_EQ(rng.Choice(kWeights), 0);
  EXPECT_EQ(rng.Permutation(6), (std::vector<int64_t>{1, 4, 3, 2, 5, 0}));
  EXPECT_DOUBLE_EQ(rng.Randn(), -0x1.0ce30e955a81bp-1);
}

TEST(RandomStateTest, TakesAKey) {
  const std::array<uint32_t, 3> key = {1, 2, 3};
  EXPECT_EQ(RandomState(key).RandomSample(), 0x1.383fbc97230c2p-1);
  const std::array<uint32_t, 1> zero = {0};
  EXPECT_EQ(RandomState(std::span<const uint32_t>()).Next64(),
            RandomState(zero).Next64());
}

// Copying the bytes of an object copies its stream, as a snapshot does.
template <typename Rng>
void ExpectBytesAreTheStream() {
  Rng rng(3);
  rng.StandardNormal();
  rng.Choice(10);
  std::vector<char> bytes(sizeof(Rng));
  std::memcpy(bytes.data(), &rng, sizeof(Rng));
  std::vector<double> expected;
  for (int i = 0; i < 1000; ++i) {
    expected.push_back(rng.Normal(1.0, 2.0));
    expected.push_back(static_cast<double>(rng.Choice(10)));
  }
  Rng restored(4);
  std::memcpy(&restored, bytes.data(), sizeof(Rng));
  for (size_t i = 0; i < expected.size(); i += 2) {
    ASSERT_EQ(restored.Normal(1.0, 2.0), expected[i]);
    ASSERT_EQ(static_cast<double>(restored.Choice(10)), expected[i + 1]);
  }
}

TEST(GeneratorTest, BytesAreTheStream) { ExpectBytesAreTheStream<Generator>(); }

TEST(RandomStateTest, BytesAreTheStream) {
  ExpectBytesAreTheStream<RandomState>();
}

}  // namespace
}  // namespace envpool
