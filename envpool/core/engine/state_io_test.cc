// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/state_io.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <type_traits>
#include <vector>

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
  ExpectRefusal([&] {  // a size that cannot be
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

}  // namespace
}  // namespace envpool
