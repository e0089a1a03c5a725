"""LLVM and clang, as barnacle-opencl uses them; they are files in a folder, without any Python."""

import os

__version__ = "@VERSION@"
__all__ = ["__version__", "tree"]


def tree() -> str:
    """Returns the folder that has ``bin/clang`` and ``lib/libLLVM.so.20.1``."""
    return os.path.dirname(os.path.abspath(__file__)) + "/tree"
