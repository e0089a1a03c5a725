"""How loaders of a process find the driver, and what the doctor says of it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Dict, List, Optional

import pytest

import _barnacle_opencl
import barnacle_opencl

NAMES = ("OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH", "OCL_ICD_FILENAMES", "BARNACLE_REGISTER")
SHOW = "import os; print([os.environ.get(n) for n in %r])" % (NAMES[:3],)
PLATFORMS = "import pyopencl; print([p.version for p in pyopencl.get_platforms()])"


@pytest.fixture
def variables(tmp_path: Path) -> Dict[str, str]:
    """An environment without those that choose drivers, with a cache of its own."""
    found = {name: value for name, value in os.environ.items() if name not in NAMES}
    found["BARNACLE_CACHE"] = str(tmp_path / "cache")
    return found


def python(variables: Dict[str, str], *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, *arguments],
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        universal_newlines=True,
        check=False,
    )


def shown(variables: Dict[str, str]) -> List[Optional[str]]:
    done = python(variables, "-c", SHOW)
    assert done.stderr == ""
    values: List[Optional[str]] = eval(done.stdout)
    return values


def test_python_starts_with_a_folder_that_has_all_drivers(variables: Dict[str, str], tmp_path: Path) -> None:
    folder, path, files = shown(variables)
    assert folder is not None and folder.startswith(str(tmp_path / "cache")) and folder.endswith("/")
    assert (path, files) == (None, None)
    assert Path(folder, "barnacle-opencl.icd").read_text() == barnacle_opencl.driver_library() + "\n"
    system = Path("/etc/OpenCL/vendors")
    others = [name for name in os.listdir(system) if name.endswith(".icd")] if system.is_dir() else []
    assert len(os.listdir(folder)) >= 1 + len(others)
    assert shown(variables)[0] == folder
    assert os.listdir(tmp_path / "cache") == [os.path.basename(folder[:-1])]


def test_pyopencl_lists_it(variables: Dict[str, str]) -> None:
    assert "Barnacle" in python(variables, "-c", PLATFORMS).stdout


@pytest.mark.parametrize("name", ["OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH"])
def test_what_the_user_has_chosen_stays(variables: Dict[str, str], name: str) -> None:
    variables[name] = "/nowhere/"
    assert shown(variables) == ["/nowhere/" if name == one else None for one in NAMES[:3]]
    done = python(variables, "-m", "barnacle_opencl")
    assert done.returncode == 1
    assert "problem: %s=/nowhere/: " % name in done.stdout


def test_it_can_be_turned_off(variables: Dict[str, str]) -> None:
    variables["BARNACLE_REGISTER"] = "off"
    assert shown(variables) == [None, None, None]
    assert "problem: BARNACLE_REGISTER=off" in python(variables, "-m", "barnacle_opencl").stdout


def test_a_cache_that_cannot_be_written(variables: Dict[str, str], tmp_path: Path) -> None:
    variables["BARNACLE_CACHE"] = "/proc/none"
    variables["OCL_ICD_FILENAMES"] = "/other.so"
    vendors, _, files = shown(variables)
    assert files == "/other.so:" + barnacle_opencl.driver_library()
    assert vendors in (None, barnacle_opencl.driver_library())


def test_a_tree_that_has_gone(variables: Dict[str, str], tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    shutil.copytree(barnacle_opencl.tree(), tree, symlinks=True)
    variables["BARNACLE_TREE"] = str(tree)
    old = shown(variables)[0]
    shutil.rmtree(tree)
    assert shown(variables) == [None, None, None]
    assert "problem: %s/bin/barnacle is missing" % tree in python(variables, "-m", "barnacle_opencl").stdout
    variables["BARNACLE_TREE"] = barnacle_opencl.tree()
    new = shown(variables)[0]
    assert new is not None and new != old
    assert os.listdir(tmp_path / "cache") == [os.path.basename(new[:-1])]  # the old one is removed


def test_a_folder_of_somebody_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BARNACLE_CACHE", str(tmp_path))
    own = os.geteuid()
    assert _barnacle_opencl._folder("/driver.so", [])
    monkeypatch.setattr(os, "geteuid", lambda: own + 1)
    assert _barnacle_opencl._folder("/driver.so", []) == ""


def test_many_processes_at_once(variables: Dict[str, str], tmp_path: Path) -> None:
    command = [sys.executable, "-c", SHOW]
    all_of_them = [
        subprocess.Popen(command, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) for _ in range(40)
    ]
    said = {one.communicate()[0] for one in all_of_them}
    assert len(said) == 1
    assert len(os.listdir(tmp_path / "cache")) == 1


def test_a_child_of_another_python(variables: Dict[str, str]) -> None:
    variables["OCL_ICD_VENDORS"] = "/elsewhere/barnacle/python-vendors-1234/"
    folder = shown(variables)[0]
    assert folder is not None and not folder.startswith("/elsewhere")


def test_all_is_well(variables: Dict[str, str]) -> None:
    done = python(variables, "-m", "barnacle_opencl")
    assert "All is well" in done.stdout, done.stdout + done.stderr
    assert done.returncode == 0


def test_a_driver_that_does_not_load(variables: Dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "lib").mkdir()
    (tmp_path / "bin" / "barnacle").write_text("")
    (tmp_path / "lib" / "libbarnacle-icd.so").write_text("no library")
    variables["BARNACLE_TREE"] = str(tmp_path)
    said = python(variables, "-m", "barnacle_opencl").stdout
    assert "problem: the driver does not load: " in said
    assert "problem: PyOpenCL does not list Barnacle's platform" in said


def test_lines_for_a_shell(variables: Dict[str, str], tmp_path: Path) -> None:
    variables["BARNACLE_CACHE"] = str(tmp_path / "it's here")
    script = 'eval "$(%s -m barnacle_opencl --sh --alone)"; ls "$OCL_ICD_VENDORS"' % sys.executable
    said = subprocess.run(["sh", "-c", script], env=variables, stdout=subprocess.PIPE, check=True).stdout
    assert said == b"barnacle-opencl.icd\n"


def test_the_command(variables: Dict[str, str]) -> None:
    command = os.path.join(os.path.dirname(sys.executable), "barnacle")
    said = subprocess.run([command, "--version"], env=variables, stdout=subprocess.PIPE, check=True).stdout
    assert said.startswith(b"barnacle ")
    variables["BARNACLE_TREE"] = "/nowhere"
    done = subprocess.run([command], env=variables, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2 and b"/nowhere/bin/barnacle: cannot be run" in done.stderr
