#!/usr/bin/env bash
# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
#
# Makes a configuration of apt in FOLDER for packages (deb) or sources (deb-src) of one
# suite of Debian, beside the system's own, with fresh lists, and prints its path for
# APT_CONFIG: apt_suite.sh FOLDER deb|deb-src SUITE
set -euo pipefail
folder=$(realpath --canonicalize-missing "$1")
mirror=$(apt-get indextargets --format '$(REPO_URI)' | grep -m 1 '/debian/$') || {
  echo "apt has no mirror of Debian" >&2
  exit 1
}
mkdir -p "$folder"/{lists/partial,cache/archives/partial}
cat >"$folder/sources.list" <<END
$2 [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $3 main
END
cat >"$folder/apt.conf" <<END
Dir::Etc::sourcelist "$folder/sources.list";
Dir::Etc::sourceparts "-";
Dir::State::lists "$folder/lists";
Dir::Cache "$folder/cache";
APT::Sandbox::User "root";
END
APT_CONFIG=$folder/apt.conf apt-get -qq update
echo "$folder/apt.conf"
