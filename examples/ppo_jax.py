# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""PPO in one file of JAX: the whole training is one compiled `lax.scan`.

    python ppo_jax.py
    python ppo_jax.py --task=Pong-v5 --num-envs=8 --horizon=128

The pool's `xla` makes its steps part of the program. With `--loop=numpy` the same
agent plays in a Python loop, by `step`; with `--loop=both`, the default, both run one
after the other, and their speeds are printed.

The step after an episode's end only resets: it is not a transition, so it is left
out of the loss.
"""

import argparse
import time
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

import envpool

Params = dict[str, Any]
GAMMA, DECAY, CLIP, EPOCHS, MINIBATCHES = 0.99, 0.95, 0.2, 4, 4


class Playing(NamedTuple):
    """The state from which a rollout continues."""

    handle: jax.Array  # the pool's handle
    obs: jax.Array
    ended: jax.Array  # the next step resets


class Agent(NamedTuple):
    """The parameters, with Adam's moments."""

    params: Params
    first: Params
    second: Params
    updates: jax.Array


def init_agent(key: jax.Array, obs_shape: tuple[int, ...], num_actions: int) -> Agent:
    """Returns an agent with random parameters."""
    keys = iter(jax.random.split(key, 8))

    def layer(shape: tuple[int, ...], fan_in: int, scale: float = 1.0) -> Params:
        weight = jax.random.normal(next(keys), shape) * scale / np.sqrt(fan_in)
        return {"w": weight, "b": jnp.zeros(shape[-1])}

    params: Params = {}
    if len(obs_shape) == 3:  # observations are images
        params["conv1"] = layer((64 * obs_shape[0], 16), 64 * obs_shape[0], 1.4)
        params["conv2"] = layer((16 * 16, 32), 16 * 16, 1.4)
        params["hidden"] = layer((9 * 9 * 32, 256), 9 * 9 * 32, 1.4)
    else:
        params["hidden"] = layer((obs_shape[0], 128), obs_shape[0])
    width = params["hidden"]["b"].shape[0]
    params["policy"] = layer((width, num_actions), width, 0.01)
    params["value"] = layer((width, 1), width)
    zeros = jax.tree.map(jnp.zeros_like, params)
    return Agent(params, zeros, zeros, jnp.zeros((), jnp.int32))


