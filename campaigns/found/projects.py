#!/usr/bin/env python3
"""Makes a plan of the kernels of public projects, and a table of what a campaign found in them.

    python3 projects.py DIR WORK          writes WORK/plan.json and programs that include the kernels
    python3 projects.py --table REPORT    prints the rows; REPORT is what `barnacle campaign --json` wrote

DIR has the projects' clones, each under the name of its last part. Nothing is fetched, and the clones stay as they
are. Where a host program defines macros for its kernels, or puts files together, WORK has a program a file that
defines and includes the same: macros of one of the ways in which the host uses them.
"""

import glob
import json
import os
import re
import sys

PLATFORMS = ["Portable Computing Language", "Intel"]


def mnn(path, text):
    """MNN, with buffers and images of float, as its host defines them for full precision."""
    macros = {"OPERATOR": "in0+in1", "OPERATE(a,b)": "((a)+(b))", "VALUE": "0", "LOOP_BINARY_OPERATOR": "in0+in1",
              "LOOP_UNARY_OPERATOR": "in", "SOFTMAX_LOCAL_SIZE": "1", "ARGMAX_LOCAL_SIZE": "1", "MATMUL_LOCAL_SIZE": "16",
              "REDUCE_LOCAL_SIZE": "1", "LOCAL_SIZE": "64", "NUMHEAD_GROUP_SIZE": "1", "VEC_H": "1", "VEC_W": "1",
              "SET_ATTRIBUTE": "false", "SET_ATTENTION_MASK": "", "RI_F": "read_imagef", "WI_F": "write_imagef",
              "RI_DATA": "read_imagef", "WI_DATA": "write_imagef", "FLT_TYPE": "float", "DTYPE": "float",
              "DTYPE4": "float4", "FILTER_HEIGHT": "3", "FILTER_WIDTH": "3", "STRIDE_HEIGHT": "1", "STRIDE_WIDTH": "1",
              "DILATION_HEIGHT": "1", "DILATION_WIDTH": "1", "INPUT_LINE_SIZE": "8", "INPUT_BLOCK_SIZE": "10",
              "INPUT_CHANNEL": "16", "OUTPUT_LEFTOVERS": "0", "KERNEL_Y": "2", "KERNEL_X": "2", "STRIDE_Y": "2",
              "STRIDE_X": "2", "POOL_KERNEL_Y": "2", "POOL_KERNEL_X": "2", "INPUT_FORMAT": "MNN_DATA_FORMAT_NCHW",
              "OUTPUT_FORMAT": "MNN_DATA_FORMAT_NC4HW4", "MNN_DATA_FORMAT_NCHW": "0", "MNN_DATA_FORMAT_NHWC": "1",
              "MNN_DATA_FORMAT_NC4HW4": "2", "MNN_DATA_FORMAT_C4NHW4": "3", "INTEL_DATA": "uint", "INTEL_DATA2": "uint2",
              "INTEL_DATA4": "uint4", "QUANT_BIT": "8", "INPUT_CHANNEL_LEAVES_NUM": "0", "CHUNK_SIZE": "16"}
    for n in ("", "2", "3", "4", "8", "16"):
        for name in ("FLOAT", "COMPUTE_FLOAT", "INPUT_TYPE", "OUTPUT_TYPE", "INPUT_TYPE_I", "OUTPUT_TYPE_I"):
            macros[name + n] = "float" + n
        for name in ("FLOAT", "COMPUTE_FLOAT", "OUTPUT", "OUTPUT_I"):
            macros["CONVERT_" + name + n] = "convert_float" + n
        macros["AS_INPUT_DATA" + n] = "as_float" + n
        macros["AS_OUTPUT_DATA" + n] = "as_uint" + n
        macros["INTEL_SUB_GROUP_READ" + n] = "intel_sub_group_block_read" + n
        macros["INTEL_SUB_GROUP_WRITE" + n] = "intel_sub_group_block_write" + n
    return [undefined(macros, text)]


def undefined(macros, text):
    """Returns the macros that a file uses and does not define."""
    return {name: value for name, value in macros.items()
            if re.search(r"\b%s\b" % name.split("(")[0], text)
            and not re.search(r"#\s*define\s+%s\b" % name.split("(")[0], text)}


