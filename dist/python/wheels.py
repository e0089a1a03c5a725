"""Makes the wheels of this folder's Python alone, without the trees, as its tests install them.

The wheels for others, with their trees, are made by the module ``dist``; METADATA and the like are these.
"""

import base64
import hashlib
import os
import sys
import zipfile

VERSION = "0.0.0"
HERE = os.path.dirname(os.path.abspath(__file__))
TEXT = (".py", ".pth", ".typed")


def _sources(package: str) -> "list[str]":
    """Returns the names of a wheel's files, from this folder on."""
    names = [package + "/" + name for name in os.listdir(os.path.join(HERE, package)) if name.endswith(TEXT)]
    beside = ("_" + package + ".py", package + ".pth")
    return sorted(names) + [name for name in beside if os.path.exists(os.path.join(HERE, name))]


def make(package: str, folder: str) -> str:
    """Writes a wheel and returns its path."""
    information = "%s-%s.dist-info/" % (package, VERSION)
    files = {name: name for name in _sources(package)}
    meta = os.path.join("meta", package)
    files.update({information + name: os.path.join(meta, name) for name in os.listdir(os.path.join(HERE, meta))})
    path = os.path.join(folder, "%s-%s-py3-none-any.whl" % (package, VERSION))
    record = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:

        def add(name: str, content: bytes) -> None:
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            wheel.writestr(name, content)
            record.append("%s,sha256=%s,%d\n" % (name, digest, len(content)))

        for name, source in files.items():
            with open(os.path.join(HERE, source), "rb") as file:
                add(name, file.read().replace(b"@VERSION@", VERSION.encode()))
        tag = "Wheel-Version: 1.0\nGenerator: barnacle\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        add(information + "WHEEL", tag.encode())
        record.append(information + "RECORD,,\n")
        wheel.writestr(information + "RECORD", "".join(record))
    return path


if __name__ == "__main__":
    for one in ("barnacle_llvm", "barnacle_opencl"):
        print(make(one, sys.argv[1]))
