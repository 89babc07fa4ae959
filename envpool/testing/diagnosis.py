# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Texts of failures that begin with a sentence about the env."""

from __future__ import annotations

import contextlib
import inspect
import traceback
from collections.abc import Callable, Iterator

__all__ = ["FindingError", "diagnosis_of", "finding"]


class FindingError(AssertionError):
    """A check's complaint; its text begins with a sentence about the env."""


@contextlib.contextmanager
def finding(sentence: str | Callable[[], str]) -> Iterator[None]:
    """Puts a sentence before the text of assertions that fail within the context.

    If contexts are nested, the innermost sentence is used.

    Args:
      sentence: the mistake that a failed assertion shows, with advice for the author;
        or a function that returns the sentence.

    Raises:
      FindingError: an assertion failed.
    """
    try:
        yield
    except FindingError:
        raise
    except AssertionError as error:
        text = sentence if isinstance(sentence, str) else sentence()
        details = str(error).strip()
        raise FindingError(f"{text}\n{details}" if details else text) from error


def diagnosis_of(check: Callable[[str], None], error: AssertionError) -> str:
    """Returns the text of a failure; its first line is a sentence.

    Args:
      check: the check that failed; the first line of its docstring is its demand.
      error: the failure.
    """
    text = str(error).strip()
    if isinstance(error, FindingError):
        return text
    place = traceback.extract_tb(error.__traceback__)[-1]
    if ": " in text and "\n" not in text:
        return text  # e.g. `info:speed: expected ..., got ...`
    lines = [text] if text else []
    lines.append(f"at {place.filename}:{place.lineno}: {place.line}")
    promise = (inspect.getdoc(check) or check.__name__).partition("\n")[0]
    return "\n".join([f"This does not hold: {promise}", *lines])
