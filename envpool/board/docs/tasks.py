# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Descriptions of the board games, for their pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from docs.env_text import Entries, Env, by_index, grouped
from envpool.board.docs import chess

SHOWN_FIRST = {"Chess": 0.5, "Go": 0.5}
_SITE = "https://www.sotets.uk/pgx"
_WON = "1 for the winner, -1 for the loser."
_PLANES = (
    "Cell by cell: whether a stone of one's own is there, whether one of the other "
    "player is there."
)


def _page(task_id: str, config: Mapping[str, Any]) -> str:
    """Returns the name of an id's page."""
    name = task_id.partition("-")[0].removeprefix("Chinese")
    return "Go" if name.startswith("Go") else name


def _features(rows: list[tuple[str, str]]) -> Entries:
    return Entries({"Index": 16, "Meaning": 84}, rows)


def envs() -> dict[str, Env]:
    """Returns the envs by the names of their pages."""
    ids = grouped("envpool.board", _page)
    return {
        **chess.envs(ids),
        "Backgammon": Env(
            "Backgammon",
            ids["Backgammon"],
            "Bear off all checkers before the other player does. The doubling cube is "
            "not used.",
            [
                "The board as the player to move sees it, who moves from point 0 to "
                "point 23 and off; the board is turned with every turn.",
                _features(
                    [
                        ("0 to 23", "checkers on a point; the other player's count -1"),
                        ("24, 25", "checkers on the bar, own and the other player's"),
                        ("26, 27", "checkers off, own and the other player's"),
                        (
                            "28 to 33",
                            "how many dice of 1 to 6 are left to play; 0 for the "
                            "player who is not to move",
                        ),
                    ]
                ),
            ],
            [
                "One checker at a time: ``6 * from + die - 1``; ``from`` is 1 for "
                "the bar and ``2 + p`` for point ``p``. Actions 0 to 5 give up the "
                "rest of the turn, and are legal only if no checker can move."
            ],
            "1 for the winner, 2 for a gammon, 3 for a backgammon; the negative for "
            "the loser. An illegal action costs 3.",
            "A player has all checkers off, or takes an illegal action.",
            f"{_SITE}/backgammon/",
        ),
        "ConnectFour": Env(
            "ConnectFour",
            ids["ConnectFour"],
            "Drop stones into seven columns of six cells; four in a line win.",
            [_PLANES, "Row 0 is the upper row."],
            [_features([("0 to 6", "the column")])],
            _WON,
            "A player has four in a line or takes an illegal action, or all cells are "
            "full.",
            f"{_SITE}/connect_four/",
            names=("connect four",),
        ),
        "Go": Env(
            "Go",
            ids["Go"],
            "Surround more of the board than the other player. Areas are counted: "
            "stones, and points that only stones of one colour reach.",
            [
                "Point by point, 17 planes with the default ``history_length`` of 8:",
                _features(
                    [
                        ("0, 1", "one's own stones and the other player's"),
                        ("2 to 15", "the same for the seven boards before"),
                        ("16", "whether one is white"),
                    ]
                ),
            ],
            ["The point, ``size * row + column``, or ``size**2`` to pass."],
            _WON,
            "Both players pass, ``max_terminal_steps`` moves have been played, a board "
            "is repeated, or an action is illegal.",
            f"{_SITE}/go/",
            notes="Suicide, and retaking a ko at once, are illegal. The two kinds of "
            "ids differ in moves that lead to an earlier board of the game: by PGX's "
            "rules they are legal, and lose the game; in the ``Chinese`` ids they are "
            "illegal.",
            names=("Baduk", "Weiqi"),
        ),
        "Hex": Env(
            "Hex",
            ids["Hex"],
            "Connect two sides of an 11 by 11 board: black the first and the last row, "
            "white the first and the last column.",
            [
                "Cell by cell:",
                _features(
                    [
                        ("0, 1", "one's own stones and the other player's"),
                        ("2", "whether one is white"),
                        ("3", "whether the next action may be to swap"),
                    ]
                ),
            ],
            [
                "The cell, ``11 * row + column``. White's first action may be 121, to "
                "swap: black's stone becomes a white one at the mirrored cell."
            ],
            _WON,
            "The sides of a colour are connected, or an action is illegal.",
            f"{_SITE}/hex/",
        ),
        "KuhnPoker": Env(
            "KuhnPoker",
            ids["KuhnPoker"],
            "Poker with three cards, J, Q and K, of which each player has one. From "
            "Kuhn, *A simplified two-person poker*, 1950.",
            [
                _features(
                    [
                        ("0 to 2", "one's own card: J, Q, K"),
                        ("3, 4", "whether one has bet 0 or 1 chips"),
                        ("5, 6", "whether the other player has bet 0 or 1 chips"),
                    ]
                )
            ],
            [by_index(("bet", "pass"))],
            "The chips won or lost: 1 or 2.",
            "A player passes after a bet, or both have done the same.",
            f"{_SITE}/kuhn_poker/",
            names=("Kuhn poker",),
        ),
        "LeducHoldem": Env(
            "LeducHoldem",
            ids["LeducHoldem"],
            "Poker with six cards, two each of J, Q and K, in two rounds. In the "
            "second one there is a public card; a pair with it wins. From Southey et "
            "al., *Bayes' bluff*, 2005.",
            [
                _features(
                    [
                        ("0 to 2", "one's own card: J, Q, K"),
                        ("3 to 5", "the public card, in the second round"),
                        ("6 to 19", "one's own chips, 0 to 13"),
                        ("20 to 33", "the other player's chips, 0 to 13"),
                    ]
                )
            ],
            [by_index(("call", "raise", "fold"))],
            "The chips won or lost.",
            "A player folds, the second round is called, or an action is illegal.",
            f"{_SITE}/leduc_holdem/",
            names=("Leduc hold'em",),
        ),
        "Othello": Env(
            "Othello",
            ids["Othello"],
            "Turn the other player's stones by enclosing them; the most stones win.",
            [_PLANES],
            [
                "The cell, ``8 * row + column``, or 64 to pass, which is legal only if "
                "nothing else is."
            ],
            f"{_WON} 0 for a draw.",
            "All cells are full, a player has no stones, both pass, or an action is "
            "illegal.",
            f"{_SITE}/othello/",
            names=("Reversi",),
        ),
        "Play2048": Env(
            "Play2048",
            ids["Play2048"],
            "Slide and merge the tiles of a 4 by 4 board. After each action a 2 or, "
            "with probability 0.1, a 4 appears in a free cell.",
            [
                "Cell by cell, one of 31 is 1: index 0 for a free cell, index ``n`` "
                "for the tile ``2**n``."
            ],
            [by_index(("left", "up", "right", "down"))],
            "The sum of the tiles that have been merged; -1 for an illegal action.",
            "No action moves a tile, or an action moves none.",
            f"{_SITE}/play2048/",
            names=("2048",),
        ),
        "SparrowMahjong": Env(
            "SparrowMahjong",
            ids["SparrowMahjong"],
            "Collect two sets of three tiles, equal or consecutive, out of eleven "
            "kinds: bamboo 1 to 9, the green dragon and the red one. For three "
            "players.",
            [
                "For each kind of tile:",
                _features(
                    [
                        ("0 to 3", "whether one has at least 1, 2, 3, 4"),
                        ("4", "whether one has a red one"),
                        ("5", "whether it is the dora"),
                        (
                            "6 to 8",
                            "whether it was discarded by oneself, the next player, the "
                            "one after",
                        ),
                        ("9 to 11", "the next player's last three discards"),
                        ("12 to 14", "those of the player after"),
                    ]
                ),
            ],
            [_features([("0 to 10", "the kind of the tile to discard")])],
            "The score divided by 26. For an illegal action -1, and 2 for the others.",
            "A hand is complete, the tiles are used up, or an action is illegal.",
            f"{_SITE}/sparrow_mahjong/",
            notes="Two of PGX's peculiarities are kept: the first tile that the dealer "
            "draws never counts as a red one, and after the first round only the last "
            "seat wins by drawing.",
            names=("sparrow mahjong", "Suzume-Jong"),
        ),
        "TicTacToe": Env(
            "TicTacToe",
            ids["TicTacToe"],
            "Mark three cells in a line.",
            [_PLANES],
            [_features([("0 to 8", "the cell, ``3 * row + column``")])],
            _WON,
            "A player has three in a line or takes an illegal action, or all cells are "
            "marked.",
            f"{_SITE}/tic_tac_toe/",
            names=("noughts and crosses",),
        ),
    }
