// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/native_pool.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/binding/action_reader.h"
#include "envpool/core/binding/gil_wait.h"
#include "envpool/core/binding/observations.h"
#include "envpool/core/binding/outputs.h"
#include "envpool/core/binding/translate.h"
#include "envpool/core/engine/pool_base.h"
#include "envpool/core/engine/pool_lease.h"
#include "envpool/core/engine/transforms/pool_transforms.h"

namespace envpool {
namespace {

PyArrayObject* AsArray(const PyRef& ref) {
  return reinterpret_cast<PyArrayObject*>(ref.get());
}

/// Converts an array-like to a C-ordered array of the dtype, by safe casts.
/// `flags`: further flags for NumPy.
PyRef ConvertArray(PyObject* object, DType dtype, int flags = 0) {
  PyRef array = PyRef::Steal(
      PyArray_FROM_OTF(object, NumpyType(dtype),
                       NPY_ARRAY_CARRAY_RO | NPY_ARRAY_NOTSWAPPED | flags));
  return array;
}

std::vector<int> ReadInts(PyObject* object) {
  const PyRef array = ConvertArray(object, DType::kInt32);
  const int* data = static_cast<const int*>(PyArray_DATA(AsArray(array)));
  return {data, data + PyArray_SIZE(AsArray(array))};
}

/// Seeds (int64) and an optional mask (bool) of the envs to seed. The arrays
/// are copies, since the engine checks them before it uses them.
class SeedArrays {
 public:
  SeedArrays(PyObject* seeds, PyObject* given, std::size_t count)
      : seeds_(Read(seeds, DType::kInt64, count)),
        given_(Read(given, DType::kBool, count)) {}

  [[nodiscard]] Seeds seeds() const {
    return {static_cast<const std::int64_t*>(DataOf(seeds_)),
            static_cast<const bool*>(DataOf(given_))};
  }

 private:
  static PyRef Read(PyObject* object, DType dtype, std::size_t count) {
    if (object == Py_None) {
      return {};
    }
    PyRef array = ConvertArray(object, dtype, NPY_ARRAY_ENSURECOPY);
    if (PyArray_SIZE(AsArray(array)) != static_cast<npy_intp>(count)) {
      throw Error(ErrorKind::kArgument,
                  "seed: expected one seed for each of " +
                      std::to_string(count) + " envs, got " +
                      std::to_string(PyArray_SIZE(AsArray(array))));
    }
    return array;
  }
  static const void* DataOf(const PyRef& array) {
    return array ? PyArray_DATA(AsArray(array)) : nullptr;
  }

