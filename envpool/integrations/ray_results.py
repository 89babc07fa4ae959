# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What a `RemotePool` adds to the results of its actors."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from envpool.integrations.ray_actor import Batch
from envpool.integrations.ray_batches import copied, join, rows_of_lost
from envpool.integrations.ray_calls import Request, Worker
from envpool.integrations.ray_ledger import Ledger

__all__ = ["complete"]

IntArray = NDArray[np.int32]


def complete(ledger: Ledger, request: Request, batch: Batch) -> Batch:
    """Completes what the learner is about to get, and notes that it does."""
    worker, ids, moves = request.worker, request.ids, request.moves
    ledger.pending[ids] = False
    result = _with_lost(worker, ids, moves, batch.result)
    # Of a replaced actor, a result says where the envs were. The next one of
    # these envs tells of that.
    is_current = request.of == worker.replaced
    tells = ~moves | (is_current and request.reset is not None)
    lost = np.zeros(len(ids), np.int32)
    lost[tells] = ledger.resume(ids[tells])
    if is_current:
        _count(ledger, worker, batch, ids[moves], result[-1]["elapsed_step"][moves])
    result[-1]["lost_steps"] = lost
    return batch._replace(result=result)


def _with_lost(
    worker: Worker, ids: IntArray, moves: NDArray[np.bool_], result: Any
) -> Any:
    """Returns the result with rows of the envs that have not moved."""
    if moves.all():
        return result
    assert worker.first is not None
    places = (ids - worker.env_ids[0])[~moves]
    rows = rows_of_lost(worker.first.result, places)
    if not moves.any():
        return rows
    order = np.concatenate([np.flatnonzero(moves), np.flatnonzero(~moves)])
    return join([result, rows], order)


def _count(
    ledger: Ledger,
    worker: Worker,
    batch: Batch,
    ids: IntArray,
    elapsed: IntArray,
) -> None:
    if batch.states is not None:
        worker.saved = copied(batch)
        ledger.count(ids, np.zeros_like(ids))
    else:
        ledger.count(ids, None if worker.saved is not None else elapsed)
