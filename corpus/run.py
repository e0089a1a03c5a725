#!/usr/bin/env python3
"""Runs a launch file of the corpus on the first OpenCL device, with Python and its standard library alone.

  oclgrind --data-races python3 run.py bugs/NAME-faulty.json
"""
import ctypes
import json
import os
import struct
import sys

READ_WRITE, COPY_HOST_PTR = 1, 32
FORMATS = {'char': 'b', 'uchar': 'B', 'short': 'h', 'ushort': 'H', 'int': 'i', 'uint': 'I', 'long': 'q', 'ulong': 'Q',
           'float': 'f', 'double': 'd'}
CHANNELS = {'float': 0x10DE, 'int': 0x10D9, 'uint': 0x10DC}  # CL_FLOAT, CL_SIGNED_INT32, CL_UNSIGNED_INT32
RGBA, BUFFER, IMAGE_2D, IMAGE_1D, IMAGE_1D_BUFFER = 0x10B5, 0x10F0, 0x10F1, 0x10F4, 0x10F6
BUILD_LOG = 0x1183


class ImageDescription(ctypes.Structure):
    _fields_ = ([('type', ctypes.c_uint)]
                + [(name, ctypes.c_size_t) for name in ('width', 'height', 'depth', 'layers', 'row', 'slice')]
                + [('levels', ctypes.c_uint), ('samples', ctypes.c_uint), ('buffer', ctypes.c_void_p)])


def fail(message):
    """Ends with status 2: the launch could not be run."""
    sys.stderr.write('run.py: %s\n' % message)
    sys.stderr.flush()
    os._exit(2)


def library():
    """Returns OpenCL: what is preloaded, else the system's loader."""
    everything = ctypes.CDLL(None)
    try:
        everything.clGetPlatformIDs
        return everything
    except AttributeError:
        pass
    try:
        return ctypes.CDLL('libOpenCL.so.1')
    except OSError as e:
        fail('no OpenCL loader: %s' % e)


class Host:
    def __init__(self):
        self.cl = library()
        for name in ('clCreateContext', 'clCreateCommandQueue', 'clCreateProgramWithSource', 'clCreateKernel',
                     'clCreateBuffer', 'clCreateImage', 'clCreateSampler'):
            getattr(self.cl, name).restype = ctypes.c_void_p
        platform, device = ctypes.c_void_p(), ctypes.c_void_p()
        self.call('clGetPlatformIDs', 1, ctypes.byref(platform), None)
        self.call('clGetDeviceIDs', platform, ctypes.c_ulong(0xFFFFFFFF), 1, ctypes.byref(device), None)
        self.device = device
        self.context = self.make('clCreateContext', None, 1, ctypes.byref(device), None, None)
        self.queue = self.make('clCreateCommandQueue', self.context, device, ctypes.c_ulong(0))
        self.kept = []

    def call(self, name, *arguments):
        error = getattr(self.cl, name)(*arguments)
        if error:
            fail('%s: error %d' % (name, error))

    def make(self, name, *arguments):
        error = ctypes.c_int()
        made = getattr(self.cl, name)(*arguments, ctypes.byref(error))
        if error.value:
            fail('%s: error %d' % (name, error.value))
        return ctypes.c_void_p(made)

    def kernel(self, source, options, name):
        text = ctypes.c_char_p(source)
        program = self.make('clCreateProgramWithSource', self.context, 1, ctypes.byref(text), None)
        error = self.cl.clBuildProgram(program, 1, ctypes.byref(self.device), options.encode(), None, None)
        if error:
            log = ctypes.create_string_buffer(100000)
            self.cl.clGetProgramBuildInfo(program, self.device, BUILD_LOG, ctypes.c_size_t(len(log)), log, None)
            fail('the program is not built: error %d\n%s' % (error, log.value.decode(errors='replace')))
        return self.make('clCreateKernel', program, name.encode())

    def buffer(self, contents, size):
        flags = READ_WRITE if contents is None else READ_WRITE | COPY_HOST_PTR
        memory = None if contents is None else ctypes.create_string_buffer(contents, size)
        return self.make('clCreateBuffer', self.context, ctypes.c_ulong(flags), ctypes.c_size_t(size), memory)

    def image(self, spec, of_buffer):
        size = spec['size'] + [0] * (2 - len(spec['size']))
        texels = max(size[0], 1) * max(size[1], 1)
        data = contents('uint' if spec['type'] == 'uint' else spec['type'], 4 * texels, spec.get('init', 'zero'))
        shape = ImageDescription(type=IMAGE_2D if size[1] else IMAGE_1D, width=size[0], height=size[1])
        flags, memory = READ_WRITE | COPY_HOST_PTR, ctypes.create_string_buffer(data, len(data))
        if of_buffer:
            shape.type, shape.buffer = IMAGE_1D_BUFFER, self.buffer(data, len(data)).value
            flags, memory = READ_WRITE, None
        form = (ctypes.c_uint * 2)(RGBA, CHANNELS[spec['type']])
        return self.make('clCreateImage', self.context, ctypes.c_ulong(flags), form, ctypes.byref(shape), memory)

    def set(self, kernel, index, size, pointer):
        self.kept.append(pointer)
        self.call('clSetKernelArg', kernel, index, ctypes.c_size_t(size), pointer)