CLIJ_AT = """\
#define AT __attribute__((overloadable)) static int clij_at
AT(int2 p) { return clamp(p.y, 0, 63) * 64 + clamp(p.x, 0, 63); }
AT(int4 p) { return (clamp(p.z, 0, 63) * 64 + clamp(p.y, 0, 63)) * 64 + clamp(p.x, 0, 63); }
AT(float2 p) { return clij_at(convert_int2_sat(p)); }
AT(float4 p) { return clij_at(convert_int4_sat(p)); }
"""


def clij(path, text):
    """clij2, with buffers of float of 64 by 64, or by 64, in the place of images."""
    names = set(re.findall(r"\bIMAGE_(\w+?)_(?:PIXEL_)?TYPE\b", text))
    names |= set(re.findall(r"\b(?:READ|WRITE)_(\w+?)_IMAGE\b", text))
    names |= set(re.findall(r"\bPOS_(\w+?)_(?:INSTANCE|TYPE)\b", text))
    names |= set(re.findall(r"\bCONVERT_(\w+?)_PIXEL_TYPE\b", text))
    macros = {"GET_IMAGE_WIDTH(i)": "64", "GET_IMAGE_HEIGHT(i)": "64", "GET_IMAGE_DEPTH(i)": "64",
              "READ_IMAGE(i,s,p)": "(float4)((i)[clij_at(p)],0,0,0)", "WRITE_IMAGE(i,p,v)": "(i)[clij_at(p)]=(v)",
              "DTYPE_IMAGE_IN_3D": "__global float*", "DTYPE_IMAGE_OUT_3D": "__global float*",
              "DTYPE_IMAGE_IN_2D": "__global float*", "DTYPE_IMAGE_OUT_2D": "__global float*",
              "READ_IMAGE_3D": "READ_IMAGE", "READ_IMAGE_2D": "READ_IMAGE", "WRITE_IMAGE_3D": "WRITE_IMAGE",
              "WRITE_IMAGE_2D": "WRITE_IMAGE", "CONVERT_DTYPE_OUT(v)": "((float)(v))", "DTYPE_OUT": "float",
              "DTYPE_IN": "float"}
    volume = re.search(r"3d", os.path.basename(path)) or "_INSTANCE(x,y,z" in text.replace(" ", "")
    for n in names:
        macros["IMAGE_%s_TYPE" % n] = "__global float*"
        macros["IMAGE_%s_PIXEL_TYPE" % n] = "float"
        macros["CONVERT_%s_PIXEL_TYPE(v)" % n] = "((float)(v))"
        macros["READ_%s_IMAGE(i,s,p)" % n] = "READ_IMAGE(i,s,p)"
        macros["WRITE_%s_IMAGE(i,p,v)" % n] = "WRITE_IMAGE(i,p,v)"
        macros["POS_%s_TYPE" % n] = "int4" if volume else "int2"
        macros["POS_%s_INSTANCE(x,y,z,w)" % n] = "(int4)(x,y,z,w)" if volume else "(int2)(x,y)"
        macros["IMAGE_SIZE_%s_WIDTH" % n] = macros["IMAGE_SIZE_%s_HEIGHT" % n] = "64"
        macros["IMAGE_SIZE_%s_DEPTH" % n] = "64"
    for m in set(re.findall(r"\bMAX_ARRAY_SIZE\b|\bMAX_\w*SIZE\w*\b", text)):
        macros[m] = "27"
    return [CLIJ_AT, macros]


def hashcat(path, text):
    """hashcat, as on a processor without vectors."""
    return [{"KERNEL_STATIC": "", "INCLUDE_PATH": os.path.dirname(path), "VECT_SIZE": "1", "DGST_R0": "0",
             "DGST_R1": "1", "DGST_R2": "2", "DGST_R3": "3", "DGST_ELEM": "4", "DEVICE_TYPE": "2", "HAS_VPERM": "0",
             "XM2S(x)": "#x", "M2S(x)": "XM2S(x)", "_unroll": "", "LOCAL_MEM_TYPE": "2", "VENDOR_ID": "4",
             "CUDA_ARCH": "0", "ATTACK_EXEC": "11", "ATTACK_KERN": "0", "KERN_TYPE": "0", "FIXED_LOCAL_SIZE": "1",
             "PW_MAX": "256", "SCRYPT_N": "1024", "SCRYPT_R": "1", "SCRYPT_P": "1", "SCRYPT_TMTO": "1",
             "SCRYPT_TMP_ELEM": "128", "MAX_THREADS_PER_BLOCK": "1"}]


