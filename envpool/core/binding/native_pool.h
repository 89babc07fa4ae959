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

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "envpool/core/array.h"
#include "envpool/core/binding/py_ref.h"
#include "envpool/core/engine/engine.h"
#include "envpool/core/export.h"

namespace envpool {

class ActionArray;
class ActionDict;
class Observations;
class Outputs;
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
  /// Sends one array for each action key, converted to its dtype.
  /// `caller_waits`: the caller receives next; if that recv could never return,
  /// nothing is sent and Error(kProtocol) is thrown.
  void SendColumns(PyObject* sequence, bool caller_waits = false);
  void ResetIds(PyObject* ids);
  /// Like ResetIds, with seeds (int64) where `given` (bool) is true; either may
  /// be None. The caller waits. `drain`: first drops all outstanding results.
  /// `options`: None, or a tuple with a value for each of the spec's options.
  void ResetSeeded(PyObject* ids, PyObject* seeds, bool drain, PyObject* given,
                   PyObject* options);
  /// Sets seeds for the next reset.
  void Reseed(PyObject* ids, PyObject* seeds);
  PyRef LastColumns();
  /// The envs that failed in the last result.
  [[nodiscard]] std::vector<int> LastFaulty() const;
  /// The numbers of requests sent and results received so far. They show
  /// whether an interrupted call has done its work.
  [[nodiscard]] std::uint64_t num_sent() const;
  [[nodiscard]] std::uint64_t num_received() const;
  /// Must be called before the next three. Envs must have one player.
  void KeepObservations();
  PyRef LastObservations(PyObject* ids);
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
  /// Sets the Python object of this pool; its methods need it.
  void SetObject(PyObject* self);
  void Configure(PyObject* step_plan, PyObject* reset_plan, PyObject* normalize,
                 PyObject* hook, const std::vector<int>& hook_columns);
  /// Implement the methods send, recv and step.
  void SendAction(PyObject* action, PyObject* env_id, bool caller_waits);
  PyRef RecvResult(bool reset, double timeout);

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
  double close_limit{10};  // seconds
  [[nodiscard]] std::vector<std::string> ColumnKeys() const;
  /// The engine; throws Error(kProtocol) before construction and after Retire.
  [[nodiscard]] Engine* Usable() const;

 protected:
  /// Called by the derived pool when its engine is complete.
  void Attach(Engine* engine);
  /// The options of a reset, from a tuple. Throws Error(kArgument).
  [[nodiscard]] virtual AnyResetOptions MakeResetOptions(
      PyObject* values) const;
  // Close calls these without the GIL; they may be called again.
  /// Makes running envs return soon, if they can.
  virtual void Cancel() {}
  /// Frees memory of idle envs that arrays of results do not need.
  virtual void Release() {}
  /// Called first by the destructor: no other call uses the pool any more.
  void Retire();

 private:
  /// Records whether a thread other than the maker has sent.
  void NoteSender() { others_sent_ |= PyThread_get_thread_ident() != maker_; }
  [[nodiscard]] bool OthersMaySend(double timeout) const;
  /// Whether no other thread may complete a batch that this thread leaves
  /// incomplete.
  [[nodiscard]] bool IsAlone() const;
  StateBlock* RecvBlock(double timeout);
  /// The result stays valid until the next call.
  Result* Receive(double timeout);
  void RaiseIfFaulty(Result* result, bool reset);
  /// Calls the function while it keeps the envs idle.
  template <typename Function>
  void WithObservations(const std::vector<int>& ids, const Function& function);

  // --- sending without Python code -------------------------------------------
  /// The column of the only action key.
  [[nodiscard]] const Column& OnlyAction() const;
  // No Python code may run between reading and sending an action: it could read
  // another action, or free an array.

  /// Reads an integer as the action of the only env.
  bool ReadChoice(PyObject* action) const;
  /// Copies the ids; sets `ids` to null for all envs.
  bool ReadIds(PyObject* env_id, Py_ssize_t count, const int** ids);
  void StoreAction(const int* ids) const;
  bool SendFast(PyObject* action, PyObject* env_id, bool caller_waits);
  bool SendDict(PyObject* action, PyObject* env_id, int leading,
                bool caller_waits);
  void SendArray(const int* ids, bool caller_waits);
  template <typename Store>
  void SendWith(const int* ids, int count, bool caller_waits,
                const Store& store);

  Engine* engine_{nullptr};
  bool abandoned_{false};  // envs were still running when Close gave up
  std::unique_ptr<Outputs> outputs_;
  std::unique_ptr<Observations> observations_;
  PyRef normalize_;
  std::unique_ptr<ActionDict> dict_;  // reads dicts of arrays
  // The reader of the only action key, owned by dict_. Null if there are more
  // keys.
  ActionArray* action_{nullptr};
  PyObject* object_{nullptr};  // borrowed
  unsigned long maker_{0};     // NOLINT(runtime/int): the thread that made it
  bool others_sent_{false};    // a thread other than maker_ has sent
  std::uint64_t num_sent_{0};
  std::uint64_t num_received_{0};
  std::vector<int> ids_;  // copies by ReadIds; one for each env
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_NATIVE_POOL_H_
