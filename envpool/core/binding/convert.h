// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Convert<T>: converts values of configs and specs to and from Python objects
// by the rules of pybind11's casters, but without its headers, which take
// longer to compile than the rest of an author's module.
//
// Supported are numbers, bool, std::string, and arrays, vectors, pairs, tuples,
// maps and optionals of these. With pybind11, py_envpool.h supports all types
// that pybind11 converts.
//
// Threads: with the GIL. Errors: ToPython throws PythonError. FromPython
// returns nullopt, without a Python error, for an object that does not convert.

#ifndef ENVPOOL_CORE_BINDING_CONVERT_H_
#define ENVPOOL_CORE_BINDING_CONVERT_H_

#include <array>
#include <concepts>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "envpool/core/binding/py_ref.h"
#include "envpool/core/export.h"

namespace envpool {

ENVPOOL_EXPORT std::optional<bool> ReadBool(PyObject* object);
ENVPOOL_EXPORT std::optional<double> ReadDouble(PyObject* object);
ENVPOOL_EXPORT std::optional<long> ReadLong(  // NOLINT(runtime/int)
    PyObject* object);
ENVPOOL_EXPORT std::optional<unsigned long> ReadUnsigned(  // NOLINT
    PyObject* object);
ENVPOOL_EXPORT std::optional<std::string> ReadString(PyObject* object);
/// Converts a sequence or a similar collection to a tuple; returns null for
/// other objects. `only_sequences` excludes sets, generators and dict views.
ENVPOOL_EXPORT PyRef ReadSequence(PyObject* object, bool only_sequences);
/// Converts a mapping to a dict; returns null for other objects.
ENVPOOL_EXPORT PyRef ReadMapping(PyObject* object);
ENVPOOL_EXPORT PyRef ToText(const std::string& text);

/// Undefined for types that need pybind11.
template <typename T>
struct Convert;

template <>
struct Convert<bool> {
  static PyRef ToPython(bool value) {
    return PyRef::Borrow(value ? Py_True : Py_False);
  }
  static std::optional<bool> FromPython(PyObject* object) {
    return ReadBool(object);
  }
};

/// pybind11 converts character types to texts.
template <typename T>
concept Integer =
    std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char> &&
    !std::same_as<T, wchar_t> && !std::same_as<T, char8_t> &&
    !std::same_as<T, char16_t> && !std::same_as<T, char32_t>;

template <Integer T>
struct Convert<T> {
  static_assert(sizeof(T) <= sizeof(long));  // NOLINT(runtime/int)
  static PyRef ToPython(T value) {
    if constexpr (std::is_signed_v<T>) {
      return PyRef::Steal(PyLong_FromLong(value));
    } else {
      return PyRef::Steal(PyLong_FromUnsignedLong(value));
    }
  }
  static std::optional<T> FromPython(PyObject* object) {
    if constexpr (std::is_signed_v<T>) {
      return Narrowed(ReadLong(object));
    } else {
      return Narrowed(ReadUnsigned(object));
    }
  }

 private:
  template <typename Wide>
  static std::optional<T> Narrowed(std::optional<Wide> wide) {
    if (!wide || static_cast<Wide>(static_cast<T>(*wide)) != *wide) {
      return std::nullopt;
    }
    return static_cast<T>(*wide);
  }
};

template <std::floating_point T>
struct Convert<T> {
  static PyRef ToPython(T value) {
    return PyRef::Steal(PyFloat_FromDouble(static_cast<double>(value)));
  }
  static std::optional<T> FromPython(PyObject* object) {
    const std::optional<double> value = ReadDouble(object);
    return value ? std::optional<T>(static_cast<T>(*value)) : std::nullopt;
  }
};

template <>
struct Convert<std::string> {
  static PyRef ToPython(const std::string& text) { return ToText(text); }
  static std::optional<std::string> FromPython(PyObject* object) {
    return ReadString(object);
  }
};

template <typename T>
struct Convert<std::optional<T>> {
  static PyRef ToPython(const std::optional<T>& value) {
    return value ? Convert<T>::ToPython(*value) : PyRef::Borrow(Py_None);
  }
  static std::optional<std::optional<T>> FromPython(PyObject* object) {
    if (object == Py_None) {
      return std::optional<std::optional<T>>(std::in_place);
    }
    std::optional<T> value = Convert<T>::FromPython(object);
    if (!value) {
      return std::nullopt;
    }
    return std::optional<std::optional<T>>(std::in_place, std::move(value));
  }
};

template <typename T>
struct Convert<std::vector<T>> {
  static PyRef ToPython(const std::vector<T>& values) {
    PyRef list =
        PyRef::Steal(PyList_New(static_cast<Py_ssize_t>(values.size())));
    Py_ssize_t i = 0;
    for (const auto& value : values) {
      PyList_SET_ITEM(list.get(), i++, Convert<T>::ToPython(value).release());
    }
    return list;
  }
  static std::optional<std::vector<T>> FromPython(PyObject* object) {
    const PyRef items = ReadSequence(object, false);
    if (!items) {
      return std::nullopt;
    }
    std::vector<T> values;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(items.get()); ++i) {
      std::optional<T> value =
          Convert<T>::FromPython(PyTuple_GET_ITEM(items.get(), i));
      if (!value) {
        return std::nullopt;
      }
      values.push_back(*std::move(value));
    }
    return values;
  }
};

