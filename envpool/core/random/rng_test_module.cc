// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// For rng_numpy_test.py: Generator, RandomState and SeedSequence with methods
// that take a size and return an array of draws.
//
// Threads: under the GIL. Ownership: Python's. Errors: pybind11's, for
// arguments of a wrong type.

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "envpool/core/random/random_state.h"
#include "envpool/core/random/rng.h"

namespace envpool {
namespace {

namespace py = pybind11;

// State and increment, each as two halves, then the half kept by Next32().
using StateTuple =
    std::tuple<uint64_t, uint64_t, uint64_t, uint64_t, bool, uint32_t>;

Uint128 Join(uint64_t high, uint64_t low) { return Uint128{high} << 64 | low; }

uint64_t High(Uint128 value) { return static_cast<uint64_t>(value >> 64); }

uint64_t Low(Uint128 value) { return static_cast<uint64_t>(value); }

StateTuple GetState(const Generator& rng) {
  const Pcg64& bits = rng.bits();
  return {High(bits.state()),    Low(bits.state()), High(bits.increment()),
          Low(bits.increment()), bits.has_uint32(), bits.uinteger()};
}

Generator FromState(const StateTuple& state) {
  const auto& [state_high, state_low, inc_high, inc_low, has_uint32, uinteger] =
      state;
  return Generator(Pcg64(Join(state_high, state_low), Join(inc_high, inc_low),
                         has_uint32, uinteger));
}

template <typename T>
py::array_t<T> ToArray(std::span<const T> values) {
  return py::array_t<T>(static_cast<py::ssize_t>(values.size()), values.data());
}

template <typename T>
std::span<T> ToSpan(py::array_t<T, py::array::c_style>& values) {
  return {values.mutable_data(), static_cast<size_t>(values.size())};
}

using Weights = py::array_t<double, py::array::c_style | py::array::forcecast>;

std::span<const double> ToWeights(const Weights& weights) {
  return {weights.data(), static_cast<size_t>(weights.size())};
}

// A method that calls `draw` `size` times; `size` is its last argument.
template <typename Rng, typename... Args, typename Draw>
auto Many(Draw draw) {
  return [draw](Rng& rng, Args... args, size_t size) {
    using T = decltype(draw(rng, args...));
    py::array_t<T> result(static_cast<py::ssize_t>(size));
    T* out = result.mutable_data();
    for (size_t i = 0; i < size; ++i) {
      out[i] = draw(rng, args...);
    }
    return result;
  };
}

// The methods that both classes have.
template <typename Rng>
void DefineShared(py::class_<Rng>* c) {
  c->def("copy", [](const Rng& rng) { return Rng(rng); });
  c->def("uniform", Many<Rng, double, double>([](Rng& r, double a, double b) {
           return r.Uniform(a, b);
         }));
  c->def("standard_normal",
         Many<Rng>([](Rng& r) { return r.StandardNormal(); }));
  c->def("normal", Many<Rng, double, double>([](Rng& r, double a, double b) {
           return r.Normal(a, b);
         }));
  c->def("standard_exponential",
         Many<Rng>([](Rng& r) { return r.StandardExponential(); }));
  c->def("exponential", Many<Rng, double>([](Rng& r, double scale) {
           return r.Exponential(scale);
         }));
  c->def("choice",
         Many<Rng, int64_t>([](Rng& r, int64_t n) { return r.Choice(n); }));
  c->def("choice_p",
         Many<Rng, const Weights&>([](Rng& r, const Weights& weights) {
           return r.Choice(ToWeights(weights));
         }));
  c->def("shuffle",
         [](Rng& r, py::array_t<int64_t, py::array::c_style> values) {
           r.Shuffle(ToSpan(values));
         });
  c->def("permutation",
         [](Rng& r, int64_t n) { return ToArray<int64_t>(r.Permutation(n)); });
}

void DefineGenerator(py::module_* m) {
  py::class_<Generator> c(*m, "Generator");
  c.def(py::init<uint64_t>());
  c.def_static("from_state", &FromState);
  c.def_static("from_integers", [](const std::vector<uint64_t>& entropy,
                                   const std::vector<uint64_t>& spawn_key) {
    return Generator(SeedSequence::FromIntegers(entropy, spawn_key));
  });
  c.def("state", &GetState);
  c.def("advance", [](Generator& r, uint64_t high, uint64_t low) {
    r.bits().Advance(Join(high, low));
  });
  c.def("next32",
        Many<Generator>([](Generator& r) { return r.bits().Next32(); }));
  c.def("next64",
        Many<Generator>([](Generator& r) { return r.bits().Next64(); }));
  c.def("random", Many<Generator>([](Generator& r) { return r.Random(); }));
  c.def("random_float",
        Many<Generator>([](Generator& r) { return r.RandomFloat(); }));
  c.def("integers", Many<Generator, int64_t, int64_t>(
                        [](Generator& r, int64_t low, int64_t high) {
                          return r.Integers(low, high);
                        }));
  c.def("integers_inclusive", Many<Generator, int64_t, int64_t>(
                                  [](Generator& r, int64_t low, int64_t high) {
                                    return r.IntegersInclusive(low, high);
                                  }));
  c.def("choice_without_replacement",
        [](Generator& r, int64_t n, int64_t k, bool shuffle) {
          return ToArray<int64_t>(r.ChoiceWithoutReplacement(n, k, shuffle));
        });
  DefineShared(&c);
}

void DefineRandomState(py::module_* m) {
  py::class_<RandomState> c(*m, "RandomState");
  c.def(py::init<uint32_t>());
  c.def(py::init([](const std::vector<uint32_t>& key) {
    return RandomState(std::span<const uint32_t>(key));
  }));
  c.def("next32", Many<RandomState>([](RandomState& r) { return r.Next32(); }));
  c.def("next64", Many<RandomState>([](RandomState& r) { return r.Next64(); }));
  c.def("random_sample",
        Many<RandomState>([](RandomState& r) { return r.RandomSample(); }));
  c.def("randint", Many<RandomState, int64_t, int64_t>(
                       [](RandomState& r, int64_t low, int64_t high) {
                         return r.RandInt(low, high);
                       }));
  c.def("choice_without_replacement", [](RandomState& r, int64_t n, int64_t k) {
    return ToArray<int64_t>(r.ChoiceWithoutReplacement(n, k));
  });
  DefineShared(&c);
}

// generate_state() of a SeedSequence, in words of type T.
template <typename T>
py::array_t<T> GenerateState(const std::vector<uint64_t>& entropy,
                             const std::vector<uint64_t>& spawn_key,
                             size_t size) {
  py::array_t<T, py::array::c_style> result(static_cast<py::ssize_t>(size));
  SeedSequence::FromIntegers(entropy, spawn_key).GenerateState(ToSpan(result));
  return result;
}

PYBIND11_MODULE(rng_test_module, m) {
  DefineGenerator(&m);
  DefineRandomState(&m);
  m.def("generate_state32", &GenerateState<uint32_t>);
  m.def("generate_state64", &GenerateState<uint64_t>);
}

}  // namespace
}  // namespace envpool
