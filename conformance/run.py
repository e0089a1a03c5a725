#!/usr/bin/env python3
"""Runs an OpenCL-CTS that you have built on Barnacle, or on another driver, and writes what came of it as JSON.

    conformance/run.py BINARIES [--driver barnacle|system|FILE.icd|FILE.so] [--suites basic,api,…] [--out DIR]
                       [--timeout SECONDS] [--suite-timeout SECONDS] [--full] [--only NAME,…]
                       [--compilation-mode online|spir-v|binary] [--list]

BINARIES is the folder `test_conformance` of the suite's build. Every sub-test runs in a process of its own, so that a
crash or a hang costs that one alone. Without --full the suite's "wimpy" mode is asked for where there is one. --timeout
limits a sub-test, --suite-timeout a suite: what then has not ended is listed as "unfinished".

For each suite DIR/SUITE.json gets {"suite", "driver", "version", "date", "wimpy", "tests": [{"name", "status", "seconds",
"notes", "cause"}], "unfinished": [NAME]}, where status is pass, fail, skip, crash or timeout, notes are the
lines that say that something was not executed or not supported although the test counts as passed, and cause is the end
of the output of what did not pass.
"""

import argparse
import collections
import datetime
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

# Some suites take arguments of their own for a sub-test instead of its name, and give all one name in their verdict.
# Variables are added to the environment of its programs.
Suite = collections.namedtuple("Suite", "name binary arguments parts verdict variables", defaults=(None, None, None))


def conversions():
    """test_conversions has one sub-test of thousands of kernels; its own arguments are conversions, such as char_sat_rte_float.
    Here a sub-test is all conversions of one type to another."""
    types = ["uchar", "char", "ushort", "short", "uint", "int", "half", "float", "double", "ulong", "long"]
    for target in types:
        saturations = [""] if target in ("half", "float", "double") else ["", "_sat"]
        for source in types:
            yield f"{target}_{source}", [
                f"{target}{saturation}{rounding}_{source}"
                for saturation in saturations
                for rounding in ("", "_rte", "_rtp", "_rtn", "_rtz")
            ]


