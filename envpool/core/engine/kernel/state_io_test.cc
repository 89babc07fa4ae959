// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/kernel/state_io.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "envpool/core/random/random_state.h"
#include "envpool/core/random/rng.h"

namespace envpool {
namespace {

template <typename T>
concept Writable =
    requires(StateWriter writer, T value) { writer.Write(value); };
static_assert(Writable<int> && Writable<std::string>);
static_assert(Writable<std::vector<double>>);
static_assert(!Writable<int*> && !Writable<std::nullptr_t*>);
static_assert(!Writable<std::vector<std::string>>);

struct Pod {
  int a;
  double b;
};

TEST(StateIo, ReadsWhatWasWritten) {
  std::mt19937 gen(7);
  gen.discard(100);
  StateWriter writer;
  writer.Write(42);
  writer.Write(Pod{1, 2.5});
  writer.Write(std::string("a\0b", 3));
  writer.Write("literal");  // the text, not the pointer
  writer.Write(std::vector<float>{1, 2, 3});
  writer.Write(std::vector<int>());
  writer.WriteText(gen);
  StateReader reader(writer.bytes());
  int number;
  Pod pod;
  std::string text;
  std::string literal;
  std::vector<float> floats;
  std::vector<int> ints = {9};
  std::mt19937 copy;
  reader.Read(&number);
  reader.Read(&pod);
  reader.Read(&text);
  reader.Read(&literal);
  reader.Read(&floats);
  reader.Read(&ints);
  reader.ReadText(&copy);
  reader.Finish();
  EXPECT_EQ(number, 42);
  EXPECT_EQ(pod.b, 2.5);
  EXPECT_EQ(text, std::string("a\0b", 3));
  EXPECT_EQ(literal, "literal");
  EXPECT_EQ(floats, (std::vector<float>{1, 2, 3}));
  EXPECT_TRUE(ints.empty());
  EXPECT_EQ(copy, gen);
}

template <typename F>
void ExpectRefusal(F&& f) {
  try {
    f();
    FAIL() << "no exception";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, ErrorKind::kArgument);
  }
}

TEST(StateIo, RefusesOtherBytes) {
  StateWriter writer;
  writer.Write(std::vector<double>{1, 2, 3});
  const std::string bytes = writer.bytes();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    ExpectRefusal([&] {
      std::vector<double> values;
      StateReader(bytes.substr(0, size)).Read(&values);
    });
  }
  ExpectRefusal([&] {
    StateReader reader(bytes);
    int number;
    reader.Read(&number);
    reader.Finish();
  });
  ExpectRefusal([&] {  // an impossible size
    std::vector<double> values;
    StateReader(std::string(16, '\xff')).Read(&values);
  });
  ExpectRefusal([&] {
    StateWriter text;
    text.Write(std::string("not a generator"));
    std::mt19937 gen;
    StateReader(text.bytes()).ReadText(&gen);
  });
}

TEST(StateIo, RefusesWhatIsNoValue) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string bytes(1, static_cast<char>(byte));
    bool flag = false;
    if (byte <= 1) {
      StateReader(bytes).Read(&flag);
      EXPECT_EQ(flag, byte == 1);
    } else {
      ExpectRefusal([&] { StateReader(bytes).Read(&flag); });
    }
  }
  const auto read = [](auto value, auto low, auto high) {
    StateWriter writer;
    writer.Write(value);
    StateReader(writer.bytes()).Read(&value, low, high);
  };
  enum class Phase : std::uint8_t { kFirst = 1, kLast = 3 };
  read(-3, -3, 5);
  read(0.5, 0.0, 0.5);
  read(Phase::kLast, Phase::kFirst, Phase::kLast);
  ExpectRefusal([&] { read(-4, -3, 5); });
  ExpectRefusal([&] { read(6, -3, 5); });
  ExpectRefusal([&] { read(~0U, 0U, 5U); });
  ExpectRefusal([&] { read(0.6, 0.0, 0.5); });
  ExpectRefusal(
      [&] { read(std::numeric_limits<double>::quiet_NaN(), -1e9, 1e9); });
  ExpectRefusal([&] { read(Phase{4}, Phase::kFirst, Phase::kLast); });
}