  PyRef seeds_;
  PyRef given_;
};

/// Never null: to the engine, null means all envs.
const int* DataOf(const std::vector<int>& ids) {
  static constexpr int kNone = 0;
  return ids.empty() ? &kNone : ids.data();
}

}  // namespace

NativePool::NativePool() = default;

void NativePool::Attach(Engine* engine) {
  engine_ = engine;
  maker_ = PyThread_get_thread_ident();
  outputs_ = std::make_unique<Outputs>(engine);
  reader_ =
      std::make_unique<ActionReader>(engine->actions(), !engine->is_sync());
  SharePool(engine);
}

void NativePool::Retire() {
  if (engine_ != nullptr && !engine_->forked()) {
    const GilWait wait(true);
    engine_->Close();
    UnsharePool(engine_);
  }
  observations_.reset();
  engine_ = nullptr;
}

Engine* NativePool::Usable() const {
  if (engine_ == nullptr) {
    throw Error(ErrorKind::kProtocol, "this pool has not been constructed");
  }
  return engine_;
}

void NativePool::Close(PyObject* self, bool interruptible) {
  if (engine_ == nullptr || engine_->forked()) {
    return;
  }
  bool stopped;
  {
    GilWait wait(true);
    Cancel();
    stopped = engine_->Close(interruptible ? &wait : nullptr, close_limit);
    if (stopped) {
      Release();
    }
  }
  if (stopped || std::exchange(abandoned_, true)) {
    return;
  }
  Py_INCREF(self);
  std::string envs = "some envs";
  if (const std::vector<int> ids = engine_->kernel()->Running(); !ids.empty()) {
    envs = ListOfIds(ids);
  }
  const std::string text =
      "close: " + envs + " did not return from reset or step within " +
      InSeconds(close_limit) +
      "; they keep their threads, and the pool's memory is never freed";
  if (PyErr_WarnEx(PyExc_RuntimeWarning, text.c_str(), 1) < 0) {
    throw PythonError();
  }
}

std::vector<std::string> NativePool::ColumnKeys() const {
  std::vector<std::string> keys;
  for (const Column& column : Usable()->blocks()->layout().columns()) {
    keys.push_back(column.key);
  }
  return keys;
}

// --- receiving --------------------------------------------------------------

/// Whether a recv without enough results waits for another thread to send. Most
/// programs have threads that do not use the pool, so recv waits only with a
/// time limit or if another thread made the pool or has sent to it.
bool NativePool::OthersMaySend(double timeout) const {
  return others_sent_ || timeout >= 0 || PyThread_get_thread_ident() != maker_;
}

bool NativePool::IsAlone() const {
  return !GilWait(false, OthersMaySend(-1)).OthersMaySend();
}

StateBlock* NativePool::RecvBlock(double timeout) {
  Engine* engine = Usable();
  GilWait wait(timeout >= 0 || !engine->RecvIsCheap(), OthersMaySend(timeout));
  return engine->Recv(&wait, timeout);
}

Result* NativePool::Receive(double timeout) {
  static_cast<void>(Usable());
  outputs_->cache()->Reclaim();
  return Accept(RecvBlock(timeout));
}

Result* NativePool::Accept(StateBlock* block) {
  outputs_->OnReceived(block);
  Result* result = outputs_->cache()->Wrap(block);
  ++num_received_;
  if (transforms_ != nullptr) {
    transforms_->Apply(block);
  }
  if (observations_ != nullptr) {
    observations_->Store(*result->block());
  }
  return result;
}

void NativePool::RaiseIfFaulty(Result* result, bool reset) {
  const StateBlock& block = *result->block();
  if (block.faults.empty() && block.lost_faults.load() == 0) {
    return;
  }
  const PyRef error = MakePythonError(
      Error(ErrorKind::kEnvStep, FaultText(block), LastFaulty()));
  // The exception carries the rows of the other envs.
  const PyRef built = outputs_->Build(result, reset);
  if (PyObject_SetAttrString(error.get(), "result", built.get()) == 0) {
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.get())),
                    error.get());
  }
  throw PythonError();
}

PyRef NativePool::Build(Result* result, bool reset) {
  RaiseIfFaulty(result, reset);
  return outputs_->Build(result, reset);
}

PyRef NativePool::RecvResult(bool reset, double timeout) {
  return Build(Receive(timeout), reset);
}

std::vector<PyRef> NativePool::RecvColumns(double timeout) {
  Result* result = Receive(timeout);
  RaiseIfFaulty(result, false);
  std::vector<PyRef> columns;
  for (int c = 0; c < engine_->result_columns().num_state; ++c) {
    columns.push_back(result->ArrayOf(c));
  }
  return columns;
}

PyRef NativePool::LastColumns() {
  static_cast<void>(Usable());
  Result* last = outputs_->cache()->last();
  if (last == nullptr) {
    return PyRef::Borrow(Py_None);
  }
  return ColumnsOf(last);
}

std::vector<int> NativePool::LastFaulty() const {
  static_cast<void>(Usable());
  std::vector<int> ids;
  if (const Result* last = outputs_->cache()->last()) {
    for (const Fault& fault : last->block()->faults) {
      ids.push_back(fault.env_id);
    }
  }
  return ids;
}

