# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Files of measurements with a row for each id, which documentation reads."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from envpool.bench import machine

__all__ = ["add"]


def add(
    file: Path, facts: Mapping[str, Any], rows: Mapping[str, Sequence[float]]
) -> None:
    """Writes rows into a JSON file, with the date and the machine.

    Rows of other ids that the file has are kept if they are from such a machine, so
    several runs can share the ids.

    Args:
      file: the file, which need not exist.
      facts: what else describes the measurement.
      rows: the numbers of each id, four digits of which are kept after the point.

    Raises:
      ValueError: the file's rows are from another kind of processor.
    """
    here = machine.describe()
    known: dict[str, Any] = {}
    if file.exists():
        found = json.loads(file.read_text("utf-8"))
        if found["machine"]["cpu"] != here["cpu"]:
            raise ValueError(
                f"{file}: expected measurements on this machine's {here['cpu']}, "
                f"got some on {found['machine']['cpu']}; remove it to begin anew"
            )
        known = found["ids"]
    date = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    new = {key: [round(value, 4) for value in row] for key, row in rows.items()}
    lines = ",\n".join(
        f"  {json.dumps(key)}: {row}" for key, row in sorted({**known, **new}.items())
    )
    text = json.dumps({"date": date, "machine": here, **facts})
    file.write_text(f'{text[:-1]}, "ids": {{\n{lines}\n}}}}\n', "utf-8")
