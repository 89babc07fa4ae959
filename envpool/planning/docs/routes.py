# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Descriptions of the planning problems: routes."""

from __future__ import annotations

from docs.env_text import Env
from envpool.planning.docs.texts import MASK, SITE, STEPS, choices, keys

_ROUTE = ("trajectory", "the nodes visited so far, in order")
# By page; without ids.
ENVS: dict[str, Env] = {
    "CVRP": Env(
        "CVRP",
        (),
        "The capacitated vehicle routing problem: visit all cities from a depot, "
        "with a vehicle that returns there to load.",
        [
            keys(
                ("coordinates", "x and y of the depot and of each city"),
                ("demands", "what each city needs, as a share of the capacity"),
                ("unvisited_nodes", "whether each node is yet to be visited"),
                ("position", "the vehicle's node"),
                _ROUTE,
                ("capacity", "the share of the capacity that is left"),
                MASK,
            )
        ],
        ["The next node; 0 is the depot."],
        "Minus the length of the way; ``-2 * num_nodes * sqrt(2)`` for an illegal "
        "action.",
        "All cities are visited and the vehicle is back, or an action is illegal.",
        f"{SITE}/cvrp/",
        names=("vehicle routing",),
    ),
    "Connector": Env(
        "Connector",
        (),
        "Ten agents on a 10 by 10 grid, controlled together, connect their starts "
        "with their targets by wires that do not cross.",
        [
            keys(
                (
                    "grid",
                    "0 for a free cell; ``3 * agent + 1`` for a wire, ``+ 2`` for "
                    "its head, ``+ 3`` for its target",
                ),
                ("action_mask", "whether each agent can go in each direction"),
                STEPS,
            )
        ],
        [
            choices(
                (
                    "0 to 9",
                    "each agent's move: 0 none, 1 up, 2 right, 3 down, 4 left",
                )
            )
        ],
        "The sum of the agents' rewards, which are in ``info['agent_rewards']``: "
        "``connected_reward`` for reaching the target, ``timestep_reward`` for "
        "each step until then.",
        "All agents are connected or blocked, or ``time_limit`` steps have been "
        "taken. An illegal action does nothing.",
        f"{SITE}/connector/",
        notes="Jumanji 1.1.1 has only ``Connector-v2``. ``Connector-v3`` is an id "
        "of EnvPool 1.2.7, and the same env.",
    ),
    "MMST": Env(
        "MMST",
        (),
        "The multi minimum spanning tree problem: three agents on a graph, "
        "controlled together, connect the nodes of each by paths that do not "
        "cross.",
        [
            keys(
                (
                    "node_types",
                    "-1 for a node that belongs to nobody, ``2 * agent`` for one "
                    "that the agent has connected, ``2 * agent + 1`` for its other "
                    "nodes",
                ),
                ("adj_matrix", "whether there is an edge between two nodes"),
                ("positions", "the node of each agent"),
                STEPS,
                ("action_mask", "whether each agent can go to each node"),
            )
        ],
        [choices(("0 to 2", "the node to which each agent goes"))],
        "The sum over the agents: 10 for one of its nodes, -1 for another, -2 if "
        "it does not move, 0 if another agent has been faster to a node.",
        "All nodes are connected, or ``time_limit`` steps have been taken.",
        f"{SITE}/mmst/",
        names=("spanning trees",),
    ),
    "MultiCVRP": Env(
        "MultiCVRP",
        (),
        "Two vehicles, controlled together, bring goods from a depot to 20 "
        "customers, who want them within time windows.",
        [
            keys(
                ("nodes", "``coordinates`` and ``demands`` of depot and customers"),
                ("windows", "``start`` and ``end`` of each time window"),
                ("coeffs", "what it costs to be ``early`` or ``late``, per time"),
                (
                    "vehicles",
                    "``coordinates``, ``local_times`` and ``capacities``: what is "
                    "left in each vehicle",
                ),
                ("action_mask", "whether each vehicle may go to each node"),
            )
        ],
        [choices(("0, 1", "the node to which each vehicle goes; 0 is the depot"))],
        "Minus the length of the ways and the penalties. In the last possible "
        "step, also those of the worst way to the other customers.",
        "All goods are brought and the vehicles are back, or ``2 * num_customers`` "
        "steps have been taken. With an illegal action, or the node of an earlier "
        "vehicle, a vehicle goes to the depot.",
        f"{SITE}/multi_cvrp/",
    ),
    "TSP": Env(
        "TSP",
        (),
        "The travelling salesman problem: visit all cities once, and return to the "
        "first one.",
        [
            keys(
                ("coordinates", "x and y of each city"),
                ("position", "the city; -1 before the first one"),
                _ROUTE,
                MASK,
            )
        ],
        [choices(("0 to 19", "the next city"))],
        "Minus the length of the way, with the return at the end; "
        "``-num_cities * sqrt(2)`` for a city that has been visited.",
        "All cities are visited, or an action is illegal.",
        f"{SITE}/tsp/",
        names=("travelling salesman",),
    ),
}
