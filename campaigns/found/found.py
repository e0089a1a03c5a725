#!/usr/bin/env python3
"""Shows the findings of found.json again, and that their edits mend them.

    python3 found.py DIR [NAME…]    DIR has the projects' clones, each under the name of its last part

For each finding the program's folder is copied, checked with NAME.json as it is, then after the edit (lines for
`sed -E`). The clones are not changed. BARNACLE names the command; by default it is the one of this clone.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
BARNACLE = os.environ.get("BARNACLE", os.path.join(HERE, "..", "..", "barnacle"))
LIMIT = 3_000_000


def findings():
    with open(os.path.join(HERE, "found.json"), encoding="utf-8") as file:
        return json.load(file)


def large(folder, names):
    """Names the files that no kernel includes: data sets."""
    paths = ((name, os.path.join(folder, name)) for name in names)
    return [name for name, path in paths if os.path.islink(path) or os.path.getsize(path) > LIMIT]


def check(name, program, root, edit, folder=None):
    """Checks one finding's launch in a copy, after an edit, and gives what was found as (kind, lines) pairs."""
    with open(os.path.join(HERE, name + ".json"), encoding="utf-8") as file:
        launch = json.load(file)
    with tempfile.TemporaryDirectory() as work:
        source = launch["source"]
        shim = source.startswith("shim/")
        if shim:
            shutil.copytree(os.path.join(HERE, "shim"), os.path.join(work, "shim"))
        copied = folder or os.path.dirname(program)
        shutil.copytree(os.path.join(root, copied), os.path.join(work, copied), ignore=large)
        if edit:
            script = [word for line in edit for word in ("-e", line)]
            subprocess.run(["sed", "-i", "-E", *script, os.path.join(work, program)], check=True)
        launch["source"] = os.path.join(work, source)
        if shim:
            launch["options"] += " -I" + work
        path = os.path.join(work, "launch.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(launch, file)
        done = subprocess.run([BARNACLE, "check", "--launch", path, "--json"], capture_output=True, text=True)
    report = json.loads(done.stdout.splitlines()[0]) if done.stdout else {"verdict": "error", "message": done.stderr}
    if report["verdict"] == "error":
        raise SystemExit(name + ": " + report["message"])
    return [(f["kind"], [a["line"] for a in f["accesses"]]) for f in report["findings"]]


def main(root, names):
    failed = 0
    for finding in findings():
        name = finding["name"]
        if names and name not in names:
            continue
        where = finding.get("folder")  # where the program's is not all that is needed
        before = check(name, finding["program"], root, [], where)
        after = check(name, finding["program"], root, finding["edit"], where)
        places = [place for kind, place in before if kind == finding["kind"]]
        good = any(finding["line"] in place for place in places) and not after
        failed += not good
        print(f"{'ok  ' if good else 'FAIL'} {name}: {len(before)} before, {len(after)} after", flush=True)
    sys.exit(failed != 0)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(sys.argv[1], sys.argv[2:])
    else:
        sys.exit(__doc__)
