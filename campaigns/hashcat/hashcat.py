#!/usr/bin/env python3
"""Runs the self-test of each mode of hashcat on an OpenCL platform, and a crack of its example.

usage: hashcat.py FOLDER [--hashcat COMMAND] [--modes LIST|@FILE] [--limit SECONDS]
                  [--check BARNACLE]
       hashcat.py --table NAME=FOLDER...

The platform is the one that the ICD loader finds (OCL_ICD_VENDORS); more than one is an error, so
that no mode runs on two. FOLDER has the journal: what is in it is not done again, and a run that
was killed goes on. With `--check`, hashcat runs under `BARNACLE check --`, whose findings are in
the journal, and their text in FOLDER/logs. `--table` prints the results of several folders as JSON.

A mode's outcome is one of:
  cracked       the self-test passed, or hashcat has none for it, and the example was cracked
  self-test     the self-test failed
  not cracked   the self-test passed, but the example was not cracked
  not built     a kernel was not built
  failed        hashcat ended with an error
  timeout       it took longer than the limit
  none          hashcat has no example for it
"""

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import time

JOURNAL = "journal.jsonl"
WRONG = ["wrong", "wrongpassword"]
OUTCOMES = ["cracked", "self-test", "not cracked", "not built", "failed", "timeout", "none"]


def environment(folder):
    """Returns the environment of hashcat: a home of its own, and Barnacle's cache where it was."""
    env = dict(os.environ)
    cache = env.get("XDG_CACHE_HOME") or os.path.join(env.get("HOME", "/"), ".cache")
    env.setdefault("BARNACLE_CACHE", os.path.join(cache, "barnacle"))
    env["HOME"] = os.path.join(folder, "home")
    env["XDG_CACHE_HOME"] = os.path.join(folder, "home", "cache")
    env.pop("XDG_DATA_HOME", None)
    os.makedirs(env["HOME"], exist_ok=True)
    return env


def modes(command, env):
    """Returns hashcat's modes by number, with their names, examples and passwords."""
    said = subprocess.run(
        [command, "--hash-info", "--machine-readable"],
        env=env, capture_output=True, check=True).stdout.decode("utf-8", "replace")
    return json.loads(said[said.index("{"):], strict=False)


def in_turn(all_modes):
    """Returns the modes' numbers, one of each category and speed first, then the next of each."""
    kinds = {}
    for number, mode in all_modes.items():
        kind = (mode["category"], mode.get("slow_hash"), mode.get("is_salted"))
        kinds.setdefault(kind, []).append(number)
    longest = max(len(numbers) for numbers in kinds.values())
    return [k[i] for i in range(longest) for k in kinds.values() if i < len(k)]


def hash_of(mode, file):
    """Writes the example to a file, where hashcat wants one; returns what to name."""
    form = mode["example_hash_format"]
    if "binary file" in form:
        with open(file, "wb") as out:
            out.write(bytes.fromhex(mode["example_hash"]))
        return file
    text = mode["example_hash"]
    with open(file, "wb") as out:
        out.write(text.encode() + b"\n")  # WPA's are "hex-encoded" in a part
    return file


def run(words, env, limit):
    """Runs a command; returns its status (None: out of time), its output and seconds of CPU."""
    before = os.times()
    process = subprocess.Popen(
        words, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, start_new_session=True)
    status = None
    try:
        said, _ = process.communicate(timeout=limit)
        status = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        said, _ = process.communicate()
    after = os.times()
    cpu = (after.children_user + after.children_system
           - before.children_user - before.children_system)
    return status, said.decode("utf-8", "replace"), cpu


def outcome(mode, status, said):
    """Returns what came of a mode."""
    if re.search(r"[Kk]ernel \S+ (build|create) failed|CL_BUILD_PROGRAM_FAILURE", said):
        return "not built"
    if "self-test failed" in said:
        return "self-test"
    if status is None:
        return "timeout"
    if re.search(r"^Status\.+: Cracked", said, re.M):
        tested = "Finished self-test" in said or mode.get("self_test_enabled") is False
        return "cracked" if tested else "failed"
    if re.search(r"^Status\.+: Exhausted", said, re.M):
        return "not cracked"
    return "failed"


def one(args, number, mode, env):
    """Runs one mode."""
    if mode["example_hash"] == "N/A" or mode.get("example_pass") in (None, "N/A"):
        return {"mode": int(number), "name": mode["name"], "outcome": "none"}
    words = os.path.join(args.folder, "words")
    with open(words, "w", encoding="utf-8") as out:
        out.write("\n".join([WRONG[0], mode["example_pass"], WRONG[1]]) + "\n")
    target = hash_of(mode, os.path.join(args.folder, "hash"))
    command = [
        args.hashcat, "-m", number, "-a", "0", "-D", "1", "--force", "--deprecated-check-disable",
        "--potfile-disable", "--logfile-disable", "--restore-disable", "--hwmon-disable",
        "--session", "mode" + number, "-w", "1", "-n", "64", target, words]
    report = os.path.join(args.folder, "logs", number + ".json")
    if args.check:
        command = [args.check, "check", "--output", "json=" + report, "--", *command]
    start = time.monotonic()
    status, said, cpu = run(command, env, args.limit)
    seconds = time.monotonic() - start
    result = outcome(mode, status, said)
    with open(os.path.join(args.folder, "logs", number + ".txt"), "w", encoding="utf-8") as out:
        out.write(said)
    entry = {
        "mode": int(number), "name": mode["name"], "outcome": result, "status": status,
        "self-test": bool(mode.get("self_test_enabled")), "cpu": round(cpu, 2),
        "seconds": round(seconds, 2)}
    if args.check:
        entry["findings"] = None if status is None else findings(report)
    return entry


