"""``python -m barnacle_opencl``: what is installed, and why a program may not see it."""

import sys

from barnacle_opencl import _doctor

if __name__ == "__main__":
    sys.exit(_doctor.main(sys.argv[1:]))
