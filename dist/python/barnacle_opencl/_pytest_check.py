"""What --barnacle-check and --barnacle-require-kernels do.

Kernels run under the driver's engine that watches them, which appends what it finds to a file
(BARNACLE_REPORT). Between two tests the driver is asked to finish it, so that what stands between two
sizes of the file is of one test. The text of findings is made by ``barnacle report``.
"""

import argparse
import atexit
import ctypes
import os
import struct
import subprocess
import tempfile
from typing import Any, Dict, Generator, List, NamedTuple, Optional

import pytest

import barnacle_opencl

_MARK = "barnacle_kernels"
_DRIVER = "libbarnacle-icd.so"
_WAIT_MILLISECONDS = 60_000  # without a launch that ends

# Entries of the report: a length, a kind, and fields (Java's ReportFile).
_FINDING = 3
_STARTED = 5


class Part(NamedTuple):
    """What a part of the report has."""

    begin: int
    end: int
    findings: int
    kernels: int


def prepare(config: pytest.Config, options: argparse.Namespace) -> None:
    """Sets the driver's variables, and has its report looked at after each test."""
    for path in (barnacle_opencl.command(), barnacle_opencl.driver_library()):
        if not os.path.exists(path):
            raise pytest.UsageError("barnacle: %s is missing: python -m barnacle_opencl says more" % path)
    suppressions = options.barnacle_suppressions
    if suppressions and not os.path.isfile(suppressions):
        raise pytest.UsageError("--barnacle-suppressions: no file: %s" % suppressions)
    before = dict(os.environ)
    handle, report = tempfile.mkstemp(prefix="barnacle-report-", suffix=".bin")
    os.close(handle)
    os.environ["BARNACLE_REPORT"] = report
    if options.barnacle_check:
        os.environ.update(barnacle_opencl.environment(alone=True))
        os.environ["BARNACLE_ENGINE"] = "watch"
        os.environ["BARNACLE_WATCH"] = "schedules=%d" % options.barnacle_schedules
        # Its own loader lists also what is registered beside it.
        platform = os.environ.get("BARNACLE_PLATFORM_NAME") or "Barnacle"
        os.environ.setdefault("PYOPENCL_TEST", platform)
        os.environ.setdefault("PYOPENCL_CTX", platform)
    made = _Report(report)
    atexit.register(made.remove, os.getpid())
    text = _Text(report, suppressions, before)
    config.pluginmanager.register(Checks(made, text, options.barnacle_require_kernels), "barnacle-checks")


class _Report:
    """The report of this process and its children."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._read = 0
        self._finish: List[Any] = []

    def remove(self, process: int) -> None:
        """Deletes the file as the process ends, which is not a child of a fork."""
        if os.getpid() == process:
            try:
                self._wait()
                os.unlink(self._path)
            except OSError:
                pass

    def _wait(self) -> None:
        if os.path.getsize(self._path) > 0:  # else no driver has built a program
            for finish in self._drivers():
                finish(_WAIT_MILLISECONDS)

    def next(self) -> Part:
        """Returns what was added since the last call by what has been launched by now."""
        self._wait()
        begin, findings, kernels = self._read, 0, 0
        with open(self._path, "rb") as file:
            end = os.fstat(file.fileno()).st_size
            at = begin
            while at + 5 <= end:
                file.seek(at)
                length, kind = struct.unpack(">iB", file.read(5))
                if length < 1 or at + 4 + length > end:
                    break
                findings += kind == _FINDING
                kernels += kind == _STARTED
                at += 4 + length
        self._read = at
        return Part(begin, at, findings, kernels)

    def _drivers(self) -> List[Any]:
        """Returns the function that finishes the report, of each driver that a loader has loaded."""
        if not self._finish:
            with open("/proc/self/maps") as maps:
                paths = {line.split(None, 5)[5].rstrip("\n") for line in maps if _DRIVER in line}
            for path in sorted(paths):
                try:
                    function = ctypes.CDLL(path).clFinishReportBARNACLE
                except (OSError, AttributeError):
                    continue  # has gone since, or is an older one
                function.argtypes = [ctypes.c_uint]
                function.restype = ctypes.c_int
                self._finish.append(function)
        return self._finish


class _Text:
    """Findings in words."""

    def __init__(self, report: str, suppressions: Optional[str], environment: Dict[str, str]) -> None:
        self._command = [barnacle_opencl.command(), "report", report]
        if suppressions:
            self._command += ["--suppressions", os.path.abspath(suppressions)]
        self._environment = environment
        self._folder = os.getcwd()

    def of(self, part: Part) -> str:
        """Returns the text of a part's findings; empty where none is left to report."""
        done = subprocess.run(
            self._command + ["--from", str(part.begin), "--to", str(part.end)],
            cwd=self._folder,  # programs are named by the files in and below it
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        if done.returncode == 0:
            return ""
        if done.returncode == 1:
            return done.stdout.rstrip()
        return "barnacle: %d findings, which cannot be told: %s" % (part.findings, done.stderr.strip())


class Checks:
    """The hooks around each test. What set-up has found is told by the test itself."""

    def __init__(self, report: _Report, text: _Text, require_kernels: bool) -> None:
        self._report = report
        self._text = text
        self._require_kernels = require_kernels
        self._found = ""
        self._kernels = 0

    def _look(self) -> str:
        """Returns the findings since the last look."""
        part = self._report.next()
        self._kernels += part.kernels
        return self._text.of(part) if part.findings else ""

    def pytest_report_header(self) -> str:
        checked = os.environ.get("BARNACLE_ENGINE") == "watch"
        return "barnacle: %s, %s" % (
            barnacle_opencl.__version__,
            "kernels of each test are checked" if checked else "kernels of each test are counted",
        )

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Generator[None, Any, Any]:
        # What was launched since the last test, while tests were collected, is told by the next one.
        self._kernels = 0
        self._found = ""
        try:
            result = yield
        except BaseException:
            self._add(item, "setup", self._look())
            raise
        self._found = self._look()
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, Any]:
        try:
            result = yield
        except BaseException:
            self._add(item, "call", self._all())
            raise
        found = self._all()
        if getattr(item, "_excinfo", None):  # unittest keeps its failures there
            self._add(item, "call", found)
        elif found:
            pytest.fail(found, pytrace=False)
        else:
            self._require(item)
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Generator[None, Any, Any]:
        try:
            result = yield
        except BaseException:
            self._add(item, "teardown", self._look())
            raise
        found = self._look()
        if found:
            pytest.fail(found, pytrace=False)
        return result

    def _all(self) -> str:
        found = self._found
        self._found = ""
        return "\n\n".join(text for text in (found, self._look()) if text)

    @staticmethod
    def _add(item: pytest.Item, when: str, found: str) -> None:
        """Has a test that fails anyway tell of findings as well."""
        if found:
            item.add_report_section(when, "barnacle", found)

    def _require(self, item: pytest.Item) -> None:
        mark = item.get_closest_marker(_MARK)
        if mark is None or not self._require_kernels:
            return
        wanted = int(mark.args[0] if mark.args else mark.kwargs.get("n", 1))
        if self._kernels < wanted:
            launched = "no kernel" if self._kernels == 0 else "%d of %d kernels" % (self._kernels, wanted)
            pytest.fail("the test has launched %s on Barnacle" % launched, pytrace=False)
