"""Barnacle, an OpenCL 3.1 platform with detectors of what is wrong in kernels.

To have it installed is enough: PyOpenCL and other OpenCL programs of this Python list its platform.
``python -m barnacle_opencl`` says what is installed, and why a program may not see it.

For pytest, where something has imported this before: PYTEST_DONT_REWRITE.
"""

import os

import _barnacle_opencl

__version__ = "@VERSION@"
__all__ = ["__version__", "cache", "command", "driver_library", "environment", "tree"]


def tree() -> str:
    """Returns the folder of all that is no Python: ``bin``, ``lib``, ``runtime``; BARNACLE_TREE names another."""
    return _barnacle_opencl._tree()


def command() -> str:
    """Returns the ``barnacle`` command."""
    return tree() + "/bin/barnacle"


def driver_library() -> str:
    """Returns the driver, which OpenCL loaders load."""
    return _barnacle_opencl._library()


def cache() -> str:
    """Returns the folder of what is made on this machine, and may be deleted; empty where there is none."""
    return _barnacle_opencl._cache()


def environment(alone: bool = False) -> "dict[str, str]":
    """Returns the variables with which another program finds the driver, whatever its OpenCL loader is.

    alone: without the other drivers that are registered.
    """
    library = driver_library()
    others = [] if alone else _barnacle_opencl._registered()
    folder = _barnacle_opencl._folder(library, others)
    if folder:
        found = {"OCL_ICD_VENDORS": folder}
    else:
        found = {"OCL_ICD_FILENAMES": library}
        if not others:
            found["OCL_ICD_VENDORS"] = library
    if "CL_DISABLE_STACK_TRACE" not in os.environ:
        found["CL_DISABLE_STACK_TRACE"] = "1"  # Intel's runtime would take signals that a JVM needs
    return found
