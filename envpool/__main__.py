# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The command line: `python -m envpool`.

list [WORD ...]     the ids that contain all words
bench ...           measure steps per second
new-env NAME        write a package with an environment of your own
check ID ...        test environments, also those of other packages
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from typing import NoReturn

NEXT_STEPS = """
Next:
  cd {folder}
  python -m pip install "pybind11>=3.1,<3.2" "setuptools>=70.1" pytest
  python -m pip install --no-build-isolation .
  python -m pytest tests
  python -m envpool check {env}-v0"""


def list_ids(args: argparse.Namespace) -> int:
    """Prints ids, one a line."""
    import envpool
    from envpool import entry
    from envpool.python.argument_checks import did_you_mean

    words = [word.lower() for word in args.words]
    known = envpool.list_all_envs()
    found = [name for name in known if all(word in name.lower() for word in words)]
    for task_id in found:
        print(task_id)
    for family, error in dict(entry.failures).items():
        print(
            f"list: the family {family!r} is missing: {type(error).__name__}: {error}",
            file=sys.stderr,
        )
    if found:
        return 0
    text = f"list: no id contains {' and '.join(map(repr, args.words))}"
    near = "".join(did_you_mean(word, known) for word in args.words[:1])
    print(text + near, file=sys.stderr)
    return 1


def new_env(args: argparse.Namespace) -> int:
    """Writes a package for an environment."""
    from envpool.python.errors import ArgumentError
    from envpool.templates import write_project

    try:
        files = write_project(args.name, args.env, args.to)
    except (ArgumentError, OSError) as error:
        print(f"new-env: {error}", file=sys.stderr)
        return 1
    for file in files:
        print(file)
    print(NEXT_STEPS.format(folder=files[0].parent, env=args.env))
    return 0


def run_main(module: str, argv: Sequence[str]) -> int:
    """Calls `main(argv)` of a module that this installation may lack."""
    try:
        found = importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not module.startswith(error.name):
            raise
        print(f"this installation has no {module}", file=sys.stderr)
        return 1
    return int(found.main(list(argv)) or 0)


def parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    top = argparse.ArgumentParser(prog="python -m envpool", description=__doc__)
    top.formatter_class = argparse.RawDescriptionHelpFormatter
    commands = top.add_subparsers(metavar="COMMAND", required=True)

    command = commands.add_parser("list", help="print ids")
    command.add_argument("words", nargs="*", metavar="WORD", help="parts of ids")
    command.set_defaults(run=list_ids)

    command = commands.add_parser("new-env", help="create a package with an env")
    command.add_argument("name", help="the package's name, such as my_envs")
    command.add_argument("--env", default="Corridor", help="the env's name")
    command.add_argument("--to", default=".", help="the folder to write into")
    command.set_defaults(run=new_env)

    # What follows these is parsed by the modules themselves.
    for name, text in (("bench", "measure speed"), ("check", "test environments")):
        commands.add_parser(name, help=text, add_help=False)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command and returns the exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words[:1] == ["bench"]:
        return run_main("envpool.bench", words[1:])
    if words[:1] == ["check"]:
        return run_main("envpool.testing.kit", words[1:])
    args = parser().parse_args(words)
    return int(args.run(args))


def exit_with_status() -> NoReturn:
    """The program."""
    sys.exit(main())


if __name__ == "__main__":
    exit_with_status()