template <typename T, std::size_t N>
struct Convert<std::array<T, N>> {
  static PyRef ToPython(const std::array<T, N>& values) {
    return Convert<std::vector<T>>::ToPython({values.begin(), values.end()});
  }
  static std::optional<std::array<T, N>> FromPython(PyObject* object) {
    std::optional<std::vector<T>> values =
        Convert<std::vector<T>>::FromPython(object);
    if (!values || values->size() != N) {
      return std::nullopt;
    }
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return std::array<T, N>{std::move((*values)[I])...};
    }(std::make_index_sequence<N>());
  }
};

/// std::tuple and std::pair.
template <typename Tuple, typename... T>
struct ConvertTuple {
  static PyRef ToPython(const Tuple& values) {
    PyRef tuple = PyRef::Steal(PyTuple_New(sizeof...(T)));
    std::apply(
        [&](const T&... value) {
          [[maybe_unused]] Py_ssize_t i = 0;
          (PyTuple_SET_ITEM(tuple.get(), i++,
                            Convert<T>::ToPython(value).release()),
           ...);
        },
        values);
    return tuple;
  }
  static std::optional<Tuple> FromPython(PyObject* object) {
    const PyRef items = ReadSequence(object, true);
    if (!items || PyTuple_GET_SIZE(items.get()) != sizeof...(T)) {
      return std::nullopt;
    }
    return Read(items.get(), std::index_sequence_for<T...>());
  }

 private:
  template <std::size_t... I>
  static std::optional<Tuple> Read(PyObject* items, std::index_sequence<I...>) {
    std::tuple<std::optional<T>...> values{
        Convert<T>::FromPython(PyTuple_GET_ITEM(items, I))...};
    if (!(std::get<I>(values).has_value() && ...)) {
      return std::nullopt;
    }
    return Tuple(*std::move(std::get<I>(values))...);
  }
};
template <typename... T>
struct Convert<std::tuple<T...>> : ConvertTuple<std::tuple<T...>, T...> {};
template <typename A, typename B>
struct Convert<std::pair<A, B>> : ConvertTuple<std::pair<A, B>, A, B> {};

template <typename Key, typename T>
struct Convert<std::map<Key, T>> {
  static PyRef ToPython(const std::map<Key, T>& values) {
    PyRef dict = PyRef::Steal(PyDict_New());
    for (const auto& [key, value] : values) {
      const PyRef name = Convert<Key>::ToPython(key);
      const PyRef object = Convert<T>::ToPython(value);
      if (PyDict_SetItem(dict.get(), name.get(), object.get()) < 0) {
        throw PythonError();
      }
    }
    return dict;
  }
  static std::optional<std::map<Key, T>> FromPython(PyObject* object) {
    const PyRef dict = ReadMapping(object);
    if (!dict) {
      return std::nullopt;
    }
    std::map<Key, T> values;
    PyObject *name = nullptr, *item = nullptr;
    Py_ssize_t position = 0;
    while (PyDict_Next(dict.get(), &position, &name, &item) != 0) {
      std::optional<Key> key = Convert<Key>::FromPython(name);
      std::optional<T> value = Convert<T>::FromPython(item);
      if (!key || !value) {
        return std::nullopt;
      }
      values.emplace(*std::move(key), *std::move(value));
    }
    return values;
  }
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_CONVERT_H_
