"""The pytest plugin, on suites of planted bugs."""

import os
import re
import sys
from typing import List

import pytest

SUITE = '''\
import numpy as np
import pyopencl as cl
import pytest

RACE = """
kernel void total(global const int *a, global int *sum) {
  *sum += a[get_global_id(0)];
}
"""

DIVERGENCE = """
kernel void half_wait(global int *a) {
  size_t i = get_local_id(0);
  if (i < 8)
    barrier(CLK_GLOBAL_MEM_FENCE);
  a[get_global_id(0)] = 1;
}
"""

OUT_OF_BOUNDS = """
kernel void shift(global int *a) {
  size_t i = get_global_id(0);
  a[i + 1] = i;
}
"""

CLEAN = """
kernel void twice(global int *a) {
  a[get_global_id(0)] *= 2;
}
"""


def launch(queue, source, name, *more, items=64, finish=True):
    program = cl.Program(queue.context, source).build()
    buffer = cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, 64 * 4)
    cl.enqueue_fill_buffer(queue, buffer, np.int32(0), 0, 64 * 4)
    others = [cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, 4) for _ in more]
    for one in others:
        cl.enqueue_fill_buffer(queue, one, np.int32(0), 0, 4)
    getattr(program, name)(queue, (items,), (16,), buffer, *others)
    if finish:
        queue.finish()


def test_clean(barnacle_queue):
    launch(barnacle_queue, CLEAN, "twice")


def test_race(barnacle_queue):
    launch(barnacle_queue, RACE, "total", None)


def test_divergence(barnacle_queue):
    launch(barnacle_queue, DIVERGENCE, "half_wait")


def test_out_of_bounds(barnacle_queue):
    launch(barnacle_queue, OUT_OF_BOUNDS, "shift")


def test_clean_behind(barnacle_queue):
    launch(barnacle_queue, CLEAN, "twice")
'''
BUGS = {
    "test_race": ("*sum +=", "data race"),
    "test_divergence": ("barrier(", "barrier divergence"),
    "test_out_of_bounds": ("a[i + 1]", "out of bounds access"),
}


@pytest.fixture(autouse=True)
def _no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER", "BARNACLE_ENGINE", "BARNACLE_REPORT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "250")


def run(pytester: pytest.Pytester, suite: str, *options: str) -> pytest.RunResult:
    pytester.makepyfile(test_kernels=suite)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rA", "-W", "error", *options]
    return pytester.run(*command, timeout=300)


def line_of(suite: str, words: str) -> int:
    return next(number for number, line in enumerate(suite.splitlines(), 1) if words in line)


def section(result: pytest.RunResult, test: str) -> str:
    """Returns a test's part of the report of failures."""
    text = result.stdout.str()
    found = re.search(r"_+ %s _+\n(.*?)(?=\n_+ \w+ _+\n|\n=+ )" % re.escape(test), text, re.DOTALL)
    assert found, text
    return found.group(1)


@pytest.mark.parametrize("options", [[], ["-n", "2"]], ids=["alone", "two workers"])
def test_each_bug_fails_its_own_test(pytester: pytest.Pytester, options: List[str]) -> None:
    result = run(pytester, SUITE, "--barnacle-check", *options)
    result.assert_outcomes(failed=3, passed=2)
    for test, (words, kind) in BUGS.items():
        told = section(result, test)
        place = "test_kernels.py:%d:" % line_of(SUITE, words)
        assert place in told and kind in told, told
        assert "= why:" in told and "= help:" in told, told
        for other, (_, other_kind) in BUGS.items():
            assert other == test or other_kind not in told, told
        result.stdout.fnmatch_lines(["FAILED test_kernels.py::%s - *%s*" % (test, kind)])


def test_without_the_option_all_pass(pytester: pytest.Pytester) -> None:
    result = run(pytester, SUITE.replace("items=64", "items=48"), "-k", "not divergence")
    result.assert_outcomes(passed=4, deselected=1)
    assert "barnacle:" not in result.stdout.str()


def test_kernels_that_nobody_waits_for_are_of_their_test(pytester: pytest.Pytester) -> None:
    suite = SUITE.replace("finish=True", "finish=False")
    result = run(pytester, suite, "--barnacle-check")
    result.assert_outcomes(failed=3, passed=2)
    for test, (_, kind) in BUGS.items():
        assert kind in section(result, test)


def test_the_same_finding_fails_each_test_that_has_it(pytester: pytest.Pytester) -> None:
    more = "\n\ndef test_again(barnacle_queue):\n    launch(barnacle_queue, RACE, 'total', None)\n"
    result = run(pytester, SUITE + more, "--barnacle-check", "-k", "race or again")
    result.assert_outcomes(failed=2, deselected=4)
    assert "data race" in section(result, "test_again")