std::uint64_t NativePool::num_sent() const {
  static_cast<void>(Usable());
  return num_sent_;
}

std::uint64_t NativePool::num_received() const {
  static_cast<void>(Usable());
  return num_received_;
}

void NativePool::SetTransforms(std::unique_ptr<PoolTransforms> transforms) {
  static_cast<void>(Usable());
  if (transforms_ != nullptr || num_sent_ != 0) {
    throw Error(ErrorKind::kProtocol, "_set_transforms: called too late");
  }
  transforms_ = std::move(transforms);
}

PoolTransforms* NativePool::transforms() const {
  static_cast<void>(Usable());
  if (transforms_ == nullptr) {
    throw Error(ErrorKind::kProtocol, "_set_transforms was not called");
  }
  return transforms_.get();
}

void NativePool::NoteReset(const std::vector<int>& ids) {
  if (transforms_ != nullptr) {
    transforms_->NoteReset(DataOf(ids), static_cast<int>(ids.size()));
  }
  ++num_sent_;
}

void NativePool::KeepObservations() {
  observations_ = std::make_unique<Observations>(Usable(), transforms_.get());
  ObserveResults(engine_, [this](const StateBlock& result) {
    observations_->Store(result);
  });
}

template <typename Function>
void NativePool::WithObservations(const std::vector<int>& ids,
                                  const Function& function) {
  Engine* engine = Usable();
  if (observations_ == nullptr) {
    throw Error(ErrorKind::kProtocol, "_keep_observations was not called");
  }
  engine->WithIdle(DataOf(ids), static_cast<int>(ids.size()), function);
}

PyRef NativePool::LastObservations(PyObject* ids) {
  const std::vector<int> env_ids = ReadInts(ids);
  PyRef rows;
  WithObservations(env_ids, [&] { rows = observations_->Read(env_ids); });
  return rows;
}

std::size_t NativePool::ObservationBytes() const {
  static_cast<void>(Usable());
  return observations_ == nullptr ? 0 : observations_->RowBytes();
}

std::vector<std::string> NativePool::SaveObservations(
    const std::vector<int>& ids) {
  std::vector<std::string> rows;
  WithObservations(ids, [&] { rows = observations_->Save(ids); });
  return rows;
}

void NativePool::LoadObservations(const std::vector<int>& ids,
                                  const std::vector<std::string>& rows) {
  if (rows.size() != ids.size()) {
    throw Error(ErrorKind::kArgument, "rows: expected one for each env");
  }
  WithObservations(ids, [&] { observations_->Load(ids, rows); });
}

// --- sending ----------------------------------------------------------------

void NativePool::ResetIds(PyObject* ids) {
  Engine* engine = Usable();
  NoteSender();
  const std::vector<int> env_ids = ReadInts(ids);
  outputs_->Prepare(static_cast<int>(env_ids.size()));
  engine->Reset(DataOf(env_ids), static_cast<int>(env_ids.size()), nullptr);
  NoteReset(env_ids);
}

AnyResetOptions NativePool::MakeResetOptions(PyObject* /*values*/) const {
  throw Error(ErrorKind::kNotSupported, "options: this env has none");
}

void NativePool::ResetSeeded(PyObject* ids, PyObject* seeds, bool drain,
                             PyObject* given, PyObject* options) {
  Engine* engine = Usable();
  NoteSender();
  const std::vector<int> env_ids = ReadInts(ids);
  const SeedArrays arrays(seeds, given, env_ids.size());
  const AnyResetOptions reset_options =
      options == Py_None ? nullptr : MakeResetOptions(options);
  if (drain) {
    GilWait wait(true);
    engine->Drain(&wait);
  }
  outputs_->Prepare(static_cast<int>(env_ids.size()));
  engine->Reset(DataOf(env_ids), static_cast<int>(env_ids.size()),
                arrays.seeds(), true, IsAlone(), reset_options);
  NoteReset(env_ids);
}

