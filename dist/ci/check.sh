#!/bin/sh
# Checks kernels, or a command that runs OpenCL, in any continuous integration; needs barnacle on the PATH.
#
#   check.sh [--check 'PATH …'] [--command COMMAND] [--report html|json|sarif|junit|gitlab|none] [--reports FOLDER]
#            [--baseline FILE] [--require-kernels N]
#
# The exit status is barnacle's: 0 clean, 1 findings, 2 something could not be built or launched. --check names
# programs (*.cl), launch files (*.json) or folders; --command is a line for sh, such as 'pytest tests'. Reports go to
# FOLDER (barnacle-reports). Findings that the baseline knows do not fail --check. Fewer kernels than N (1) are an error
# as well, so that nothing is green that ran none.
set -eu

fail() {
  echo "check.sh: $1" >&2
  exit 2
}

paths='' command='' report=html reports=barnacle-reports baseline='' kernels=1
while [ $# -gt 0 ]; do
  [ $# -gt 1 ] || fail "$1 needs a value"
  case $1 in
    --check) paths=$2 ;;
    --command) command=$2 ;;
    --report) report=$2 ;;
    --reports) reports=$2 ;;
    --baseline) baseline=$2 ;;
    --require-kernels) kernels=$2 ;;
    *) fail "what is $1?" ;;
  esac
  shift 2
done
[ -n "$paths$command" ] || fail "nothing to check: give --check or --command"
case $report in
  html | json | sarif | none) ending=$report ;;
  junit) ending=xml ;;
  gitlab) ending=gitlab.json ;;
  *) fail "--report is html, json, sarif, junit, gitlab or none, not $report" ;;
esac
command -v barnacle >/dev/null || fail "there is no barnacle on the PATH (install.sh puts it there)"
mkdir -p "$reports"

# Runs barnacle check with the arguments "$@", with a report of the name $name; keeps the worst exit status.
worst=0
check() {
  status=0
  case $report in
    none) barnacle check "$@" || status=$? ;;
    *) barnacle check --output text --output "$report=$reports/$name.$ending" "$@" || status=$? ;;
  esac
  echo "check.sh: $name: exit status $status" >&2
  if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
    echo "barnacle check, $name: exit status $status" >>"$GITHUB_STEP_SUMMARY"
  fi
  [ "$status" -le "$worst" ] || worst=$status
}

if [ -n "$paths" ]; then
  name="kernels"
  # shellcheck disable=SC2086 # paths are words
  check ${baseline:+--baseline "$baseline"} --require-kernels "$kernels" $paths
fi
if [ -n "$command" ]; then
  name="command"
  check --require-kernels "$kernels" -- sh -c "$command"
fi
exit "$worst"
