"""The ``barnacle`` command of this Python environment."""

import os
import sys

import _barnacle_opencl


def main() -> int:
    """Replaces this process by the command of the tree, with the same arguments."""
    path = _barnacle_opencl._tree() + "/bin/barnacle"
    try:
        os.execv(path, [path] + sys.argv[1:])
    except OSError as error:
        sys.stderr.write("error: %s: cannot be run: %s\n" % (path, error.strerror))
        return 2
