#!/bin/sh
# Installs Barnacle's wheel for a job of continuous integration, in a Python environment of its own.
#
#   install.sh [--version VERSION] [--wheel FILE|FOLDER|ADDRESS …] [--into FOLDER] [--python PYTHON]
#
# Without --wheel the wheel comes from PyPI (barnacle-opencl). --wheel may be given more than once, as for
# barnacle-llvm, and names files, folders of wheels, or addresses. Prints the folder of the command barnacle on stdout,
# and lets the later steps of a GitHub job find it.
set -eu

fail() {
  echo "install.sh: $1" >&2
  exit 2
}

version='' into=${RUNNER_TEMP:-${TMPDIR:-/tmp}}/barnacle python=python3
folders='' wheels=''
while [ $# -gt 0 ]; do
  [ $# -gt 1 ] || fail "$1 needs a value"
  case $1 in
    --version) version=$2 ;;
    --wheel)
      # Names are words here: addresses and files of wheels have no spaces.
      for wheel in $2; do
        if [ -d "$wheel" ]; then
          folders="$folders --find-links $wheel"
        else
          wheels="$wheels $wheel"
        fi
      done
      ;;
    --into) into=$2 ;;
    --python) python=$2 ;;
    *) fail "what is $1?" ;;
  esac
  shift 2
done
command -v "$python" >/dev/null || fail "there is no $python"

"$python" -m venv "$into" >&2 || fail "no environment could be made in $into (on Debian: apt-get install python3-venv)"
if [ -z "$wheels" ]; then
  wheels=barnacle-opencl${version:+==$version}
fi
# shellcheck disable=SC2086 # both are words
"$into/bin/python" -m pip install --quiet --disable-pip-version-check $folders $wheels >&2 ||
  fail "pip could not install $wheels"
installed=$("$into/bin/barnacle" --version) || fail "what pip installed does not run"
echo "$installed in $into" >&2
if [ -n "$version" ] && [ "$installed" != "barnacle $version" ]; then
  fail "version $version was asked for"
fi
if [ -n "${GITHUB_PATH:-}" ]; then
  echo "$into/bin" >>"$GITHUB_PATH"
fi
echo "$into/bin"
