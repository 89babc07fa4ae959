// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Compile-time keys and the Dict that they index.
//
// The *type* of the object `"obs"_` contains the text, so `state["obs"_]` is
// resolved by the compiler: a wrong key does not compile and a right one costs
// nothing. A Dict *is* its value tuple (it derives from it), so std::get,
// std::apply and conversion to the tuple all work.
//
// Threads: values only; no shared state. Errors: none at run time.

#ifndef ENVPOOL_CORE_DICT_H_
#define ENVPOOL_CORE_DICT_H_

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "envpool/core/array.h"
#include "envpool/core/type_list.h"

namespace envpool {

/// The text of a key as a template argument.
template <std::size_t N>
struct FixedString {
  char text[N];
  // NOLINTNEXTLINE(runtime/explicit): a literal must convert by itself.
  constexpr FixedString(const char (&s)[N]) {
    for (std::size_t i = 0; i < N; ++i) {
      text[i] = s[i];
    }
  }
};

/// The type that a Dict stores for a T: std::string for types that only point
/// to a text, such as literals.
template <typename T>
using Stored =
    std::conditional_t<std::is_same_v<std::decay_t<T>, const char*> ||
                           std::is_same_v<std::decay_t<T>, char*> ||
                           std::is_same_v<std::decay_t<T>, std::string_view>,
                       std::string, std::decay_t<T>>;

/// A key together with the value bound to it; made by `"key"_.Bind(value)`.
template <typename KeyT, typename T>
struct Value {
  using Key = KeyT;
  using Type = T;
  T v;
};

/// A compile-time key; make one with the literal `"text"_`.
template <FixedString S>
struct Key {
  static constexpr std::string_view kStrView{S.text, sizeof(S.text) - 1};
  static constexpr std::string_view kStr = kStrView;
  static std::string Str() { return std::string(kStrView); }

  template <typename T>
  static constexpr auto Bind(T&& v) {
    return Value<Key, Stored<T>>{Stored<T>(std::forward<T>(v))};
  }
};

template <typename Keys, typename Values>
class Dict;

/// A tuple with elements that are found by key.
template <typename... K, typename... V>
class Dict<std::tuple<K...>, std::tuple<V...>> : public std::tuple<V...> {
 public:
  using Keys = std::tuple<K...>;
  using Values = std::tuple<V...>;
  static constexpr std::size_t kSize = sizeof...(K);
  static_assert(sizeof...(K) == sizeof...(V), "one value for each key");

  Dict() = default;
  Dict(const Keys& /*keys*/, const Values& values) : Values(values) {}
  Dict(const Keys& /*keys*/, Values&& values) : Values(std::move(values)) {}
  explicit Dict(const Values& values) : Values(values) {}
  explicit Dict(Values&& values) : Values(std::move(values)) {}
  /// Each element is made, in place, of one argument.
  template <typename... X>
  explicit Dict(std::in_place_t /*unused*/, X&&... x)
      : Values(std::forward<X>(x)...) {}
  /// Element-wise explicit construction, e.g. State(std::vector<Array>).
  template <typename X>
  explicit Dict(const std::vector<X>& values)
      : Dict(values, std::index_sequence_for<V...>()) {}
  template <typename X>
  explicit Dict(std::vector<X>&& values)
      : Dict(values, std::index_sequence_for<V...>()) {}

  template <FixedString S>
  constexpr auto& operator[](Key<S> /*key*/) {
    return Named(std::get<kIndexOf<Key<S>>>(static_cast<Values&>(*this)));
  }
  template <FixedString S>
  constexpr const auto& operator[](Key<S> /*key*/) const {
    return Named(std::get<kIndexOf<Key<S>>>(static_cast<const Values&>(*this)));
  }

