// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The keys of dicts of actions.

#include <memory>
#include <string>
#include <utility>

#include "envpool/core/binding/action_reader.h"

namespace envpool {

ActionReader::Level::Entry& ActionReader::Level::At(const std::string& key) {
  for (Entry& entry : entries) {
    if (PyUnicode_CompareWithASCIIString(entry.key.get(), key.c_str()) == 0) {
      return entry;
    }
  }
  Entry entry;
  entry.key = PyRef::Steal(PyUnicode_InternFromString(key.c_str()));
  entries.push_back(std::move(entry));
  return entries.back();
}

/// Splits a key `a.b.c`: level `a` gets the key `b.c`.
void ActionReader::Level::Add(const std::string& key, int column) {
  At(key).column = column;
  for (std::size_t dot = key.find('.'); dot != std::string::npos;
       dot = key.find('.', dot + 1)) {
    Entry& outer = At(key.substr(0, dot));
    if (outer.inner == nullptr) {
      outer.inner = std::make_unique<Level>();
    }
    outer.inner->Add(key.substr(dot + 1), column);
  }
}

const ActionReader::Level::Entry* ActionReader::Level::Find(
    PyObject* key) const {
  for (const Entry& entry : entries) {
    if (entry.key.get() == key) {
      return &entry;
    }
  }
  if (!PyUnicode_CheckExact(key)) {
    return nullptr;
  }
  for (const Entry& entry : entries) {
    if (PyUnicode_Compare(entry.key.get(), key) == 0) {
      return &entry;
    }
  }
  return nullptr;
}

}  // namespace envpool
