// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// The TIA's constants.

#ifndef ALE_VCS_TABLES_HXX
#define ALE_VCS_TABLES_HXX

#include <array>
#include <cstdint>

namespace ale {
namespace stella {

constexpr std::array<uint8_t, 256> makeReversed() {
  std::array<uint8_t, 256> table{};
  for (int i = 0; i < 256; ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      if (i >> bit & 1) table[i] |= 0x80 >> bit;
    }
  }
  return table;
}

// Each bit `times` times: 8 bits to 16, or to 32.
constexpr std::array<uint32_t, 256> makeStretched(int times) {
  std::array<uint32_t, 256> table{};
  for (int i = 0; i < 256; ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      if (i >> bit & 1) table[i] |= ((1u << times) - 1) << (bit * times);
    }
  }
  return table;
}

// Each bit a byte of 0xff.
constexpr std::array<uint64_t, 256> makeBytes() {
  std::array<uint64_t, 256> table{};
  for (int i = 0; i < 256; ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      if (i >> bit & 1) table[i] |= uint64_t{0xff} << (bit * 8);
    }
  }
  return table;
}

inline constexpr std::array<uint8_t, 256> kReversed = makeReversed();
inline constexpr std::array<uint32_t, 256> kTwice = makeStretched(2);
inline constexpr std::array<uint32_t, 256> kFourTimes = makeStretched(4);
inline constexpr std::array<uint64_t, 256> kBytes = makeBytes();

// By the low three bits of NUSIZ: where the copies of a player begin, and how
// wide its pixels are; missiles have the same copies.
struct Copies {
  uint8_t count, at[3], width;
};
inline constexpr Copies kCopies[8] = {
    {1, {0, 0, 0}, 1},   {2, {0, 16, 0}, 1}, {2, {0, 32, 0}, 1},
    {3, {0, 16, 32}, 1}, {2, {0, 64, 0}, 1}, {1, {0, 0, 0}, 2},
    {3, {0, 32, 64}, 1}, {1, {0, 0, 0}, 4},
};

// The pairs of objects (in the order of TiaObject) of each collision bit.
struct Pair {
  uint8_t a, b;
};
inline constexpr Pair kPairs[15] = {
    {1, 2}, {1, 0}, {3, 0}, {3, 2}, {0, 5}, {0, 4}, {2, 5}, {2, 4},
    {1, 5}, {1, 4}, {3, 5}, {3, 4}, {4, 5}, {0, 2}, {1, 3},
};

// The collisions that a set of objects can have.
constexpr std::array<uint16_t, 64> makePossible() {
  std::array<uint16_t, 64> table{};
  for (int objects = 0; objects < 64; ++objects) {
    for (int bit = 0; bit < 15; ++bit) {
      if (objects >> kPairs[bit].a & objects >> kPairs[bit].b & 1) {
        table[objects] |= 1 << bit;
      }
    }
  }
  return table;
}
inline constexpr std::array<uint16_t, 64> kPossible = makePossible();

}  // namespace stella
}  // namespace ale

#endif  // ALE_VCS_TABLES_HXX
