// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/dict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(KeyTest, TypeIsTheText) {
  using Obs = decltype("obs"_);
  static_assert(std::is_same_v<Obs, decltype("obs"_)>);
  static_assert(!std::is_same_v<Obs, decltype("obt"_)>);
  static_assert(!std::is_same_v<Obs, decltype("ob"_)>);
  static_assert(std::is_empty_v<Obs>);
  static_assert(std::is_default_constructible_v<Obs>);
  static_assert(Obs::kStrView == "obs");
  static_assert(std::string_view(Obs::kStr) == "obs");
  EXPECT_EQ(Obs::Str(), "obs");
}

TEST(KeyTest, AnyTextWillDo) {
  EXPECT_EQ(("info:players.env_id"_).Str(), "info:players.env_id");
  EXPECT_EQ(("two words"_).Str(), "two words");
  EXPECT_EQ((""_).Str(), "");
  const auto dict = MakeDict("a:b.c d"_.Bind(1), "a:b.c"_.Bind(2));
  EXPECT_EQ(dict["a:b.c d"_], 1);
  EXPECT_EQ(dict["a:b.c"_], 2);
}

TEST(KeyTest, BindStoresDecayedCopies) {
  int lvalue = 3;
  const int& reference = lvalue;
  int array[2] = {5, 6};
  auto bound = "k"_.Bind(lvalue);
  static_assert(std::is_same_v<decltype(bound)::Key, decltype("k"_)>);
  static_assert(std::is_same_v<decltype(bound)::Type, int>);
  static_assert(std::is_same_v<decltype("k"_.Bind(reference))::Type, int>);
  static_assert(std::is_same_v<decltype("k"_.Bind(array))::Type, int*>);
  static_assert(std::is_same_v<decltype("k"_.Bind(0.5))::Type, double>);
  static_assert(std::is_same_v<decltype("k"_.Bind(0.5F))::Type, float>);
  lvalue = 4;
  EXPECT_EQ(bound.v, 3);
  static_assert("k"_.Bind(7).v == 7);
}

TEST(KeyTest, BindOwnsTexts) {
  std::string text = "gone";
  const std::string_view view = text;
  const char* pointer = text.c_str();
  auto dict = MakeDict("literal"_.Bind("easy"), "view"_.Bind(view),
                       "pointer"_.Bind(pointer), "array"_.Bind(text.data()));
  static_assert(std::is_same_v<
                std::tuple<std::string, std::string, std::string, std::string>,
                decltype(dict)::Values>);
  text = "----";
  EXPECT_EQ(dict["literal"_], "easy");
  EXPECT_EQ(dict["view"_], "gone");
  EXPECT_EQ(dict["pointer"_], "gone");
  EXPECT_EQ(dict["array"_], "gone");
}

TEST(DictTest, IsItsTuple) {
  const auto dict = MakeDict("a"_.Bind(1), "b"_.Bind(std::string("x")));
  using D = std::remove_cvref_t<decltype(dict)>;
  static_assert(std::is_base_of_v<std::tuple<int, std::string>, D>);
  static_assert(std::is_same_v<D::Values, std::tuple<int, std::string>>);
  static_assert(std::tuple_size_v<D::Keys> == 2 && D::kSize == 2);
  const D::Values& values = dict;
  EXPECT_EQ(&std::get<1>(dict), &std::get<1>(values));
  EXPECT_EQ(&dict["b"_], &std::get<1>(values));
  EXPECT_EQ(std::get<0>(static_cast<const D::Values&>(dict)), 1);
  const auto sum =
      std::apply([](int a, const std::string& b) { return a + b.size(); },
                 dict.AllValues());
  EXPECT_EQ(sum, 2U);
}

TEST(DictTest, ElementsAreReferences) {
  auto dict = MakeDict("a"_.Bind(1), "b"_.Bind(std::pair<int, int>(2, 3)));
  static_assert(std::is_same_v<decltype(dict["a"_]), int&>);
  static_assert(
      std::is_same_v<decltype(std::as_const(dict)["a"_]), const int&>);
  dict["a"_] = 7;
  auto& [first, second] = dict["b"_];
  second = 9;
  EXPECT_EQ(std::get<0>(dict), 7);
  EXPECT_EQ(dict["b"_].second, 9);
  EXPECT_EQ(first, 2);
  auto copy = dict;
  copy["a"_] = 8;
  EXPECT_EQ(dict["a"_], 7);
}

TEST(DictTest, MoveOnlyValues) {
  auto dict = MakeDict("p"_.Bind(std::make_unique<int>(4)));
  auto moved = std::move(dict);
  EXPECT_EQ(*moved["p"_], 4);
  const auto empty = decltype(moved)();
  EXPECT_EQ(empty["p"_], nullptr);
}

TEST(DictTest, Empty) {
  const auto none = MakeDict();
  static_assert(std::remove_cvref_t<decltype(none)>::kSize == 0);
  EXPECT_THAT(none.AllKeys(), IsEmpty());
  EXPECT_THAT(none.AllValues<int>(), IsEmpty());
  none.Apply([](auto, const auto&) { FAIL(); });
  const auto one = ConcatDict(none, MakeDict("a"_.Bind(1)));
  EXPECT_EQ(ConcatDict(one, none)["a"_], 1);
  static_assert(std::is_same_v<decltype(ConcatDict(one, none)),
                               std::remove_cvref_t<decltype(one)>>);
}

