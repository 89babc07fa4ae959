# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Packs a wheel. Bazel runs it on the built files: `make wheel`.

The environment variable ENVPOOL_WHEEL names one of the wheels of the manifest,
`envpool` by default. The files of a family with a separate wheel are only in that one.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import types
from pathlib import Path

from setuptools import Distribution, find_packages, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

ROOT = Path(__file__).absolute().parent
PACKAGE = ROOT / "envpool"
ABSL = ROOT / "third_party/absl_compat"
LICENCE = "Apache-2.0"
# Requirements of the main wheel, apart from those of families. `import envpool` needs
# only NumPy: each other package is imported when it is used.
REQUIRED = [
    "dm-env>=1.6",
    "gymnasium>=1.0",
    "numpy>=1.26",
]
# Extras of the main wheel. The manifest adds those of families; `all` has all but
# APART.
EXTRAS = {
    # OpenAL Soft, for sound; neither package has wheels for all Python versions.
    "audio": [
        'cyal==0.4.5; python_version < "3.13"',
        'pyalsoft==1.8.0; python_version >= "3.13"',
    ],
    "cli": ["click>=8.1", "rich>=13"],  # the command line
    "gym": ["gym>=0.26,<0.27"],
    "jax": ["jax>=0.10"],
    "minari": ["h5py>=3.8", "minari>=0.5.4", "pillow"],  # data sets
    # For windows. Packages of families and Gymnasium from 1.3 on require pygame-ce,
    # too; pygame has its files in the same folder.
    "render": ["pygame-ce>=2.1.3"],
    "sb3": ["stable-baselines3>=2"],
    "torch": ["torch>=2.0"],
    "video": ["imageio-ffmpeg>=0.5"],
    "yaml": ["pyyaml>=6"],  # tasks in YAML
}
APART = {"gym"}  # Gym does not support NumPy 2, which JAX needs
# The families' packages have no wheels for CPython without a GIL: they are only extras.
FREE_THREADED = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
NOT_DATA = {".bzl", ".cc", ".h", ".py", ".pyc"}


def families():
    """Returns the module with the manifest's rows."""
    # Does not import the package itself, which would load much more.
    package = types.ModuleType("envpool")
    package.__path__ = [str(PACKAGE)]
    sys.modules["envpool"] = package
    from envpool import families

    return families


ROWS = families().ALL_FAMILIES
MAIN_WHEEL = families().MAIN_WHEEL
WHEEL = os.environ.get("ENVPOOL_WHEEL", MAIN_WHEEL)
# Some families are not built for every system.
OURS = [row for row in ROWS if row.wheel == WHEEL and (PACKAGE / row.name).is_dir()]


class BinaryDistribution(Distribution):
    """The modules are already built, but the wheel's name must have their platform."""

    def has_ext_modules(self):
        return True


class BuildPy(build_py):
    """Adds the C++ headers, and makes the modules portable."""

    def run(self):
        super().run()
        if WHEEL == MAIN_WHEEL:
            self.copy_headers()
        for library in Path(self.build_lib).rglob("*.so"):
            library.chmod(0o755)
            if not is_for_macos(library):
                keep_own_run_paths(library)

    def copy_headers(self):
        for folder, base in ((PACKAGE, ROOT), (ABSL, ABSL)):
            for header in sorted(folder.rglob("*.h")):
                name = header.relative_to(base)
                target = Path(self.build_lib, "envpool/include", name)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(header, target)


class BdistWheel(bdist_wheel):
    """Adds the list of third-party components (PEP 770), in CycloneDX's format."""

    def egg2dist(self, egginfo_path, distinfo_path):
        super().egg2dist(egginfo_path, distinfo_path)
        folder = Path(distinfo_path, "sboms")
        folder.mkdir()
        text = json.dumps(bill_of_materials(), indent=1)
        (folder / f"{WHEEL}.cdx.json").write_text(f"{text}\n", encoding="utf-8")


def bill_of_materials():
    """Returns the components of the wheel, as an object of CycloneDX 1.6."""
    rows = json.loads((ROOT / "components.json").read_text(encoding="utf-8"))[WHEEL]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "library",
                "bom-ref": WHEEL,
                "name": WHEEL,
                "version": version(),
                "licenses": [{"expression": licence_expression()}],
                "purl": f"pkg:pypi/{WHEEL}@{version()}",
            }
        },
        "components": [component(row) for row in rows],
        "dependencies": [
            {"ref": WHEEL, "dependsOn": [row["name"] for row in rows]},
            *({"ref": row["name"]} for row in rows),
        ],
    }


def component(row):
    """Returns a row of components.json as CycloneDX wants it."""
    package = re.split(rf"[-_]{re.escape(row['version'])}", row["file"])[0]
    if row["is_debian"]:
        purl = f"pkg:deb/debian/{package}@{row['version']}?arch=source"
    else:
        purl = f"pkg:pypi/{package.lower().replace('_', '-')}@{row['version']}"
    return {
        "type": "library",
        "bom-ref": row["name"],
        "name": package,
        "version": row["version"],
        "licenses": [{"expression": row["licence"]}],
        "purl": purl,
        # Of the archive that the code is from.
        "hashes": [{"alg": "SHA-256", "content": row["sha256"]}],
    }


def is_for_macos(library):
    """Tells whether a library is for macOS: a 64-bit Mach-O file, and not ELF."""
    with library.open("rb") as file:
        return file.read(4) == b"\xcf\xfa\xed\xfe"


