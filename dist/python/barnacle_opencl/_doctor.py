"""What is installed, and why a program may not see it."""

import importlib.metadata
import importlib.util
import json
import os
import platform
import subprocess
import sys
from typing import Dict, List, Optional, Tuple

import _barnacle_opencl
import barnacle_opencl

_USAGE = """usage: python -m barnacle_opencl [--sh [--alone]]

Says what is installed, which OpenCL platforms this Python's PyOpenCL lists, and why a program may not
see Barnacle's; the exit status is 1 where something is wrong.

  --sh       print lines for a shell instead, with which programs in C find the driver:
             eval "$(python -m barnacle_opencl --sh)"
  --alone    with --sh: without the other drivers that are registered
"""
_LEAST_GLIBC = (2, 34)
_TIMEOUT = 120

_LOADS = "import ctypes, sys\nctypes.CDLL(sys.argv[1])\n"
_LISTS = """
import json, os, sys
found = {}
try:
    import pyopencl
    found["version"] = pyopencl.VERSION_TEXT
    found["place"] = os.path.dirname(pyopencl.__file__)
    found["platforms"] = []
    with open("/proc/self/maps") as maps:
        files = {line.split(None, 5)[5].strip() for line in maps if "/" in line}
    found["loader"] = sorted(name for name in files if "libOpenCL" in os.path.basename(name))
    for one in pyopencl.get_platforms():
        found["platforms"].append([one.name, one.version])
except BaseException as error:
    found["error"] = "%s: %s" % (type(error).__name__, error)
json.dump(found, sys.stdout)
"""


def _size(folder: str) -> int:
    """Returns the bytes that files below a folder take."""
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(os.path.join(parent, name)).st_size
            except OSError:
                pass
    return total


def _megabytes(folder: str) -> str:
    return "%d MB" % round(_size(folder) / 1e6)


def _version(package: str) -> Optional[str]:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def _run(script: str, argument: str = "") -> "subprocess.CompletedProcess[str]":
    """Runs Python code in another process, as what it loads may end it."""
    command = [sys.executable, "-c", script] + ([argument] if argument else [])
    try:
        return subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            universal_newlines=True, timeout=_TIMEOUT, check=False,
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 1, "", "no answer within %d s" % _TIMEOUT)


def _last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1] if lines else "no word"


def _c_library() -> List[str]:
    """Returns what is wrong with the C library."""
    name, version = platform.libc_ver()
    if name != "glibc":
        return ["Barnacle needs glibc, and this Python has another C library (%s)" % (name or "musl, maybe")]
    numbers = tuple(int(part) for part in version.split(".")[:2])
    if numbers < _LEAST_GLIBC:
        return ["Barnacle needs glibc %d.%d or later, and this system has %s" % (_LEAST_GLIBC + (version,))]
    return []


def _files() -> List[str]:
    """Returns what is wrong with the files of the packages."""
    wrong = []
    for path in (barnacle_opencl.command(), barnacle_opencl.driver_library()):
        if not os.path.exists(path):
            wrong.append("%s is missing: install barnacle-opencl again" % path)
    if "BARNACLE_TREE" in os.environ:
        return wrong
    own, other = _version("barnacle-opencl"), _version("barnacle-llvm")
    if other is None:
        wrong.append("barnacle-llvm is not installed: pip install barnacle-llvm==%s" % own)
    elif own is not None and own != other:
        wrong.append("barnacle-llvm is %s, and barnacle-opencl %s: install the same version of both" % (other, own))
    return wrong


def _loads(library: str) -> List[str]:
    """Returns why the driver does not load."""
    if not os.path.exists(library):
        return []
    done = _run(_LOADS, library)
    return [] if done.returncode == 0 else ["the driver does not load: " + _last_line(done.stderr)]


def _names_driver(path: str, library: str) -> bool:
    """Returns whether a folder for OCL_ICD_VENDORS, or a file, names the driver."""
    files = [path]
    if os.path.isdir(path):
        files = [os.path.join(path, name) for name in sorted(os.listdir(path)) if name.endswith(".icd")]
    for file in files:
        named = file
        if file.endswith(".icd"):
            try:
                with open(file, errors="replace") as text:
                    named = text.readline().strip()
            except OSError:
                continue
        if named and os.path.exists(named) and os.path.exists(library) and os.path.samefile(named, library):
            return True
    return False


def _variables(library: str) -> List[str]:
    """Returns which variables hide the driver."""
    if os.environ.get("BARNACLE_REGISTER") == "off":
        return ["BARNACLE_REGISTER=off: this Python does not register the driver"]
    wrong = []
    for name in ("OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH"):
        value = os.environ.get(name)
        if value and not _names_driver(value, library):
            readers = "every loader looks" if name == "OCL_ICD_VENDORS" else "ocl-icd looks"
            wrong.append("%s=%s: %s only there, and it does not name the driver" % (name, value, readers))
            break  # ocl-icd reads the second one only without the first
    names = os.environ.get("OCL_ICD_FILENAMES")
    if wrong and names and library in names.split(":"):
        wrong[-1] += "; Khronos' loader finds it by OCL_ICD_FILENAMES all the same"
    if not wrong and not os.environ.get("OCL_ICD_VENDORS"):
        wrong.append(_unregistered())
    return wrong