SUITES = [
    Suite("computeinfo", "computeinfo/test_computeinfo", []),
    Suite("basic", "basic/test_basic", []),
    Suite("api", "api/test_api", []),
    Suite("compiler", "compiler/test_compiler", []),
    Suite("commonfns", "commonfns/test_commonfns", []),
    Suite("geometrics", "geometrics/test_geometrics", []),
    Suite("relationals", "relationals/test_relationals", []),
    Suite("thread_dimensions", "thread_dimensions/test_thread_dimensions", []),
    Suite("multiples", "multiple_device_context/test_multiples", []),
    Suite("atomics", "atomics/test_atomics", []),
    Suite("profiling", "profiling/test_profiling", []),
    Suite("events", "events/test_events", []),
    Suite("allocations", "allocations/test_allocations", []),
    Suite("vectors", "vectors/test_vectors", []),
    Suite("printf", "printf/test_printf", []),
    Suite("device_partition", "device_partition/test_device_partition", []),
    Suite("device_timer", "device_timer/test_device_timer", []),
    Suite("buffers", "buffers/test_buffers", []),
    Suite("mem_host_flags", "mem_host_flags/test_mem_host_flags", []),
    Suite("image_info", "images/clGetInfo/test_cl_get_info", []),
    Suite("image_methods", "images/kernel_image_methods/test_kernel_image_methods", []),
    Suite("image_streams", "images/kernel_read_write/test_image_streams", ["small_images"]),
    Suite("image_copy", "images/clCopyImage/test_cl_copy_images", ["small_images"]),
    Suite("image_read_write", "images/clReadWriteImage/test_cl_read_write_images", ["small_images"]),
    Suite("image_fill", "images/clFillImage/test_cl_fill_images", ["small_images"]),
    Suite(
        "image_streams_mipmaps",
        "images/kernel_read_write/test_image_streams",
        ["small_images", "test_mipmaps"],
    ),
    Suite("image_copy_mipmaps", "images/clCopyImage/test_cl_copy_images", ["small_images", "test_mipmaps"]),
    Suite(
        "image_read_write_mipmaps",
        "images/clReadWriteImage/test_cl_read_write_images",
        ["small_images", "test_mipmaps"],
    ),
    Suite("image_samplerless", "images/samplerlessReads/test_samplerless_reads", ["small_images"]),
    Suite("integer_ops", "integer_ops/test_integer_ops", []),
    Suite("half", "half/test_half", []),
    Suite("select", "select/test_select", []),
    Suite("conversions", "conversions/test_conversions", [], conversions, "conversions"),
    Suite("contractions", "contractions/test_contractions", []),
    Suite("bruteforce", "math_brute_force/test_bruteforce", []),
    Suite("svm", "SVM/test_svm", []),
    Suite("c11_atomics", "c11_atomics/test_c11_atomics", []),
    Suite("generic_address_space", "generic_address_space/test_generic_address_space", []),
    # Its main takes the first argument for the program's name; without another one each sub-test is a run of all.
    Suite("non_uniform_work_group", "non_uniform_work_group/test_non_uniform_work_group", ["first"]),
    Suite("workgroups", "workgroups/test_workgroups", []),
    Suite("subgroups", "subgroups/test_subgroups", []),
    Suite("cl_khr_kernel_clock", "extensions/cl_khr_kernel_clock/test_cl_khr_kernel_clock", []),
    Suite("pipes", "pipes/test_pipes", []),
    Suite(
        "buffer_device_address",
        "extensions/cl_ext_buffer_device_address/test_cl_ext_buffer_device_address",
        [],
    ),
    Suite("device_execution", "device_execution/test_device_execution", []),
    Suite("command_buffer", "extensions/cl_khr_command_buffer/test_cl_khr_command_buffer", []),
    # What is for drivers without two of the extensions; other drivers than Barnacle don't know the variable.
    Suite(
        "command_buffer_alone",
        "extensions/cl_khr_command_buffer/test_cl_khr_command_buffer",
        [],
        variables={
            "BARNACLE_HIDDEN_EXTENSIONS": "cl_khr_command_buffer_multi_device,cl_khr_command_buffer_mutable_dispatch"
        },
    ),
    Suite(
        "mutable_dispatch",
        "extensions/cl_khr_command_buffer/cl_khr_command_buffer_mutable_dispatch/test_cl_khr_mutable_dispatch", []),
    Suite("semaphore", "extensions/cl_khr_semaphore/test_cl_khr_semaphore", []),
    Suite("spirv_new", "spirv_new/test_spirv_new", ["--spirv-binaries-path", "{binaries}/spirv_new/spirv_bin"]),
    Suite("cxx_for_opencl", "extensions/cl_ext_cxx_for_opencl/test_cl_ext_cxx_for_opencl", []),
]

FOLDER = pathlib.Path(__file__).resolve().parent
NOTE = re.compile(r"not executed|not supported|unsupported|skipp|unable to parse", re.IGNORECASE)
SLOW_TO_LIST = 60
CAUSE_LINES = 12
LINE_LENGTH = 300


def fail(message):
    print(f"error: {message}", file=sys.stderr)
    sys.exit(2)


def driver_file(name, scratch):
    """The .icd file of a driver; None for what the system has."""
    if name == "system":
        return None
    if name == "barnacle":
        launcher = pathlib.Path(__file__).resolve().parent.parent / "barnacle"
        found = subprocess.run([launcher, "icd", "path", "--library"], stdout=subprocess.PIPE, text=True, check=False)
        if found.returncode != 0:
            fail("barnacle icd path has failed")
        name = found.stdout.strip()
    path = pathlib.Path(name).resolve()
    if not path.is_file():
        fail(f"{name}: no such file")
    if path.suffix == ".icd":
        return path
    icd = pathlib.Path(scratch) / "driver.icd"
    icd.write_text(f"{path}\n")
    return icd


