// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// NativePool: the base class of every pool in Python; not a template.
//
// Cold functions are bound with pybind11 (module.cc). The per-step methods
// (pool_methods.cc) are plain CPython ones that return the finished result.
//
// Threads: with the GIL; waiting releases it and polls for Ctrl-C.
// Errors: PythonError or Error; the boundary translates both.

#ifndef ENVPOOL_CORE_BINDING_NATIVE_POOL_H_
#define ENVPOOL_CORE_BINDING_NATIVE_POOL_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/array.h"
#include "envpool/core/binding/py_ref.h"
#include "envpool/core/engine/engine.h"
#include "envpool/core/export.h"

namespace envpool {

class ActionReader;
class Observations;
class Outputs;
class PoolTransforms;
class Result;

class ENVPOOL_EXPORT NativePool {
 public:
  NativePool();
  virtual ~NativePool();
  NativePool(const NativePool&) = delete;
  NativePool& operator=(const NativePool&) = delete;

  // --- raw layer: arrays by key ---------------------------------------------
  /// Arrays (new references) of the state keys.
  std::vector<PyRef> RecvColumns(double timeout);
  /// Sends arrays, one for each action key.
  void SendColumns(PyObject* sequence);
  /// The arrays of an action; see ActionReader.
  std::vector<PyRef> ReadAction(PyObject* action, PyObject* env_id);
  /// Throws Error(kArgument) unless arrays of an action's key have this shape;
  /// see ActionArray.
  void CheckActionShape(const std::string& key,
                        const std::vector<std::int64_t>& shape,
                        std::int64_t rows, const std::string& what) const;
  void ResetIds(PyObject* ids);
  /// Like ResetIds, with seeds (int64) where `given` (bool) is true; either may
  /// be None. The caller waits. `drain`: first drops all outstanding results.
  /// `options`: None, or a tuple with a value for each of the spec's options.
  void ResetSeeded(PyObject* ids, PyObject* seeds, bool drain, PyObject* given,
                   PyObject* options);
  /// The options of a reset, from a tuple. Throws Error(kArgument).
  [[nodiscard]] virtual AnyResetOptions MakeResetOptions(
      PyObject* values) const;
  /// Sets seeds for the next reset.
  void Reseed(PyObject* ids, PyObject* seeds);
  PyRef LastColumns();
  /// The envs that failed in the last result.
  [[nodiscard]] std::vector<int> LastFaulty() const;
  /// The numbers of requests sent and results received so far. They show
  /// whether an interrupted call has done its work.
  [[nodiscard]] std::uint64_t num_sent() const;
  [[nodiscard]] std::uint64_t num_received() const;
  /// Must be called before the next four. Envs must have one player.
  void KeepObservations();
  PyRef LastObservations(PyObject* ids);
  /// The size of an entry of SaveObservations, unless the entry is empty.
  [[nodiscard]] std::size_t ObservationBytes() const;
  std::vector<std::string> SaveObservations(const std::vector<int>& ids);
  void LoadObservations(const std::vector<int>& ids,
                        const std::vector<std::string>& rows);
  /// An empty `camera_name` selects the camera by `camera_id`.
  PyRef RenderFrames(PyObject* ids, int width, int height, int camera_id,
                     const std::string& camera_name = "");
  [[nodiscard]] bool CanRenderText() const;
  /// A list of str.
  PyRef RenderTexts(PyObject* ids);

  // --- results --------------------------------------------------------------
  /// Called at most once, before any result.
  void SetTransforms(std::unique_ptr<PoolTransforms> transforms);
  /// Throws Error(kProtocol) if there are none.
  [[nodiscard]] PoolTransforms* transforms() const;
  /// Sets the Python object of this pool; its methods need it.
  void SetObject(PyObject* self);
  void Configure(PyObject* step_plan, PyObject* reset_plan, PyObject* normalize,
                 PyObject* hook, const std::vector<int>& hook_columns);
  /// Implement the methods send, recv and step.
  void SendAction(PyObject* action, PyObject* env_id);
  PyRef RecvResult(bool reset, double timeout);
  PyRef StepAction(PyObject* action, PyObject* env_id);

  /// Steps the only env; returns a result of gymnasium.Env.
  PyRef StepOne(PyObject* action);

  // --- state ----------------------------------------------------------------
  std::vector<std::string> SaveStates(const std::vector<int>& ids);
  void LoadStates(const std::vector<int>& ids,
                  const std::vector<std::string>& states);
  std::vector<bool> DoneMask();

  /// The builder of results; not available before construction.
  [[nodiscard]] Outputs* outputs() const;
  /// Stops the pool and waits for the envs that are running. If they still run
  /// after `close_limit`, this warns, and the pool's object, `self`, is never
  /// freed. With `interruptible`, Ctrl-C ends the wait; even then the pool is
  /// closed.
  void Close(PyObject* self, bool interruptible);
  /// Makes running envs return soon, if they can. Close calls it without the
  /// GIL; it may be called again.
  virtual void Cancel() {}
  double close_limit{10};  // seconds
  [[nodiscard]] std::vector<std::string> ColumnKeys() const;
  /// The engine; throws Error(kProtocol) before construction and after Retire.
  [[nodiscard]] Engine* Usable() const;

 protected:
  /// Called by the derived pool when its engine is complete.
  void Attach(Engine* engine);
  /// Frees memory of idle envs that arrays of results do not need. As Cancel.
  virtual void Release() {}
  /// Called first by the destructor: no other call uses the pool any more.
  void Retire();

 private:
  /// Records whether a thread other than the maker has sent.
  void NoteSender() { others_sent_ |= PyThread_get_thread_ident() != maker_; }
  [[nodiscard]] bool OthersMaySend(double timeout) const;
  void NoteReset(const std::vector<int>& ids);
  /// Whether only this thread sends, so that no other thread can complete a
  /// batch.
  [[nodiscard]] bool IsAlone() const;
  StateBlock* RecvBlock(double timeout);
  /// The result stays valid until the next call.
  Result* Receive(double timeout);
  /// Wraps a batch that was received.
  Result* Accept(StateBlock* block);
  PyRef Build(Result* result, bool reset);
  void RaiseIfFaulty(Result* result, bool reset);
  /// Calls the function while the envs are idle.
  template <typename Function>
  void WithObservations(const std::vector<int>& ids, const Function& function);

  bool TryRead(PyObject* action, PyObject* env_id);
  std::pair<PyRef, PyRef> Read(PyObject* action, PyObject* env_id);
  void SendRead();
  void StoreRead() noexcept;
  void SendPrepared(bool caller_waits);
  PyRef StepRead();

  Engine* engine_{nullptr};
  bool abandoned_{false};  // envs were still running when Close gave up
  std::unique_ptr<PoolTransforms> transforms_;  // null: none
  std::unique_ptr<Outputs> outputs_;
  std::unique_ptr<Observations> observations_;
  PyRef normalize_;
  std::unique_ptr<ActionReader> reader_;
  PyObject* object_{nullptr};  // borrowed
  unsigned long maker_{0};     // NOLINT(runtime/int): the thread that made it
  bool others_sent_{false};    // a thread other than maker_ has sent
  std::uint64_t num_sent_{0};
  std::uint64_t num_received_{0};
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_NATIVE_POOL_H_
