# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The macros that BUILD files of this repository call.

//:.bazelrc has the warning and floating-point flags of the repository's own code
(`--per_file_copt`); this file only has flags that depend on a target's kind.
"""

load(":families.bzl", "linked_projects", "page_name")
load(":linking.bzl", "MANYLINUX", "by_system", "run_path")

# Modules find these libraries relative to their own folder, in wheels and in
# runfiles.
_CORE = [
    "//envpool/core:libenvpool_core.so",
    "//envpool/core:libenvpool_engine.so",
]
_CORE_LINKED = ["//envpool/core:core_shared", "//envpool/core:engine_shared"]

_RUNNER = "//third_party:pytest_main.py"

_VERSIONS = "//envpool/bench:versions.py"

# The shared libraries of //envpool/core are linked with -Bsymbolic, so no other
# library replaces their functions, and the compiler may inline them.
_CORE_COPTS = by_system(
    linux = ["-fno-semantic-interposition"],
    macos = [],
)

def envpool_cc_library(name, alwayslink = None, copts = [], **kwargs):
    """A C++ library.

    Args:
      name: the target's name.
      alwayslink: whether to link all of it, used or not. By default true for the
        libraries of //envpool/core, which form the shared libraries.
      copts: as in cc_library.
      **kwargs: arguments of cc_library.
    """
    if alwayslink == None:
        alwayslink = _in_core()
    if _in_core():
        copts = _CORE_COPTS + copts
    native.cc_library(name = name, alwayslink = alwayslink, copts = copts, **kwargs)

def _in_core():
    return (native.package_name() + "/").startswith("envpool/core/")

def envpool_cc_test(name, srcs = None, deps = [], size = "small", **kwargs):
    """A GoogleTest test, by default of the file `<name>.cc`.

    Args:
      name: the target's name, which ends in `_test`.
      srcs: the sources.
      deps: the tested libraries. GoogleTest and its main() are added, and outside
        of //envpool/core the engine: tests there list all their libraries.
      size: Bazel's.
      **kwargs: arguments of cc_test.
    """
    if not _in_core():
        deps = deps + ["//envpool/core:core_static"]
    native.cc_test(
        name = name,
        srcs = srcs or [name + ".cc"],
        linkstatic = True,
        size = size,
        deps = deps + ["@googletest//:gtest_main"],
        **kwargs
    )

def envpool_py_test(name, srcs = None, args = [], size = "small", **kwargs):
    """Runs files of pytest tests, by default `<name>.py`; fails if there is no test.

    Args:
      name: the target's name, which ends in `_test`.
      srcs: the test files. Shared code belongs into a py_library.
      args: further arguments for pytest.
      size: Bazel's.
      **kwargs: arguments of py_test.
    """
    srcs = srcs or [name + ".py"]
    native.py_test(
        name = name,
        srcs = srcs + [_RUNNER],
        args = ["$(rootpath %s)" % src for src in srcs] + args,
        main = _RUNNER,
        size = size,
        **kwargs
    )

def pybind_extension(
        name,
        srcs = None,
        deps = [],
        copts = [],
        linkopts = [],
        data = [],
        core = True,
        **kwargs):
    """A Python module `<name>.so`, from `PYBIND11_MODULE(<name>, m)`.

    Only its init function is visible to other modules.

    Args:
      name: the module's name.
      srcs: the sources, by default `<name>.cc`.
      deps: the libraries.
      copts: as in cc_binary.
      linkopts: as in cc_binary.
      data: as in cc_binary.
      core: whether it uses the engine and its binding.
      **kwargs: arguments of cc_binary.
    """
    if core:
        deps = deps + _CORE_LINKED
        up = "../" * native.package_name().count("/")
        linkopts = linkopts + run_path("/%score" % up)
        data = data + _CORE
    native.cc_binary(
        name = name + ".so",
        srcs = srcs or [name + ".cc"],
        copts = ["-fvisibility=hidden"] + copts,
        data = data,
        linkopts = by_system(
            linux = ["-Wl,-Bsymbolic"],
            # Each symbol has its library there.
            macos = [
                "-Wl,-install_name,@rpath/%s.so" % name,
                "-Wl,-exported_symbol,_PyInit_" + name,
            ],
        ) + linkopts,
        linkshared = True,
        deps = deps + ["@pybind11"] + MANYLINUX,
        **kwargs
    )

def envpool_family(
        name,
        hdrs = [],
        srcs = [],
        module_srcs = None,
        py_srcs = None,
        deps = [],
        copts = [],
        module_deps = [],
        py_deps = [],
        data = [],
        oracle_data = [],
        py_tests = [],
        test_deps = [],
        test_size = "small",
        kit = True,
        kit_size = "medium",
        kit_shards = 1,
        golden_size = "small",
        parity_size = "medium",
        parity_shards = 1,
        parity_deps = [],
        oracle_env = {}):
    """A family of environments: `//envpool/<name>`, or `//envpool/<group>/<name>`.

    Makes these targets:
      `<name>`: the Python package, with the module and its data;
      `<name>_cc`: the environments in C++;
      `<name>_envpool.so`: the module, `PYBIND11_MODULE(<name>_envpool, m)`;
      `docs`: the sources of its generated documentation: docs/*.py, parity.csv;
      `draw`: docs/draw.py, if it exists: draws the picture of its page;
      `ids_speed`: compares the speed of all ids with another EnvPool's: see
        //envpool/bench:versions.py;
      `loop`: loop.py, peer_loop.py and the libraries of loop.cc and peer_loop.cc, if
        they exist: loops over the envs, and those of a peer, for `make bench`. The
        folder's BUILD makes the libraries;
      `step_bench`: step_bench.cc, if it is there: see //benchmark/micro:step_bench.h;
      `links`: links.txt, the third-party projects that the module links;
      `oracle`: oracle.py and *_oracle.py, if any exist, with their traces;
      each name in `py_tests`: a test of the file `<test>.py`;
      `<name>_kit_test`: the test kit, over the family's ids, as configured in
        `kit_profile.py`, if it exists;
      `<name>_system_test`: tests of the family as a part of the whole: see
        //envpool/testing/system; unless there is no kit;
      `<name>_wheel_test`: the kit on one id, from the wheels; likewise;
      `<name>_golden_test`: compares the family with the texts in `golden/`, if
        there are any;
      `<name>_parity_test`: checks that tasks are as close to the official ones as
        in parity.csv, if it exists: see //envpool/testing:parity.py;
      `<name>_whole_parity_test`: the same with all steps, for `make parity`; that
        test may play only a part.

    Args:
      name: the family's name and folder.
      hdrs: the headers, by default all in the folder.
      srcs: C++ sources other than the module's.
      module_srcs: the module's sources, by default `<name>.cc`.
      py_srcs: by default `__init__.py`, `registration.py` and, if they exist,
        `bench.py`, `doctor.py`, `meanings.py` and `suites.py`.
      deps: third-party libraries of the C++ library; //envpool/core is added.
      copts: as in cc_library.
      module_deps: libraries of the module alone.
      py_deps: libraries of the Python package.
      data: assets that the package needs when it runs.
      oracle_data: files that `oracle` needs.
      py_tests: names of tests, without `.py`.
      test_deps: Python libraries that only the tests need.
      test_size: Bazel's size of the tests.
      kit: whether to run the test kit.
      kit_size: Bazel's size of that test.
      kit_shards: how many processes share it.
      golden_size: Bazel's size of the test of the texts.
      parity_size: Bazel's size of the test of parity.csv.
      parity_shards: how many processes share the test of all steps; the other one has
        half as many.
      parity_deps: Python libraries that only that test needs, for the official envs.
      oracle_env: environment variables for the official envs.
    """
    visibility = ["//visibility:public"]
    envpool_cc_library(
        name = name + "_cc",
        srcs = srcs,
        hdrs = hdrs or native.glob(["*.h"]),
        copts = copts,
        visibility = visibility,
        deps = deps + ["//envpool/core:author_api"],
    )
    pybind_extension(
        name = name + "_envpool",
        srcs = module_srcs or [name + ".cc"],
        copts = copts,
        deps = module_deps + [
            ":%s_cc" % name,
            "//envpool/core:module_api",
        ],
        visibility = visibility,
    )
    native.py_library(
        name = name,
        srcs = py_srcs or native.glob([
            "__init__.py",
            "bench.py",
            "doctor.py",
            "meanings.py",
            "registration.py",
            "suites.py",
        ]),
        data = data + native.glob(["parity.csv"]) + [":%s_envpool.so" % name],
        visibility = visibility,
        deps = py_deps,
    )
    native.py_library(
        name = "docs",
        srcs = native.glob(
            ["docs/*.py"],
            exclude = ["docs/*_test.py"],
        ),
        data = native.glob(["parity.csv"]),
        visibility = visibility,
        deps = ["//docs:env_text"],
    )
    if native.glob(["docs/draw.py"]):
        native.py_binary(
            name = "draw",
            srcs = ["docs/draw.py"],
            main = "docs/draw.py",
            deps = [
                ":" + name,
                ":docs",
                "//docs:pictures",
                "//envpool",
            ],
        )
    native.py_binary(
        name = "ids_speed",
        srcs = [_VERSIONS],
        args = [native.package_name().replace("/", ".")],
        main = _VERSIONS,
        deps = [":" + name, "//envpool"],
    )
    native.py_library(
        name = "loop",
        srcs = native.glob(["*loop.py"]),
        data = [
            ":lib%s_%s.so" % (name, source[:-len(".cc")])
            for source in native.glob(["*loop.cc"])
        ],
        visibility = ["//benchmark:__pkg__"],
        deps = [
            ":" + name,
            "//envpool/bench",
        ],
    )
    step_bench = native.glob(["step_bench.cc"])
    native.cc_library(
        name = "step_bench",
        srcs = step_bench,
        visibility = ["//benchmark/micro:__pkg__"],
        deps = [":%s_cc" % name, "//benchmark/micro:step"] if step_bench else [],
        alwayslink = True,
    )
    linked_projects(
        name = "links",
        visibility = visibility,
        deps = [":%s_cc" % name] + module_deps,
    )
    native.py_library(
        name = "oracle",
        testonly = True,
        srcs = native.glob(["oracle.py", "*_oracle.py"]),
        data = native.glob(["oracle_traces/*.npz"]) + oracle_data,
        visibility = visibility,
        deps = [
            ":" + name,
            "//envpool/testing",
        ],
    )
    for test in py_tests:
        envpool_py_test(
            name = test,
            size = test_size,
            env = oracle_env,
            deps = test_deps + [":oracle", "//envpool"],
        )
    native.py_library(
        name = "kit_profile",
        testonly = True,
        srcs = native.glob(["kit_profile.py"]),
        visibility = ["//:__pkg__"],
        deps = ["//envpool/testing"],
    )
    deps = [":" + name, ":kit_profile"]
    if kit:
        envpool_kit_test(
            name = name + "_kit_test",
            size = kit_size,
            shard_count = kit_shards,
            deps = deps,
        )
        envpool_py_test(
            name = name + "_system_test",
            size = "medium",
            srcs = [
                "//envpool/testing/system:%s_test.py" % part
                for part in [
                    "beside",
                    "damage",
                    "fork",
                    "mallocs",
                    "mixed",
                    "official",
                    "xla",
                ]
            ],
            args = _ids_of_this_package(),
            env = oracle_env,
            deps = deps + [":oracle", "//envpool/testing/system"],
        )
        envpool_py_test(
            name = name + "_wheel_test",
            size = "medium",
            srcs = ["//third_party:family_wheel_test.py"],
            args = _ids_of_this_package(),
            data = ["//:wheel_part_" + part for part in ["shared", _page()]],
            tags = ["no-sanitizer"],  # its processes have no sanitizer runtime
            deps = deps + [
                "//envpool/testing",
                "//third_party:virtual_env",
            ],
        )
    if native.glob(["golden/*.txt"]):
        envpool_py_test(
            name = name + "_golden_test",
            size = golden_size,
            srcs = ["//envpool/testing/golden:golden_test.py"],
            args = _ids_of_this_package(),
            data = native.glob(["golden/*.txt"]),
            deps = deps + ["//envpool/testing/golden"],
        )
    if native.glob(["parity.csv"]):
        for kind in ["whole_parity", "parity"]:
            is_whole = kind == "whole_parity"
            envpool_py_test(
                name = "%s_%s_test" % (name, kind),
                size = "enormous" if is_whole else parity_size,
                srcs = ["//envpool/testing:parity_test.py"],
                args = _ids_of_this_package() + [
                    "-o",
                    "markers=whole",
                    "-m",
                    "whole" if is_whole else "'not whole'",
                ],
                data = ["parity.csv"],
                env = oracle_env,
                shard_count = parity_shards if is_whole else (parity_shards + 1) // 2,
                tags = ["manual"] if is_whole else [],
                deps = [":oracle"] + parity_deps,
            )

def _page():
    return page_name(native.package_name()[len("envpool/"):])

def _ids_of_this_package():
    package = native.package_name().replace("/", ".")
    return ["-p", "envpool.testing.kit_plugin", "--ids=" + package]

def envpool_kit_test(name, deps, size = "medium", **kwargs):
    """The test kit, over the ids that this folder's package registers.

    Args:
      name: the target's name, which ends in `_test`.
      deps: the package, and its kit_profile.py if it has one.
      size: Bazel's.
      **kwargs: arguments of py_test.
    """
    envpool_py_test(
        name = name,
        size = size,
        srcs = ["//envpool/testing:kit_tests.py"],
        args = ["-rs"] + _ids_of_this_package(),
        deps = deps + ["//envpool/testing"],
        **kwargs
    )

# absl_compat has EnvPool's own headers, under names that env authors know.
_OWN_HEADERS = ("envpool/", "third_party/absl_compat/")

def _header_files_impl(ctx):
    headers = []
    for dep in ctx.attr.deps:
        for header in dep[CcInfo].compilation_context.headers.to_list():
            if header.short_path.startswith(_OWN_HEADERS):
                headers.append(header)
    return DefaultInfo(
        files = depset(headers),
        runfiles = ctx.runfiles(files = headers),
    )

header_files = rule(
    implementation = _header_files_impl,
    attrs = {"deps": attr.label_list(providers = [CcInfo])},
    doc = "Our own headers that the libraries in `deps` give to their users.",
)