void NativePool::Reseed(PyObject* ids, PyObject* seeds) {
  const std::vector<int> env_ids = ReadInts(ids);
  const SeedArrays arrays(seeds, Py_None, env_ids.size());
  Usable()->Reseed(DataOf(env_ids), static_cast<int>(env_ids.size()),
                   arrays.seeds());
}

void NativePool::Configure(PyObject* step_plan, PyObject* reset_plan,
                           PyObject* normalize, PyObject* hook,
                           const std::vector<int>& hook_columns) {
  static_cast<void>(Usable());
  outputs_->Configure(step_plan, reset_plan, hook, hook_columns);
  normalize_ = PyRef::Borrow(normalize);
}

Outputs* NativePool::outputs() const {
  static_cast<void>(Usable());
  return outputs_.get();
}

// --- rendering and state ----------------------------------------------------

PyRef NativePool::RenderFrames(PyObject* ids, int width, int height,
                               int camera_id, const std::string& camera_name) {
  Engine* engine = Usable();
  const std::vector<int> env_ids = ReadInts(ids);
  const int count = static_cast<int>(env_ids.size());
  PyRef frames;
  engine->WithIdle(DataOf(env_ids), count, [&] {
    StepKernel* kernel = engine->kernel();
    std::pair<int, int> size(0, 0);
    for (const int id : env_ids) {
      const std::pair<int, int> each = kernel->RenderSize(id, width, height);
      if (size.first != 0 && each != size) {
        throw Error(ErrorKind::kArgument,
                    "env_ids: expected envs with equal frame sizes; pass "
                    "render_width and render_height");
      }
      size = each;
    }
    npy_intp dims[] = {count, size.second, size.first, 3};
    frames = PyRef::Steal(PyArray_SimpleNew(4, dims, NPY_UINT8));
    auto* rgb = static_cast<unsigned char*>(PyArray_DATA(AsArray(frames)));
    GilWait wait(true);
    const auto render_one = [&](int i) {
      const int camera = camera_name.empty()
                             ? camera_id
                             : kernel->CameraId(env_ids[i], camera_name);
      kernel->Render(
          env_ids[i], size.first, size.second, camera,
          rgb + static_cast<std::size_t>(i) * size.first * size.second * 3);
    };
    engine->InParallel(count, render_one, &wait);
  });
  return frames;
}

bool NativePool::CanRenderText() const {
  return Usable()->kernel()->CanRenderText();
}

PyRef NativePool::RenderTexts(PyObject* ids) {
  Engine* engine = Usable();
  const std::vector<int> env_ids = ReadInts(ids);
  const int count = static_cast<int>(env_ids.size());
  std::vector<std::string> texts(count);
  engine->WithIdle(DataOf(env_ids), count, [&] {
    GilWait wait(true);
    engine->InParallel(
        count,
        [&](int i) { texts[i] = engine->kernel()->RenderText(env_ids[i]); },
        &wait);
  });
  PyRef list = PyRef::Steal(PyList_New(count));
  for (int i = 0; i < count; ++i) {
    const auto length = static_cast<Py_ssize_t>(texts[i].size());
    PyRef text =
        PyRef::Steal(PyUnicode_DecodeUTF8(texts[i].data(), length, "replace"));
    PyList_SET_ITEM(list.get(), i, text.release());
  }
  return list;
}

std::vector<std::string> NativePool::SaveStates(const std::vector<int>& ids) {
  return Usable()->SaveStates(ids);
}

void NativePool::LoadStates(const std::vector<int>& ids,
                            const std::vector<std::string>& states) {
  Usable()->LoadStates(ids, states);
}

std::vector<bool> NativePool::DoneMask() {
  Engine* engine = Usable();
  std::vector<bool> mask(engine->config().num_envs);
  for (std::size_t i = 0; i < mask.size(); ++i) {
    mask[i] = engine->kernel()->IsDone(static_cast<int>(i));
  }
  return mask;
}

}  // namespace envpool
