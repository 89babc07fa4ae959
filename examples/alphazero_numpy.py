# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""AlphaZero in NumPy: a network and a tree search learn TicTacToe from self-play.

The search plays its moves in a pool of its own: a node of a tree is a saved state,
which is loaded to try a move. All games search together, so each call of the pool and
of the network has a row for each of them. In the end the agent plays against every
possible line of moves of its opponent, as the player who begins and as the other one:
it has learned the game if it loses none.
"""

import argparse
import time
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

import envpool

Array = NDArray[Any]

TASK = "TicTacToe-v1"
CELLS, MOVES = 18, 9  # numbers in an observation, actions
EXPLORE = 1.5  # weight of moves that were tried rarely
NOISE, CONCENTRATION = 0.25, 1.0  # of the priors in self-play
OPENING = 5  # random moves before a game: fewer than this, so that all is seen


class Net:
    """A hidden layer of ReLUs, logits of moves and a value; trained by Adam."""

    def __init__(self, rng: np.random.Generator, hidden: int) -> None:
        self.weights: list[Array] = [
            (rng.standard_normal((CELLS, hidden)) * 0.3).astype(np.float32),
            np.zeros(hidden, np.float32),
            np.zeros((hidden, MOVES + 1), np.float32),
            np.zeros(MOVES + 1, np.float32),
        ]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.updates = 0

    def __call__(self, seen: Array) -> tuple[Array, Array, Array]:
        """Returns logits, values between -1 and 1, and the hidden layer."""
        hidden = np.maximum(seen @ self.weights[0] + self.weights[1], 0)
        out = hidden @ self.weights[2] + self.weights[3]
        return out[:, :-1], np.tanh(out[:, -1]), hidden

    def learn(self, seen: Array, chances: Array, result: Array, rate: float) -> None:
        """Makes a step towards the search's moves and the games' results."""
        logits, value, hidden = self(seen)
        error = np.concatenate(
            [
                softmax(logits) - chances,
                (2 * (value - result) * (1 - value**2))[:, None],
            ],
            axis=1,
        ) / len(seen)
        back = error @ self.weights[2].T * (hidden > 0)
        slopes = [seen.T @ back, back.sum(0), hidden.T @ error, error.sum(0)]
        self.updates += 1
        correction = np.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
        for w, slope, (m, v) in zip(self.weights, slopes, self.moments, strict=True):
            m += 0.1 * (slope - m)
            v += 0.001 * (slope * slope - v)
            w -= rate * (correction * m / (np.sqrt(v) + 1e-8) + 1e-4 * w)


def softmax(logits: Array) -> Array:
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    return chances / chances.sum(axis=1, keepdims=True)  # type: ignore[no-any-return]


@dataclass
class Positions:
    """Positions of games that go on, as the players to move see them.

    Attributes:
      states: the env's saved states.
      seen: observations, float32 of shape (positions, CELLS).
      legal: whether a move is legal, bool of shape (positions, MOVES).
    """

    states: list[bytes]
    seen: Array
    legal: Array

    def __getitem__(self, chosen: Array) -> "Positions":
        states = [self.states[i] for i in chosen]
        return Positions(states, self.seen[chosen], self.legal[chosen])


def join(parts: list[Positions]) -> Positions:
    return Positions(
        [state for part in parts for state in part.states],
        np.concatenate([part.seen for part in parts]),
        np.concatenate([part.legal for part in parts]),
    )


class Rules:
    """A pool that plays moves from any positions."""

    def __init__(self, num_envs: int, seed: int) -> None:
        self.env: Any = envpool.make_gymnasium(
            TASK, num_envs=num_envs, seed=seed, autoreset_mode="disabled"
        )
        self.ids = np.arange(num_envs, dtype=np.int32)
        obs, info = self.env.reset()
        self.first = self._positions(obs, info, self.ids)

    def play(self, states: list[bytes], moves: Array) -> tuple[Positions, Array, Array]:
        """Plays a move in each position.

        Returns:
          The positions afterwards, whether the game is over, and the reward of the
          player who moved.
        """
        parts, ends, rewards = [], [], []
        for begin in range(0, len(moves), len(self.ids)):
            part = slice(begin, begin + len(self.ids))
            ids = self.ids[: len(moves[part])]
            self.env.load_state(states[part], ids)
            obs, reward, over, _, info = self.env.step(moves[part].astype(int), ids)
            parts.append(self._positions(obs, info, ids))
            ends.append(over)
            rewards.append(reward.reshape(-1, 2)[ids, 1 - info["current_player"]])
        return join(parts), np.concatenate(ends), np.concatenate(rewards)

    def _positions(self, obs: Array, info: Any, ids: Array) -> Positions:
        rows = obs.reshape(len(ids), 2, CELLS)[ids, info["current_player"]]
        legal = info["action_mask"] > 0
        return Positions(self.env.save_state(ids), rows.astype(np.float32), legal)


class Trees:
    """Search trees, one for each game. Node 0 is the root.

    Attributes:
      states: saved states by game and node.
      priors, visits, totals, children: by game, node and move. A total is the sum of
        the values found, for the player to move; a child of 0 is not there yet.
      results: by game and node: the game's result for the player who would move next;
        NaN if the game goes on.
    """

    def __init__(self, roots: Positions, nodes: int) -> None:
        games = len(roots.states)
        self.states = [[state] for state in roots.states]
        self.priors = np.zeros((games, nodes, MOVES), np.float32)
        self.visits = np.zeros((games, nodes, MOVES), np.float32)
        self.totals = np.zeros((games, nodes, MOVES), np.float32)
        self.children = np.zeros((games, nodes, MOVES), np.int32)
        self.results = np.full((games, nodes), np.nan, np.float32)

    def descend(self) -> list[tuple[Array, Array, Array]]:
        """Returns the steps to a new node or an end: games, their nodes, their moves.

        Each step has the games of the step before that go on.
        """
        games = np.arange(len(self.states))
        nodes = np.zeros(len(games), np.int32)
        path = []
        while len(games):
            prior, visits = self.priors[games, nodes], self.visits[games, nodes]
            value = self.totals[games, nodes] / np.maximum(visits, 1)
            width = EXPLORE * np.sqrt(visits.sum(axis=1, keepdims=True) + 1)
            score = np.where(prior > 0, value + width * prior / (1 + visits), -np.inf)
            moves = score.argmax(axis=1)
            path.append((games, nodes, moves))
            nodes = self.children[games, nodes, moves]
            goes_on = (nodes > 0) & np.isnan(self.results[games, nodes])
            games, nodes = games[goes_on], nodes[goes_on]
        return path

    def back_up(self, path: list[tuple[Array, Array, Array]], values: Array) -> None:
        """Adds the values of the paths' ends, for the players to move there."""
        for games, nodes, moves in reversed(path):
            values[games] *= -1
            self.totals[games, nodes, moves] += values[games]
            self.visits[games, nodes, moves] += 1


