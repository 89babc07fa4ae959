# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Mistakes of env authors that the compiler finds, and its error messages.

Each case is a snippet with `@` in place of the right or the wrong text. The right
version must compile, so that the mistake is the only error in its snippet. All right
versions are compiled together, and so are all wrong versions, because the headers
take far longer to compile than the snippets.
"""

import os
import pathlib
import re
import subprocess
from typing import NamedTuple

import pytest

ROOT = pathlib.Path(__file__).parents[2]
FLAGS = ["-std=c++20", "-Wall", "-Wextra", "-fsyntax-only", "-x", "c++", "-"]
FLAGS += [f"-I{ROOT}", f"-I{ROOT}/third_party/absl_compat"]
FLAGS += ["-fno-diagnostics-show-caret"]
# Lines of context that GCC prints before an error.
CONTEXT = re.compile(r"^In file included|^ +from |: In |required from|required by")

PRELUDE = """
#include "absl/log/check.h"
#include "envpool/core/async_envpool.h"
#include "envpool/core/batch_envpool.h"

struct TestFns {
  static decltype(auto) DefaultConfig() {
    return MakeDict("n"_.Bind(4), "name"_.Bind(std::string("x")));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    return MakeDict("obs"_.Bind(Spec<float>({conf["n"_]}, {-1.0, 1.0})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config&) {
    return MakeDict("action"_.Bind(Spec<int>({-1}, {0, 1})));
  }
};
using TestSpec = EnvSpec<TestFns>;

class TestEnv : public Env<TestSpec> {
 public:
  using Env::Env;
  bool IsDone() override { return false; }
  void Reset() override { Allocate(); }
  void Step(const Action&) override { Allocate(); }
};
using TestPool = AsyncEnvPool<TestEnv>;

class Lazy : public BatchEnv<TestSpec> {
 public:
  using BatchEnv::BatchEnv;
  void WriteLanes(const Lanes&, const Rows&) const {}
  template <typename Archive> void Fields(Archive&) {}
};
"""


class Case(NamedTuple):
    """A snippet, its right and wrong texts, and GCC's error for the wrong text."""

    name: str
    code: str
    right: str
    wrong: str
    says: str


def in_env(body):
    return f"""
class E : public TestEnv {{
 public:
  using TestEnv::TestEnv;
  {body}
}};
void Use(const TestSpec& spec) {{ AsyncEnvPool<E> pool(spec); }}"""


def in_batch(body):
    return f"""
class E : public Lazy {{
 public:
  using Lazy::Lazy;
  {body}
}};
void Use(const TestSpec& spec) {{ BatchEnvPool<E> pool(spec); }}"""


def in_fns(body):
    return f"struct F : TestFns {{ {body} }}; EnvSpec<F> Use() {{ return {{}}; }}"


STEP_LANES = "void StepLanes(const Lanes&, const Actions& a, float*, bool*)"
DRAWS = "static constexpr bool kStepDraws = false;"
RESET_LANE = "void ResetLane(int) {}"

CASES = [
    Case(
        "unknown_config_key",
        "int Get(const TestSpec& spec) { return spec.config[@]; }",
        '"n"_',
        '"m"_',
        "no such key in this Dict",
    ),
    Case(
        "unknown_state_key",
        in_env("void Reset() override { auto s = Allocate(); s[@] = 1; }"),
        '"obs"_',
        '"Obs"_',
        "no such key in this Dict",
    ),
    Case(
        "unknown_action_key",
        in_env(
            "void Step(const Action& a) override { Allocate(); int i = a[@]; (void)i; }"
        ),
        '"action"_',
        '"acton"_',
        "no such key in this Dict",
    ),
    Case(
        "unknown_key_in_env_fns",
        in_fns(
            "template <typename C> static auto ActionSpec(const C& c) "
            '{ return MakeDict("a"_.Bind(Spec<int>({c[@]}))); }',
        ),
        '"n"_',
        '"num"_',
        "no such key in this Dict",
    ),
    Case(
        "key_without_suffix",
        "int Get(const TestSpec& spec) { return spec.config[@]; }",
        '"n"_',
        '"n"',
        "no match for 'operator[]'",
    ),
    Case(
        "config_is_constant",
        in_env("void Reset() override { Allocate(); @; }"),
        'auto config = spec_.config; config["n"_] = 3',
        'spec_.config["n"_] = 3',
        "read-only",
    ),
    Case(
        "env_fns_without_action_spec",
        "struct F {"
        "static auto DefaultConfig() { return MakeDict(); }"
        "template <typename C> static auto StateSpec(const C&) { return MakeDict(); }"
        "template <typename C> static auto @(const C&) { return MakeDict(); } };"
        "EnvSpec<F> Use() { return {}; }",
        "ActionSpec",
        "ActionsSpec",
        "'ActionSpec' is not a member of",
    ),
    Case(
        "spec_that_is_no_dict",
        in_fns("static auto DefaultConfig() { return @; }"),
        'MakeDict("n"_.Bind(4))',
        "4",
        "no matching function for call to 'ConcatDict",
    ),
    Case(
        "no_step",
        "class E : public Env<TestSpec> { public: using Env::Env;"
        "bool IsDone() override { return false; } void Reset() override {} @ };"
        "void Use(const TestSpec& spec) { AsyncEnvPool<E> pool(spec); }",
        "void Step(const Action&) override {}",
        "",
        "abstract class type",
    ),
    Case(
        "step_with_other_argument",
        in_env("void Step(@) override { Allocate(); }"),
        "const Action&",
        "Action&",
        "marked 'override', but does not override",
    ),
    Case(
        "is_done_const",
        in_env("bool IsDone() @ { return true; }"),
        "override",
        "const override",
        "marked 'override', but does not override",
    ),
    Case(
        "no_reset_lane",
        in_batch(f"{DRAWS} {STEP_LANES} {{ (void)a; }} @"),
        RESET_LANE,
        "",
        "has no member named 'ResetLane'",
    ),
    Case(
        "no_step_draws",
        in_batch(f"@ {RESET_LANE} {STEP_LANES} {{ (void)a; }}"),
        DRAWS,
        "",
        "'kStepDraws' is not a member of",
    ),
    Case(
        "actions_are_constant",
        in_batch(f'{DRAWS} {RESET_LANE} {STEP_LANES} {{ a["action"_][0]@; }}'),
        " == 1 ? void() : void()",
        " = 1",
        "read-only location",
    ),
    Case(
        "container_of_a_plain_entry",
        'void Put(TestEnv::State s) { @ = s["obs"_]; (void)c; }',
        "float& c",
        "Container<float>& c",
        "Container<float>&",
    ),
    Case(
        "array_of_another_type",
        'void Put(TestEnv::State s) { s["obs"_] = @(); }',
        "TArray<float>",
        "TArray<int>",
        "no match for 'operator='",
    ),
    Case(
        "assign_from_another_type",
        'void Put(TestEnv::State s, const @* p) { s["obs"_].Assign(p, 4); }',
        "float",
        "double",
        "no matching function for call to",
    ),
    Case(
        "assign_array_of_another_type",
        'void Put(TestEnv::State s) { s["obs"_].Assign(@()); }',
        "TArray<float>",
        "TArray<double>",
        "use of deleted function",
    ),
    Case(
        "bounds_that_narrow",
        "const Spec<uint8_t> kSpec({2}, {0, @});",
        "255",
        "256",
        "narrowing conversion of '256'",
    ),
    Case(
        "state_from_arrays_is_explicit",
        "void Get(TestPool* pool) { TestEnv::State s@; (void)s; }",
        "(pool->Recv())",
        " = pool->Recv()",
        "conversion from",
    ),
    Case(
        "pools_are_not_copied",
        "void Get(TestPool& pool) { TestPool@ other(pool); (void)other; }",
        "&",
        "",
        "use of deleted function",
    ),
    Case(
        "envs_are_protected",
        "struct P : TestPool { using TestPool::TestPool; int Count() const "
        "{ return @envs_.size(); } };",
        "",
        "TestPool(TestSpec()).",
        "is protected within this context",
    ),
    Case(
        "element_without_dtype",
        'auto Use() { return envpool::MakeColumn("k", Spec<@>({})); }',
        "double",
        "std::string",
        "element type without a dtype",
    ),
]


# A function may end without a return statement after these.
FATAL = """
#include "absl/log/log.h"
int Sign(int x) {
  if (x > 0) return 1;
  LOG(FATAL) << "got " << x;
}
int Half(int x) {
  switch (x) {
    case 2: return 1;
    default: CHECK(false) << "got " << x;
  }
}
"""


def compiled(texts, *flags):
    """Compiles all snippets at once; returns the compiler's output."""
    code = PRELUDE + FATAL
    for case, text in zip(CASES, texts, strict=True):
        snippet = case.code.replace("@", text)
        code += f'#line 1 "{case.name}"\n'
        code += f"namespace {case.name} {{ {snippet} }}\n"
    done = subprocess.run(
        ["g++", *FLAGS, *flags],
        input=code,
        capture_output=True,
        text=True,
        env={**os.environ, "LC_ALL": "C"},
        check=False,
    )
    assert (done.returncode != 0) == (": error: " in done.stderr)
    return done.stderr


def split(text):
    """Yields each error together with its context lines."""
    lines, in_context = [], False
    for line in text.splitlines():
        is_context = CONTEXT.search(line) is not None
        if (is_context or ": error: " in line) and not in_context and lines:
            yield "\n".join(lines)
            lines = []
        lines.append(line)
        in_context = is_context
    yield "\n".join(lines)


@pytest.fixture(scope="module")
def errors():
    """Returns the errors of each wrong snippet."""
    texts = list(split(compiled([case.wrong for case in CASES])))
    return {
        case.name: [text for text in texts if f"{case.name}:" in text] for case in CASES
    }


@pytest.mark.parametrize("flags", [(), ("-DENVPOOL_CHECKED",)])
def test_right_snippets_compile(flags):
    assert compiled([case.right for case in CASES], *flags) == ""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_wrong_snippet_does_not_compile(case, errors):
    assert any(": error: " in text and case.says in text for text in errors[case.name])


def first_error(text, *flags):
    """Returns the compiler's first error."""
    done = subprocess.run(
        ["g++", *FLAGS, "-fmax-errors=1", *flags],
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
    return next(line for line in done.stderr.splitlines() if " error: " in line)


HEADERS = ["async_envpool.h", "batch_envpool.h", "dict.h", "env.h", "lane_math.h"]
HEADERS += ["py_envpool.h", "random/random_state.h", "random/rng.h"]
HEADERS = [f"core/{name}" for name in HEADERS]
HEADERS += ["common/canvas.h", "common/frame_stack.h", "common/resizer.h"]


@pytest.fixture
def other_pybind11(tmp_path):
    """Returns a folder with a pybind11 that is incompatible with ours."""
    folder = tmp_path / "pybind11"
    folder.mkdir()
    for name in ("functional", "numpy", "pybind11", "stl"):
        text = "#define PYBIND11_INTERNALS_VERSION 11\n"
        (folder / f"{name}.h").write_text(text)
    return tmp_path


@pytest.mark.parametrize("header", HEADERS)
def test_an_older_language_is_refused(header, other_pybind11):
    text = f'#include "envpool/{header}"\n'
    error = first_error(text, "-std=c++17", f"-I{other_pybind11}")
    if header == "core/py_envpool.h":
        assert "pybind11>=3.1,<3.2" in error
    else:
        assert "compile with -std=c++20" in error


def test_another_pybind11_is_refused(other_pybind11):
    text = '#include "envpool/core/py_envpool.h"\n'
    error = first_error(text, f"-I{other_pybind11}")
    assert "EnvPool is built with pybind11 3.1" in error
