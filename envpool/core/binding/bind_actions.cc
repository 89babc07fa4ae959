// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/bind_actions.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "envpool/core/binding/action_reader.h"
#include "envpool/core/binding/plain_numbers.h"
#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/id_errors.h"
#include "envpool/core/engine/with_type.h"

namespace py = pybind11;

namespace envpool {
namespace {

py::object ToObject(PyRef ref) {
  return py::reinterpret_steal<py::object>(ref.release());
}

PyArrayObject* ArrayOf(const py::array& array) {
  return reinterpret_cast<PyArrayObject*>(array.ptr());
}

py::object ReadIdArray(const std::string& name, const py::array& array,
                       int num_envs, bool distinct) {
  std::vector<int> ids;
  if (!ReadIds(name.c_str(), ArrayOf(array), num_envs, distinct, &ids)) {
    CheckIntegers(name.c_str(), ArrayOf(array));
  }
  CheckIds(name, ids.data(), ids.size(), num_envs, distinct);
  return ToObject(ToArray(ids));
}

std::vector<Bound> BoundsOf(const py::array& array) {
  std::vector<Bound> bounds;
  WithType(DTypeOf(ArrayOf(array)).value(), [&]<typename T>(T /*zero*/) {
    const auto* numbers = static_cast<const T*>(array.data());
    bounds.assign(numbers, numbers + array.size());
  });
  return bounds;
}

/// key, shape, lower and upper bounds of the entry's dtype, whether discrete.
using Entry =
    std::tuple<std::string, std::vector<int>, py::array, py::array, bool>;

Column ColumnOf(const Entry& entry) {
  const auto& [key, shape, lows, highs, is_discrete] = entry;
  Column column;
  column.key = key;
  column.dtype = DTypeOf(ArrayOf(lows)).value();
  column.element_size = SizeOf(column.dtype);
  column.shape = shape;
  column.per_player = !shape.empty() && shape[0] == -1;
  if (column.per_player) {
    column.shape.erase(column.shape.begin());
  }
  column.is_discrete = is_discrete;
  column.lows = BoundsOf(lows);
  column.highs = BoundsOf(highs);
  column.has_scalar_bounds = lows.ndim() == 0;
  column.low = column.lows.at(0);
  column.high = column.highs.at(0);
  return column;
}

std::vector<Column> ColumnsOf(const std::vector<Entry>& entries) {
  std::vector<Column> columns;
  for (const Entry& entry : entries) {
    columns.push_back(ColumnOf(entry));
  }
  return columns;
}

/// A reader with a store of its own.
class OwnReader {
 public:
  OwnReader(const std::vector<Entry>& entries, int num_envs, int max_players,
            bool is_async)
      : store_(Layout(ColumnsOf(entries), num_envs, max_players)),
        reader_(&store_, is_async) {}

  /// The arrays, or None for objects that are not arrays. `last`: the env ids
  /// and the players' env ids of the last result.
  py::object Read(
      const py::object& action, const py::object& env_id,
      const std::optional<std::pair<py::array_t<int>, py::array_t<int>>>&
          last) {
    std::optional<ResultRows> rows;
    if (last) {
      rows = {last->first.data(), last->first.size(), last->second.data(),
              last->second.size()};
    }
    if (!reader_.Read(action.ptr(), env_id.ptr(), rows ? &*rows : nullptr)) {
      return py::none();
    }
    py::list arrays;
    for (PyRef& array : reader_.ToArrays()) {
      arrays.append(ToObject(std::move(array)));
    }
    return arrays;
  }

 private:
  ActionStore store_;
  ActionReader reader_;
};

}  // namespace

void BindActions(py::module_* module) {
  module->def("read_ids", &ReadIdArray, py::arg("name"), py::arg("ids"),
              py::arg("num_envs"), py::arg("distinct"),
              "Returns env ids, or those that a mask selects, as int32. Raises "
              "EnvIdError for ids out of range or, if need be, repeated.");
  py::class_<OwnReader>(*module, "ActionReader",
                        "Reads actions as a pool with these entries does.")
      .def(py::init<const std::vector<Entry>&, int, int, bool>(),
           py::arg("entries"), py::arg("num_envs"), py::arg("max_num_players"),
           py::arg("is_async"))
      .def("read", &OwnReader::Read, py::arg("action"),
           py::arg("env_id") = py::none(), py::arg("last") = py::none(),
           "Returns an array for each key, or None if an object is not an "
           "array.");
}

}  // namespace envpool