def contents(kind, count, init):
    """Returns the bytes of a buffer, or None for one without contents."""
    if init == 'none':
        return None
    if isinstance(init, list):
        numbers = init
    elif init == 'zero':
        numbers = [0] * count
    elif init == 'iota':
        numbers = range(count)
    elif init == 'mixed':
        numbers = [mixed(i, kind) for i in range(count)]
    elif init.startswith('steps:'):
        first, step = map(int, init.split(':')[1:])
        numbers = [first + i * step for i in range(count)]
    else:
        fail('unknown init ' + init)
    code = FORMATS[kind]
    bits = 8 * struct.calcsize(code)
    if code not in 'fd':
        numbers = [n & ((1 << bits) - 1) if code.isupper() else (n + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)
                   for n in numbers]
    return struct.pack('<%d%s' % (count, code), *numbers)


def mixed(index, kind):
    """Returns small numbers in no order, without zero, as Barnacle's launch files mean them."""
    number = index * 7919 % 61 - (8 if kind in ('char', 'short', 'int', 'long', 'float', 'double') else 0)
    return number if number < 0 else number + 1


def main(file):
    with open(file) as f:
        launch = json.load(f)
    with open(os.path.join(os.path.dirname(file), launch['source']), 'rb') as f:
        source = f.read()
    host = Host()
    kernel = host.kernel(source, launch.get('options', ''), launch['kernel'])
    for index, argument in enumerate(launch.get('args', [])):
        if 'buffer' in argument:
            spec = argument['buffer']
            count = spec['count']
            data = contents(spec['type'], count, spec.get('init', 'zero'))
            memory = host.buffer(data, count * struct.calcsize(FORMATS[spec['type']]))
            host.set(kernel, index, 8, ctypes.byref(memory))
        elif 'image' in argument:
            of_buffer = b'image1d_buffer_t ' + argument['name'].encode() in source
            host.set(kernel, index, 8, ctypes.byref(host.image(argument['image'], of_buffer)))
        elif 'local' in argument:
            host.set(kernel, index, argument['local']['bytes'], None)
        elif 'value' in argument:
            spec = argument['value']
            values = spec['value'] if isinstance(spec['value'], list) else [spec['value']]
            data = struct.pack('<%d%s' % (len(values), FORMATS[spec['type']]), *values)
            host.set(kernel, index, len(data), ctypes.create_string_buffer(data, len(data)))
        elif argument.get('null'):
            host.set(kernel, index, 8, ctypes.byref(ctypes.c_void_p()))
        else:
            fail('argument %d is of no kind that is known here' % index)
    sizes = [(ctypes.c_size_t * len(launch['global']))(*launch[key]) if launch.get(key) else None
             for key in ('offset', 'global', 'local')]
    host.call('clEnqueueNDRangeKernel', host.queue, kernel, len(launch['global']), *sizes, 0, None, None)
    host.call('clFinish', host.queue)
    print('done')


if __name__ == '__main__':
    if len(sys.argv) != 2:
        fail('usage: run.py LAUNCH.json')
    main(sys.argv[1])