def john(path, text):
    """John the Ripper, as its host program on a processor; lengths and counts are of no format in particular."""
    macros = {"_OPENCL_COMPILER": "1", "__CPU__": "1", "DEVICE_INFO": "129", "__SIZEOF_HOST_SIZE_T__": "8",
              "DEV_VER_MAJOR": "0", "DEV_VER_MINOR": "0", "SIZEOF_SIZE_T": "8"}
    spare = {"PLAINTEXT_LENGTH": "32", "HASH_LOOPS": "8", "OUTLEN": "32", "SALTLEN": "16", "ITERATIONS": "8",
             "WORK_GROUP_SIZE": "64", "ITER_COUNT": "8", "BLK_SZ": "64", "MAX_KEYS_PER_CRYPT": "256",
             "THREADS_PER_LANE": "32", "NUM_INT_KEYS": "1", "IS_STATIC_GPU_MASK": "0", "CONST_CACHE_SIZE": "65536",
             "USE_LOCAL_BITMAPS": "0", "SELECT_CMP_STEPS": "2", "BITMAP_SIZE_BITS": "1024",
             "BITMAP_SIZE_BITS_LESS_ONE": "1023", "BITMAP_MASK": "0x1ff", "BITMAP_SHIFT": "5", "HASH_TABLE_SIZE": "64",
             "OFFSET_TABLE_SIZE": "64", "LOC_0": "-1", "STATIC_GPU_MASK": "0", "KEYLEN": "32", "V_WIDTH": "1", "SZ": "64", "LEN": "64",
             "UNICODE_LENGTH": "64", "BUFFER_SIZE": "64", "UTF_8": "1", "KEY_LENGTH": "32", "SALT_LENGTH": "16",
             "MAX_OUTLEN": "64", "MAX_SALT": "64", "BINARY_SIZE": "32", "KEYSET_SIZE": "64", "ITERATION_CHUNK_SIZE": "8",
             "GPU_LOOPS": "8", "SALT_LIMIT": "64", "CIPHERTEXT_LENGTH": "64", "TOKEN_LEN": "64", "MAX_FACT": "16"}
    for name, value in spare.items():
        if not re.search(r"#\s*define\s+%s\b" % name, text):
            macros[name] = value
    return [macros]


def arrayfire(path, text):
    """ArrayFire, for float."""
    one = {"T": "float", "Ti": "float", "To": "float", "Tk": "int", "Tp": "float", "Ty": "float", "CT": "float",
           "accType": "float", "inType": "float", "outType": "float", "dim_t": "long", "init": "0", "DIMX": "32",
           "DIMY": "8", "THREADS": "256", "THREADS_X": "16", "THREADS_Y": "16", "THREADS_PER_GROUP": "256",
           "TILE_DIM": "32", "BLOCK_DIM": "16", "NUM_WARPS": "8", "N_PER_THREAD": "2", "LIMIT_MAX": "FLT_MAX",
           "IS_CPLX": "0", "CPLX": "0", "kDim": "0", "dim": "0", "DIM": "0", "SIZE": "8", "transform(x)": "(x)",
           "binOp(a,b)": "((a)+(b))", "IS_NAN(x)": "isnan(x)", "INVERSE": "0", "INTERP_ORDER": "1", "ZERO": "0",
           "ONE": "1", "isLinear": "1", "BATCH_A": "0", "invalid": "0", "TYPE": "float", "KERNEL": "0",
           "inclusive_scan": "1", "isFinalPass": "1", "scan_op": "0", "SHARED_MEM_SIZE": "1024", "baseOpt": "0"}
    used = {k: v for k, v in one.items()
            if re.search(r"\b%s\b" % k.split("(")[0], text)
            and not re.search(r"#\s*define\s+%s\b" % k.split("(")[0], text)}
    used["dim_t"] = "long"
    return [used, os.path.join(os.path.dirname(path), "KParam.hpp")]


