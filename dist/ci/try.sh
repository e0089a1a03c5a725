#!/bin/bash
# Runs what action.yml, the example for GitLab and the plain one say, with wheels of this build instead of PyPI's:
#
#   try.sh FOLDER_OF_WHEELS
#
# The steps of the action and the lines of GitLab's script are taken from their files. Needs PyYAML.
set -euo pipefail
wheels=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# Expects that the command "$@" ends with the status $1.
expect() {
  local wanted=$1 status=0
  shift
  "$@" >"$work/out" 2>&1 || status=$?
  if [ "$status" != "$wanted" ]; then
    cat "$work/out" >&2
    echo "try.sh: exit status $status, not $wanted: $*" >&2
    exit 1
  fi
  echo "try.sh: exit status $status, as it should be: $*"
}

# Runs the steps of the action with inputs NAME=VALUE, as GitHub's runner would: expressions are filled in, what goes to
# GITHUB_PATH is on the PATH of the later steps, and uploads are left out.
action() {
  python3 - "$root" "$@" <<'PYTHON'
import os, re, subprocess, sys, yaml

root, given = sys.argv[1], dict(a.split("=", 1) for a in sys.argv[2:])
action = yaml.safe_load(open(os.path.join(root, "action.yml"), encoding="utf-8"))
inputs = {name: given.get(name, spec.get("default", "")) for name, spec in action["inputs"].items()}
assert set(given) <= set(inputs), given
path_file = os.path.abspath("github-path")
open(path_file, "w").close()
for step in action["runs"]["steps"]:
    if "run" not in step:
        continue
    condition = step.get("if")
    if condition and not any(inputs[n] for n in re.findall(r"inputs\.([\w-]+) != ''", condition)):
        continue
    expression = re.compile(r"\$\{\{ inputs\.([\w-]+) \}\}")
    more = {k: expression.sub(lambda m: inputs[m[1]], v) for k, v in step.get("env", {}).items()}
    path = ":".join(open(path_file).read().split()[::-1] + [os.environ["PATH"]])
    env = dict(os.environ, PATH=path, GITHUB_ACTION_PATH=root, GITHUB_PATH=path_file, RUNNER_TEMP=os.getcwd(), **more)
    status = subprocess.run(["bash", "-e", "-c", step["run"]], env=env, check=False).returncode
    if status:
        sys.exit(status)
PYTHON
}

# Runs the lines of the job's script in gitlab-ci.yml, with the variable PIP_FIND_LINKS in the place of PyPI.
gitlab() {
  python3 - "$root/dist/ci/gitlab-ci.yml" >gitlab.sh <<'PYTHON'
import sys, yaml

for job in yaml.safe_load(open(sys.argv[1], encoding="utf-8")).values():
    print("\n".join(job["script"]))
PYTHON
  PIP_NO_INDEX=1 PIP_FIND_LINKS=$wheels bash -e gitlab.sh
}

mkdir kernels clean
cp "$root/examples/check/02-wrong-fence-flag.cl" "$root/examples/check/02-wrong-fence-flag-faulty.json" kernels
cp "$root/examples/check/02-wrong-fence-flag.cl" clean
cp "$root/examples/check/02-wrong-fence-flag-clean.json" clean
ln -s "$root/dist" dist

export PIP_NO_INDEX=1 PIP_FIND_LINKS=$wheels
expect 0 python3 "$root/dist/ci/validate.py"
expect 1 "$root/dist/ci/plain.sh" kernels/02-wrong-fence-flag-faulty.json --into "$work/plain"
expect 0 "$root/dist/ci/plain.sh" clean/02-wrong-fence-flag-clean.json --into "$work/plain"
[ -s barnacle-reports/kernels.html ] || { echo "try.sh: no report" >&2; exit 1; }
expect 2 "$root/dist/ci/install.sh" --version 99.9 --into "$work/other"
expect 0 action "check=clean/02-wrong-fence-flag-clean.json" report=json
grep -q '"source"' barnacle-reports/kernels.json || { echo "try.sh: no report in JSON" >&2; exit 1; }
expect 1 action "check=kernels/02-wrong-fence-flag-faulty.json" report=sarif
python3 -c 'import json; assert json.load(open("barnacle-reports/kernels.sarif"))["runs"][0]["results"]'
expect 1 action "check=kernels/02-wrong-fence-flag-faulty.json" report=junit
grep -q '<failure type="data-race"' barnacle-reports/kernels.xml || { echo "try.sh: no report for JUnit" >&2; exit 1; }
expect 1 action "check=kernels/02-wrong-fence-flag-faulty.json" "command=true"
expect 0 action
expect 1 gitlab
echo "try.sh: all is as it should be"
