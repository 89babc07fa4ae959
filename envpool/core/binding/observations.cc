// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/observations.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "envpool/core/binding/numpy_api.h"
#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/schedule/id_runs.h"

namespace envpool {
namespace {

/// A block that is released at the end of the scope.
class Scratch {
 public:
  explicit Scratch(BlockPool* pool) : pool_(pool), block_(pool->Acquire()) {}
  ~Scratch() { pool_->Release(block_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  [[nodiscard]] StateBlock* get() const { return block_; }

 private:
  BlockPool* const pool_;
  StateBlock* const block_;
};

}  // namespace

Observations::Observations(Engine* engine)
    : engine_(engine), pool_(engine->blocks()) {
  const std::vector<Column>& columns = pool_->layout().columns();
  for (int c = 0; c < engine->result_columns().num_state; ++c) {
    if (columns[c].key.starts_with("obs")) {
      columns_.push_back(c);
    }
  }
  if (!engine->kernel()->CanObserve()) {
    known_.resize(engine->config().num_envs);
    kept_ = pool_->Acquire();
  }
}

Observations::~Observations() {
  if (kept_ != nullptr) {
    pool_->Release(kept_);
  }
}

void Observations::Copy(const StateBlock& result) {
  const Layout& layout = result.layout();
  ForRuns(result.env_ids(), result.rows, [&](int row, int id, int count) {
    std::fill_n(known_.begin() + id, count, true);
    for (const int c : columns_) {
      if (!layout.columns()[c].is_container()) {  // Read handles those
        std::memcpy(kept_->Item(c, id), result.Item(c, row),
                    layout.stride(c) * count);
      }
    }
  });
}

PyRef Observations::Read(const std::vector<int>& ids) {
  const Layout& layout = pool_->layout();
  for (const int c : columns_) {
    if (layout.columns()[c].is_container()) {
      throw Error(ErrorKind::kNotSupported,
                  "options['reset_mask']: expected observations of one shape, "
                  "got those of " +
                      layout.columns()[c].key +
                      ", which differ in shape; pass env_id");
    }
  }
  const Scratch scratch(pool_.get());
  StateBlock* block = kept_ != nullptr ? kept_ : scratch.get();
  for (const int id : ids) {
    const bool found = kept_ != nullptr
                           ? known_[id]
                           : engine_->kernel()->Observe(id, block, id);
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
      PyList_New(static_cast<Py_ssize_t>(layout.columns().size())));
  for (std::size_t c = 0; c < layout.columns().size(); ++c) {
    PyList_SET_ITEM(rows.get(), c, PyRef::Borrow(Py_None).release());
  }
  for (const int c : columns_) {
    PyRef array = Rows(*block, c, ids);
    if (PyList_SetItem(rows.get(), c, array.release()) < 0) {
      throw PythonError();
    }
  }
  return rows;
}

std::vector<std::string> Observations::Save(const std::vector<int>& ids) const {
  std::vector<std::string> rows(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (kept_ == nullptr || !known_[ids[i]]) {
      continue;
    }
    for (const int c : columns_) {
      rows[i].append(static_cast<const char*>(kept_->Item(c, ids[i])),
                     pool_->layout().columns()[c].ItemBytes());
    }
  }
  return rows;
}

void Observations::Load(const std::vector<int>& ids,
                        const std::vector<std::string>& rows) {
  if (kept_ == nullptr) {
    return;
  }
  std::size_t size = 0;
  for (const int c : columns_) {
    size += pool_->layout().columns()[c].ItemBytes();
  }
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (!rows[i].empty() && rows[i].size() != size) {
      throw Error(ErrorKind::kArgument,
                  "states: expected an observation of " + std::to_string(size) +
                      " bytes, got " + std::to_string(rows[i].size()));
    }
  }
  for (std::size_t i = 0; i < ids.size(); ++i) {
    known_[ids[i]] = !rows[i].empty();
    const char* from = rows[i].data();
    for (const int c : columns_) {
      const std::size_t bytes = pool_->layout().columns()[c].ItemBytes();
      if (known_[ids[i]]) {
        std::memcpy(kept_->Item(c, ids[i]), from, bytes);
        from += bytes;
      }
    }
  }
}

PyRef Observations::Rows(const StateBlock& block, int column,
                         const std::vector<int>& ids) {
  const Column& about = block.layout().columns()[column];
  std::vector<npy_intp> dims = {static_cast<npy_intp>(ids.size())};
  dims.insert(dims.end(), about.shape.begin(), about.shape.end());
  PyRef array = PyRef::Steal(PyArray_SimpleNew(
      static_cast<int>(dims.size()), dims.data(), NumpyType(about.dtype)));
  auto* to = static_cast<char*>(
      PyArray_DATA(reinterpret_cast<PyArrayObject*>(array.get())));
  for (const int id : ids) {
    std::memcpy(to, block.Item(column, id), about.ItemBytes());
    to += about.ItemBytes();
  }
  return array;
}

}  // namespace envpool
