"""A module of SPIR-V by PyOpenCL, linked with OpenCL C: python3 il.py il.c, in which the module's words are."""
import re
import struct
import sys

import numpy
import pyopencl

words = re.search(r"module\[\] = \{(.*?)\}", open(sys.argv[1]).read(), re.S).group(1)
numbers = [int(word, 16) for word in words.replace("\n", " ").split(",")]
module = struct.pack(f"<{len(numbers)}I", *numbers)

context = pyopencl.Context([pyopencl.get_platforms()[0].get_devices()[0]])
queue = pyopencl.CommandQueue(context)
il = pyopencl.Program(context, module)
c = pyopencl.Program(context, "int twice(int x) { return 2 * x; }")
il.compile()
c.compile()
program = pyopencl.link_program(context, [il, c])
out = pyopencl.Buffer(context, pyopencl.mem_flags.READ_WRITE, 16)
program.k(queue, (4,), None, out)
host = numpy.empty(4, numpy.int32)
pyopencl.enqueue_copy(queue, host, out)
print(*host)
