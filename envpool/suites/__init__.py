# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Suites: lists of tasks that papers report, and the scores of their returns.

suite.py          what a family's `suites.py` contains
catalogue.py      all suites and scores
aggregation.py    aggregates scores over tasks, with intervals
making.py         what `envpool.make_suite` does
"""
