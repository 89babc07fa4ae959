// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/result_tree.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "envpool/core/binding/free_threading.h"

namespace envpool {
namespace {

/// Whether an instance has no attributes of its own.
bool IsPlainTuple(PyObject* object) {
  return PyTuple_Check(object) && Py_TYPE(object)->tp_dictoffset == 0;
}

#if PY_VERSION_HEX < 0x030E0000 && !defined(Py_GIL_DISABLED)
// Python 3.12 has deprecated this field, and 3.14 has removed it.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
/// A number that changes whenever a dict does; no two dicts have the same.
std::uint64_t VersionOf(PyObject* dict) {
  return reinterpret_cast<PyDictObject*>(dict)->ma_version_tag;
}
#pragma GCC diagnostic pop
#else
std::uint64_t VersionOf(PyObject* /*dict*/) { return 0; }  // unknown
#endif

}  // namespace

std::unique_ptr<ResultTree> ResultTree::Of(const PyRef& root,
                                           const std::vector<PyRef>& arrays) {
  std::unique_ptr<ResultTree> tree(new ResultTree(root, arrays.size()));
  return tree->Add(root.get(), arrays) ? std::move(tree) : nullptr;
}

bool ResultTree::Add(PyObject* object, const std::vector<PyRef>& arrays) {
  std::vector<PyObject*> children;
  if (PyDict_CheckExact(object)) {
    nodes_.push_back({object, true, VersionOf(object), entries_.size(),
                      static_cast<std::size_t>(PyDict_GET_SIZE(object))});
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
      nodes_.push_back({object, false});
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

ResultTree::State ResultTree::Check() {
  for (Node& node : nodes_) {
    if (!HasReferences(node.object, 1)) {
      return State::kShared;
    }
    if (!node.is_dict) {
      continue;
    }
    const std::uint64_t version = VersionOf(node.object);
    if (version == 0 || version != node.version) {
      if (!IsUnchanged(node)) {
        return State::kChanged;
      }
      node.version = version;
    }
  }
  return State::kUnused;
}

bool ResultTree::IsUnchanged(const Node& node) const {
  if (static_cast<std::size_t>(PyDict_GET_SIZE(node.object)) != node.size) {
    return false;
  }
  const Entry* entry = entries_.data() + node.first;
  PyObject* key;
  PyObject* value;
  Py_ssize_t position = 0;
  while (PyDict_Next(node.object, &position, &key, &value) != 0) {
    if (key != entry->key || value != entry->value) {
      return false;
    }
    ++entry;
  }
  return true;
}

}  // namespace envpool
