# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Makes executed notebooks of the tutorials: `make docs`.

The tutorials are Python files in the percent format of Jupytext. Two Pythons are
involved: Bazel's Python has EnvPool and the tutorials' dependencies, and the Python
given on the command line has Jupyter's libraries. This program is started by the
former and restarts itself with the latter; the kernels get the former's import path.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path("docs/tutorials")
KERNEL_PATH = "ENVPOOL_TUTORIALS_PATH"
# A cell that takes longer is stuck.
CELL_SECONDS = 300


def is_tutorial(path: pathlib.Path) -> bool:
    return not path.name.endswith(("_test.py", "notebooks.py"))


def execute(source: pathlib.Path, target: pathlib.Path) -> None:
    """Runs a tutorial in a temporary folder, and writes the notebook.

    Args:
      source: the Python file.
      target: the notebook.
    """
    import jupytext
    import nbformat
    from nbclient import NotebookClient

    text = source.read_text("utf-8")
    # Skips the licence, which would become a code cell.
    notebook = jupytext.reads(text[text.index("# %%") :], fmt="py:percent")
    notebook.metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    environment = {
        **os.environ,
        "PYTHONPATH": os.environ[KERNEL_PATH],
        "MATPLOTLIBRC": str(source.with_name("matplotlibrc")),
    }
    with tempfile.TemporaryDirectory() as folder:
        NotebookClient(
            notebook,
            timeout=CELL_SECONDS,
            startup_timeout=CELL_SECONDS,
            extra_arguments=["--log-level=ERROR"],
            resources={"metadata": {"path": folder}},
        ).execute(env=environment)
    nbformat.write(notebook, target)


def main() -> int:
    if KERNEL_PATH not in os.environ:
        (python,) = sys.argv[1:]
        path = os.pathsep.join(filter(None, sys.path[1:]))
        return subprocess.run(
            [python, __file__], env={**os.environ, KERNEL_PATH: path}, check=False
        ).returncode
    root = pathlib.Path(os.environ["BUILD_WORKSPACE_DIRECTORY"])
    notebooks = root / "docs/notebooks"
    notebooks.mkdir(exist_ok=True)
    for old in notebooks.glob("*.ipynb"):
        old.unlink()
    for source in filter(is_tutorial, sorted((root / FOLDER).glob("*.py"))):
        target = notebooks / f"{source.stem}.ipynb"
        execute(source, target)
        print(target.relative_to(root), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
