// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/observations.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <string>
#include <vector>

#include "envpool/core/binding/numpy_api.h"
#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/schedule/id_runs.h"

namespace envpool {
Observations::Observations(Engine* engine, PoolTransforms* transforms)
    : engine_(engine),
      transforms_(transforms),
      layout_(engine->blocks()->layout().columns(), engine->config().num_envs,
              1),
      block_(layout_),
      observes_(engine->kernel()->CanObserve() &&
                !(transforms != nullptr && transforms->changes_observations())),
      keeps_(transforms != nullptr || !observes_),
      known_(keeps_ ? engine->config().num_envs : 0) {
  const std::vector<Column>& columns = layout_.columns();
  for (int c = 0; c < engine->result_columns().num_state; ++c) {
    if (columns[c].key.starts_with("obs")) {
      columns_.push_back(c);
    }
  }
  for (const auto& [from, to] : engine->result_columns().shown) {
    if (std::ranges::find(columns_, from) != columns_.end()) {
      columns_.push_back(to);
    }
  }
  if (!observes_) {
    kept_ = columns_;
  }
}

void Observations::Copy(const StateBlock& result) {
  const std::lock_guard lock(mutex_);
  if (all_known_ && kept_.empty()) {
    return;
  }
  const Layout& layout = result.layout();
  ForRuns(result.env_ids(), result.rows, [&](int row, int id, int count) {
    std::fill_n(known_.begin() + id, count, true);
    all_known_ = all_known_ || count == static_cast<int>(known_.size());
    for (const int c : kept_) {
      if (!layout.columns()[c].is_container()) {  // Read copies containers.
        std::memcpy(block_.Item(c, id), result.Item(c, row),
                    layout.stride(c) * count);
      }
    }
  });
}

PyRef Observations::Read(const std::vector<int>& ids) {
  for (const int c : columns_) {
    if (layout_.columns()[c].is_container()) {
      throw Error(ErrorKind::kNotSupported,
                  "options['reset_mask']: expected observations of one shape, "
                  "got those of " +
                      layout_.columns()[c].key +
                      ", which differ in shape; pass env_id");
    }
  }
  for (const int id : ids) {
    const std::lock_guard lock(mutex_);
    const bool found =
        observes_ ? engine_->kernel()->Observe(id, &block_, id) : known_[id];
    if (!found) {
      throw Error(ErrorKind::kProtocol,
                  "options['reset_mask']: the last observation of env " +
                      std::to_string(id) +
                      " is not known, since it has never been reset; reset "
                      "all envs first, or pass env_id for the rows of some",
                  {id});
    }
  }
  PyRef rows = PyRef::Steal(
      PyList_New(static_cast<Py_ssize_t>(layout_.columns().size())));
  for (std::size_t c = 0; c < layout_.columns().size(); ++c) {
    PyList_SET_ITEM(rows.get(), c, PyRef::Borrow(Py_None).release());
  }
  for (const int c : columns_) {
    PyRef array = Rows(c, ids);
    if (PyList_SetItem(rows.get(), c, array.release()) < 0) {
      throw PythonError();
    }
  }
  return rows;
}

std::vector<std::string> Observations::Save(const std::vector<int>& ids) const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> rows(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (!keeps_ || !known_[ids[i]]) {
      continue;
    }
    for (const int c : kept_) {
      rows[i].append(static_cast<const char*>(block_.Item(c, ids[i])),
                     layout_.columns()[c].ItemBytes());
    }
    if (transforms_ != nullptr) {
      rows[i].append(transforms_->Save(ids[i]));
    }
  }
  return rows;
}

std::size_t Observations::RowBytes() const {
  std::size_t size = transforms_ == nullptr ? 0 : transforms_->StateBytes();
  for (const int c : kept_) {
    size += layout_.columns()[c].ItemBytes();
  }
  return size;
}

void Observations::Load(const std::vector<int>& ids,
                        const std::vector<std::string>& rows) {
  if (!keeps_) {
    return;
  }
  const std::size_t size = RowBytes();
  for (const std::string& row : rows) {
    if (!row.empty() && row.size() != size) {
      throw Error(ErrorKind::kArgument,
                  "states: expected an observation of " + std::to_string(size) +
                      " bytes, got " + std::to_string(row.size()));
    }
    if (!row.empty() && transforms_ != nullptr) {
      transforms_->Check(row.data() + size - transforms_->StateBytes());
    }
  }
  const std::lock_guard lock(mutex_);
  all_known_ = false;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    known_[ids[i]] = !rows[i].empty();
    const char* from = rows[i].data();
    for (const int c : kept_) {
      const std::size_t bytes = layout_.columns()[c].ItemBytes();
      if (known_[ids[i]]) {
        std::memcpy(block_.Item(c, ids[i]), from, bytes);
        from += bytes;
      }
    }
    if (transforms_ != nullptr) {
      transforms_->Load(ids[i], known_[ids[i]] ? from : nullptr);
    }
  }
}

PyRef Observations::Rows(int column, const std::vector<int>& ids) {
  const Column& about = layout_.columns()[column];
  std::vector<npy_intp> dims = {static_cast<npy_intp>(ids.size())};
  dims.insert(dims.end(), about.shape.begin(), about.shape.end());
  PyRef array = PyRef::Steal(PyArray_SimpleNew(
      static_cast<int>(dims.size()), dims.data(), NumpyType(about.dtype)));
  auto* to = static_cast<char*>(
      PyArray_DATA(reinterpret_cast<PyArrayObject*>(array.get())));
  const std::lock_guard lock(mutex_);
  for (const int id : ids) {
    std::memcpy(to, block_.Item(column, id), about.ItemBytes());
    to += about.ItemBytes();
  }
  return array;
}

}  // namespace envpool
