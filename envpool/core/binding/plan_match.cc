// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Plan::Match: finds the user's arrays in the argument `out`.

#include <string>
#include <utility>
#include <vector>

#include "envpool/core/binding/plan.h"
#include "envpool/core/engine/errors.h"

namespace envpool {

void Plan::Name(const std::string& name) {
  name_ = name;
  for (std::size_t i = 0; i < children_.size(); ++i) {
    std::string inner = name;
    if (!keys_.empty()) {
      const PyRef key = PyRef::Steal(PyObject_Repr(keys_[i].get()));
      const char* text = PyUnicode_AsUTF8(key.get());
      if (text == nullptr) {
        throw PythonError();
      }
      inner.append("[").append(text).append("]");
    } else if (!IsWrapper()) {
      inner.append("[").append(std::to_string(i)).append("]");
    }
    children_[i].Name(inner);
  }
}

void Plan::Match(PyObject* out, OutArrays* found) const {
  if (out == Py_None) {
    return;
  }
  if (IsWrapper()) {
    children_[0].Match(out, found);
  } else if (kind_ == Kind::kDict || !keys_.empty()) {
    MatchKeys(out, found);
  } else if (kind_ == Kind::kTuple || kind_ == Kind::kNamed) {
    MatchItems(out, found);
  } else {
    MatchLeaf(out, found);
  }
}

void Plan::MatchKeys(PyObject* out, OutArrays* found) const {
  if (!PyDict_Check(out)) {
    throw Error(ErrorKind::kArgumentType,
                name_ + ": expected a dict, got a " + Py_TYPE(out)->tp_name);
  }
  PyObject* key;
  PyObject* value;
  Py_ssize_t position = 0;
  while (PyDict_Next(out, &position, &key, &value) != 0) {
    std::size_t i = 0;
    while (i < keys_.size() && keys_[i].get() != key &&
           PyUnicode_Compare(keys_[i].get(), key) != 0) {
      ++i;
    }
    if (i == keys_.size()) {
      PyErr_Clear();  // the comparison failed
      const PyRef text = PyRef::Steal(PyObject_Repr(key));
      const PyRef known = PyRef::Steal(KnownKeys());
      throw Error(ErrorKind::kArgument,
                  name_ + ": expected keys of " +
                      std::string(PyUnicode_AsUTF8(known.get())) + ", got " +
                      std::string(PyUnicode_AsUTF8(text.get())));
    }
    // Match may call Python code, such as `numpy` of a tensor, which may change
    // the dict.
    children_[i].Match(PyRef::Borrow(value).get(), found);
  }
}

PyObject* Plan::KnownKeys() const {
  const auto count = static_cast<Py_ssize_t>(keys_.size());
  const PyRef list = PyRef::Steal(PyList_New(count));
  for (Py_ssize_t i = 0; i < count; ++i) {
    PyList_SET_ITEM(list.get(), i, PyRef(keys_[i]).release());
  }
  return PyObject_Repr(list.get());
}

void Plan::MatchItems(PyObject* out, OutArrays* found) const {
  const auto size = static_cast<Py_ssize_t>(children_.size());
  if (!PyTuple_Check(out) || PyTuple_GET_SIZE(out) != size) {
    throw Error(ErrorKind::kArgumentType,
                name_ + ": expected a tuple of " + std::to_string(size) +
                    ", got " +
                    (PyTuple_Check(out)
                         ? "one of " + std::to_string(PyTuple_GET_SIZE(out))
                         : std::string("a ") + Py_TYPE(out)->tp_name));
  }
  for (Py_ssize_t i = 0; i < size; ++i) {
    children_[i].Match(PyTuple_GET_ITEM(out, i), found);
  }
}

void Plan::MatchLeaf(PyObject* out, OutArrays* found) const {
  if (IsText() || numpy_type_ == NPY_NOTYPE) {
    throw Error(ErrorKind::kNotSupported,
                name_ + ": expected None, since this entry is " +
                    (IsText() ? "texts" : "an array of objects"));
  }
  static const std::vector<int> kNone;
  const bool has_items = kind_ == Kind::kColumn || kind_ == Kind::kView;
  PyRef view = OutView(out, {numpy_type_, has_items ? shape_ : kNone}, name_);
  found->Add({this, PyRef::Borrow(out), std::move(view)});
}

}  // namespace envpool