def test_a_failure_of_its_own_is_kept(pytester: pytest.Pytester) -> None:
    more = """

def test_own(barnacle_queue):
    launch(barnacle_queue, RACE, "total", None)
    assert 1 + 1 == 3
"""
    result = run(pytester, SUITE + more, "--barnacle-check", "-k", "own")
    result.assert_outcomes(failed=1, deselected=5)
    told = section(result, "test_own")
    assert "assert (1 + 1) == 3" in told and "data race" in told, told
    result.stdout.fnmatch_lines(["FAILED test_kernels.py::test_own - assert (1 + 1) == 3"])


def test_xfail_and_unittest(pytester: pytest.Pytester) -> None:
    more = """

@pytest.mark.xfail(reason="known")
def test_known(barnacle_queue):
    launch(barnacle_queue, RACE, "total", None)


import unittest


class Old(unittest.TestCase):
    def setUp(self):
        platform = [p for p in cl.get_platforms() if "Barnacle" in p.version][0]
        self.queue = cl.CommandQueue(cl.Context(platform.get_devices()[:1]))

    def test_old(self):
        launch(self.queue, RACE, "total", None)

    def test_old_fails(self):
        launch(self.queue, RACE, "total", None)
        self.assertEqual(1, 2)
"""
    result = run(pytester, SUITE + more, "--barnacle-check", "-k", "known or old")
    result.assert_outcomes(failed=2, xfailed=1, deselected=5)
    assert "data race" in section(result, "Old.test_old")
    told = section(result, "Old.test_old_fails")
    assert "1 != 2" in told and "data race" in told, told


def test_set_up_and_tear_down(pytester: pytest.Pytester) -> None:
    more = """

@pytest.fixture
def before(barnacle_queue):
    launch(barnacle_queue, RACE, "total", None)


@pytest.fixture
def behind(barnacle_queue):
    yield
    launch(barnacle_queue, RACE, "total", None)


def test_before(before):
    pass


def test_behind(behind):
    pass
"""
    result = run(pytester, SUITE + more, "--barnacle-check", "-k", "before or test_behind")
    result.assert_outcomes(failed=1, passed=1, errors=1, deselected=5)
    assert "data race" in section(result, "test_before")
    assert "data race" in section(result, "ERROR at teardown of test_behind")


def test_child_processes(pytester: pytest.Pytester) -> None:
    more = """

def test_child():
    import subprocess, sys
    code = '''
import pyopencl as cl, test_kernels as t
platform = [p for p in cl.get_platforms() if "Barnacle" in p.version][0]
t.launch(cl.CommandQueue(cl.Context(platform.get_devices()[:1])), t.RACE, "total", None)
'''
    subprocess.run([sys.executable, "-c", code], check=True)


def test_nothing():
    pass
"""
    result = run(pytester, SUITE + more, "--barnacle-check", "-k", "child or nothing")
    result.assert_outcomes(failed=1, passed=1, deselected=5)
    assert "data race" in section(result, "test_child")


REQUIRED = """

@pytest.mark.barnacle_kernels
def test_none():
    pass


@pytest.mark.barnacle_kernels
def test_one(barnacle_queue):
    launch(barnacle_queue, CLEAN, "twice")


@pytest.mark.barnacle_kernels
def test_one_again(barnacle_queue):
    launch(barnacle_queue, CLEAN, "twice")


@pytest.mark.barnacle_kernels(2)
def test_two(barnacle_queue):
    launch(barnacle_queue, CLEAN, "twice")


def test_unmarked():
    pass
"""


@pytest.mark.parametrize("options", [[], ["--barnacle-check"], ["-n", "2"]], ids=["run", "check", "two workers"])
def test_required_kernels(pytester: pytest.Pytester, options: List[str]) -> None:
    select = ["-k", "none or one or two or unmarked", "--strict-markers"]
    result = run(pytester, SUITE + REQUIRED, "--barnacle-require-kernels", *select, *options)
    result.assert_outcomes(failed=2, passed=3, deselected=0 if "-n" in options else 5)
    assert "the test has launched no kernel on Barnacle" in section(result, "test_none")
    assert "the test has launched 1 of 2 kernels on Barnacle" in section(result, "test_two")


def test_suppressions(pytester: pytest.Pytester) -> None:
    rules = pytester.path / "rules.txt"
    rules.write_text("data-race kernel=total\n")
    result = run(pytester, SUITE, "--barnacle-check", "--barnacle-suppressions", str(rules))
    result.assert_outcomes(failed=2, passed=3)
    missing = run(pytester, SUITE, "--barnacle-check", "--barnacle-suppressions", "missing.txt")
    assert missing.ret == pytest.ExitCode.USAGE_ERROR
    assert "missing.txt" in missing.stderr.str()


def test_nothing_is_left(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = pytester.mkdir("temporary")
    monkeypatch.setenv("TMPDIR", str(folder))
    run(pytester, SUITE, "--barnacle-check", "-n", "2", "-k", "clean").assert_outcomes(passed=2)
    assert [name for name in os.listdir(folder) if name.startswith("barnacle-report")] == []


def test_without_a_driver(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BARNACLE_TREE", str(pytester.path / "nowhere"))
    result = run(pytester, SUITE, "--barnacle-check")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "is missing" in result.stderr.str()
