package dev.barnacle.icd.internal.call;

import static dev.barnacle.icd.internal.abi.Cl.*;
import static dev.barnacle.icd.internal.abi.SharedMemoryCl.*;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.DevicePointer;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.IndirectAccess;
import dev.barnacle.cl.KernelArguments;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.cl.SvmType;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.entry.SetKernelArgDevicePointerEXT;
import dev.barnacle.icd.internal.entry.SetKernelArgMemPointerINTEL;
import dev.barnacle.icd.internal.entry.SetKernelExecInfo;
import dev.barnacle.icd.internal.handle.ContextHandle;
import dev.barnacle.icd.internal.handle.Handles;
import dev.barnacle.icd.internal.handle.KernelHandle;
import dev.barnacle.icd.internal.query.Info;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/** The memory that a kernel gets by pointers that are no memory objects (OpenCL API, 5.9.2). */
public final class ExecutionInfo {
  private ExecutionInfo() {}

  public static long setKernelArgMemPointer(long a) {
    SetKernelArgMemPointerINTEL call = new SetKernelArgMemPointerINTEL(a);
    KernelHandle kernel = Handles.kernel(call.kernel());
    KernelParameter parameter = KernelCalls.parameter(kernel.kernel(), call.argIndex());
    if (!KernelCalls.takesPointer(parameter)) {
      throw KernelCalls.wrong(
          ErrorCode.CL_INVALID_ARG_VALUE, parameter, "is no pointer to global memory");
    }
    kernel.arguments().set(parameter.index(), new DevicePointer(call.argValue()));
    kernel.setHere(parameter.index());
    return 0;
  }

  public static long setKernelArgDevicePointer(long a) {
    SetKernelArgDevicePointerEXT call = new SetKernelArgDevicePointerEXT(a);
    KernelHandle kernel = Handles.kernel(call.kernel());
    KernelParameter parameter = KernelCalls.parameter(kernel.kernel(), call.argIndex());
    if (parameter.kind() != KernelParameter.Kind.GLOBAL) {
      throw KernelCalls.wrong(
          ErrorCode.CL_INVALID_ARG_INDEX, parameter, "is no pointer to global memory");
    }
    kernel.arguments().set(parameter.index(), new DevicePointer(call.argValue()));
    kernel.setHere(parameter.index());
    return 0;
  }

  public static long setKernelExecInfo(long a) {
    SetKernelExecInfo call = new SetKernelExecInfo(a);
    KernelHandle kernel = Handles.kernel(call.kernel());
    kernel.reachMore();
    set(
        kernel.context(),
        kernel.arguments(),
        call.paramName(),
        call.paramValueSize(),
        call.paramValue());
    return 0;
  }

  /** Does it for arguments of a kernel. */
  public static void set(
      ContextHandle context, KernelArguments arguments, int parameter, long size, long value) {
    if (value == 0 && size != 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no value");
    }
    arguments.changeIndirect(change(context, parameter, size, value));
  }

  private static UnaryOperator<IndirectAccess> change(
      ContextHandle context, int parameter, long size, long value) {
    return switch (parameter) {
      case CL_KERNEL_EXEC_INFO_SVM_PTRS -> {
        List<Long> pointers = pointers(size, value);
        yield access -> access.withSvm(pointers);
      }
      case CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL -> {
        List<Long> pointers = pointers(size, value);
        yield access -> access.withUsm(pointers);
      }
      case CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT -> {
        List<Long> addresses = pointers(size, value);
        yield access -> access.withBuffers(addresses);
      }
      case CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL -> all(size, value, SvmType.HOST);
      case CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL -> all(size, value, SvmType.DEVICE);
      case CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL -> all(size, value, SvmType.SHARED);
      case CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR ->
          all(size, value, SvmType.HOST, SvmType.DEVICE, SvmType.SHARED);
      case CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM -> {
        checkSystem(context, flag(size, value));
        yield access -> access;
      }
      default -> throw Info.unknown(parameter);
    };
  }

  private static List<Long> pointers(long size, long value) {
    checkSize(size >= 0 && size % 8 == 0 && size < Integer.MAX_VALUE, size);
    return size == 0
        ? List.of()
        : LongStream.of(Native.longs(value, (int) (size / 8))).boxed().toList();
  }

  private static UnaryOperator<IndirectAccess> all(long size, long value, SvmType... types) {
    boolean may = flag(size, value);
    return access -> {
      IndirectAccess changed = access;
      for (SvmType type : types) {
        changed = changed.with(type, may);
      }
      return changed;
    };
  }

  private static boolean flag(long size, long value) {
    checkSize(size == 4, size);
    return Native.getInt(value) != 0;
  }

  /** Kernels reach all memory of the process without that, or not at all. */
  private static void checkSystem(ContextHandle context, boolean wanted) {
    if (wanted && context.devices().stream().noneMatch(d -> d.device().systemSvm())) {
      throw new ClException(
          ErrorCode.CL_INVALID_OPERATION, "the device does not reach all of the process");
    }
  }

  private static void checkSize(boolean fits, long size) {
    if (!fits) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "a value of " + size + " bytes");
    }
  }
}