TEST(StateIo, RefusesAnotherSize) {
  StateWriter writer;
  writer.Write(std::vector<double>{1, 2, 3});
  std::vector<double> values = {7};
  for (const std::size_t size : {0, 1, 2, 4}) {
    ExpectRefusal([&] { StateReader(writer.bytes()).Read(&values, size); });
    EXPECT_EQ(values, std::vector<double>{7});
  }
  StateReader(writer.bytes()).Read(&values, 3);
  EXPECT_EQ(values, (std::vector<double>{1, 2, 3}));
}

// Draws from a loaded generator, or expects a refusal.
template <typename T>
void ReadBack(const std::string& bytes, bool sound) {
  T random;
  if (sound) {
    StateReader reader(bytes);
    reader.Read(&random);
    reader.Finish();
    StateWriter again;
    again.Write(random);
    EXPECT_EQ(again.bytes(), bytes);
  } else {
    ExpectRefusal([&] { StateReader(bytes).Read(&random); });
  }
}

TEST(StateIo, RefusesGeneratorsThatAreStuck) {
  Generator generator(3);
  generator.Choice(5);  // leaves half a word
  StateWriter writer;
  writer.Write(generator);
  const std::string bytes = writer.bytes();
  ASSERT_EQ(bytes.size(), 37U);  // no padding
  ReadBack<Generator>(bytes, true);
  const auto with = [](std::string changed, std::size_t at, char value) {
    changed[at] = value;
    return changed;
  };
  ReadBack<Generator>(with(bytes, 16, bytes[16] ^ 1), false);
  ReadBack<Generator>(with(bytes, 16, bytes[16] ^ 2), true);
  ReadBack<Generator>(with(bytes, 36, 2), false);
  ReadBack<Generator>(std::string(37, 0), false);
}

TEST(StateIo, RefusesTwistersThatAreStuck) {
  RandomState random(3);
  random.Randn();  // leaves a normal
  StateWriter writer;
  writer.Write(random);
  const std::string bytes = writer.bytes();
  constexpr std::size_t kWords = 624 * 4;
  ASSERT_EQ(bytes.size(), kWords + 4 + 1 + 8);
  ReadBack<RandomState>(bytes, true);
  const auto with = [&](std::size_t at, const std::string& other) {
    return std::string(bytes).replace(at, other.size(), other);
  };
  ReadBack<RandomState>(with(0, std::string(kWords, 0)), false);
  ReadBack<RandomState>(with(0, std::string(kWords - 1, 0) + '\1'), true);
  ReadBack<RandomState>(with(4, std::string(kWords - 4, 0)), bytes[3] < 0);
  ReadBack<RandomState>(with(kWords, std::string("\x70\x02\0\0", 4)), true);
  ReadBack<RandomState>(with(kWords, std::string("\x71\x02\0\0", 4)), false);
  ReadBack<RandomState>(with(kWords + 4, "\2"), false);
  ReadBack<RandomState>(with(kWords + 5, std::string(8, '\xff')), false);
}

TEST(StateIo, RefusesEnginesThatAreStuck) {
  const auto read = [](const std::string& words) {
    StateWriter writer;
    writer.Write(words);
    std::mt19937 gen;
    StateReader(writer.bytes()).ReadText(&gen);
    return gen();
  };
  const auto words = [](const std::string& first, const std::string& other,
                        const std::string& position) {
    std::string text = first;
    for (int i = 1; i < 624; ++i) {
      text += ' ' + other;
    }
    return text + ' ' + position;
  };
  read(words("0", "1", "624"));
  read(words("4294967295", "0", "0"));
  ExpectRefusal([&] { read(words("0", "0", "624")); });
  ExpectRefusal([&] { read(words("2147483647", "0", "624")); });
  ExpectRefusal([&] { read(words("1", "4294967296", "624")); });
  ExpectRefusal([&] { read(words("1", "1", "625")); });
  ExpectRefusal([&] { read(words("1", "-1", "624")); });
  ExpectRefusal([&] { read(words("1", "1", "624 7")); });
  ExpectRefusal([&] { read(words("1", "1", "624x")); });
}

}  // namespace
}  // namespace envpool
