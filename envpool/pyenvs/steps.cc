// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/pyenvs/steps.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "envpool/pyenvs/shared_memory.h"

namespace envpool::pyenvs {
namespace {

namespace py = pybind11;

constexpr int kResults = 5;  // of a step

py::object Owned(PyObject* object) {
  if (object == nullptr) {
    throw py::error_already_set();
  }
  return py::reinterpret_steal<py::object>(object);
}

py::object Call(const py::object& function, PyObject* first, PyObject* second) {
  const std::array<PyObject*, 2> arguments = {first, second};
  return Owned(PyObject_Vectorcall(function.ptr(), arguments.data(),
                                   arguments.size(), nullptr));
}

/// Throws the present exception. One that says what is wrong with the type of a
/// value then also says which value that is.
[[noreturn]] void ThrowOf(const char* name, const char* expected,
                          PyObject* value) {
  if (PyErr_ExceptionMatches(PyExc_TypeError) != 0 ||
      PyErr_ExceptionMatches(PyExc_ValueError) != 0) {
    PyErr_Clear();
    PyErr_Format(PyExc_TypeError, "%s: expected %s, got %R", name, expected,
                 value);
  }
  throw py::error_already_set();
}

/// Whether an object is true, as Python says.
bool IsTrue(PyObject* object, const char* name) {
  if (object == Py_True || object == Py_False) {
    return object == Py_True;
  }
  const int truth = PyObject_IsTrue(object);
  if (truth < 0) {
    ThrowOf(name, "a truth value", object);
  }
  return truth != 0;
}

char* DataOf(const py::array& array) {
  return static_cast<char*>(const_cast<void*>(array.data()));
}

}  // namespace

Steps::Steps(Channel* channel, py::list envs, std::vector<EnvViews> views,
             py::object unpack, py::object write_extra, py::object fail)
    : channel_(channel),
      envs_(std::move(envs)),
      unpack_(std::move(unpack)),
      write_extra_(std::move(write_extra)),
      fail_(std::move(fail)),
      step_(Owned(PyUnicode_InternFromString("step"))) {
  for (EnvViews& each : views) {
    Row row{std::move(each), nullptr, {}, {}};
    if (!row.views.array.is_none()) {
      const auto array = py::cast<py::array>(row.views.array);
      dtype_ = array.dtype();
      shape_.assign(array.shape(), array.shape() + array.ndim());
      bytes_ = array.nbytes();
      row.array = DataOf(array);
    }
    for (const auto& [has, values] : row.views.columns) {
      const auto bytes = static_cast<std::size_t>(values.nbytes());
      row.columns.push_back({DataOf(has), DataOf(values), bytes});
    }
    for (const auto& [name, type, value, has] : row.views.numbers) {
      row.numbers.push_back({name.ptr(),
                             reinterpret_cast<PyTypeObject*>(type.ptr()),
                             DataOf(value), DataOf(has)});
    }
    rows_.push_back(std::move(row));
  }
}

int Steps::Run() {
  while (true) {
    const int env = Next();
    if (env < 0) {
      return env;
    }
    try {
      Step(env);
    } catch (py::error_already_set& error) {
      const py::object value = error.value();
      if (error.trace()) {  // until Python 3.12, no part of the value yet
        PyException_SetTraceback(value.ptr(), error.trace().ptr());
      }
      fail_(env, value);
    }
  }
}

int Steps::Next() {
  int env;
  if (channel_->HasRequest()) {
    env = channel_->Next();
  } else {
    const py::gil_scoped_release released;
    env = channel_->Next();
  }
  if (env < 0) {
    return env;
  }
  const EnvHeader& header = channel_->header(env);
  const bool only_step =
      header.op == Op::kStep && header.restart == Restart::kNever;
  return only_step ? env : kCall - 1 - env;
}

void Steps::Step(int env) {
  const Row& row = rows_[env];
  const py::object action = Owned(PyObject_CallNoArgs(row.views.action.ptr()));
  const py::object self = envs_[env];  // the env may be replaced meanwhile
  const std::array<PyObject*, 2> arguments = {self.ptr(), action.ptr()};
  py::object result = Owned(PyObject_VectorcallMethod(
      step_.ptr(), arguments.data(), arguments.size(), nullptr));
  if (!PyTuple_CheckExact(result.ptr()) ||
      PyTuple_GET_SIZE(result.ptr()) != kResults) {
    result = unpack_(result);
  }
  const auto value = [&](int i) { return PyTuple_GET_ITEM(result.ptr(), i); };
  PyObject* info = value(4);
  if (!WriteArray(row, value(0)) || !WriteInfos(row, info)) {
    const py::object rest = Call(row.views.write, value(0), info);
    if (PyDict_GET_SIZE(rest.ptr()) != 0) {
      write_extra_(env, rest);
    }
  }
  FinishStep(channel_, env, value(1), value(2), value(3), false);
}

/// Returns false, and writes nothing, unless this is an array as expected.
bool Steps::WriteArray(const Row& row, PyObject* observation) const {
  if (row.array == nullptr ||
      Py_TYPE(observation) != Py_TYPE(row.views.array.ptr())) {
    return false;
  }
  const auto array = py::reinterpret_borrow<py::array>(observation);
  if (!array.dtype().is(dtype_) || (array.flags() & py::array::c_style) == 0 ||
      !std::equal(shape_.begin(), shape_.end(), array.shape(),
                  array.shape() + array.ndim())) {
    return false;
  }
  std::memcpy(row.array, array.data(), bytes_);
  return true;
}

/// Returns false if there are infos other than numbers as expected; then
/// Record.write must write all of them.
bool Steps::WriteInfos(const Row& row, PyObject* info) {
  if (!PyDict_CheckExact(info)) {
    return false;
  }
  for (const InfoColumn& each : row.columns) {
    *each.has = 0;
  }
  std::size_t written = 0;
  for (const Number& number : row.numbers) {
    PyObject* value = PyDict_GetItemWithError(info, number.name);
    if (value == nullptr) {
      PyErr_Clear();
      continue;
    }
    if (Py_TYPE(value) != number.type) {
      return false;
    }
    if (number.type == &PyBool_Type) {
      *number.value = value == Py_True ? 1 : 0;
    } else if (number.type == &PyLong_Type) {
      int overflow = 0;
      const std::int64_t whole = PyLong_AsLongLongAndOverflow(value, &overflow);
      if (overflow != 0) {
        return false;
      }
      std::memcpy(number.value, &whole, sizeof(whole));
    } else {
      const double real = PyFloat_AS_DOUBLE(value);
      std::memcpy(number.value, &real, sizeof(real));
    }
    *number.has = 1;
    ++written;
  }
  if (written < row.columns.size()) {
    for (const InfoColumn& each : row.columns) {
      if (*each.has == 0) {
        std::memset(each.values, 0, each.bytes);
      }
    }
  }
  return static_cast<Py_ssize_t>(written) == PyDict_GET_SIZE(info);
}

void FinishStep(Channel* channel, int env, PyObject* reward,
                PyObject* terminated, PyObject* truncated, bool restarted) {
  const double number = PyFloat_AsDouble(reward);
  if (number == -1 && PyErr_Occurred() != nullptr) {
    ThrowOf("reward", "a number", reward);
  }
  channel->Finish(env, static_cast<float>(number),
                  IsTrue(terminated, "terminated"),
                  IsTrue(truncated, "truncated"), restarted, false);
}

}  // namespace envpool::pyenvs
