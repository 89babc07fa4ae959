# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Descriptions of chess and shogi, for their pages."""

from __future__ import annotations

from collections.abc import Mapping

from docs.env_text import Entries, Env

_SITE = "https://www.sotets.uk/pgx"
_WON = "1 for the winner, -1 for the loser, 0 for a draw."
_ENDS = "A player cannot move, or an action is illegal"


def _features(rows: list[tuple[str, str]]) -> Entries:
    return Entries({"Index": 16, "Meaning": 84}, rows)


def _chess(size: int, planes: int) -> str:
    return (
        f"``{planes} * square + plane``, as the player to move sees the board, "
        f"``square = {size} * file + rank``. Planes 0 to 8 are the promotions to rook, "
        "bishop and knight, straight, to the right and to the left; other promotions "
        "are to a queen. The others are a queen's moves, line by line (forth and back, "
        "sideways, the two diagonals), and a knight's."
    )


def _animal_shogi(ids: tuple[str, ...]) -> Env:
    return Env(
        "AnimalShogi",
        ids,
        "Shogi with five kinds of pieces on three files and four ranks. A player "
        "also wins with a king on the last rank.",
        [
            "Cell by cell, for each of eight boards 24 planes, and two more:",
            _features(
                [
                    ("0 to 9", "chick, elephant, giraffe, lion, hen: own, others"),
                    ("10 to 21", "whether 1 or 2 of each kind are in hand"),
                    ("22, 23", "whether the position is new, has come once before"),
                    ("24 to 191", "the same for seven earlier boards"),
                    ("192, 193", "the color, the number of moves / 256"),
                ]
            ),
        ],
        [
            "``12 * direction + square`` for a move, ``12 * (8 + piece) + square`` "
            "for a drop, as the player to move sees the board; "
            "``square = 4 * file + rank``."
        ],
        _WON,
        f"{_ENDS}, a king reaches the last rank, a position comes for the third "
        "time, or 256 moves have been played.",
        f"{_SITE}/animal_shogi/",
        notes="As in PGX, earlier boards are not in the places where the first "
        "one is: with each move the history goes back by 8 numbers, not by a "
        "board's 12, and that of hands by 8, not by 6. A repetition is only found "
        "if the two ways to the position agree in the parity of some moves.",
        names=("Dobutsu shogi", "Let's Catch the Lion"),
    )


def _full_chess(ids: tuple[str, ...]) -> Env:
    return Env(
        "Chess",
        ids,
        "Chess, with AlphaZero's observations and actions.",
        [
            "Square by square, 14 planes for each of the eight latest boards, and "
            "seven more. Row 0 is the other player's first rank:",
            _features(
                [
                    ("0 to 5", "own pawn, knight, bishop, rook, queen, king"),
                    ("6 to 11", "those of the other player"),
                    ("12, 13", "whether the position occurs once, more often"),
                    ("14 to 111", "the same for seven earlier boards"),
                    ("112, 113", "the color, the number of moves / 512"),
                    (
                        "114 to 117",
                        "rights to castle: own queen's, king's, others'",
                    ),
                    ("118", "moves without progress / 100"),
                ]
            ),
        ],
        [_chess(8, 73)],
        _WON,
        f"{_ENDS}; or a draw: a position comes for the third time, 100 moves "
        "without a capture or a pawn's move, no side can mate, 512 moves.",
        f"{_SITE}/chess/",
    )


def _gardner_chess(ids: tuple[str, ...]) -> Env:
    return Env(
        "GardnerChess",
        ids,
        "Chess on 5 by 5 squares, without castling and double steps.",
        [
            "As in Chess, but without rights to castle: 115 planes, the number of "
            "moves / 256."
        ],
        [_chess(5, 49)],
        _WON,
        f"{_ENDS}; or a draw: a position comes for the third time, 100 moves "
        "without a capture or a pawn's move, no side can mate, 256 moves.",
        f"{_SITE}/gardner_chess/",
        names=("minichess",),
    )


def _shogi(ids: tuple[str, ...]) -> Env:
    return Env(
        "Shogi",
        ids,
        "Shogi, with dlshogi's observations and actions.",
        [
            "Square by square, the player's left upper corner first:",
            _features(
                [
                    ("0 to 13", "own pieces of each kind"),
                    ("14 to 27", "what own pieces of each kind attack"),
                    ("28 to 30", "what 1, 2, 3 or more own pieces attack"),
                    ("31 to 61", "the same of the other player"),
                    ("62 to 89", "own hand: 8 planes for pawns, 4 for lances, ..."),
                    ("90 to 117", "the other player's hand"),
                    ("118", "whether one is in check"),
                ]
            ),
        ],
        [
            "``81 * kind + square``, the square being the one that is reached, as "
            "the player to move sees the board, ``9 * file + rank``, files from "
            "the right. Kinds 0 to 9 are directions (up, up left, up right, left, "
            "right, down, down left, down right, knight left, knight right), 10 to "
            "19 the same with promotion, 20 to 26 drops of pawn, lance, knight, "
            "silver, bishop, rook and gold."
        ],
        _WON,
        f"{_ENDS}, or 512 moves have been played.",
        f"{_SITE}/shogi/",
        notes="By PGX's rules, repetition has no consequence, and nobody wins by "
        'entering the other\'s camp; with ``rules="complete"`` there are sennichite '
        "and nyugyoku. Two pawns on a file and mate by a pawn's drop are illegal.",
    )


def envs(ids: Mapping[str, tuple[str, ...]]) -> dict[str, Env]:
    """Returns the envs by the names of their pages.

    Args:
      ids: the ids of each page.
    """
    return {
        "AnimalShogi": _animal_shogi(ids["AnimalShogi"]),
        "Chess": _full_chess(ids["Chess"]),
        "GardnerChess": _gardner_chess(ids["GardnerChess"]),
        "Shogi": _shogi(ids["Shogi"]),
    }
