# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes the letters of Blackjack beside this file, as pygame renders them.

    python envpool/toy_text/pictures/write_letters.py

Needs pygame 2.6.1 and Gymnasium 1.2.3, which has the font.
"""

from __future__ import annotations

from pathlib import Path

import pygame
from gymnasium.envs import toy_text

SMALL, LARGE = 33, 83  # a 15th and a 6th of the height of the window
TEXTS = {
    "dealer": ("Dealer: ", SMALL),
    "player": ("Player", SMALL),
    "usable_ace": ("usable ace", SMALL),
    # The font has no kerning, so numbers are composed of single digits.
    "small_digits": ("0123456789", SMALL),
    "large_digits": ("0123456789", LARGE),
}


def main() -> None:
    """Writes the pictures."""
    pygame.font.init()
    file = Path(toy_text.__file__).parent / "font" / "Minecraft.ttf"
    for name, (text, size) in TEXTS.items():
        letters = pygame.font.Font(file, size).render(text, True, (255, 255, 255))
        pygame.image.save(letters, Path(__file__).parent / f"{name}.png")


if __name__ == "__main__":
    main()
