# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Settings of Sphinx: `make docs` writes docs/_build/html."""

import re
from pathlib import Path

from docutils import nodes
from sphinx.util import logging

ROOT = Path(__file__).absolute().parent.parent
_INIT = (ROOT / "envpool/__init__.py").read_text(encoding="utf-8")

REPOSITORY = "https://github.com/sail-sg/envpool"
# An icon of two brackets.
CODE_ICON = (
    '<svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.8">'
    '<path d="M5 3.500 1 8l4 4.500M11 3.500 15 8l-4 4.500"/></svg>'
)

project = "EnvPool"
author = "The EnvPool Authors"
copyright = "2026, The EnvPool Authors"
release = re.findall(r'^__version__ = "([^"]+)"', _INIT, re.MULTILINE)[0]
version = release

# The package is not imported here: the reference is read from its source, and
# generate.py, which imports the package, writes the texts about tasks.
extensions = [
    "autoapi.extension",
    "myst_nb",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "sphinx_copybutton",
    "sphinx_design",
]
nitpicky = True
highlight_language = "none"
# Included in other pages by `include`.
exclude_patterns = ["_build", "content/_generated", "env/_generated"]

# tutorials/notebooks.py has already executed the notebooks.
nb_execution_mode = "off"
nb_merge_streams = True

autoapi_dirs = [str(ROOT / "envpool")]
# Reads only modules shown by content/api.rst, since reading all takes long.
autoapi_ignore = [
    f"*/envpool/{path}"
    for path in (
        *("core/*", "common/*", "bench/*", "testing/*", "templates/*", "utils/*"),
        *(
            f"{path.relative_to(ROOT / 'envpool').parts[0]}/*"
            for path in ROOT.glob("envpool/*/**/registration.py")
        ),
        *("*_test.py", "*/*_test.py"),
    )
]
suppress_warnings = ["autoapi.python_import_resolution"]
autoapi_file_patterns = ["*.py"]  # stubs have no docstrings
autoapi_generate_api_docs = False  # content/api.rst chooses what is shown
autoapi_options = ["members", "show-inheritance"]
autoapi_python_class_content = "class"
autodoc_typehints = "signature"
napoleon_google_docstring = True
napoleon_numpy_docstring = False
napoleon_use_ivar = True
default_role = "code"  # docstrings use `backticks` for code
add_module_names = False
python_use_unqualified_type_names = True
maximum_signature_line_length = 72
viewcode_line_numbers = True
# Types of other packages, which have no pages at build time, and our own type aliases.
nitpick_ignore_regex = [
    (
        "py:.*",
        r"(?!envpool\.).*|.*\.(EnvIds|EnvSource|Info|PoolBase|Progress|RemotePool)"
        r"|.*\.(Score|Seed)",
    )
]

copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
copybutton_exclude = ".linenos, .gp, .go"

html_theme = "furo"
html_title = f"EnvPool {release}"
html_static_path = ["_static"]
html_css_files = ["envpool.css"]
html_favicon = "_static/logo.svg"
html_logo = "_static/logo.svg"
html_theme_options = {
    "source_repository": REPOSITORY,
    "source_branch": "main",
    "source_directory": "docs/",
    "footer_icons": [{"name": "Sources", "url": REPOSITORY, "html": CODE_ICON}],
    "light_css_variables": {
        "color-brand-primary": "#1f5fbf",
        "color-brand-content": "#1f5fbf",
    },
    "dark_css_variables": {
        "color-brand-primary": "#7fb2ff",
        "color-brand-content": "#7fb2ff",
    },
}
html_show_sphinx = False
html_copy_source = False


def source_role(name, rawtext, text, lineno, inliner, options=None, content=()):
    """Shows a path of this repository; reports an error if it does not exist."""
    if not (ROOT / text).exists():
        logging.getLogger(__name__).warning(
            "no such file: %s", text, location=(inliner.document["source"], lineno)
        )
    return [nodes.literal(rawtext, text, classes=["file"])], []


def setup(app):
    """Adds the role `source`."""
    app.add_role("source", source_role)
