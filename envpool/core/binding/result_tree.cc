// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/result_tree.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace envpool {
namespace {

/// Whether an instance has no attributes of its own.
bool IsPlainTuple(PyObject* object) {
  return PyTuple_Check(object) && Py_TYPE(object)->tp_dictoffset == 0;
}

}  // namespace

std::unique_ptr<ResultTree> ResultTree::Of(const PyRef& root,
                                           const std::vector<PyRef>& arrays) {
  std::unique_ptr<ResultTree> tree(new ResultTree(root, arrays.size()));
  return tree->Add(root.get(), arrays) ? std::move(tree) : nullptr;
}

bool ResultTree::Add(PyObject* object, const std::vector<PyRef>& arrays) {
  std::vector<PyObject*> children;
  if (PyDict_CheckExact(object)) {
    nodes_.push_back({object, PyDict_GET_SIZE(object), true});
    PyObject* key;
    PyObject* value;
    Py_ssize_t position = 0;
    while (PyDict_Next(object, &position, &key, &value) != 0) {
      entries_.push_back({key, value});
      children.push_back(value);
    }
  } else if (IsPlainTuple(object)) {
    const Py_ssize_t size = PyTuple_GET_SIZE(object);
    if (size > 0) {  // all of Python shares the empty tuple
      nodes_.push_back({object, size, false});
    }
    for (Py_ssize_t i = 0; i < size; ++i) {
      children.push_back(PyTuple_GET_ITEM(object, i));
    }
  } else {
    const auto found = std::ranges::find_if(
        arrays, [object](const PyRef& array) { return array.get() == object; });
    if (found == arrays.end()) {
      return false;
    }
    ++references_[found - arrays.begin()];
  }
  return std::ranges::all_of(
      children, [&](PyObject* child) { return Add(child, arrays); });
}

ResultTree::State ResultTree::Check() const {
  const Entry* entry = entries_.data();
  bool is_shared = false;
  for (const Node& node : nodes_) {
    is_shared |= Py_REFCNT(node.object) != 1;
    if (!node.is_dict) {
      continue;
    }
    if (PyDict_GET_SIZE(node.object) != node.size) {
      return State::kChanged;
    }
    PyObject* key;
    PyObject* value;
    Py_ssize_t position = 0;
    while (PyDict_Next(node.object, &position, &key, &value) != 0) {
      if (key != entry->key || value != entry->value) {
        return State::kChanged;
      }
      ++entry;
    }
  }
  return is_shared ? State::kShared : State::kUnused;
}

}  // namespace envpool
