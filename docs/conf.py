# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Settings of Sphinx: `make docs` writes docs/_build/html."""

import re
from pathlib import Path

from docutils import nodes
from sphinx.util import logging

ROOT = Path(__file__).absolute().parent.parent
_INIT = (ROOT / "envpool/__init__.py").read_text(encoding="utf-8")

project = "EnvPool"
author = "The EnvPool Authors"
copyright = "2026, The EnvPool Authors"
release = re.search(r'^__version__ = "([^"]+)"', _INIT, re.MULTILINE)[1]
version = release

# Texts only: no extension, and nothing of the package is imported here. Tables
# about tasks are written by generate.py, which has the package.
extensions = []
nitpicky = True
highlight_language = "none"
# Read as parts of other pages, by `include`.
exclude_patterns = ["_build", "env/_generated"]

html_theme = "furo"
html_title = f"EnvPool {release}"
html_show_sphinx = False
html_copy_source = False


def source_role(name, rawtext, text, lineno, inliner, options=None, content=()):
    """Shows a path of this repository, which must be there."""
    if not (ROOT / text).exists():
        logging.getLogger(__name__).warning(
            "no such file: %s", text, location=(inliner.document["source"], lineno)
        )
    return [nodes.literal(rawtext, text, classes=["file"])], []


def setup(app):
    """Adds the role `source`."""
    app.add_role("source", source_role)