def luxcore(path, text):
    """LuxCore: the files of types and functions that its host puts before a plugin's kernels."""
    root = path[:path.index("/include/") + len("/include/")]
    before = ["luxrays/devices/ocldevice_funcs.cl", "luxrays/luxrays_types.cl", "luxrays/core/randomgen_types.cl", "luxrays/core/epsilon_types.cl",
              "luxrays/core/geometry/vector_types.cl", "luxrays/core/geometry/point_types.cl",
              "luxrays/core/geometry/normal_types.cl", "luxrays/core/geometry/uv_types.cl",
              "luxrays/core/geometry/triangle_types.cl", "luxrays/core/geometry/ray_types.cl",
              "luxrays/core/geometry/bbox_types.cl", "luxrays/core/geometry/matrix4x4_types.cl",
              "luxrays/core/geometry/quaternion_types.cl", "luxrays/core/geometry/transform_types.cl",
              "luxrays/core/geometry/motionsystem_types.cl", "luxrays/core/color/color_types.cl",
              "luxrays/core/utils_funcs.cl", "luxrays/core/epsilon_funcs.cl", "luxrays/core/color/color_funcs.cl",
              "luxrays/core/geometry/vector_funcs.cl", "luxrays/core/geometry/ray_funcs.cl",
              "luxrays/core/geometry/bbox_funcs.cl", "luxrays/core/geometry/matrix4x4_funcs.cl",
              "luxrays/core/geometry/quaternion_funcs.cl", "luxrays/core/geometry/transform_funcs.cl",
              "luxrays/core/geometry/motionsystem_funcs.cl", "luxrays/core/geometry/triangle_funcs.cl"]
    files = [root + b for b in before if os.path.exists(root + b) and root + b != path]
    return [{"SLG_OPENCL_KERNEL": "", "LUXRAYS_OPENCL_KERNEL": "", "LUXRAYS_OPENCL_DEVICE": "",
             "PARAM_RAY_EPSILON_MIN": "1e-5f", "PARAM_RAY_EPSILON_MAX": "1e-1f", "TILE_SIZE": "64",
             "REDUCE_OP(a,b)": "((a)+(b))", "ACCUM_OP(a,b)": "((a)+(b))"}] + files


def openmm(path, text):
    """OpenMM, for float and a box of 32 by 32 by 32."""
    return [{"real": "float", "real2": "float2", "real3": "float3", "real4": "float4", "mixed": "float",
             "mixed4": "float4", "make_real2(a,b)": "(float2)(a,b)",
             "make_real3(a,b,c)": "(float3)(a,b,c)", "make_real4(a,b,c,d)": "(float4)(a,b,c,d)", "INPUT_TYPE": "float2",
             "OUTPUT_TYPE": "float2", "SIGN": "1", "mm_long": "long", "mm_ulong": "ulong",
             "SQRT": "native_sqrt", "RSQRT": "native_rsqrt", "RECIP": "native_recip", "EXP": "native_exp",
             "LOG": "native_log", "BLOCKS_PER_GROUP": "1", "realToFixedPoint(x)": "((mm_long)((x)*0x100000000))", "DATA_TYPE": "int", "KEY_TYPE": "int",
             "SORT_KEY": "value", "MIN_KEY": "INT_MIN", "MAX_KEY": "INT_MAX", "MAX_VALUE": "INT_MAX", "KERNEL": "__kernel",
             "GLOBAL": "__global", "LOCAL": "__local", "LOCAL_ARG": "__local", "DEVICE": "", "RESTRICT": "restrict",
             "THREAD_BLOCK_SIZE": "64", "BUFFER_SIZE": "256", "TILE_SIZE": "32", "GROUP_SIZE": "64", "XSIZE": "32",
             "YSIZE": "32", "ZSIZE": "32", "PACKED_AXIS": "0", "PACKED_XSIZE": "16", "PACKED_YSIZE": "32",
             "PACKED_ZSIZE": "32", "NUM_BLOCKS": "4", "NUM_ATOMS": "128", "PADDED_NUM_ATOMS": "128",
             "SYNC_WARPS": "barrier(CLK_LOCAL_MEM_FENCE)", "GLOBAL_ID": "get_global_id(0)", "M_PI": "3.14159265f",
             "GLOBAL_SIZE": "get_global_size(0)", "LOCAL_ID": "get_local_id(0)", "SUPPORTS_64_BIT_ATOMICS": ""}]


