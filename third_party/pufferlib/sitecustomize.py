# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Makes PufferLib 3.0.0 buildable from its sdist alone; see integrations.sh.

NO_OCEAN=1 makes its setup.py skip the envs for which it downloads libraries, but then
setup.py lacks a name, which this module provides. If a CUDA compiler is installed,
setup.py would build for CUDA, which fails with PyTorch for CPUs.
"""

import builtins
import shutil

_which = shutil.which


def _no_nvcc(cmd, *args, **kwargs):
    return None if cmd == "nvcc" else _which(cmd, *args, **kwargs)


builtins.c_extension_paths = []
shutil.which = _no_nvcc
