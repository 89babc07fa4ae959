# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes reward_glyphs.inc: pygame's glyphs of the characters of CarRacing's reward.

    python envpool/box2d/write_reward_glyphs.py > envpool/box2d/reward_glyphs.inc

Needs pygame 2.6.1.
"""

import pygame

HEADER = """\
// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

// Written by write_reward_glyphs.py: pictures of characters of FreeSans Bold
// 0.4, copyright (c) 2002 Free Software Foundation, under the GNU General
// Public License (GPL-2.0-or-later); third_party/LICENCES.txt has its text."""
CHARACTERS = "0123456789-"
SIZE = 42
# The rows that are not black in some character.
ROWS = range(2, 35)
# The number of repetitions of a text, which makes kerning of 1 / 64 pixel measurable.
REPEATED = 1024


def glyph(font: pygame.font.Font, character: str) -> pygame.Surface:
    """Returns a picture of a character, white on black."""
    text = font.render(character, True, (255, 255, 255), (0, 0, 0))
    picture = pygame.Surface(text.get_size())
    picture.blit(text, (0, 0))
    return picture


def kerning(font: pygame.font.Font, one: str, other: str) -> int:
    """Returns the kerning between two characters, in 1 / 64 pixel."""
    text = one + other + "-"  # the hyphen has no kerning
    longer, shorter = (font.size(text * n)[0] for n in (2 * REPEATED, REPEATED))
    plain = sum(font.metrics(text)[i][4] for i in range(3))
    return round(((longer - shorter) / REPEATED - plain) * 64)


def main() -> None:
    """Prints the tables."""
    pygame.font.init()
    font = pygame.font.Font(pygame.font.get_default_font(), SIZE)
    print(HEADER)
    print("\n// How bright the pixels are, in hexadecimal, row by row.")
    print("constexpr const char* kGlyphs[] = {")
    for character in CHARACTERS:
        picture = glyph(font, character)
        print(f"    // {character}")
        for y in ROWS:
            line = "".join(
                f"{picture.get_at((x, y)).r:02x}" for x in range(picture.get_width())
            )
            end = "," if y == ROWS[-1] else ""
            print(f'    "{line}"{end}')
    print("};\n\n// How much farther a character is after another, in 1 / 64 pixel.")
    print("constexpr int kKerning[][11] = {")
    for one in CHARACTERS:
        row = ", ".join(str(kerning(font, one, other)) for other in CHARACTERS)
        print(f"    {{{row}}},  // after {one}")
    print("};")


if __name__ == "__main__":
    main()
