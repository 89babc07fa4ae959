# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The types of `make` know every keyword, and only those."""

import inspect
from pathlib import Path
from typing import get_args

import envpool
from envpool.python import keywords, options
from envpool.python.option_texts import COMMON_MEANINGS
from envpool.testing import make_stub, user_types


def test_stub_is_up_to_date():
    """If not: bazel run //envpool/testing:make_stub."""
    path = Path(envpool.__file__).parent / "making.pyi"
    assert path.read_text("utf-8") == make_stub.stub()


def test_every_keyword_has_a_type():
    known = {*COMMON_MEANINGS, *options.OPTION_NAMES, "from_pixels"}
    assert set(envpool.MakeKeywords.__annotations__) == known
    config = envpool.make_spec("CartPole-v1").config
    assert set(COMMON_MEANINGS) <= set(config)


def test_choices():
    mode, _ = get_args(keywords.AutoresetMode)
    infos, _ = get_args(keywords.Infos)
    for found, choices in (
        (mode, options.AUTORESET_MODES),
        (infos, options.INFOS),
        (keywords.Output, options.OUTPUTS),
        (keywords.RecordFormat, options.RECORD_FORMATS),
        (keywords.RenderMode, options.RENDER_MODES[1:]),
    ):
        assert get_args(found) == tuple(choices)


def test_functions_have_the_names_of_the_stub():
    for name in ("make", "make_dm", "make_gym", "make_gymnasium", "make_spec"):
        names = list(inspect.signature(getattr(envpool, name)).parameters)
        assert f"def {name}(\n    {names[0]}: str,\n" in make_stub.stub()


def test_typed_programs_run():
    user_types.tuned("CartPole-v1", num_envs=2).close()