class Agent:
    """Chooses moves with a network and a search."""

    def __init__(self, net: Net, rules: Rules, simulations: int) -> None:
        self.net, self.rules, self.simulations = net, rules, simulations

    def look(self, positions: Positions) -> tuple[Array, Array]:
        """Returns the network's chances of legal moves, and its values."""
        logits, values, _ = self.net(positions.seen)
        return softmax(np.where(positions.legal, logits, -1e9)) + 1e-6 * (
            positions.legal
        ), values

    def search(self, roots: Positions, rng: np.random.Generator | None) -> Array:
        """Returns how often the search tried each move of each game.

        Args:
          roots: the positions.
          rng: adds noise to the priors of the roots.
        """
        trees = Trees(roots, self.simulations + 1)
        priors, _ = self.look(roots)
        if rng is not None:
            noise = rng.gamma(CONCENTRATION, size=priors.shape) * roots.legal
            noise /= noise.sum(axis=1, keepdims=True)
            priors += NOISE * (noise - priors)
        trees.priors[:, 0] = priors
        for node in range(1, self.simulations + 1):
            path = trees.descend()
            trees.back_up(path, self._open(trees, path, node))
        return trees.visits[:, 0]

    def _open(
        self, trees: Trees, path: list[tuple[Array, Array, Array]], node: int
    ) -> Array:
        """Adds a node at the end of each path, unless there is one already.

        Returns:
          The values of the ends.
        """
        last = np.zeros((2, len(trees.states)), np.int32)
        for games, nodes, moves in path:
            last[:, games] = nodes, moves
        everyone = np.arange(len(trees.states))
        children = trees.children[everyone, last[0], last[1]]
        values: Array = trees.results[everyone, children].copy()
        [new] = np.nonzero(children == 0)
        for states in trees.states:
            states.append(b"")
        if not len(new):
            return values
        nodes, moves = last[:, new]
        states = [trees.states[game][at] for game, at in zip(new, nodes, strict=True)]
        positions, over, reward = self.rules.play(states, moves)
        trees.children[new, nodes, moves] = node
        trees.priors[new, node], values[new] = self.look(positions)
        trees.results[new[over], node] = values[new[over]] = -reward[over]
        for game, state in zip(new, positions.states, strict=True):
            trees.states[game][node] = state
        return values

    def choose(self, positions: Positions) -> Array:
        """Returns the best move of each position."""
        scores, _ = self.look(positions)
        if self.simulations > 0:
            scores = self.search(positions, None)
        moves: Array = scores.argmax(axis=1)
        return moves

    def play_all(self, begins: bool) -> Array:
        """Plays against all moves of an opponent.

        Returns:
          How many different positions were lost, drawn and won in the end.
        """
        positions, moves_next = self.rules.first[np.array([0])], begins
        counts = np.zeros(3, int)
        while len(positions.states):
            if moves_next:
                at, moves = np.arange(len(positions.states)), self.choose(positions)
            else:
                at, moves = np.nonzero(positions.legal)
            states = [positions.states[i] for i in at]
            positions, over, reward = self.rules.play(states, moves)
            _, distinct = np.unique(positions.seen, axis=0, return_index=True)
            ends = distinct[over[distinct]]
            result = reward[ends].astype(int) * (1 if moves_next else -1)
            counts += np.bincount(result + 1, minlength=3)
            positions = positions[distinct[~over[distinct]]]
            moves_next = not moves_next
        return counts