def findings(report):
    """Returns the kinds of what `check` found, with kernels and lines."""
    with open(report, encoding="utf-8") as lines:
        told = json.loads(lines.readline())
    return ["%s %s:%s" % (
        f["kind"], f["kernel"], ",".join(str(a["line"]) for a in f["accesses"]))
        for f in told["findings"]]


def device(args, env):
    """Returns the name of the one device that hashcat has."""
    if args.check:
        return "Barnacle watch"
    said = subprocess.run(
        [args.hashcat, "-I", "-D", "1", "--force"], env=env, capture_output=True,
        check=False).stdout.decode("utf-8", "replace")
    names = re.findall(r"^\s+Name\.+: (.*)$", said, re.M)
    platforms = len(re.findall(r"^OpenCL Platform ID #", said, re.M))
    if platforms != 1 or not names:
        sys.exit("error: expected one platform, found %d:\n%s" % (platforms, said))
    return names[-1].strip()


def sweep(args):
    """Runs the modes that the journal lacks."""
    os.makedirs(os.path.join(args.folder, "logs"), exist_ok=True)
    env = environment(args.folder)
    all_modes = modes(args.hashcat, env)
    journal = os.path.join(args.folder, JOURNAL)
    done = {entry["mode"] for entry in read(args.folder) if "mode" in entry}
    chosen = in_turn(all_modes)
    if args.modes:
        named = args.modes
        if named.startswith("@"):
            with open(named[1:], encoding="utf-8") as file:
                named = ",".join(file.read().split())
        chosen = [m for m in named.split(",") if m]
        unknown = [m for m in chosen if m not in all_modes]
        if unknown:
            sys.exit("error: hashcat has no mode " + ", ".join(unknown))
    with open(journal, "a", encoding="utf-8") as out:
        print(json.dumps({"device": device(args, env)}), file=out, flush=True)
        left = [m for m in chosen if int(m) not in done]
        for at, number in enumerate(left):
            entry = one(args, number, all_modes[number], env)
            print(json.dumps(entry), file=out, flush=True)
            print("%d/%d  %s  %s  %s" % (
                at + 1, len(left), number, entry["outcome"], entry.get("seconds", "")), flush=True)


def read(folder):
    """Returns a journal's entries; a last line that was cut short is left out."""
    journal = os.path.join(folder, JOURNAL)
    if not os.path.exists(journal):
        return []
    entries = []
    with open(journal, encoding="utf-8") as lines:
        for line in lines:
            if line.endswith("\n"):
                entries.append(json.loads(line))
    return entries


def table(named):
    """Prints the results of several platforms: counts, and the modes that one has not cracked."""
    results = {}
    for word in named:
        name, folder = word.split("=", 1)
        results[name] = {e["mode"]: e for e in read(folder) if "mode" in e}
    platforms = {}
    for name, entries in results.items():
        counts = {o: sum(e["outcome"] == o for e in entries.values()) for o in OUTCOMES}
        platforms[name] = {
            "modes": len(entries), **{o: n for o, n in counts.items() if n},
            "self-tests passed": sum(
                e["outcome"] in ("cracked", "not cracked") and e["self-test"]
                for e in entries.values()),
            "cpu seconds": round(sum(e.get("cpu", 0) for e in entries.values()))}
    rows = []
    for mode in sorted({m for entries in results.values() for m in entries}):
        found = {n: e[mode] for n, e in results.items() if mode in e}
        if any(e["outcome"] != "cracked" for e in found.values()):
            rows.append({
                "mode": mode, "name": next(iter(found.values()))["name"],
                **{n: e["outcome"] for n, e in found.items()}})
    cracked = {
        n: sorted(m for m, e in entries.items() if e["outcome"] == "cracked")
        for n, entries in results.items()}
    print("{\n \"platforms\": " + json.dumps(platforms) + ",\n \"not cracked\": [\n  "
          + ",\n  ".join(json.dumps(r) for r in rows) + "\n ],\n \"cracked\": {\n  "
          + ",\n  ".join(json.dumps(n) + ": " + json.dumps(c) for n, c in cracked.items())
          + "\n }\n}")


def main():
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, add_help=True,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--hashcat", default="hashcat")
    parser.add_argument("--modes")
    parser.add_argument("--limit", type=float, default=180)
    parser.add_argument("--check", metavar="BARNACLE")
    parser.add_argument("--table", nargs="+", metavar="NAME=FOLDER")
    args = parser.parse_args()
    if args.table:
        table(args.table)
    elif args.folder:
        args.folder = os.path.abspath(args.folder)
        sweep(args)
    else:
        parser.error("name a folder, or --table")


if __name__ == "__main__":
    main()