  static std::vector<std::string> AllKeys() { return {K::Str()...}; }
  static constexpr Keys StaticKeys() { return Keys(); }
  Values& AllValues() { return *this; }
  const Values& AllValues() const { return *this; }
  /// Every element converted to T; for Array these are views, not copies.
  template <typename T>
  std::vector<T> AllValues() const {
    return std::apply(
        [](const auto&... v) { return std::vector<T>({T(v)...}); },
        static_cast<const Values&>(*this));
  }
  /// Calls f(key, value) for each element in order.
  template <typename F>
  decltype(auto) Apply(F&& f) {
    return std::apply([&f](auto&... v) { (f(K(), v), ...); }, AllValues());
  }
  template <typename F>
  decltype(auto) Apply(F&& f) const {
    return std::apply([&f](const auto&... v) { (f(K(), v), ...); },
                      AllValues());
  }

 private:
  // Duplicate keys are legal; the first one wins.
  template <typename Wanted>
  static constexpr std::size_t kIndexOf = FirstIndexOf<Wanted, K...>();

  /// In a checked build, marks the array as accessed by key.
  template <typename T>
  static constexpr T& Named(T& element) {
    if constexpr (requires { element.MarkNamed(); }) {
      element.MarkNamed();
    }
    return element;
  }

  template <typename X, std::size_t... I>
  Dict(const std::vector<X>& values, std::index_sequence<I...> /*seq*/)
      : Values(V(values.at(I))...) {}
};

/// A vector with elements that are found by key.
template <typename... K, typename T>
class Dict<std::tuple<K...>, std::vector<T>> : public std::vector<T> {
 public:
  using Keys = std::tuple<K...>;
  using Values = std::vector<T>;
  static constexpr std::size_t kSize = sizeof...(K);

  Dict() : Values(kSize) {}
  explicit Dict(Values values) : Values(std::move(values)) {
    this->resize(kSize);
  }
  Dict(const Keys& /*keys*/, Values values) : Dict(std::move(values)) {}

  using Values::operator[];
  template <FixedString S>
  T& operator[](Key<S> /*key*/) {
    return Values::operator[](FirstIndexOf<Key<S>, K...>());
  }
  template <FixedString S>
  const T& operator[](Key<S> /*key*/) const {
    return Values::operator[](FirstIndexOf<Key<S>, K...>());
  }
  static std::vector<std::string> AllKeys() { return {K::Str()...}; }
};

template <typename Keys, typename T>
using NamedVector = Dict<Keys, std::vector<T>>;

/// Builds a Dict from bound keys.
template <typename... K, typename... T>
auto MakeDict(Value<K, T>... values) {
  return Dict<std::tuple<K...>, std::tuple<T...>>(
      std::tuple<T...>(std::move(values.v)...));
}

/// The keys and values of a, then those of b.
template <typename... K1, typename... V1, typename... K2, typename... V2>
auto ConcatDict(const Dict<std::tuple<K1...>, std::tuple<V1...>>& a,
                const Dict<std::tuple<K2...>, std::tuple<V2...>>& b) {
  return Dict<std::tuple<K1..., K2...>, std::tuple<V1..., V2...>>(
      std::tuple_cat(a.AllValues(), b.AllValues()));
}

/// The first N elements of a tuple.
template <std::size_t N, typename... T>
auto Take(const std::tuple<T...>& tuple) {
  return [&tuple]<std::size_t... I>(std::index_sequence<I...>) {
    return std::make_tuple(std::get<I>(tuple)...);
  }(std::make_index_sequence<N>());
}

/// A tuple of f(element).
template <typename F, typename... T>
auto Transform(const std::tuple<T...>& tuple, F&& f) {
  return std::apply([&f](const auto&... v) { return std::make_tuple(f(v)...); },
                    tuple);
}

/// One zero-filled Array for each Spec of a tuple.
template <typename... S>
std::vector<Array> MakeArray(const std::tuple<S...>& specs) {
  return std::apply(
      [](const auto&... s) { return std::vector<Array>({Array(s)...}); },
      specs);
}

}  // namespace envpool

/// `"text"_`: a key object; its type carries the text.
template <envpool::FixedString S>
constexpr auto operator""_() {
  return envpool::Key<S>();
}

using envpool::ConcatDict;
using envpool::Dict;
using envpool::Key;
using envpool::MakeArray;
using envpool::MakeDict;
using envpool::NamedVector;
using envpool::Take;
using envpool::Transform;
using envpool::Value;

#endif  // ENVPOOL_CORE_DICT_H_
