// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// An env with a config value of every type that EnvPool converts itself, for
// with_pybind11_test_module.cc and without_pybind11_test_module.cc.

#ifndef ENVPOOL_CORE_CONFIG_TYPES_TEST_H_
#define ENVPOOL_CORE_CONFIG_TYPES_TEST_H_

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "envpool/core/async_envpool.h"
#include "envpool/core/env.h"

namespace types {

/// The parameter makes the classes distinct: two modules in one process must
/// not have the same C++ classes.
template <bool kWithPybind11>
class TypesEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict(
        "flag"_.Bind(true), "int8"_.Bind(std::int8_t{-1}), "int"_.Bind(2),
        "uint16"_.Bind(std::uint16_t{3}), "int64"_.Bind(std::int64_t{4}),
        "uint64"_.Bind(std::uint64_t{5}), "float"_.Bind(0.5F),
        "double"_.Bind(0.25), "text"_.Bind(std::string("text")),
        "ints"_.Bind(std::vector<int>{1, 2}),
        "flags"_.Bind(std::vector<bool>{true, false}),
        "names"_.Bind(std::vector<std::string>{"a"}),
        "pair"_.Bind(std::pair<int, double>(1, 1.5)),
        "triple"_.Bind(std::tuple<bool, std::string, float>(true, "b", 2.5F)),
        "fixed"_.Bind(std::array<int, 3>{1, 2, 3}),
        "prices"_.Bind(std::map<std::string, double>{{"kale", 2.0}}),
        "maybe"_.Bind(std::optional<int>(7)),
        "none"_.Bind(std::optional<std::string>()),
        "nested"_.Bind(
            std::map<std::string, std::vector<std::pair<int, std::string>>>{
                {"c", {{1, "d"}}}}));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict(
        "obs"_.Bind(Spec<int>({2}, {0, 9})),
        "info:each"_.Bind(Spec<float>({2}, {{0, 1}, {2, 3}})),
        "info:bytes"_.Bind(Spec<std::uint8_t>({1}, {0, 255})),
        "info:ragged"_.Bind(Spec<Container<double>>({}, Spec<double>({-1}))));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(MarkDiscrete(Spec<int>({-1}, {0, 3}))));
  }
  template <typename Config>
  static decltype(auto) ResetOptions(const Config& /*conf*/) {
    return MakeDict("start"_.Bind(0), "sign"_.Bind(std::string("none")));
  }
  template <typename Config>
  static std::string StateFingerprint(const Config& conf) {
    return conf["text"_];
  }
};

template <bool kWithPybind11>
using TypesEnvSpec = EnvSpec<TypesEnvFns<kWithPybind11>>;

template <bool kWithPybind11>
class TypesEnv : public Env<TypesEnvSpec<kWithPybind11>> {
 public:
  using Base = Env<TypesEnvSpec<kWithPybind11>>;
  using typename Base::Action;
  using typename Base::Spec;
  using typename Base::State;

  TypesEnv(const Spec& spec, int env_id) : Base(spec, env_id) {
    if (spec.config["int"_] < 0) {
      throw std::invalid_argument("int: expected at least 0");
    }
  }

  bool IsDone() override { return false; }
  void Reset() override {
    at_ = this->reset_options()["start"_];
    Write();
  }
  void Step(const Action& action) override {
    at_ += static_cast<int>(action["action"_]);
    Write();
  }

 private:
  void Write() {
    State state = this->Allocate();
    state["obs"_][0] = at_;
    state["obs"_][1] = this->env_id_;
  }

  int at_{0};
};

template <bool kWithPybind11>
using TypesEnvPool = AsyncEnvPool<TypesEnv<kWithPybind11>>;

}  // namespace types

#endif  // ENVPOOL_CORE_CONFIG_TYPES_TEST_H_
