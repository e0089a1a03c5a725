package dev.barnacle.icd.internal.call;

import static dev.barnacle.icd.internal.abi.Cl.*;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.icd.internal.entry.GetKernelArgInfo;
import dev.barnacle.icd.internal.entry.GetKernelInfo;
import dev.barnacle.icd.internal.entry.GetKernelWorkGroupInfo;
import dev.barnacle.icd.internal.handle.DeviceHandle;
import dev.barnacle.icd.internal.handle.Handles;
import dev.barnacle.icd.internal.handle.KernelHandle;
import dev.barnacle.icd.internal.query.Info;
import java.util.List;

/** Queries about kernels (OpenCL API, 5.9.4). */
public final class KernelInfoCalls {
  private KernelInfoCalls() {}

  public static long getKernelInfo(long a) {
    GetKernelInfo call = new GetKernelInfo(a);
    KernelHandle kernel = Handles.kernel(call.kernel());
    int parameter = call.paramName();
    Info out = Info.of(call);
    switch (parameter) {
      case CL_KERNEL_FUNCTION_NAME -> out.string(kernel.kernel().name());
      case CL_KERNEL_NUM_ARGS -> out.int32(kernel.kernel().parameters().size());
      case CL_KERNEL_REFERENCE_COUNT -> out.int32(kernel.references());
      case CL_KERNEL_CONTEXT -> out.handle(kernel.context());
      case CL_KERNEL_PROGRAM -> out.handle(kernel.program());
      case CL_KERNEL_ATTRIBUTES ->
          out.string(kernel.program().il() == null ? kernel.kernel().attributes() : "");
      default -> throw Info.unknown(parameter);
    }
    return 0;
  }

  /** Of programs from IL there is none: "only … created with clCreateProgramWithSource". */
  public static long getKernelArgInfo(long a) {
    GetKernelArgInfo call = new GetKernelArgInfo(a);
    KernelHandle kernel = Handles.kernel(call.kernel());
    int index = call.argIndex();
    List<KernelParameter> all = kernel.kernel().parameters();
    if (index < 0 || index >= all.size()) {
      throw new ClException(ErrorCode.CL_INVALID_ARG_INDEX, "no argument " + index);
    }
    if (kernel.program().il() != null) {
      throw new ClException(
          ErrorCode.CL_KERNEL_ARG_INFO_NOT_AVAILABLE, "the program was created from IL");
    }
    KernelParameter parameter = all.get(index);
    int query = call.paramName();
    Info out = Info.of(call);
    switch (query) {
      case CL_KERNEL_ARG_ADDRESS_QUALIFIER -> out.int32(space(parameter));
      case CL_KERNEL_ARG_ACCESS_QUALIFIER -> out.int32(ImageArguments.access(parameter));
      case CL_KERNEL_ARG_TYPE_NAME -> out.string(parameter.typeName());
      case CL_KERNEL_ARG_TYPE_QUALIFIER -> out.int64(qualifiers(parameter));
      case CL_KERNEL_ARG_NAME -> out.string(name(parameter));
      default -> throw Info.unknown(query);
    }
    return 0;
  }

  /** Returns its name in the source; empty where it has none, and is called by its position. */
  private static String name(KernelParameter parameter) {
    return parameter.name().equals(Integer.toString(parameter.index())) ? "" : parameter.name();
  }

  private static int space(KernelParameter parameter) {
    return switch (parameter.kind()) {
      case GLOBAL -> CL_KERNEL_ARG_ADDRESS_GLOBAL;
      case CONSTANT -> CL_KERNEL_ARG_ADDRESS_CONSTANT;
      case LOCAL -> CL_KERNEL_ARG_ADDRESS_LOCAL;
      case VALUE, STRUCT -> CL_KERNEL_ARG_ADDRESS_PRIVATE;
      default -> ImageArguments.space(parameter);
    };
  }

  private static long qualifiers(KernelParameter parameter) {
    long bits = CL_KERNEL_ARG_TYPE_NONE;
    for (String qualifier : parameter.qualifiers()) {
      bits |=
          switch (qualifier) {
            case "const" -> CL_KERNEL_ARG_TYPE_CONST;
            case "restrict" -> CL_KERNEL_ARG_TYPE_RESTRICT;
            case "volatile" -> CL_KERNEL_ARG_TYPE_VOLATILE;
            case "pipe" -> CL_KERNEL_ARG_TYPE_PIPE;
            default -> CL_KERNEL_ARG_TYPE_NONE;
          };
    }
    return bits;
  }

  public static long getKernelWorkGroupInfo(long a) {
    GetKernelWorkGroupInfo call = new GetKernelWorkGroupInfo(a);
    KernelHandle kernel = Handles.kernel(call.kernel());
    device(kernel, call.device());
    int parameter = call.paramName();
    Info out = Info.of(call);
    switch (parameter) {
      case CL_KERNEL_GLOBAL_WORK_SIZE -> {
        if (!kernel.program().isBuiltIn()) {
          throw new ClException(ErrorCode.CL_INVALID_VALUE, "for built-in kernels only");
        }
        out.longs(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
      }
      case CL_KERNEL_WORK_GROUP_SIZE -> out.int64(kernel.kernel().maxWorkGroupSize());
      case CL_KERNEL_COMPILE_WORK_GROUP_SIZE -> {
        List<Integer> sizes = kernel.kernel().requiredWorkGroupSize();
        long[] three = new long[3];
        for (int d = 0; d < sizes.size(); d++) {
          three[d] = sizes.get(d);
        }
        out.longs(three);
      }
      case CL_KERNEL_LOCAL_MEM_SIZE ->
          out.int64(kernel.kernel().localMemoryBytes() + kernel.arguments().localMemoryBytes());
      case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE ->
          out.int64(kernel.kernel().preferredWorkGroupSizeMultiple());
      case CL_KERNEL_PRIVATE_MEM_SIZE -> out.int64(kernel.kernel().privateMemoryBytes());
      case CL_KERNEL_SPILL_MEM_SIZE_INTEL -> out.int64(0); // it is private memory, in the stack
      default -> throw Info.unknown(parameter);
    }
    return 0;
  }

  /** Returns the device of a query; null stands for the only one. */
  static DeviceHandle device(KernelHandle kernel, long address) {
    List<DeviceHandle> devices = kernel.program().devices();
    if (address == 0 && devices.size() == 1) {
      return devices.getFirst();
    }
    return kernel.program().device(address);
  }
}
