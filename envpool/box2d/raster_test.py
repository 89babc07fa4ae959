# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The rasteriser against pygame: equal pixels before and after shrinking."""

import numpy as np
import pytest

from envpool.box2d import raster_test_module
from envpool.box2d.oracle import pygame
from envpool.core import _core

SIZE = WIDTH, HEIGHT = 1000, 800
# Distances of corners, from polygons that cover the surface to specks.
EXTENTS = [30000, 1500, 400, 100, 20]


def draw(surface, shape, corners, color):
    """Draws with pygame."""
    if shape == "polygon":
        pygame.draw.polygon(surface, color, corners)
    elif shape == "thick_line":
        pygame.draw.lines(surface, color, False, corners[:2], 2)
    else:
        pygame.gfxdraw.aapolygon(surface, corners, color)
        if shape == "smooth_polygon":
            pygame.gfxdraw.filled_polygon(surface, corners, color)


def random_corners(random, extent):
    beyond = min(200, extent)
    center = random.integers([-beyond] * 2, [WIDTH + beyond, HEIGHT + beyond])
    count = random.integers(3, 9)
    corners = (center + random.integers(-extent, extent, (count, 2))).tolist()
    if random.random() < 0.2:  # a vertical edge
        corners[1][0] = corners[0][0]
    if random.random() < 0.2:  # a horizontal edge
        corners[1][1] = corners[0][1]
    if random.random() < 0.1:  # a diagonal edge
        corners[2] = [corners[1][0] + 5, corners[1][1] + 5]
    return [tuple(corner) for corner in corners]


def shrunk(surface, width, height):
    scaled = pygame.transform.smoothscale(surface, (width, height))
    return pygame.surfarray.array3d(scaled).transpose(1, 0, 2)


def render_reward(reward):
    """Returns the picture of a reward's text, and its place on the panel."""
    pygame.font.init()
    font = pygame.font.Font(pygame.font.get_default_font(), 42)
    text = font.render(f"{int(reward):04}", True, (255,) * 3, (0,) * 3)
    rect = text.get_rect()
    rect.center = (60, HEIGHT - HEIGHT * 2.5 / 40.0)
    return text, rect


def assert_equal_to(surface, ours):
    pixels = pygame.surfarray.array2d(surface).T
    np.testing.assert_array_equal(ours.pixels(), pixels)
    np.testing.assert_array_equal(ours.frame(), shrunk(surface, 600, 400))


@pytest.mark.parametrize("extent", EXTENTS)
def test_random_shapes(extent):
    random = np.random.default_rng(extent)
    ours = raster_test_module.Surface()
    for _ in range(5):
        ours.clear()
        surface = pygame.Surface(SIZE)
        for _ in range(random.integers(1, 60)):
            shape = random.choice(["smooth_polygon", "smooth_outline", "polygon"])
            corners = random_corners(random, extent)
            color = tuple(random.integers(0, 256, 3).tolist())
            draw(surface, shape, corners, color)
            ours.draw(shape, corners, int.from_bytes(color))
        assert_equal_to(surface, ours)


def test_skid_marks():
    random = np.random.default_rng(0)
    ours = raster_test_module.Surface()
    surface = pygame.Surface(SIZE)
    for _ in range(400):
        corners = random_corners(random, int(random.choice([3, 30, 300])))
        draw(surface, "thick_line", corners, (200, 100, 50))
        ours.draw("thick_line", corners, 0xC86432)
    assert_equal_to(surface, ours)


@pytest.fixture(params=["baseline", "avx2", "avx512"])
def instruction_set(request):
    _core.set_isa(request.param)
    yield
    _core.set_isa("avx512")


@pytest.mark.parametrize("extent", EXTENTS)
@pytest.mark.usefixtures("instruction_set")
def test_random_shapes_in_cells(extent):
    random = np.random.default_rng(extent)
    ours = raster_test_module.Cells(0)
    for picture in range(10):
        ours.clear()
        surface = pygame.Surface(SIZE)
        for on_panel in (False, True):
            for _ in range(random.integers(1, 40)):
                shape = random.choice(["smooth_polygon", "polygon"][on_panel:])
                corners = random_corners(random, extent)
                # Some pictures have only greys, others only equal red and green.
                color = random.integers(0, 256, 3)
                color[: picture % 4] = color[0]
                draw(surface, shape, corners, tuple(color.tolist()))
                ours.draw(shape, corners, int.from_bytes(color.tolist()), on_panel)
            if not on_panel:
                surface = pygame.transform.flip(surface, False, True)
        expected = shrunk(surface, 96, 96)
        np.testing.assert_array_equal(ours.observation(), expected)


def test_every_reward_is_written_as_pygame_writes_it():
    # The text of the last reward begins to the left of the picture.
    ours = raster_test_module.Surface()
    cells = raster_test_module.Cells(100)
    for reward in [*range(-150, 1100, 7), -0.9, 99.9, -1234, 98765, -12345]:
        surface = pygame.Surface(SIZE)
        surface.blit(*render_reward(reward))
        cells.clear()
        cells.draw_reward(reward)
        expected = shrunk(surface, 96, 96)
        np.testing.assert_array_equal(cells.observation(), expected, str(reward))
        ours.clear()
        ours.draw_reward(reward)
        pixels = pygame.surfarray.array2d(surface).T
        np.testing.assert_array_equal(ours.pixels()[700:], pixels[700:], str(reward))


def test_rewards_are_kept_and_drawn_over_bars():
    """Tests rewards that evict each other, long texts, and bars that overlap them."""
    panel = raster_test_module.Panel()
    rewards = [7, 7 + 128, -121, 7, 12345, -12345, 98765432, 7.9, -0.9]
    bars = [(0, 0), (0.3, 0.5), (1.7, 0), (0, 40), (2, 32), (-2, -3), (0, float("nan"))]
    for steering, spin in bars:
        for reward in rewards:
            surface = pygame.Surface(SIZE)
            for place, length, color in [
                (20, -10.0 * steering, (0, 255, 0)),
                (30, -0.8 * spin, (255, 0, 0)),
            ]:
                if abs(length) > 0.001:
                    left, right = place * 25, (place + length) * 25
                    corners = [(left, 720), (right, 720), (right, 760), (left, 760)]
                    pygame.draw.polygon(surface, color, corners)
            surface.blit(*render_reward(reward))
            expected = shrunk(surface, 96, 96)
            ours = panel.observation(reward, steering, spin)
            np.testing.assert_array_equal(ours, expected, f"{reward} {steering} {spin}")