def onednn(path, text):
    """oneDNN, for float; of what its host computes for each kernel, nothing."""
    return [{"DT_F32": "1", "SRC_DT_F32": "1", "DST_DT_F32": "1", "WEI_DT_F32": "1", "SUB_GROUP_SIZE": "16",
             "IS_FWD": "1", "NDIMS": "4", "VECT_DT_N": "1"}]


def miopen(path, text):
    """MIOpen, for float, and of the sizes that its host computes one problem: 4 images, 4 channels, 8 by 8."""
    macros = {"MIOPEN_USE_FP16": "0", "MIOPEN_USE_FP32": "1", "MIOPEN_USE_BFP16": "0", "MIOPEN_USE_FPMIX": "0",
              "MIOPEN_USE_BFPMIX": "0", "MIOPEN_USE_INT8": "0", "MIOPEN_USE_INT8x4": "0", "MIOPEN_USE_INT32": "0",
              "MIOPEN_USE_64BIT_INDEX": "0", "MIOPEN_TYPE": "float", "MIOPEN_USE_FP64": "0", "MIOPEN_USE_FP8": "0",
              "MIOPEN_USE_BFP8": "0", "MIO_LAYOUT_NHWC": "0", "MIOPEN_READ_UNIT": "4", "MIOPEN_READ_TYPE": "_FLOAT4",
              "MIO_BN_GRP0": "64", "MIO_BN_GRP1": "1", "MIO_BN_GRP2": "1", "MIO_BN_N": "4", "MIO_BN_C": "4",
              "MIO_BN_HW": "64", "MIO_BN_NHW": "256", "MIO_BN_CHW": "256", "MIO_BN_NCHW": "1024",
              "MIO_BN_VARIANT": "0", "MIO_BN_LDS_SIZE": "64", "MIO_BN_LDSGCN_SIZE": "1", "MIO_BN_INHW": "0.00390625f",
              "MIO_BN_NGRPS": "1", "MIO_BN_MAXN": "65", "MIO_BN_NLOOP": "4", "MIO_BN_SEGMENT": "64",
              "MIO_BN_SEGIHW": "64", "MIO_BN_NLOOPM": "3", "MIO_BN_SNHW": "0", "MIO_SAVE_MEAN_VARIANCE": "0",
              "MIO_RUNNING_RESULT": "0", "MIO_BN_GFX103X": "0", "MIO_BN_GFX110X": "0", "MIO_BN_GFX120X": "0",
              "MIO_BN_GFX115X": "0", "MIO_BN_STASH_METHOD": "0", "MIO_BN_LOOP_UNROLL_MAXN": "65",
              "MIO_BN_LOOP_UNROLL_MAXHW": "1", "MIO_BN_CBA_WRITE_INTERMEDIATE": "0", "MIO_BN_USESAVED": "0",
              "MIO_BN_VECTORIZE": "0", "MIO_BN_VEC_SIZE": "1", "MIO_BN_GRP0_FINAL": "1", "MIO_BN_GRP1_FINAL": "64",
              "MIO_BN_GRP2_FINAL": "1", "MIO_BN_N_ELEMENTS": "1", "MIOPEN_YES_ACTIV": "1",
              "MIOPEN_SBN_BOUNDS": "256", "MIO_MAX_READ": "3", "MIO_BN_REM": "0", "MIO_BN_REMIN": "0",
              "MIO_BN_REMOUT": "0", "MIO_BN_NHW_MAX": "256", "MIOPEN_NRN_OP_ID": "3", "MIOPEN_NEURON_PASTHRU": "0",
              "MIOPEN_NRN_GROUP_SZ0": "64", "MIOPEN_NRN_GROUP_SZ1": "1", "MIOPEN_N_PIXS_OFF": "0",
              "MIOPEN_MAP_SZ_ALIGNED": "64", "LOCAL_SIZE": "64", "WORK_LENGTH_0": "64", "NUM_CH_PER_WG": "1",
              "NUM_IM_BLKS": "1", "NUM_IM_BLKS_X": "1", "LOCAL_MEM_SIZE": "256", "STRIDE_GT_1": "0", "TILE_SZ_X": "32",
              "TILE_SZ_Y": "8", "USE_IM_OFF_GUARD": "1", "USE_LARGE_BUFFER_INDEX": "0", "MIOPEN_TENSOR_OP": "miopenAdd",
              "USE_1D_TENSOR_GENERIC": "1", "USE_2D_TENSOR_GENERIC": "1", "USE_3D_TENSOR_GENERIC": "1",
              "USE_4D_TENSOR_GENERIC": "1", "USE_5D_TENSOR_GENERIC": "1", "USE_FWD_BIAS": "1", "USE_LEADING_ONES": "1",
              "READ_TYPE": "_FLOAT", "RD_BLCK": "1", "MAP_RD": "64", "HW_RD": "64", "GRP_SIZE": "64", "NUM_BATCH": "1",
              "BATCHSIZE": "1", "SUBTENSOR_OP_WITH_SCALAR": "SUBTENSOR_OP_WITH_SCALAR_SET", "WORK_LENGTH_1": "1",
              "WORK_LENGTH_2": "1", "WORK_LENGTH_3": "1", "WORK_LENGTH_4": "1", "MLO_POOLING_OP_ID": "0",
              "MLO_POOLING_KERNEL_SZ0": "2", "MLO_POOLING_KERNEL_SZ1": "2", "MLO_POOLING_STRIDE0": "2",
              "MLO_POOLING_STRIDE1": "2", "MLO_POOLING_N_HORIZ_OUT_PIX": "2", "MLO_POOLING_N_VERT_OUT_PIX": "2",
              "MLO_POOLING_GROUP_SZ0": "8", "MLO_POOLING_GROUP_SZ1": "8", "MLO_POOLING_GROUP_LG2SZ0": "3",
              "MLO_POOLING_INDEX_TYPE": "uint", "MLO_POOLING_INDEX_MAX": "UINT_MAX", "MLO_POOLBWD_GROUP_SZ0": "8",
              "MLO_POOLBWD_GROUP_SZ1": "8", "MLO_POOLBWD_N_HORIZ_OUT_PIX": "2", "MLO_POOLBWD_N_VERT_OUT_PIX": "2",
              "KERNEL_SZ_D": "2", "KERNEL_SZ_H": "2", "KERNEL_SZ_W": "2", "STRIDE_D": "2", "STRIDE_H": "2",
              "STRIDE_W": "2", "MAX_ACTIV_WORKITEM": "256", "PIX_W_PER_WORK": "1", "PIX_H_PER_WORK": "4",
              "PIX_D_PER_WORK": "2", "TOP_W_PER_WORK": "1", "TOP_H_PER_WORK": "4", "TOP_D_PER_WORK": "2"}
    return [undefined(macros, text + included(path))]


