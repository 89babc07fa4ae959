# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Lazily made values that several threads request at the same time."""

import concurrent.futures
import sys
import threading
import types

import pytest

from envpool.python import api
from envpool.python.after_import import after_import
from envpool.python.env_spec import make_spec_class
from envpool.python.lazy_attribute import lazy_attribute
from envpool.python.results import trees

LIMIT = 20  # seconds; reached only after a failure


def by_two(function):
    """Calls a function in two threads at the same time, and returns both results."""
    with concurrent.futures.ThreadPoolExecutor(2) as threads:
        return [each.result() for each in [threads.submit(function) for _ in "12"]]


class Meeting:
    """Makes the first caller wait until a second one has arrived."""

    def __init__(self, function):
        self._function = function
        self._gate = threading.Barrier(2)

    def __call__(self, *args):
        self._gate.wait(LIMIT)
        return self._function(*args)


def test_a_lazy_attribute_has_one_value():
    class Thing:
        meeting = staticmethod(Meeting(object))

        @lazy_attribute
        def value(self):
            """A value."""
            return self.meeting()

    thing = Thing()
    one, other = by_two(lambda: thing.value)
    assert one is other is thing.value
    assert Thing().__dict__ == {}
    assert Thing.value.__doc__ == "A value."


@pytest.fixture
def native():
    return api.load_native("envpool.classic_control", "classic_control_envpool")


def test_classes_are_made_once(monkeypatch, native):
    monkeypatch.setitem(sys.modules, "family", types.ModuleType("family"))
    monkeypatch.setattr(api, "load_native", Meeting(lambda *_: native))
    get, names = api.export_family("family", "no_module")
    one, other = by_two(lambda: get("CartPoleEnvSpec"))
    assert one is other
    assert get("CartPoleGymnasiumEnvPool")._api_classes.spec is one
    assert "CartPoleDMEnvPool" in names()


def test_a_spec_class_is_made_once(monkeypatch, native):
    made = Meeting(make_spec_class)
    monkeypatch.setattr("envpool.python.env_spec.make_spec_class", made)
    classes = next(api.native_apis(native, "family"))
    one, other = by_two(lambda: classes.spec)
    assert one is other


def test_a_record_class_is_made_once(monkeypatch):
    monkeypatch.setattr(trees, "namedtuple", Meeting(trees.namedtuple))
    one, other = by_two(lambda: trees.record_class("Seldom", ("a", "b")))
    assert one is other is trees.record_class("Seldom", ("a", "b"))


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package with an import in progress in another thread."""
    (tmp_path / "slow").mkdir()
    (tmp_path / "slow/__init__.py").write_text(
        "import slow_events\nslow_events.wait()\nfrom slow import part\n"
    )
    (tmp_path / "slow/part.py").write_text("done = True\n")
    inside, go = threading.Event(), threading.Event()

    class Events:
        @staticmethod
        def wait():
            inside.set()
            assert go.wait(LIMIT)

    monkeypatch.setitem(sys.modules, "slow_events", Events)
    monkeypatch.syspath_prepend(str(tmp_path))
    with concurrent.futures.ThreadPoolExecutor(2) as threads:
        importer = threads.submit(__import__, "slow")
        assert inside.wait(LIMIT)
        yield threads, go
        importer.result()
    for name in ("slow", "slow.part"):
        monkeypatch.delitem(sys.modules, name)


def test_after_an_import_that_has_begun(package):
    threads, go = package
    done = []
    called = threads.submit(
        after_import, "slow.part", lambda: done.append(sys.modules["slow.part"].done)
    )
    assert not done
    go.set()
    called.result()
    assert done == [True]


def test_the_finder_goes_and_other_finders_stay_in_place(monkeypatch):
    """Threads iterate over sys.meta_path, so the finder is removed from a copy."""
    without = [*sys.meta_path]
    monkeypatch.setattr(sys, "meta_path", [*without])
    monkeypatch.delitem(sys.modules, "this", raising=False)
    seen = []

    class Watch:
        @staticmethod
        def find_spec(name, path, target=None):
            seen.append(list(sys.meta_path))

    done = []
    sys.meta_path.insert(0, Watch)
    after_import("colorsys", lambda: done.append(True))
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    old, before = sys.meta_path, list(sys.meta_path)
    __import__("colorsys")
    assert seen == [before] * len(seen)
    assert seen
    assert old == before
    assert sys.meta_path == [Watch, *without]
    assert len(done) == 1
