# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A pool in actors of Ray, on a cluster of several nodes on this machine."""

import os
import pickle
import signal

import numpy as np
import pytest
import ray
from ray._private import ray_constants
from ray.cluster_utils import Cluster

import envpool
from envpool.integrations.pool_actor import PoolActor
from envpool.integrations.ray import ActorLostError, make_remote
from envpool.python.errors import (
    ArgumentError,
    ClosedError,
    EnvPoolError,
    EnvStepError,
    ProtocolError,
    RecvTimeoutError,
)

TASK, N = "CartPole-v1", 8
ACTIONS = np.arange(N) % 2


@pytest.fixture(scope="module")
def cluster():
    """Two nodes; tests add and remove a third one, with the resource `spot`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_raylet_start_wait_time_s", "120")  # on a busy machine
        # Makes Ray use the loopback address on every system.
        patch.setenv("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
        patch.setattr(ray_constants, "ENABLE_RAY_CLUSTER", False)
        yield from two_nodes()


def two_nodes():
    cluster = Cluster()
    for _ in range(2):
        add_node(cluster)
    ray.init(address=cluster.address, logging_level="ERROR", log_to_driver=False)
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def add_node(cluster, **resources):
    return cluster.add_node(
        num_cpus=2,
        resources=resources,
        object_store_memory=100 * 2**20,
        include_dashboard=False,
    )


@pytest.fixture
def remote(cluster):
    made = []

    def make(**kwargs):
        made.append(make_remote(TASK, **{"num_envs": N, "actors": 2, **kwargs}))
        return made[-1]

    yield make
    for pool in made:
        pool.close()


def plain(**kwargs):
    return envpool.make_gym(TASK, num_envs=N, **kwargs)


def assert_equal(ours, theirs, rows=slice(None)):
    """Compares two results, except `lost_steps`."""
    for mine, other in zip(ours[:-1], theirs[:-1], strict=True):
        np.testing.assert_array_equal(mine[rows], other[rows])
    for key in ("env_id", "elapsed_step"):
        np.testing.assert_array_equal(ours[-1][key][rows], theirs[-1][key][rows])


def pid_of(pool, number):
    actor = pool._actors.all[number].handle
    return ray.get(actor.__ray_call__.remote(lambda self: os.getpid()))


def test_the_same_as_one_pool(remote):
    ours, theirs = remote(seed=5), plain(seed=5)
    rng = np.random.default_rng(0)
    assert_equal(ours.reset(), theirs.reset())
    for _ in range(40):
        action = rng.integers(2, size=N)
        assert_equal(ours.step(action), theirs.step(action))
    for ids in ([7, 0, 5], [3], [4, 5, 6, 7], [1, 0]):
        action = ACTIONS[: len(ids)]
        assert_equal(ours.step(action, ids), theirs.step(action, ids))
    for pool in (ours, theirs):
        pool.send([1, 0], [6, 1])
        pool.send([0, 1, 1], [0, 7, 2])
    assert_equal(ours.recv(), theirs.recv())
    for seed in (3, [8, 7, 6, 5, 4, 3, 2, 1], [None, 1] * 4, None):
        assert_equal(ours.reset(seed=seed), theirs.reset(seed=seed))
    assert_equal(ours.reset([6, 1], seed=[3, 9]), theirs.reset([6, 1], seed=[3, 9]))
    for pool in (ours, theirs):
        pool.async_reset()
    assert_equal(ours.recv(), theirs.recv())
    assert ours.losses == []
    assert ours.observation_space == theirs.observation_space


def test_states_are_those_of_a_pool(remote):
    ours, theirs = remote(seed=5), plain(seed=9)
    ours.reset()
    theirs.reset()
    theirs.load_state(ours.save_state())
    assert_equal(ours.step(ACTIONS), theirs.step(ACTIONS))
    states = theirs.save_state([2, 3])
    obs = ours.load_state(states, [6, 1])
    np.testing.assert_array_equal(obs, theirs.load_state(states, [2, 3]))
    assert obs.shape == (2, 4)
    assert ours.save_state([1, 6]) == theirs.save_state([3, 2])


def test_results_of_the_first_actors_to_finish(remote):
    pool = remote(envs_per_actor=4, actors=None, batch_size=4)
    assert pool.is_async
    pool.async_reset()
    first = pid_of(pool, 0)
    pool.recv(), pool.recv()
    os.kill(first, signal.SIGSTOP)
    pool.send(ACTIONS)
    obs, *_, info = pool.recv()
    assert info["env_id"].tolist() == [4, 5, 6, 7]
    with pytest.raises(RecvTimeoutError):
        pool.recv(timeout=0.05)
    pool.send(ACTIONS[:4], info["env_id"])
    assert pool.recv()[-1]["env_id"].tolist() == [4, 5, 6, 7]
    os.kill(first, signal.SIGCONT)
    obs, *_, info = pool.recv()
    assert info["env_id"].tolist() == [0, 1, 2, 3]
    with pytest.raises(ProtocolError, match="0 of 1"):
        pool.recv()
    # The arrays lie in the object store.
    assert not obs.flags.writeable
    assert not obs.flags.owndata


def test_arrays_are_not_pickled(remote):
    """The size of pickled data does not grow with the arrays."""
    pool = remote(num_envs=4096)
    call = pool._actors.all[0].handle.__ray_call__

    def pickled(self):
        ids = np.arange(len(self._pool), dtype=np.int32)
        buffers = []
        batch = self.reset(ids)
        text = pickle.dumps(batch, protocol=5, buffer_callback=buffers.append)
        return len(text), sum(buffer.raw().nbytes for buffer in buffers)

    text, arrays = ray.get(call.remote(pickled))
    assert text < 2000
    assert arrays > 2048 * 16


@pytest.mark.parametrize("checkpoint_every", [0, 3])
def test_a_killed_actor_is_replaced(remote, checkpoint_every):
    ours = remote(seed=5, checkpoint_every=checkpoint_every)
    theirs = plain(seed=5)
    assert_equal(ours.reset(), theirs.reset())
    for step in range(5):
        at = theirs.step(ACTIONS)
        assert_equal(ours.step(ACTIONS), at)
        if step == 2:
            saved, states = at, theirs.save_state()
    victim = pid_of(ours, 1)
    os.kill(victim, signal.SIGSTOP)
    ours.send(ACTIONS)
    os.kill(victim, signal.SIGKILL)
    obs, reward, terminated, truncated, info = ours.recv()
    alive, lost = slice(0, 4), slice(4, 8)
    at = theirs.step(ACTIONS)
    assert_equal((obs, reward, terminated, truncated, info), at, alive)
    back = 3 if checkpoint_every else 6  # includes the pending step
    assert info["lost_steps"].tolist() == [0] * 4 + [back] * 4
    assert info["env_id"].tolist() == list(range(N))
    assert reward[lost].tolist() == [0] * 4
    assert truncated[lost].all()
    assert not terminated[lost].any()
    [loss] = ours.losses
    assert loss.env_ids.tolist() == [4, 5, 6, 7]
    assert loss.steps.tolist() == [back] * 4
    assert loss.restored == bool(checkpoint_every)
    assert "died" in loss.cause
    if checkpoint_every:
        np.testing.assert_array_equal(obs[lost], saved[0][lost])
        theirs.load_state(states[lost], np.arange(4, 8))
    else:
        assert not (obs[lost] == plain(seed=5).reset()[0][lost]).all()
        theirs.load_state(ours.save_state())
    for _ in range(20):
        ours_now, at = ours.step(ACTIONS), theirs.step(ACTIONS)
        assert_equal(ours_now, at)
        assert not ours_now[-1]["lost_steps"].any()
    assert pid_of(ours, 1) != victim


def test_an_actor_dies_between_calls(remote):
    pool = remote(seed=5)
    pool.reset()
    pool.step(ACTIONS)
    os.kill(pid_of(pool, 0), signal.SIGKILL)
    obs, info = pool.reset(seed=5)
    np.testing.assert_array_equal(obs, plain(seed=5).reset()[0])
    assert info["lost_steps"].tolist() == [2] * 4 + [0] * 4
    os.kill(pid_of(pool, 0), signal.SIGKILL)
    assert pool.step([1], [2])[-1]["lost_steps"].tolist() == [1]
    *_, truncated, info = pool.step(ACTIONS)
    assert truncated.tolist()[:4] == [True, True, False, True]
    assert not info["lost_steps"].any()
    pool.step(ACTIONS)
    os.kill(pid_of(pool, 0), signal.SIGKILL)
    assert pool.step([1], [2])[-1]["lost_steps"].tolist() == [3]
    # If no result was pending, the next step only reports the loss.
    expected = pool.save_state()
    obs, reward, terminated, truncated, info = pool.step(ACTIONS)
    assert info["lost_steps"].tolist() == [1, 1, 0, 1] + [0] * 4
    assert truncated.tolist() == [True, True, False, True] + [False] * 4
    assert reward.tolist() == [0, 0, 1, 0] + [1] * 4
    assert not terminated.any()
    assert pool.save_state([0, 1, 3]) == [expected[i] for i in (0, 1, 3)]
    assert not pool.step(ACTIONS)[-1]["lost_steps"].any()


def test_several_calls_of_an_actor_that_dies(remote):
    """An env with a result from before is set back only in its next result."""
    pool = remote(seed=5)
    pool.reset()
    pool.step(ACTIONS)
    pool.send([1, 0], [1, 0])
    ray.wait([pool._calls.pending[0].ref])
    victim = pid_of(pool, 0)
    os.kill(victim, signal.SIGSTOP)
    pool.send([1], [3])
    os.kill(victim, signal.SIGKILL)
    *_, truncated, info = pool.recv()
    assert info["env_id"].tolist() == [1, 0, 3]
    assert info["elapsed_step"].tolist() == [2, 2, 0]
    assert truncated.tolist() == [False, False, True]
    assert info["lost_steps"].tolist() == [0, 0, 2]
    *_, truncated, info = pool.step(ACTIONS)
    assert info["lost_steps"].tolist() == [2, 2, 1, 0] + [0] * 4
    assert truncated.tolist() == [True, True, True, False] + [False] * 4
    assert info["elapsed_step"].tolist() == [0, 0, 0, 1] + [2] * 4
    assert pool.step(ACTIONS)[-1]["elapsed_step"].tolist() == [1, 1, 1, 2] + [3] * 4


def test_a_reset_and_a_step_of_an_actor_that_dies(remote):
    pool, twin = remote(seed=5), plain(seed=5)
    pool.reset()
    victim = pid_of(pool, 0)
    os.kill(victim, signal.SIGSTOP)
    pool._reset(np.array([2], np.int32), [77])
    pool.send([1], [3])
    os.kill(victim, signal.SIGKILL)
    obs, *_, truncated, _ = pool.recv()
    assert truncated.tolist() == [False, True]
    np.testing.assert_array_equal(obs[:1], twin.reset([2], seed=[77])[0])
    assert_equal(pool.step([1], [2]), twin.step([1], [2]))


def test_states_of_an_actor_that_died(remote):
    ours, theirs = remote(seed=5), plain(seed=5)
    ours.reset()
    theirs.reset()
    ours.step(ACTIONS)
    os.kill(pid_of(ours, 0), signal.SIGKILL)
    theirs.step(ACTIONS)
    states = theirs.save_state()
    ours.load_state(states[:2], [0, 1])
    assert ours.save_state([0, 1]) == states[:2]
    at = ours.step(ACTIONS)
    assert at[-1]["lost_steps"].tolist() == [0, 0, 1, 1] + [0] * 4
    assert at[3].tolist() == [False, False, True, True] + [False] * 4
    expected = theirs.step(ACTIONS)
    for rows in (slice(0, 2), slice(4, 8)):
        assert_equal(at, expected, rows)
    # An actor that cannot be replaced raises ActorLostError.
    ours._actors._class = ray.remote(PoolActor).options(num_cpus=99)
    ours._actors._timeout = 0.5
    os.kill(pid_of(ours, 1), signal.SIGKILL)
    with pytest.raises(ActorLostError, match=r"envs 4 to 7: .* cannot be replaced"):
        ours.save_state()
    assert len(ours.save_state([0, 1, 2, 3])) == 4


def test_a_result_that_comes_late(remote, monkeypatch):
    """E.g. a large one of another machine: it raises an error and stays pending."""
    ours, theirs = remote(seed=5), plain(seed=5)
    ours.reset()
    theirs.reset()
    ours.send(ACTIONS)

    def late(refs, timeout):
        raise ray.exceptions.GetTimeoutError("late")

    with monkeypatch.context() as patch:
        patch.setattr(ray, "get", late)
        for _ in range(2):
            with pytest.raises(RecvTimeoutError, match="recv: no result within"):
                ours.recv()
    assert_equal(ours.recv(), theirs.step(ACTIONS))


def test_an_actor_that_ray_ends_for_want_of_memory(remote, monkeypatch):
    pool, real = remote(seed=5), ray.get
    pool.reset()
    os.kill(pid_of(pool, 1), signal.SIGKILL)

    def get(refs, timeout):
        try:
            return real(refs, timeout=timeout)
        except ray.exceptions.RayActorError as error:
            raise ray.exceptions.OutOfMemoryError(str(error)) from error

    monkeypatch.setattr(ray, "get", get)
    assert pool.step(ACTIONS)[3].tolist() == [False] * 4 + [True] * 4
    assert not pool.step(ACTIONS)[3].any()


def test_an_interrupted_replacement_begins_again(remote, monkeypatch):
    def interrupted(*actors):
        raise KeyboardInterrupt

    pool = remote(seed=5)
    pool.reset()
    for call in (lambda: pool.step([1], [4]), lambda: pool.save_state([4])):
        pool.step(ACTIONS)
        os.kill(pid_of(pool, 1), signal.SIGKILL)
        with monkeypatch.context() as patch:
            patch.setattr(pool._actors, "_start", interrupted)
            with pytest.raises(KeyboardInterrupt):
                call()
        if pool._calls.pending:
            assert pool.recv()[-1]["lost_steps"].tolist() == [2]
        *_, truncated, info = pool.step(ACTIONS)
        assert truncated.tolist()[5:] == [True] * 3
        assert info["lost_steps"].tolist()[5:] == [1] * 3
    assert not pool.step(ACTIONS)[3].any()
    assert len(pool.losses) == 2


def test_a_refused_call_is_told_once(remote):
    pool = remote(autoreset_mode="disabled", max_episode_steps=2)
    pool.reset()
    for _ in range(2):
        pool.step([0], [1])
    pool.send(ACTIONS)
    with pytest.raises(ProtocolError, match="autoreset"):
        pool.recv()
    assert pool.recv()[-1]["env_id"].tolist() == [4, 5, 6, 7]
    with pytest.raises(ProtocolError, match="0 of 1"):
        pool.recv()
    pool.reset([1])
    assert len(pool.step(ACTIONS)[0]) == N


def test_large_seeds_of_a_new_actor(remote):
    first = 2**63 - N
    pool = remote(seed=first)
    np.testing.assert_array_equal(pool.reset()[0], plain(seed=first).reset()[0])
    os.kill(pid_of(pool, 1), signal.SIGKILL)
    assert pool.step(ACTIONS)[3].tolist() == [False] * 4 + [True] * 4


def test_an_actor_that_cannot_be_replaced(remote):
    ours, theirs = remote(), plain()
    ours.reset()
    theirs.reset()
    # Simulates the loss of the machine: no other one has as many CPUs.
    ours._actors._class = ray.remote(PoolActor).options(num_cpus=99)
    ours._actors._timeout = 0.5
    victim = pid_of(ours, 0)
    os.kill(victim, signal.SIGSTOP)
    ours.send(ACTIONS)
    os.kill(victim, signal.SIGKILL)
    with pytest.raises(ActorLostError, match="cannot be replaced") as caught:
        ours.recv()
    assert caught.value.env_ids == [0, 1, 2, 3]
    # The other actors go on.
    ids = np.arange(4, 8)
    at = theirs.step(ACTIONS)
    assert_equal(ours.recv(), [*(rows[4:] for rows in at[:-1]), infos_of(at, ids)])
    for _ in range(5):
        assert_equal(ours.step(ACTIONS[4:], ids), theirs.step(ACTIONS[4:], ids))
    with pytest.raises(ActorLostError, match="send: the actor of env 0 is lost"):
        ours.send(ACTIONS)


def test_a_pool_that_cannot_be_made_again(remote):
    ours = remote()
    ours.reset()
    # Simulates a new machine without the envs' packages.
    ours._actors._recipe = ours._actors._recipe._replace(task_id="NoSuchEnv-v0")
    os.kill(pid_of(ours, 0), signal.SIGKILL)
    with pytest.raises(ActorLostError, match=r"envs 0 to 3: .* cannot be replaced"):
        ours.step(ACTIONS)
    assert ours.recv()[-1]["env_id"].tolist() == [4, 5, 6, 7]


def test_a_call_that_is_pending_when_its_actor_is_lost(remote):
    ours = remote()
    ours.reset()
    ours._actors._recipe = ours._actors._recipe._replace(task_id="NoSuchEnv-v0")
    victim = pid_of(ours, 0)
    os.kill(victim, signal.SIGSTOP)
    ours.send(ACTIONS[1:], np.arange(1, N))
    os.kill(victim, signal.SIGKILL)
    with pytest.raises(ActorLostError, match=r"envs 0 to 3: .* cannot be replaced"):
        ours.save_state([0])
    with pytest.raises(ActorLostError, match="recv: the actor of env 0 is lost"):
        ours.recv()
    assert ours.recv()[-1]["env_id"].tolist() == [4, 5, 6, 7]


def infos_of(result, ids):
    return {key: result[-1][key][ids] for key in ("env_id", "elapsed_step")}


def test_failing_envs(remote):
    pool = remote()
    pool.reset()

    def fail(self):
        real = self._pool.step

        def step(action, ids):
            self._pool = whole
            raise EnvStepError("env 1 is tired", [1], real(action, ids))

        class Failing:
            def __len__(self):
                return 4

        whole, self._pool = self._pool, Failing()
        self._pool.step = step

    ray.get(pool._actors.all[1].handle.__ray_call__.remote(fail))
    with pytest.raises(EnvStepError, match="tired") as caught:
        pool.step(ACTIONS)
    assert caught.value.env_ids == [5]
    assert caught.value.result[-1]["env_id"].tolist() == list(range(N))
    assert len(pool.step(ACTIONS)[0]) == N


def test_refused(remote):
    for wrong in (
        {"actors": 3},
        {"actors": 2, "envs_per_actor": 3},
        {"batch_size": 3},
        {"infos": "none"},
        {"gym_api": "0.21"},
        {"output": "torch"},
        {"no_such_key": 1},
        {"record_actions": "actions.eprec"},
        {"start_timeout": -1},
        {"actor_options": 5},
    ):
        with pytest.raises(EnvPoolError):
            remote(**wrong)
    pool = remote()
    pool.reset()
    pool.send(ACTIONS)
    with pytest.raises(EnvPoolError, match="seed: expected"):
        pool.reset(seed="five")
    with pytest.raises(EnvPoolError, match="timeout: expected a number"):
        pool.recv(-1)
    pool.recv()
    with pytest.raises(EnvPoolError, match="states: expected a list"):
        pool.load_state(None)
    with pytest.raises(EnvPoolError, match="cannot be copied"):
        pickle.dumps(pool)
    for action in (ACTIONS + 1, ACTIONS[:3]):
        with pytest.raises(ArgumentError):
            pool.send(action)
    pool.send(ACTIONS[:1], [3])
    with pytest.raises(ProtocolError, match=r"send: results of envs \[3\] are pending"):
        pool.send(ACTIONS)
    with pytest.raises(ProtocolError):
        pool.save_state()
    pool.recv()
    with pytest.raises(ProtocolError):
        pool.recv()
    pool.close()
    with pytest.raises(ClosedError):
        pool.step(ACTIONS)