TEST(DictTest, ConcatKeepsOrderAndFirstDuplicateWins) {
  auto both = ConcatDict(MakeDict("a"_.Bind(1), "b"_.Bind(2.5)),
                         MakeDict("a"_.Bind(std::string("late")),
                                  "c"_.Bind(std::map<int, int>{{1, 2}})));
  EXPECT_THAT(both.AllKeys(), ElementsAre("a", "b", "a", "c"));
  static_assert(std::is_same_v<decltype(both["a"_]), int&>);
  EXPECT_EQ(both["a"_], 1);
  EXPECT_EQ(std::get<2>(both), "late");
  EXPECT_EQ(both["c"_].at(1), 2);
}

TEST(DictTest, ApplyVisitsInOrderAndMayChange) {
  auto dict = MakeDict("x"_.Bind(1), "y"_.Bind(2.0), "z"_.Bind('c'));
  std::string seen;
  dict.Apply([&seen](auto key, auto& value) {
    seen += key.Str();
    value += 1;
  });
  EXPECT_EQ(seen, "xyz");
  EXPECT_EQ(dict["x"_], 2);
  EXPECT_EQ(dict["y"_], 3.0);
  EXPECT_EQ(dict["z"_], 'd');
}

TEST(DictTest, FromVectorConvertsElements) {
  using State = Dict<std::tuple<decltype("i"_), decltype("f"_)>,
                     std::tuple<TArray<int>, TArray<float>>>;
  static_assert(!std::is_convertible_v<std::vector<Array>, State>);
  int i = 3;
  float f = 0.5F;
  std::vector<Array> arrays;
  arrays.emplace_back(Spec<int>(std::vector<int>{}),
                      reinterpret_cast<char*>(&i));
  EXPECT_THROW(State{arrays}, std::out_of_range);
  arrays.emplace_back(Spec<float>(std::vector<int>{}),
                      reinterpret_cast<char*>(&f));
  const State state(arrays);
  state["i"_] = 4.9;
  state["f"_] = 2;
  EXPECT_EQ(i, 4);
  EXPECT_EQ(f, 2.0F);
  const State moved(std::move(arrays));
  EXPECT_EQ(moved["i"_].Data(), &i);
  const std::vector<Array> flat = state.AllValues<Array>();
  EXPECT_EQ(flat.at(0).Data(), &i);
  EXPECT_EQ(flat.at(1).Data(), &f);
}

TEST(DictTest, KeysAndValuesConstructor) {
  using D = decltype(MakeDict("a"_.Bind(1), "b"_.Bind(2.0)));
  const D dict(D::StaticKeys(), {5, 6.5});
  EXPECT_EQ(dict["a"_], 5);
  EXPECT_EQ(dict["b"_], 6.5);
  const std::tuple<int, double> values(7, 8);
  EXPECT_EQ(D(values)["b"_], 8.0);
  EXPECT_EQ(D(D::Keys(), values)["a"_], 7);
}

TEST(DictTest, DependentTypesNeedNoTemplateKeyword) {
  const auto read = []<typename D>(const D& d) {
    return d["a"_] + d["b"_];
  };  // NOLINT(readability/braces)
  EXPECT_EQ(read(MakeDict("b"_.Bind(1), "a"_.Bind(2))), 3);
}

TEST(DictTest, HelpersOnTuples) {
  const std::tuple<int, double, char> t(1, 2.5, 'c');
  EXPECT_EQ(Take<2>(t), std::make_tuple(1, 2.5));
  EXPECT_EQ(Take<0>(t), std::tuple<>());
  EXPECT_EQ(Transform(t, [](auto v) { return sizeof(v); }),
            std::make_tuple(sizeof(int), sizeof(double), sizeof(char)));
  const std::vector<Array> arrays =
      MakeArray(std::make_tuple(Spec<int>({2, 3}), Spec<std::uint8_t>({4})));
  ASSERT_EQ(arrays.size(), 2U);
  EXPECT_EQ(arrays[0].size, 6U);
  EXPECT_EQ(arrays[1].element_size, 1U);
  EXPECT_THAT(MakeArray(std::tuple<>()), IsEmpty());
}

TEST(NamedVectorTest, KeysAndIndices) {
  using Keys = std::tuple<decltype("a"_), decltype("b"_)>;
  using Named = NamedVector<Keys, int>;
  static_assert(Named::kSize == 2);
  Named named;
  EXPECT_EQ(named.size(), 2U);
  named["b"_] = 5;
  EXPECT_EQ(named[1], 5);
  EXPECT_EQ(std::as_const(named)["b"_], 5);
  EXPECT_EQ(Named(std::vector<int>{1})["b"_], 0);
  EXPECT_EQ(Named(Keys(), {1, 2})["b"_], 2);
  EXPECT_THAT(Named::AllKeys(), ElementsAre("a", "b"));
}

}  // namespace