class SelfPlay:
    """Games of the agent against itself, and what is learned from them."""

    def __init__(self, agent: Agent, rng: np.random.Generator, keep: int) -> None:
        self.agent, self.rng, self.keep = agent, rng, keep
        self.positions = replace(agent.rules.first)
        self.openings = rng.integers(OPENING, size=len(agent.rules.ids))  # moves left
        self.moves: list[list[tuple[Array, Array]]] = [[] for _ in self.openings]
        self.data: list[tuple[Array, Array, float]] = []

    def play(self) -> None:
        """Makes a move in each game; ended ones start again."""
        visits = self.agent.search(self.positions, self.rng)
        opens = self.openings > 0
        visits[opens] = self.positions.legal[opens]
        chances = visits / visits.sum(axis=1, keepdims=True)
        draws = self.rng.random((len(chances), 1))
        moves = (chances.cumsum(axis=1) < draws).sum(axis=1).clip(max=MOVES - 1)
        for game in np.flatnonzero(~opens):
            row = self.positions.seen[game], chances[game]
            self.moves[game].append(row)
        self.openings[opens] -= 1
        now, over, reward = self.agent.rules.play(self.positions.states, moves)
        first = self.agent.rules.first
        for game in np.flatnonzero(over):
            result = float(reward[game])
            for seen, chance in reversed(self.moves[game]):
                self.data.append((seen, chance, result))
                result = -result
            self.moves[game] = []
            now.states[game] = first.states[game]
        now.seen[over], now.legal[over] = first.seen[over], first.legal[over]
        self.openings[over] = self.rng.integers(OPENING, size=over.sum())
        self.positions = now
        del self.data[: -self.keep]

    def learn(self, batches: int, rate: float) -> None:
        """Trains the network with random positions."""
        for _ in range(batches):
            chosen = self.rng.integers(len(self.data), size=256)
            rows = zip(*(self.data[i] for i in chosen), strict=True)
            seen, chances, results = (np.array(row, np.float32) for row in rows)
            self.agent.net.learn(seen, chances, results, rate)


def draw(curve: list[tuple[float, ...]], path: str) -> None:
    """Draws the losses against all lines of moves by the CPU time of training."""
    import matplotlib as mpl

    mpl.use("agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 3), layout="constrained")
    seconds, alone, search = zip(*curve, strict=True)
    axes.plot(seconds, alone, color="#8d99ae", label="the network alone")
    axes.plot(seconds, search, color="#d1495b", label="with the search")
    axes.set(title=TASK, xlabel="seconds of CPU time", ylabel="lost positions")
    axes.legend()
    figure.savefig(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=128)
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--simulations", type=int, default=50)
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--picture", metavar="FILE", help="draws the curve")
    args = parser.parse_args()
    rng = np.random.default_rng(args.seed)
    rules = Rules(args.games, args.seed)
    net = Net(rng, args.hidden)
    agent, alone = Agent(net, rules, args.simulations), Agent(net, rules, 0)
    games = SelfPlay(agent, rng, keep=20_000)
    spent = 0.0
    curve: list[tuple[float, ...]] = []
    for i in range(args.iterations + 1):
        lost = [sum(a.play_all(b)[0] for b in (True, False)) for a in (alone, agent)]
        curve.append((spent, *lost))
        print(f"{spent:4.0f} s: lost {lost[0]}, with the search {lost[1]}", flush=True)
        if i == args.iterations:
            break
        start = time.process_time()
        for _ in range(MOVES):
            games.play()
        games.learn(40, 3e-3 * (1 - i / args.iterations) + 1e-4)
        spent += time.process_time() - start
    for name, begins in (("first", True), ("second", False)):
        lost, drawn, won = agent.play_all(begins)
        print(f"moving {name}: lost {lost}, drawn {drawn}, won {won}")
    if args.picture:
        draw(curve, args.picture)


if __name__ == "__main__":
    main()
