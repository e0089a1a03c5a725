"""The pytest plugin: options, a mark and fixtures. What the options do is in another module, imported by them alone."""

from typing import Any, Iterator, List

import pytest

_MARK = "barnacle_kernels"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("barnacle", "OpenCL kernels, on Barnacle")
    group.addoption(
        "--barnacle-check",
        action="store_true",
        help="check the kernels that tests launch: a test whose kernels have findings fails",
    )
    group.addoption(
        "--barnacle-require-kernels",
        action="store_true",
        help="fail tests with the mark %s that launch no kernel on Barnacle" % _MARK,
    )
    group.addoption(
        "--barnacle-suppressions", metavar="FILE", help="findings not to report, as for barnacle check"
    )
    group.addoption(
        "--barnacle-schedules",
        metavar="N",
        type=int,
        default=1,
        help="run each kernel under N orders of its work-items; tests get the results of the first",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config, args: List[str]) -> None:
    # Before any conftest.py, as the driver reads the variables when it starts.
    options = early_config.known_args_namespace
    if options.barnacle_check or options.barnacle_require_kernels:
        from barnacle_opencl import _pytest_check

        _pytest_check.prepare(early_config, options)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        _MARK + "(n=1): the test launches n different kernels on Barnacle; see --barnacle-require-kernels",
    )


@pytest.fixture(scope="session")
def barnacle_device() -> Any:
    """Barnacle's device, a pyopencl.Device."""
    cl = pytest.importorskip("pyopencl")
    try:
        platforms = cl.get_platforms()
    except cl.Error:
        platforms = []
    for platform in platforms:
        if "Barnacle" in platform.version:
            return platform.get_devices()[0]
    pytest.fail("PyOpenCL does not list Barnacle: python -m barnacle_opencl says why", pytrace=False)


@pytest.fixture(scope="session")
def _barnacle_context(barnacle_device: Any) -> Any:
    import pyopencl as cl

    return cl.Context([barnacle_device])


@pytest.fixture
def barnacle_queue(_barnacle_context: Any) -> Iterator[Any]:
    """A pyopencl.CommandQueue on Barnacle's device, in a context that all tests share."""
    import pyopencl as cl

    queue = cl.CommandQueue(_barnacle_context)
    yield queue
    queue.finish()
