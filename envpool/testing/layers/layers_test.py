# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A layer includes and imports only from itself and the layers below."""

from pathlib import Path

import pytest

from envpool.testing.layers.rules import Layers, circle, violations

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def sources():
    """Returns the texts of the package's sources by path."""
    paths = [
        path.relative_to(ROOT).as_posix()
        for ending in ("*.cc", "*.h", "*.inc", "*.py")
        for path in (ROOT / "envpool").rglob(ending)
    ]
    return {path: (ROOT / path).read_text(encoding="utf-8") for path in paths}


def test_all_rooms_are_seen(sources):
    for path in (
        "envpool/atari/atari_env.h",
        "envpool/common/canvas.cc",
        "envpool/core/binding/plan.cc",
        "envpool/core/engine/engine.cc",
        "envpool/mujoco/common/simulation.cc",
        "envpool/mujoco/gym/gym.cc",
        "envpool/python/api.py",
        "envpool/registration/family.py",
        "envpool/toy_text/registration.py",
        "envpool/utils/image_process.h",
    ):
        assert path in sources


def test_sources(sources):
    layers = Layers(sources)
    assert not [
        line
        for path, text in sources.items()
        for line in violations(layers, path, text)
    ]


def test_no_circles(sources):
    modules = {path: text for path, text in sources.items() if path.endswith(".py")}
    assert circle(modules) == []


def test_a_circle():
    sources = {
        "envpool/alpha/__init__.py": "",
        "envpool/alpha/one.py": "import envpool\nfrom envpool.alpha import two\n",
        "envpool/alpha/two.py": "def f():\n    from envpool.alpha.one import x\n",
    }
    assert set(circle(sources)) == {"envpool.alpha.one", "envpool.alpha.two"}


FAMILIES = ["envpool/alpha", "envpool/robots/arm", "envpool/robots/leg"]
TREE = Layers([f"{family}/registration.py" for family in FAMILIES])


def include(name):
    return f'#include <vector>\n#include "envpool/{name}"\n'


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("core/array.h", include("common/canvas.h")),
        ("core/engine/engine.cc", include("core/binding/plan.h")),
        ("core/engine/engine.cc", include("core/py_envpool.h")),
        ("core/env.h", include("alpha/game.h")),
        ("core/env.h", include("core/binding/plan.h")),
        ("common/canvas.h", include("core/engine/spin.h")),
        ("common/canvas.h", include("core/py_envpool.h")),
        ("common/canvas.h", include("alpha/game.h")),
        ("common/canvas.h", '  #  include "envpool/alpha/game.h"\n'),
        ("alpha/game.cc", include("core/engine/isa.h")),
        ("alpha/game.cc", include("core/binding/plan.h")),
        ("alpha/game.cc", include("robots/arm/arm.h")),
        ("alpha/game.cc", include("robots/common/model.h")),
        ("alpha/game.cc", include("testing/fault_env.h")),
        ("robots/arm/arm.h", include("robots/leg/leg.h")),
        ("robots/common/model.h", include("robots/leg/leg.h")),
        ("utils/image_process.h", include("alpha/game.h")),
        ("python/api.py", "from envpool.alpha import AlphaEnvPool\n"),
        ("python/api.py", "def f():\n    from envpool import alpha\n"),
        ("python/api.py", "import envpool.registration\n"),
        ("python/api.py", "from ..registration import make\n"),
        ("python/api.py", "from envpool import families, core\n"),
        ("registration/making.py", "import envpool.robots.arm\n"),
        ("registration/making.py", "from envpool import bench\n"),
        ("testing/kit.py", "import envpool.alpha.registration\n"),
        ("alpha/registration.py", "from envpool.python.config.rules import Rule\n"),
        ("alpha/registration.py", "from envpool.python import config\n"),
        ("alpha/registration.py", "from envpool.robots.arm import x\n"),
        ("alpha/suites.py", "from envpool.suites.catalogue import score_of\n"),
        ("alpha/registration.py", "import envpool.core._core\n"),
        ("robots/arm/registration.py", "from envpool.robots.leg import x\n"),
    ],
)
def test_wrong(path, text):
    found = violations(TREE, f"envpool/{path}", text)
    assert len(found) == 1, found
    assert found[0].startswith(f"envpool/{path}:")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("core/engine/engine.cc", include("core/isa.h")),
        ("core/py_envpool.h", include("core/binding/plan.h")),
        ("common/canvas.h", include("core/lane_math.h")),
        ("common/canvas.h", include("core/random/rng.h")),
        ("utils/image_process.h", include("common/resizer.h")),
        ("alpha/game.cc", include("core/env.h") + include("common/canvas.h")),
        ("alpha/game.cc", include("alpha/game.h") + include("core/py_envpool.h")),
        ("alpha/game.cc", '// #include "envpool/core/engine/engine.h"\n'),
        ("robots/arm/arm.h", include("robots/common/model.h")),
        ("python/api.py", "import envpool\nimport envpool.core._core\n"),
        ("python/api.py", "from envpool import __version__\n"),
        ("python/api.py", "from envpool.python.errors import ConfigError\n"),
        (
            "registration/making.py",
            "from envpool.python import api\nimport envpool.registration.entry\n",
        ),
        ("alpha/__init__.py", "from envpool.python.api import export_family\n"),
        ("alpha/registration.py", "from envpool.registration import Family\n"),
        ("alpha/suites.py", "from envpool.suites.suite import Suite\n"),
        ("robots/arm/registration.py", "from envpool.robots.common import x\n"),
        ("bench/cli.py", "import envpool\nfrom envpool.python import errors\n"),
    ],
)
def test_right(path, text):
    assert violations(TREE, f"envpool/{path}", text) == []
