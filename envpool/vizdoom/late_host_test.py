# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A game of several players is restarted if its host is late."""

from pathlib import Path

import numpy as np

import envpool

# The first host is late, see late_host.cc; later hosts are not.
ENGINE = """#!/bin/sh
case " $* " in
*" -host "*)
  echo host >> {log}
  if [ "$(cat {log})" = host ]; then
    export LD_PRELOAD={library}
  fi
esac
exec {engine} "$@"
"""


def test_a_game_whose_host_is_late_begins_anew_and_is_the_same(tmp_path):
    options = {"max_num_players": 2, "seed": 1, "img_height": 32, "img_width": 32}
    twin = envpool.make_gymnasium("Cig-v1", **options)
    log, engine = tmp_path / "log", tmp_path / "engine"
    library = Path(__file__).with_name("liblate_host.so").resolve()
    script = ENGINE.format(log=log, library=library, engine=twin.config["vzd_path"])
    engine.write_text(script)
    engine.chmod(0o755)
    env = envpool.make_gymnasium("Cig-v1", vzd_path=str(engine), **options)
    results = [each.reset()[0] for each in (env, twin)]
    np.testing.assert_array_equal(*results)
    assert log.read_text().split() == ["host", "host"]
    random = np.random.default_rng(0)
    for _ in range(10):
        actions = random.integers(0, 2, (2, 10)).astype(np.float64)
        results = [each.step(actions) for each in (env, twin)]
        for ours, theirs in zip(*[result[:4] for result in results], strict=True):
            np.testing.assert_array_equal(ours, theirs)
    env.close()
    twin.close()