def keep_own_run_paths(library):
    """Drops the run paths into Bazel's folders."""
    paths = patchelf("--print-rpath", library).strip().split(":")
    own = [path for path in paths if "_solib_" not in path]
    patchelf("--force-rpath", "--set-rpath", ":".join(own), library)


def patchelf(*args):
    program = Path(sys.prefix, "bin/patchelf")
    return subprocess.check_output([program, *args], text=True)


def version():
    text = (PACKAGE / "__init__.py").read_text(encoding="utf-8")
    return re.findall(r'^__version__ = "([^"]+)"', text, re.MULTILINE)[0]


def licence_expression():
    return " AND ".join(sorted({LICENCE, *(row.licence for row in OURS)}))


def long_description():
    """Returns README.md, or the content of a family's own wheel; with the licences."""
    if WHEEL == MAIN_WHEEL:
        text = (ROOT / "README.md").read_text(encoding="utf-8")
    else:
        text = "".join(f"{row.title}: {row.summary}\n" for row in OURS)
    others = [
        f"* `{row.native_module}`: {row.licence}, because it links "
        f"{', '.join(row.links)}\n"
        for row in OURS
        if row.licence != LICENCE
    ]
    if others:
        text += f"\n## Licences\n\nAll is under {LICENCE} except for:\n\n"
    return text + "".join(others)


def owner(package):
    """Returns the wheel that contains a package."""
    for row in ROWS:
        if f"{package}.".startswith(f"{row.package}."):
            return row.wheel
    return MAIN_WHEEL


def marker(row):
    """Returns the condition, in a requirement, for where a family exists."""
    kinds = (("platform_system", row.systems), ("platform_machine", row.processors))
    parts = [
        " or ".join(f'{kind} == "{name}"' for name in names)
        for kind, names in kinds
        if names
    ]
    return "; " + " and ".join(f"({part})" for part in parts) if parts else ""


def requirements():
    """Returns the requirements of the wheel, and its extras."""
    is_main = WHEEL == MAIN_WHEEL
    required = {*REQUIRED} if is_main else {f"{MAIN_WHEEL}=={version()}"}
    extras = {name: {*group} for name, group in EXTRAS.items()} if is_main else {}
    for row in OURS:
        for package in row.packages:
            if not package.extra and not FREE_THREADED:
                required.add(package.requirement)
            # In the main wheel, a family's name is always an extra.
            extra = package.extra or (is_main and row.name.rpartition("/")[2])
            if extra:
                extras.setdefault(extra, set()).add(package.requirement)
    if is_main:
        for row in ROWS:
            if row.wheel != MAIN_WHEEL:
                name = row.wheel.removeprefix(f"{MAIN_WHEEL}-")
                extras[name] = {f"{row.wheel}=={version()}{marker(row)}"}
        others = [extras[name] for name in extras if name not in APART]
        extras["all"] = {each for group in others for each in group}
    return sorted(required), {name: sorted(extras[name]) for name in sorted(extras)}


def entry_points():
    """Returns the script, and the entry points by which families are found."""
    if WHEEL == MAIN_WHEEL:
        return {"console_scripts": ["envpool = envpool.cli:script"]}
    points = [f"{row.entry_point} = {row.registration}" for row in OURS if row.ids]
    return {"envpool.families": points}


def data_files(packages):
    """Returns, for each package, the files in its folders that are not sources."""
    data: dict[str, list[str]] = {name: [] for name in packages}
    # Bazel links folders that a rule makes as a whole.
    walk = os.walk(PACKAGE, followlinks=True)
    paths = (Path(folder, name) for folder, _, names in walk for name in names)
    for path in sorted(paths):
        if path.suffix in NOT_DATA:
            continue
        folder = path.parent
        if owner(dotted(folder)) != WHEEL:
            continue
        while dotted(folder) not in data and folder != ROOT:
            folder = folder.parent
        if folder != ROOT:
            data[dotted(folder)].append(str(path.relative_to(folder)))
    return data


def dotted(folder):
    return ".".join(folder.relative_to(ROOT).parts)


def main():
    if not OURS:
        raise SystemExit(f"ENVPOOL_WHEEL: no family is in {WHEEL!r}")
    libraries = list(PACKAGE.rglob("*.so"))
    if not libraries:
        raise SystemExit("nothing is built here: run `make wheel` instead")
    system = "MacOS" if is_for_macos(libraries[0]) else "POSIX :: Linux"
    os.chdir(ROOT)
    # A folder of an earlier run would put stale files into the wheel.
    shutil.rmtree("build", ignore_errors=True)
    packages = [
        name
        for name in find_packages(include=["envpool", "envpool.*"])
        if owner(name) == WHEEL
    ]
    required, extras = requirements()
    setup(
        name=WHEEL,
        version=version(),
        description="Batched reinforcement-learning environments in C++",
        long_description=long_description(),
        long_description_content_type="text/markdown",
        author="The EnvPool Authors",
        license_expression=licence_expression(),
        license_files=["LICENSE", "NOTICE", "third_party/LICENCES.txt"],
        keywords="reinforcement-learning simulation gymnasium dm_env",
        classifiers=[
            "Intended Audience :: Science/Research",
            f"Operating System :: {system}",
            "Programming Language :: C++",
            "Programming Language :: Python :: 3",
            "Topic :: Scientific/Engineering :: Artificial Intelligence",
        ],
        packages=packages,
        package_data=data_files(packages),
        python_requires=">=3.11",
        install_requires=required,
        extras_require=extras,
        entry_points=entry_points(),
        cmdclass={"bdist_wheel": BdistWheel, "build_py": BuildPy},
        distclass=BinaryDistribution,
        zip_safe=False,
    )


if __name__ == "__main__":
    main()
