// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/plan.h"

#include <string_view>
#include <vector>

namespace envpool {
namespace {

[[noreturn]] void Refuse(const char* text) {
  PyErr_Format(PyExc_ValueError, "plan: %s", text);
  throw PythonError();
}

}  // namespace

Plan::Plan(PyObject* tree, int num_columns) { CompileNode(tree, num_columns); }

void Plan::CompileNode(PyObject* tree, int num_columns) {
  if (PyLong_Check(tree)) {
    const long column = PyLong_AsLong(tree);  // NOLINT(runtime/int)
    if (column < 0 || column >= num_columns) {
      Refuse("no such column");
    }
    column_ = static_cast<int>(column);
    return;
  }
  if (!PyTuple_Check(tree) || PyTuple_GET_SIZE(tree) < 2 ||
      !PyUnicode_Check(PyTuple_GET_ITEM(tree, 0))) {
    Refuse("expected an int or (kind, ...)");
  }
  const std::string_view kind = PyUnicode_AsUTF8(PyTuple_GET_ITEM(tree, 0));
  PyObject* content = PyTuple_GET_ITEM(tree, 1);
  if (kind == "tuple") {
    kind_ = Kind::kTuple;
    CompileChildren(content, num_columns);
  } else if (kind == "dict" && PyDict_Check(content)) {
    kind_ = Kind::kDict;
    PyObject* key;
    PyObject* value;
    Py_ssize_t position = 0;
    while (PyDict_Next(content, &position, &key, &value) != 0) {
      keys_.push_back(PyRef::Borrow(key));
      children_.emplace_back(value, num_columns);
    }
  } else if (kind == "named" && PyTuple_GET_SIZE(tree) == 3 &&
             PyType_Check(content) &&
             PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(content),
                              &PyTuple_Type) != 0) {
    kind_ = Kind::kNamed;
    type_ = PyRef::Borrow(content);
    CompileChildren(PyTuple_GET_ITEM(tree, 2), num_columns);
  } else {
    Refuse("expected ('tuple', list), ('dict', dict) or ('named', cls, list)");
  }
}

void Plan::CompileChildren(PyObject* sequence, int num_columns) {
  const PyRef items =
      PyRef::Steal(PySequence_Fast(sequence, "plan: expected a list"));
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(items.get()); ++i) {
    children_.emplace_back(PySequence_Fast_GET_ITEM(items.get(), i),
                           num_columns);
  }
}

PyRef Plan::Build(const Result& result) const {
  switch (kind_) {
    case Kind::kColumn:
      return result.ArrayOf(column_);
    case Kind::kDict:
      return BuildDict(result);
    case Kind::kTuple:
      return BuildTuple(result, &PyTuple_Type);
    case Kind::kNamed:
      return BuildTuple(result, reinterpret_cast<PyTypeObject*>(type_.get()));
  }
  Refuse("unknown kind");
}

PyRef Plan::BuildTuple(const Result& result, PyTypeObject* type) const {
  const auto size = static_cast<Py_ssize_t>(children_.size());
  PyRef tuple = PyRef::Steal(
      type == &PyTuple_Type ? PyTuple_New(size) : type->tp_alloc(type, size));
  for (Py_ssize_t i = 0; i < size; ++i) {
    PyTuple_SET_ITEM(tuple.get(), i, children_[i].Build(result).release());
  }
  return tuple;
}

PyRef Plan::BuildDict(const Result& result) const {
  PyRef dict = PyRef::Steal(PyDict_New());
  for (std::size_t i = 0; i < children_.size(); ++i) {
    const PyRef value = children_[i].Build(result);
    if (PyDict_SetItem(dict.get(), keys_[i].get(), value.get()) < 0) {
      throw PythonError();
    }
  }
  return dict;
}

}  // namespace envpool
