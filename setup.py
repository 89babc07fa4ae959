# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Packs the wheel. Bazel runs it, where everything is built: `make wheel`."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Distribution, find_packages, setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).absolute().parent
PACKAGE = ROOT / "envpool"
ABSL = ROOT / "third_party/absl_compat"
NOT_DATA = {".bzl", ".cc", ".h", ".py", ".pyc"}


class BinaryDistribution(Distribution):
    """The modules are built already, but the wheel's name must tell of them."""

    def has_ext_modules(self):
        return True


class BuildPy(build_py):
    """Adds the C++ headers, and makes the modules fit for other machines."""

    def run(self):
        super().run()
        for folder, base in ((PACKAGE, ROOT), (ABSL, ABSL)):
            for header in sorted(folder.rglob("*.h")):
                name = header.relative_to(base)
                target = Path(self.build_lib, "envpool/include", name)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(header, target)
        for library in Path(self.build_lib).rglob("*.so"):
            keep_own_run_paths(library)


def keep_own_run_paths(library):
    """Drops the run paths that lead into Bazel's folders."""
    library.chmod(0o755)
    paths = patchelf("--print-rpath", library).strip().split(":")
    own = [path for path in paths if "_solib_" not in path]
    patchelf("--force-rpath", "--set-rpath", ":".join(own), library)


def patchelf(*args):
    program = Path(sys.prefix, "bin/patchelf")
    return subprocess.check_output([program, *args], text=True)


def version():
    text = (PACKAGE / "__init__.py").read_text(encoding="utf-8")
    return re.search(r'^__version__ = "([^"]+)"', text, re.MULTILINE)[1]


def long_description():
    readme = ROOT / "README.md"
    return readme.read_text(encoding="utf-8") if readme.exists() else ""


def data_files(packages):
    """Returns, for each package, what lies in its folders but is not source."""
    data = {name: [] for name in packages}
    # A folder that a rule makes as a whole is a link here.
    walk = os.walk(PACKAGE, followlinks=True)
    paths = (Path(folder, name) for folder, _, names in walk for name in names)
    for path in sorted(paths):
        if path.suffix in NOT_DATA:
            continue
        owner = path.parent
        while ".".join(owner.relative_to(ROOT).parts) not in data:
            owner = owner.parent
        name = ".".join(owner.relative_to(ROOT).parts)
        data[name].append(str(path.relative_to(owner)))
    return data


def main():
    if not list(PACKAGE.rglob("*.so")):
        raise SystemExit("nothing is built here: run `make wheel` instead")
    os.chdir(ROOT)
    # Left by an earlier run, it would put stale files into the wheel.
    shutil.rmtree("build", ignore_errors=True)
    packages = find_packages(include=["envpool", "envpool.*"])
    setup(
        name="envpool",
        version=version(),
        description="Batched reinforcement-learning environments in C++",
        long_description=long_description(),
        long_description_content_type="text/markdown",
        author="The EnvPool Authors",
        # The latter is that of the module with the Arcade Learning Environment.
        license="Apache-2.0 AND GPL-2.0-only",
        license_files=["LICENSE", "NOTICE", "third_party/LICENCES.txt"],
        keywords="reinforcement-learning simulation gymnasium dm_env",
        classifiers=[
            "Intended Audience :: Science/Research",
            "Operating System :: POSIX :: Linux",
            "Programming Language :: C++",
            "Programming Language :: Python :: 3",
            "Topic :: Scientific/Engineering :: Artificial Intelligence",
        ],
        packages=packages,
        package_data=data_files(packages),
        python_requires=">=3.11",
        install_requires=[
            "ale-py>=0.11.2",  # for its ROMs
            "dm-env>=1.6",
            "gymnasium>=1.0",
            "numpy>=1.26",
            "typing-extensions>=4.10",
        ],
        extras_require={"gym": ["gym>=0.26,<0.27"]},
        cmdclass={"build_py": BuildPy},
        distclass=BinaryDistribution,
        zip_safe=False,
    )


if __name__ == "__main__":
    main()