def version(driver):
    """What Barnacle calls itself, and the commit that it was built from; nothing for other drivers."""
    if driver != "barnacle":
        return ""
    root = pathlib.Path(__file__).resolve().parent.parent
    commands = [[root / "barnacle", "--version"], ["git", "-C", root, "describe", "--always", "--dirty"]]
    words = [subprocess.run(c, stdout=subprocess.PIPE, text=True, check=False).stdout.strip() for c in commands]
    return " ".join(word for word in words if word)


def environment(icd):
    variables = dict(os.environ)
    if icd is not None:
        variables["OCL_ICD_VENDORS"] = str(icd)
        variables["OCL_ICD_FILENAMES"] = icd.read_text().strip()
    return variables


def sub_tests(suite, binary, variables):
    """Each name with its arguments: those that `--list` prints, one an indented line, if the suite is not divided otherwise."""
    if suite.parts is not None:
        return list(suite.parts())
    listed = subprocess.run(
        [binary, "--list"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        env=variables, cwd=binary.parent, timeout=SLOW_TO_LIST, check=False)
    return [(name, [name]) for name in re.findall(r"^\t(\S+)$", listed.stdout, re.MULTILINE)]


def anywhere(line):
    """A line of output without the folders of one machine: those of the suite, of this project and of what is temporary."""
    line = re.sub(r"/[^\s=]*/(?=(?:test_)?conformance/)", "", line)
    return line.replace(f"{tempfile.gettempdir()}/", "")


class Run:
    """One sub-test in a process of its own."""

    def __init__(self, suite, binary, name, arguments, settings):
        own = [argument.replace("{binaries}", str(settings.binaries)) for argument in suite.arguments]
        self.command = [binary, *own, *arguments] + ([] if settings.full else ["--wimpy"])
        self.verdict = suite.verdict or name
        self.variables = suite.variables or {}
        self.folder = binary.parent
        self.name = name
        self.settings = settings

    def result(self, seconds):
        """Returns what came of it within so many seconds."""
        start = time.monotonic()
        with tempfile.TemporaryDirectory() as scratch:
            verdicts = pathlib.Path(scratch) / "verdicts.json"
            variables = dict(
                self.settings.environment, **self.variables, CL_CONFORMANCE_RESULTS_FILENAME=str(verdicts))
            if not self.settings.full:
                variables["CL_WIMPY_MODE"] = "1"
            output = pathlib.Path(scratch) / "output"
            code, output = self.execute(variables, output, self.compilation(scratch), seconds)
            status = self.status(code, verdicts)
        result = {"name": self.name, "status": status, "seconds": round(time.monotonic() - start, 2)}
        lines = [line.rstrip()[:LINE_LENGTH] for line in output.splitlines() if line.strip()]
        notes = list(dict.fromkeys(line.strip() for line in lines if NOTE.search(line)))
        if notes:
            result["notes"] = notes[:CAUSE_LINES]
        if status not in ("pass", "skip"):
            result["cause"] = lines[-CAUSE_LINES:]
        return {key: [anywhere(l) for l in value] if isinstance(value, list) else value for key, value in result.items()}

    def compilation(self, scratch):
        """Returns the arguments that have kernels compiled by barnacle compile before a program sees them."""
        if self.settings.compilation_mode == "online":
            return []
        return ["--compilation-mode", self.settings.compilation_mode, "--compilation-cache-mode", "overwrite",
                "--compilation-cache-path", scratch,
                "--compilation-program", str(FOLDER / "cl_offline_compiler"),
                "--spirv-validator", str(FOLDER / "spirv_validator")]

    def execute(self, variables, output, more, seconds):
        """Returns the exit status, or None after the time limit, and what was printed."""
        with open(output, "wb") as sink:
            process = subprocess.Popen(
                self.command + more, stdin=subprocess.DEVNULL, stdout=sink, stderr=subprocess.STDOUT, env=variables,
                cwd=self.folder, start_new_session=True)
            try:
                code = process.wait(seconds)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                code = None
        return code, output.read_text(errors="replace")

    def status(self, code, verdicts):
        if code is None:
            return "timeout"
        if code < 0 or not verdicts.is_file():
            return "crash"
        try:
            results = json.loads(verdicts.read_text()).get("results", {})
        except ValueError:
            return "crash"
        return results.get(self.verdict, "fail")


def run_suite(suite, settings):
    binary = settings.binaries / suite.binary
    if not binary.is_file():
        print(f"{suite.name}: not built ({binary})", file=sys.stderr)
        return None
    listed = sub_tests(suite, binary, settings.environment)
    chosen = [(name, arguments) for name, arguments in listed if not settings.only or name in settings.only]
    end = time.monotonic() + settings.suite_timeout
    tests = []
    unfinished = []
    for name, arguments in chosen:
        left = end - time.monotonic()
        if left > 0:
            result = Run(suite, binary, name, arguments, settings).result(min(settings.timeout, left))
        if left <= 0 or result["status"] == "timeout" and time.monotonic() >= end:
            unfinished.append(name)
            print(f"{suite.name}: {name}: unfinished", flush=True)
        else:
            tests.append(result)
            print(f"{suite.name}: {name}: {result['status']} ({result['seconds']} s)", flush=True)
        write(suite, tests, unfinished, settings)
    return [test["status"] for test in tests] + ["unfinished"] * len(unfinished)


def write(suite, tests, unfinished, settings):
    text = {
        "suite": suite.name,
        "driver": settings.driver,
        "version": settings.version,
        "date": datetime.date.today().isoformat(),
        "wimpy": not settings.full,
        "tests": tests,
    }
    if unfinished:
        text["unfinished"] = unfinished
    settings.out.mkdir(parents=True, exist_ok=True)
    new = settings.out / f".{suite.name}.json"
    new.write_text(json.dumps(text, indent=1) + "\n")
    new.replace(settings.out / f"{suite.name}.json")


def selected(names):
    if not names:
        return SUITES
    known = {suite.name: suite for suite in SUITES}
    for name in names:
        if name not in known:
            fail(f"no suite {name}; there are {', '.join(known)}")
    return [known[name] for name in names]


def comma_list(text):
    return [part for part in text.split(",") if part]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries", type=pathlib.Path)
    parser.add_argument("--driver", default="barnacle")
    parser.add_argument("--suites", type=comma_list, default=[])
    parser.add_argument("--only", type=comma_list, default=[])
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("conformance-results"))
    parser.add_argument("--timeout", type=float, default=600)
    parser.add_argument("--suite-timeout", type=float, default=float("inf"))
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--compilation-mode", choices=["online", "spir-v", "binary"], default="online")
    parser.add_argument("--list", action="store_true", help="print the suites' names and end")
    return parser.parse_args()


def main():
    settings = arguments()
    if settings.list:
        print("\n".join(suite.name for suite in SUITES))
        return 0
    if not settings.binaries.is_dir():
        fail(f"{settings.binaries}: no such folder")
    suites = selected(settings.suites)
    settings.binaries = settings.binaries.resolve()
    scratch = tempfile.mkdtemp()
    total = collections.Counter()
    try:
        settings.version = version(settings.driver)
        settings.environment = environment(driver_file(settings.driver, scratch))
        for suite in suites:
            statuses = run_suite(suite, settings)
            if statuses is None:
                continue
            counts = collections.Counter(statuses)
            total += counts
            print(f"{suite.name}: {dict(counts)}", flush=True)
    finally:
        shutil.rmtree(scratch)
    print(f"all: {dict(total)}")
    return 0 if set(total) <= {"pass", "skip"} else 1


if __name__ == "__main__":
    sys.exit(main())
