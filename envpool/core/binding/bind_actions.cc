// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/bind_actions.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/binding/action_reader.h"
#include "envpool/core/binding/columns.h"
#include "envpool/core/binding/locked_class.h"
#include "envpool/core/binding/plain_numbers.h"
#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/id_errors.h"

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

/// A reader with its own store.
class OwnReader {
 public:
  OwnReader(const py::object& entries, int num_envs, int max_players,
            bool is_async)
      : store_(Layout(ReadColumns(entries.ptr()), num_envs, max_players)),
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
  LockedClass<OwnReader>(*module, "ActionReader",
                         "Reads actions as a pool with these entries does.")
      .def(py::init<const py::object&, int, int, bool>(), py::arg("entries"),
           py::arg("num_envs"), py::arg("max_num_players"), py::arg("is_async"))
      .def("read", &OwnReader::Read, py::arg("action"),
           py::arg("env_id") = py::none(), py::arg("last") = py::none(),
           "Returns an array for each key, or None if an object is not an "
           "array.");
}

}  // namespace envpool
