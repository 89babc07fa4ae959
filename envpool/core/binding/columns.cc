// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/columns.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/binding/convert.h"
#include "envpool/core/binding/plain_numbers.h"
#include "envpool/core/binding/py_ref.h"
#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/with_type.h"

namespace envpool {
namespace {

[[noreturn]] void Refuse() {
  throw Error(ErrorKind::kArgumentType,
              "entries: expected tuples (key, shape, lows, highs, is_discrete) "
              "with arrays lows and highs of one dtype and size");
}

std::vector<Bound> ReadBounds(PyArrayObject* array) {
  std::vector<Bound> bounds;
  WithType(DTypeOf(array).value(), [&]<typename T>(T /*zero*/) {
    const auto size = static_cast<std::size_t>(PyArray_SIZE(array));
    const auto numbers = std::make_unique<T[]>(size);
    CopyNumbers(array, reinterpret_cast<char*>(numbers.get()));
    bounds.assign(numbers.get(), numbers.get() + size);
  });
  return bounds;
}

/// A user's array may hold bytes other than 0 and 1; a C++ bool may not.
void CopyBool(const void* from, void* to) {
  *static_cast<bool*>(to) = *static_cast<const unsigned char*>(from) != 0;
}

Column ReadColumn(PyObject* entry) {
  const PyRef parts = ReadSequence(entry, true);
  if (!parts || PyTuple_GET_SIZE(parts.get()) != 5) {
    Refuse();
  }
  const auto part = [&parts](Py_ssize_t i) {
    return PyTuple_GET_ITEM(parts.get(), i);
  };
  auto key = Convert<std::string>::FromPython(part(0));
  auto shape = Convert<std::vector<int>>::FromPython(part(1));
  PyArrayObject* lows = AsArray(part(2));
  PyArrayObject* highs = AsArray(part(3));
  const std::optional<bool> is_discrete = ReadBool(part(4));
  if (!key || !shape || lows == nullptr || highs == nullptr || !is_discrete) {
    Refuse();
  }
  const std::optional<DType> dtype = DTypeOf(lows);
  if (!dtype || DTypeOf(highs) != dtype ||
      PyArray_SIZE(lows) != PyArray_SIZE(highs)) {
    Refuse();
  }
  Column column;
  column.key = *std::move(key);
  column.dtype = *dtype;
  column.element_size = SizeOf(column.dtype);
  column.shape = *std::move(shape);
  column.per_player = !column.shape.empty() && column.shape[0] == -1;
  if (column.per_player) {
    column.shape.erase(column.shape.begin());
  }
  column.is_discrete = *is_discrete;
  column.has_scalar_bounds = PyArray_SIZE(lows) == 1;
  if (column.has_scalar_bounds) {
    column.low = ReadBounds(lows)[0];
    column.high = ReadBounds(highs)[0];
  } else {
    column.lows = ReadBounds(lows);
    column.highs = ReadBounds(highs);
  }
  if (column.dtype == DType::kBool) {
    column.copy = &CopyBool;
  }
  return column;
}

}  // namespace

std::vector<Column> ReadColumns(PyObject* entries) {
  const PyRef items = ReadSequence(entries, false);
  if (!items) {
    Refuse();
  }
  std::vector<Column> columns;
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(items.get()); ++i) {
    columns.push_back(ReadColumn(PyTuple_GET_ITEM(items.get(), i)));
  }
  return columns;
}

}  // namespace envpool
