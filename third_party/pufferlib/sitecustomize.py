# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Lets PufferLib 3.0.0 be built from its sdist alone; see integrations.sh.

NO_OCEAN=1 makes its setup.py leave out the envs for which it downloads libraries,
but then a name is missing there, which Python finds here. Where there is a compiler
of CUDA, it builds for CUDA, which PyTorch for CPUs cannot.
"""

import builtins
import shutil

_which = shutil.which


def _no_nvcc(cmd, *args, **kwargs):
    return None if cmd == "nvcc" else _which(cmd, *args, **kwargs)


builtins.c_extension_paths = []
shutil.which = _no_nvcc