def convolve(x: jax.Array, layer: Params, stride: int) -> jax.Array:
    """A convolution with kernels of twice the stride, as a matrix product.

    On the CPU, XLA compiles matrix products and their gradients to fast code.
    """
    n, height, width, _ = x.shape
    x = x.reshape(n, height // stride, stride, width // stride, stride, -1)
    x = x.transpose(0, 1, 3, 2, 4, 5).reshape(*x.shape[:2], x.shape[3], -1)
    corners = [x[:, :-1, :-1], x[:, :-1, 1:], x[:, 1:, :-1], x[:, 1:, 1:]]
    return jax.nn.relu(jnp.concatenate(corners, -1) @ layer["w"] + layer["b"])


def evaluate(params: Params, obs: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Returns the logarithms of the actions' probabilities, and values."""
    x = obs
    if "conv1" in params:
        x = x.transpose(0, 2, 3, 1).astype(jnp.float32) / 255
        x = convolve(convolve(x, params["conv1"], 4), params["conv2"], 2)
        x = x.reshape(len(x), -1)
    x = jnp.tanh(x @ params["hidden"]["w"] + params["hidden"]["b"])
    logits = x @ params["policy"]["w"] + params["policy"]["b"]
    value = x @ params["value"]["w"] + params["value"]["b"]
    return jax.nn.log_softmax(logits), value[:, 0]


def act(params: Params, obs: jax.Array, key: jax.Array) -> tuple[jax.Array, Params]:
    """Draws actions; returns them, and the data that learning needs."""
    logps, value = evaluate(params, obs)
    action = jax.random.categorical(key, logps).astype(jnp.int32)
    logp = jnp.take_along_axis(logps, action[:, None], 1)[:, 0]
    return action, {"obs": obs, "action": action, "logp": logp, "value": value}


def outcome(ended: Any, result: Any) -> tuple[Any, Params]:
    """Returns which envs have just ended, and the data of a step."""
    _, reward, terminated, truncated, info = result
    done = terminated | truncated
    row = {"reward": reward, "ended": done, "terminated": terminated, "valid": ~ended}
    stats = info.get("episode")  # in the NumPy loop, only if one ended
    row["episodes"] = info["_episode"] if stats else done & False
    row["returns"] = stats["r"] if stats else reward * 0
    return done, row


def estimate(params: Params, rows: Params, last_obs: jax.Array) -> Params:
    """Adds generalised advantages and the critic's targets."""
    following = jnp.append(rows["value"][1:], evaluate(params, last_obs)[1][None], 0)
    future = jnp.where(rows["terminated"], 0, following)
    delta = rows["reward"] * (1 - GAMMA) + GAMMA * future - rows["value"]
    go_on = GAMMA * DECAY * ~rows["ended"]

    def back(running: jax.Array, row: Any) -> tuple[jax.Array, jax.Array]:
        running = row[0] + row[1] * running
        return running, running

    start = jnp.zeros_like(delta[0])
    _, advantage = lax.scan(back, start, (delta, go_on), reverse=True)
    return {**rows, "advantage": advantage, "target": advantage + rows["value"]}


def loss(params: Params, data: Params) -> jax.Array:
    """PPO's clipped objective, the critic's error and the entropy."""
    logps, value = evaluate(params, data["obs"])
    logp = jnp.take_along_axis(logps, data["action"][:, None], 1)[:, 0]
    ratio = jnp.exp(logp - data["logp"])
    valid = data["valid"].astype(jnp.float32)
    valid /= valid.sum() + 1e-8
    mean = (valid * data["advantage"]).sum()
    spread = jnp.sqrt((valid * (data["advantage"] - mean) ** 2).sum()) + 1e-8
    gain = (data["advantage"] - mean) / spread
    clipped = jnp.minimum(ratio * gain, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * gain)
    error = 0.5 * (value - data["target"]) ** 2
    entropy = -(jnp.exp(logps) * logps).sum(1)
    return (valid * (error - clipped - 0.01 * entropy)).sum()


def learn(agent: Agent, rows: Params, key: jax.Array, rate: float) -> Agent:
    """Updates the agent with a few epochs of minibatches, with Adam."""
    names = ("obs", "action", "logp", "advantage", "target", "valid")
    data = {name: rows[name].reshape(-1, *rows[name].shape[2:]) for name in names}
    count = len(data["action"]) // MINIBATCHES
    orders = [
        jax.random.permutation(k, count * MINIBATCHES).reshape(MINIBATCHES, count)
        for k in jax.random.split(key, EPOCHS)
    ]

    def update(agent: Agent, batch: jax.Array) -> tuple[Agent, None]:
        grads = jax.grad(loss)(agent.params, {k: x[batch] for k, x in data.items()})
        n = agent.updates + 1
        first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, agent.first, grads)
        second = jax.tree.map(
            lambda v, g: 0.999 * v + 0.001 * g * g, agent.second, grads
        )
        scale = rate * jnp.sqrt(1 - 0.999**n) / (1 - 0.9**n)
        params = jax.tree.map(
            lambda p, m, v: p - scale * m / (jnp.sqrt(v) + 1e-8),
            agent.params,
            first,
            second,
        )
        return Agent(params, first, second, n), None

    return lax.scan(update, agent, jnp.concatenate(orders))[0]


def mean_return(rows: Params) -> jax.Array:
    """Returns the mean return of the episodes that ended, NaN if there were none."""
    episodes = rows["episodes"]
    return jnp.where(episodes, rows["returns"], 0).sum() / episodes.sum()


def train_in_scan(env: Any, args: argparse.Namespace, agent: Agent) -> tuple[Any, Any]:
    """Compiles and runs the training; returns mean returns and the seconds."""
    handle, _, _, step = env.xla()

    def play(carry: Any, key: jax.Array) -> tuple[Any, Params]:
        params, playing = carry
        action, row = act(params, playing.obs, key)
        handle, result = step(playing.handle, action)
        ended, more = outcome(playing.ended, result)
        return (params, Playing(handle, result[0], ended)), {**row, **more}

    def iterate(carry: Any, key: jax.Array) -> tuple[Any, jax.Array]:
        agent, playing = carry
        key, *keys = jax.random.split(key, args.horizon + 1)
        (_, playing), rows = lax.scan(play, (agent.params, playing), jnp.stack(keys))
        rows = estimate(agent.params, rows, playing.obs)
        return (learn(agent, rows, key, args.rate), playing), mean_return(rows)

    @jax.jit
    def train(carry: Any, keys: jax.Array) -> tuple[Any, jax.Array]:
        return lax.scan(iterate, carry, keys)

    obs = jnp.asarray(env.reset()[0])
    start = Playing(jnp.asarray(handle), obs, jnp.zeros(len(obs), bool))
    keys = jax.random.split(jax.random.key(args.seed), args.iterations)
    compiled = train.lower((agent, start), keys).compile()
    begin = time.perf_counter()
    _, curve = jax.block_until_ready(compiled((agent, start), keys))
    return curve, time.perf_counter() - begin


def train_in_loop(env: Any, args: argparse.Namespace, agent: Agent) -> tuple[Any, Any]:
    """Like `train_in_scan`, but steps the pool from Python."""

    @jax.jit
    def improve(
        agent: Agent, rows: Params, obs: jax.Array, key: jax.Array
    ) -> tuple[Agent, jax.Array]:
        rows = estimate(agent.params, rows, obs)
        return learn(agent, rows, key, args.rate), mean_return(rows)

    choose = jax.jit(act)
    obs, ended = env.reset()[0], np.zeros(args.num_envs, bool)
    curve = []
    begin = time.perf_counter()
    keys = jax.random.split(jax.random.key(args.seed), args.iterations)
    for i, key in enumerate(keys):
        key, *draws = jax.random.split(key, args.horizon + 1)
        rows: list[Params] = []
        for draw in draws:
            action, row = choose(agent.params, obs, draw)
            result = env.step(np.asarray(action))
            now, more = outcome(ended, result)
            rows.append({**row, **more})
            obs, ended = result[0], now
        stacked = jax.tree.map(lambda *x: jnp.stack(x), *rows)
        agent, mean = improve(agent, stacked, obs, key)
        curve.append(float(mean))
        if i == 0:  # everything is compiled now
            begin = time.perf_counter()
    elapsed = time.perf_counter() - begin
    return curve, elapsed * args.iterations / max(args.iterations - 1, 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--task", default="CartPole-v1")
    parser.add_argument("--loop", choices=("both", "numpy", "scan"), default="both")
    parser.add_argument("--iterations", type=int, default=80)
    parser.add_argument("--num-envs", type=int, default=64)
    parser.add_argument("--horizon", type=int, default=64)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()

    for loop, train in (("scan", train_in_scan), ("numpy", train_in_loop)):
        if args.loop not in ("both", loop):
            continue
        env: Any = envpool.make_gymnasium(
            args.task, num_envs=args.num_envs, seed=args.seed, episode_stats=True
        )
        shape = env.single_observation_space.shape
        key = jax.random.key(args.seed)
        agent = init_agent(key, shape, int(env.single_action_space.n))
        curve, seconds = train(env, args, agent)
        env.close()
        returns = [float(x) for x in curve if not np.isnan(x)] or [float("nan")]
        steps = args.iterations * args.horizon * args.num_envs
        print(
            f"{loop:5} {steps:>9,} steps, mean return {returns[0]:6.1f} -> "
            f"{returns[-1]:6.1f}, {seconds:5.1f} s, {steps / seconds:>9,.0f} steps/s"
        )


if __name__ == "__main__":
    main()