def _unregistered() -> str:
    cache = barnacle_opencl.cache()
    if not cache:
        return "the driver is not registered: there is no HOME for the cache; set BARNACLE_CACHE to a folder"
    if not os.access(cache, os.W_OK):
        return "the driver is not registered: %s cannot be written; set BARNACLE_CACHE to another folder" % cache
    return (
        "the driver is not registered: barnacle_opencl.pth was not read; import barnacle_opencl before "
        "what loads OpenCL"
    )


def _pyopencl() -> Tuple[List[str], List[str]]:
    """Returns lines on PyOpenCL, and what is wrong with it."""
    if importlib.util.find_spec("pyopencl") is None:
        return ["PyOpenCL: not installed (pip install pyopencl)"], []
    done = _run(_LISTS)
    try:
        found: Dict[str, object] = json.loads(done.stdout)
    except ValueError:
        return ["PyOpenCL: ends with status %d" % done.returncode], ["PyOpenCL: " + _last_line(done.stderr)]
    lines = ["PyOpenCL: %s in %s" % (found.get("version", "of an unknown version"), found.get("place", "?"))]
    loaders, platforms = found.get("loader"), found.get("platforms")
    for loader in loaders if isinstance(loaders, list) else []:
        lines.append("  its loader: %s, %s" % (loader, _kind(loader)))
    wrong = []
    versions = []
    for name, version in platforms if isinstance(platforms, list) else []:
        lines.append("  platform: %s (%s)" % (name, version))
        versions.append(version)
    if "error" in found:
        wrong.append("PyOpenCL: %s" % found["error"])
    elif not any("Barnacle" in version for version in versions):
        wrong.append("PyOpenCL does not list Barnacle's platform; BARNACLE_DEBUG=1 may say why")
    return lines, wrong


def _kind(loader: str) -> str:
    """Returns which loader a library is, by the variables that it knows."""
    try:
        with open(loader, "rb") as file:
            code = file.read()
    except OSError:
        return "which cannot be read"
    if b"OCL_ICD_FILENAMES" in code:
        return "Khronos'"
    if b"OPENCL_VENDOR_PATH" not in code:
        return "of an unknown kind"
    return "ocl-icd" + (", which also reads .icd files beside itself" if b"PYOPENCL_HOME" in code else "")


def _shell(alone: bool) -> None:
    for name, value in barnacle_opencl.environment(alone).items():
        print("export %s='%s'" % (name, value.replace("'", "'\\''")))


def _installed() -> List[str]:
    tree = barnacle_opencl.tree()
    lines = ["barnacle-opencl %s in %s, %s" % (barnacle_opencl.__version__, tree, _megabytes(tree))]
    if importlib.util.find_spec("barnacle_llvm") is not None:
        import barnacle_llvm

        llvm = barnacle_llvm.tree()
        lines.append("barnacle-llvm %s in %s, %s" % (barnacle_llvm.__version__, llvm, _megabytes(llvm)))
    lines.append("driver: " + barnacle_opencl.driver_library())
    cache = barnacle_opencl.cache()
    if cache:
        lines.append("cache: %s, %s (pip uninstall leaves it; it may be deleted)" % (cache, _megabytes(cache)))
    lines.append("Python %s, %s %s" % ((platform.python_version(),) + platform.libc_ver()))
    for name in ("OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH", "OCL_ICD_FILENAMES"):
        if name in os.environ:
            made = name == "OCL_ICD_VENDORS" and _barnacle_opencl._NAME in os.environ[name]
            lines.append("%s=%s%s" % (name, os.environ[name], " (set when this Python started)" if made else ""))
    return lines


def main(arguments: List[str]) -> int:
    """Runs the command and returns the exit status."""
    if "--sh" in arguments and set(arguments) <= {"--sh", "--alone"}:
        _shell("--alone" in arguments)
        return 0
    if arguments:
        print(_USAGE, end="")
        return 0 if arguments in (["--help"], ["-h"]) else 2
    print("\n".join(_installed()))
    wrong = _c_library() + _files()
    wrong += _loads(barnacle_opencl.driver_library())
    wrong += _variables(barnacle_opencl.driver_library())
    lines, more = _pyopencl()
    print("\n".join(lines))
    for one in wrong + more:
        print("problem: " + one)
    if not wrong + more:
        print("All is well: programs of this Python see the platform.")
    print('For programs in C, in a shell: eval "$(%s -m barnacle_opencl --sh)"' % sys.executable)
    return 1 if wrong + more else 0