def included(path):
    """Returns the texts of the headers beside a file that it includes; their defaults hold."""
    folder = os.path.dirname(path)
    with open(path, encoding="utf-8", errors="replace") as file:
        names = re.findall(r'#\s*include "(\w+\.h)"', file.read())
    texts = []
    for name in names:
        if os.path.exists(os.path.join(folder, name)):
            with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as file:
                texts.append(file.read())
    return "\n".join(texts)


def shoc(path, text):
    """SHOC, for float."""
    return [{"SINGLE_PRECISION": "", "N_GP": "24", "LROWS": "8", "LCOLS": "256"}]


def rodinia(path, text):
    """Rodinia, with the block sizes of its hosts."""
    one = {"BLOCK_SIZE": "16", "RD_WG_SIZE": "256", "WG_SIZE": "64", "NUMBER_THREADS": "256",
           "NUMBER_PAR_PER_BOX": "100", "fp": "float", "DEFAULT_ORDER": "256", "BLOCK_SIZE_0": "256"}
    used = {k: v for k, v in one.items()
            if re.search(r"\b%s\b" % k, text) and not re.search(r"(#\s*define|typedef \w+)\s+%s\b" % k, text)}
    return [used] if used else []


def plain(path, text):
    """A project whose files are programs."""
    return []


PROJECTS = {
    "hashcat": ("hashcat/OpenCL/m*.cl", hashcat),
    "clspv": ("clspv/test/**/*.cl", plain),
    "clij2": ("clij2/**/*.cl", clij),
    "MNN": ("MNN/source/backend/opencl/**/*.cl", mnn),
    "oneDNN": ("oneDNN/src/gpu/**/*.cl", onednn),
    "MIOpen": ("MIOpen/src/kernels/**/*.cl", miopen),
    "ArrayFire": ("arrayfire/src/backend/opencl/kernel/*.cl", arrayfire),
    "john": ("john/run/opencl/*.cl", john),
    "Rodinia": ("gpu-rodinia/opencl/**/*.cl", rodinia),
    "SHOC": ("shoc/src/opencl/**/*.cl", shoc),
    "PolyBench": ("PolyBench-ACC/OpenCL/**/*.cl", plain),
    "LuxCore": ("LuxCore/include/**/*.cl", luxcore),
    "OpenMM": ("openmm/platforms/opencl/src/kernels/*.cl", openmm),
    "TornadoVM": ("TornadoVM/**/*.cl", plain),
}

