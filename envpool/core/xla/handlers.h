// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The platform-independent part of send, recv and step.
//
// Operands: handle; env ids (int32) if `has_ids`; the env id of each player's
// row (int32) if `has_players`; an array for each action key. Results: handle;
// an array for each of `columns`.
//
// Threads: called by XLA's threads, without the GIL. Errors: an ffi::Error with
// the name of the Python exception class and the text.

#ifndef ENVPOOL_CORE_XLA_HANDLERS_H_
#define ENVPOOL_CORE_XLA_HANDLERS_H_

#include <cstdint>
#include <utility>

#include "envpool/core/engine/pool_lease.h"
#include "envpool/core/xla/ffi_calls.h"
#include "envpool/core/xla/transfer.h"
#include "xla/ffi/api/ffi.h"

namespace envpool {

struct XlaHandlers {
  XLA_FFI_Handler* send;
  XLA_FFI_Handler* recv;
  XLA_FFI_Handler* step;
};

/// The handlers for a platform.
///
/// `Call` makes the arrays of a call accessible to the host. It is constructed
/// from `context` (the platform's data for each call), the handles, the
/// operands and the results. Its members are `number()`, the pool's number;
/// `TakeOperands()`, to be called once, and `results()`, both Buffers; and
/// `Finish()`, which passes the handle and the results to the program.
template <typename Call, typename... Context>
struct Handlers {
  static ffi::Error Send(Context... context, HandleBuffer handle,
                         ffi::RemainingArgs operands,
                         ffi::Result<HandleBuffer> handle_out,
                         std::int64_t signature, bool has_ids,
                         bool has_players) {
    return Guarded([&] {
      Call call(context..., handle, *handle_out, ReadOperands(operands), {});
      const CheckedLease lease(call.number(), signature);
      const ActionAttributes attributes{has_ids, has_players};
      SendActions(lease.engine(), ActionsOf(&call, attributes, lease), false);
      call.Finish();
    });
  }

  static ffi::Error Recv(Context... context, HandleBuffer handle,
                         ffi::Result<HandleBuffer> handle_out,
                         ffi::RemainingRets results, std::int64_t signature,
                         std::int64_t rows, Numbers columns) {
    return Guarded([&] {
      Call call(context..., handle, *handle_out, {}, ReadResults(results));
      const CheckedLease lease(call.number(), signature);
      ReceiveRows(lease, static_cast<int>(rows), AsSpan(columns),
                  call.results());
      call.Finish();
    });
  }

  static ffi::Error Step(Context... context, HandleBuffer handle,
                         ffi::RemainingArgs operands,
                         ffi::Result<HandleBuffer> handle_out,
                         ffi::RemainingRets results, std::int64_t signature,
                         bool has_ids, bool has_players, std::int64_t rows,
                         Numbers columns) {
    return Guarded([&] {
      Call call(context..., handle, *handle_out, ReadOperands(operands),
                ReadResults(results));
      const CheckedLease lease(call.number(), signature);
      const ActionAttributes attributes{has_ids, has_players};
      const int count = static_cast<int>(rows);
      SendActions(lease.engine(), ActionsOf(&call, attributes, lease), true,
                  count);
      ReceiveRows(lease, count, AsSpan(columns), call.results());
      call.Finish();
    });
  }

 private:
  static Actions ActionsOf(Call* call, const ActionAttributes& attributes,
                           const CheckedLease& lease) {
    return ReadActions(call->TakeOperands(), attributes,
                       lease.engine()->config().num_envs);
  }
};

// The arguments of the handlers, after the platform's context arguments.

template <typename Binding>
auto BindSend(Binding&& first) {
  return std::forward<Binding>(first)
      .template Arg<HandleBuffer>()
      .RemainingArgs()
      .template Ret<HandleBuffer>()
      .template Attr<std::int64_t>("signature")
      .template Attr<bool>("has_ids")
      .template Attr<bool>("has_players");
}

template <typename Binding>
auto BindRecv(Binding&& first) {
  return std::forward<Binding>(first)
      .template Arg<HandleBuffer>()
      .template Ret<HandleBuffer>()
      .RemainingRets()
      .template Attr<std::int64_t>("signature")
      .template Attr<std::int64_t>("rows")
      .template Attr<Numbers>("columns");
}

template <typename Binding>
auto BindStep(Binding&& first) {
  return std::forward<Binding>(first)
      .template Arg<HandleBuffer>()
      .RemainingArgs()
      .template Ret<HandleBuffer>()
      .RemainingRets()
      .template Attr<std::int64_t>("signature")
      .template Attr<bool>("has_ids")
      .template Attr<bool>("has_players")
      .template Attr<std::int64_t>("rows")
      .template Attr<Numbers>("columns");
}

}  // namespace envpool

#endif  // ENVPOOL_CORE_XLA_HANDLERS_H_
