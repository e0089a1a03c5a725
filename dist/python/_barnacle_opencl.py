"""Has OpenCL loaders of this process find the driver, beside all others.

``barnacle_opencl.pth`` imports this whenever Python starts: it imports nothing else, prints nothing,
and raises nothing.

Every loader takes a folder in ``OCL_ICD_VENDORS`` in place of its own, ``/etc/OpenCL/vendors``. So this
makes a folder in Barnacle's cache that has the driver's file and links to all files of those folders, once
for each set of them, and sets that variable, unless somebody has chosen drivers already.

For pytest, which would warn that this is imported already: PYTEST_DONT_REWRITE.
"""

import os
import sys

_NAME = "/python-vendors-"
_PRIME = 2**127 - 1


def _tree() -> str:
    return os.environ.get("BARNACLE_TREE") or os.path.dirname(os.path.abspath(__file__)) + "/barnacle_opencl/tree"


def _library() -> str:
    return _tree() + "/lib/libbarnacle-icd.so"


def _cache() -> str:
    """Returns the cache folder, as Barnacle's other parts have it; empty where there is none."""
    own = os.environ.get("BARNACLE_CACHE")
    if own:
        return own
    caches = os.environ.get("XDG_CACHE_HOME", "")
    if caches.startswith("/"):
        return caches + "/barnacle"
    home = os.environ.get("HOME")
    return home + "/.cache/barnacle" if home else ""


def _vendor_folders() -> "list[str]":
    """Returns where drivers are registered: for the system, and in this environment (Conda's loaders)."""
    return ["/etc/OpenCL/vendors", sys.prefix + "/etc/OpenCL/vendors"]


def _registered() -> "list[str]":
    """Returns the files that register other drivers."""
    found = []
    for folder in _vendor_folders():
        try:
            names = os.listdir(folder)
        except OSError:
            continue
        found += [folder + "/" + name for name in names if name.endswith(".icd")]
    found.sort()
    return found


def _chosen() -> str:
    """Returns the variable by which somebody else has chosen drivers; empty for none."""
    if os.environ.get("OPENCL_VENDOR_PATH"):
        return "OPENCL_VENDOR_PATH"
    vendors = os.environ.get("OCL_ICD_VENDORS")
    return "OCL_ICD_VENDORS" if vendors and _NAME not in vendors else ""


def _folder(library: str, others: "list[str]") -> str:
    """Returns a folder that registers the driver and others, with a slash; empty where none can be made."""
    cache = _cache()
    if not cache:
        return ""
    text = os.fsencode("\n".join([library] + others))
    folder = cache + _NAME + "%x" % (int.from_bytes(text, "big") % _PRIME)
    try:
        status = os.stat(folder)
    except OSError:
        try:
            status = _make(cache, folder, library, others)
        except OSError:
            return ""
    # A folder of somebody else's could name any library.
    return folder + "/" if status.st_uid == os.geteuid() else ""


def _make(cache: str, folder: str, library: str, others: "list[str]") -> os.stat_result:
    """Makes it as a whole: other processes have it or not."""
    os.makedirs(cache, exist_ok=True)
    _clean(cache)
    new = "%s.%d" % (folder, os.getpid())
    os.mkdir(new, 0o700)
    try:
        for number, other in enumerate(others):
            os.symlink(other, "%s/%02d-%s" % (new, number, os.path.basename(other)))
        with open(new + "/barnacle-opencl.icd", "wb") as file:
            file.write(os.fsencode(library) + b"\n")
        os.rename(new, folder)
    except OSError:
        _remove(new)  # another process was first, or the disk is full
    return os.stat(folder)


def _remove(folder: str) -> None:
    for name in os.listdir(folder):
        os.unlink(folder + "/" + name)
    os.rmdir(folder)


def _clean(cache: str) -> None:
    """Removes folders for drivers that have gone."""
    for name in os.listdir(cache):
        folder = cache + "/" + name
        if folder.startswith(cache + _NAME) and "." not in name:
            try:
                with open(folder + "/barnacle-opencl.icd", "rb") as file:
                    if not os.path.exists(file.read().rstrip(b"\n")):
                        _remove(folder)
            except OSError:
                pass  # of another user, or removed by another process


def _add_file(library: str) -> None:
    """Has Khronos' loader load the driver beside those that it finds."""
    names = os.environ.get("OCL_ICD_FILENAMES", "")
    if library not in names.split(":"):
        os.environ["OCL_ICD_FILENAMES"] = names + ":" + library if names else library


def register() -> None:
    if os.environ.get("BARNACLE_REGISTER") == "off" or _chosen():
        return
    library = _library()
    if not os.path.exists(library):
        return
    others = _registered()
    folder = _folder(library, others)
    if folder:
        os.environ["OCL_ICD_VENDORS"] = folder
    else:
        _add_file(library)
        if not others:
            os.environ["OCL_ICD_VENDORS"] = library  # of ocl-icd, which takes a library as well


try:
    register()
except Exception:  # noqa: BLE001 - Python must start whatever is wrong
    pass