FOLDERS = {"oneDNN": "oneDNN/src", "MIOpen": "MIOpen/src/kernels"}

# Launches of less than what is guessed, where a work-item computes for long.
SIZES = {"john": ["4/4"], "hashcat": ["1/1"], "MNN": ["8/4"]}


def wrapped(parts, path, root, work, project):
    """Writes a program that defines and includes what the host gives; returns its name."""
    name = os.path.join(project, re.sub(r"[^A-Za-z0-9._-]", "_", os.path.relpath(path, root)))
    file = os.path.join(work, name)
    os.makedirs(os.path.dirname(file), exist_ok=True)
    with open(file, "w", encoding="utf-8") as out:
        for part in parts:
            if isinstance(part, dict):
                out.writelines("#define %s %s\n" % (k, v) for k, v in part.items())
            elif "\n" in part:
                out.write(part)
            else:
                out.write('#include "%s"\n' % part)
        out.write('#include "%s"\n' % path)
    return name


def write(root, work):
    """Writes the plan, and the programs that it names."""
    entries = []
    for project, (pattern, macros) in PROJECTS.items():
        names = []
        for path in sorted(glob.glob(os.path.join(root, pattern), recursive=True)):
            with open(path, encoding="utf-8", errors="replace") as file:
                text = file.read()
            if not re.search(r"\b(__kernel|kernel|KERNEL|KERNEL_FQ)\b", text):
                continue
            path = os.path.abspath(path)
            parts = macros(path, text)
            names.append(wrapped(parts, path, root, work, project) if parts else os.path.relpath(path, work))
        if names:
            entry = {"kind": "compare", "name": project, "files": names, "engines": ["", "watch"],
                     "platforms": PLATFORMS}
            if project in FOLDERS:
                entry["options"] = ["--options=-I " + os.path.join(os.path.abspath(root), FOLDERS[project])]
            if project in SIZES:
                entry["sizes"] = SIZES[project]
            entries.append(entry)
    with open(os.path.join(work, "plan.json"), "w", encoding="utf-8") as out:
        json.dump({"tasks": entries}, out, indent=1)


def table(report):
    """Prints a row a project."""
    rows = {}
    with open(report, encoding="utf-8") as lines:
        for line in lines:
            task = json.loads(line)
            if "task" in task:
                count(task, rows.setdefault(task["task"].split(":", 1)[0], {}))
    columns = ["files", "built", "kernels", "clean", "engines same", "PoCL same", "Intel same", "differing"]
    print("| project | " + " | ".join(columns) + " |\n|" + " --- |" * (len(columns) + 1))
    for project, row in rows.items():
        print("| " + project + " | " + " | ".join(str(row.get(c, 0)) for c in columns) + " |")


def count(task, row):
    """Counts what a task says."""
    def add(what):
        row[what] = row.get(what, 0) + 1
    add("files")
    answers = task["answers"]
    if len(answers) == 1 and answers[0]["verdict"] == "error":
        return
    add("built")
    for answer in answers:
        message = answer.get("message", "")
        if not answer["kernel"]:
            continue
        add("kernels")
        if not message.startswith("compared"):
            continue
        add("clean")
        findings = [f["message"] for f in answer["findings"]]
        if not any("with watch" in f for f in findings):
            add("engines same")
        for name, platform in (("PoCL same", "Portable Computing Language"), ("Intel same", "Intel")):
            if "platform=" + platform + " not" not in message and not any(
                    f.startswith(platform) or "on " + platform in f for f in findings):
                add(name)
        if findings:
            add("differing")


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--table":
        table(sys.argv[2])
    elif len(sys.argv) == 3:
        os.makedirs(sys.argv[2], exist_ok=True)
        write(sys.argv[1], sys.argv[2])
    else:
        sys.exit(__doc__)
