package dev.barnacle.icd.internal.call;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.KernelArguments;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.cl.LocalMemory;
import dev.barnacle.cl.Platform;
import dev.barnacle.cl.Program;
import dev.barnacle.cl.SvmPointer;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.entry.CloneKernel;
import dev.barnacle.icd.internal.entry.CreateKernel;
import dev.barnacle.icd.internal.entry.CreateKernelsInProgram;
import dev.barnacle.icd.internal.entry.ReleaseKernel;
import dev.barnacle.icd.internal.entry.RetainKernel;
import dev.barnacle.icd.internal.entry.SetKernelArg;
import dev.barnacle.icd.internal.entry.SetKernelArgSVMPointer;
import dev.barnacle.icd.internal.handle.Handles;
import dev.barnacle.icd.internal.handle.KernelHandle;
import dev.barnacle.icd.internal.handle.ProgramHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Kernels and their arguments (OpenCL API, 5.9). */
public final class KernelCalls {
  private KernelCalls() {}

  public static long createKernel(long a) {
    CreateKernel call = new CreateKernel(a);
    ProgramHandle program = Handles.program(call.program());
    Program executable = program.executable();
    if (call.kernelName() == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no name");
    }
    return make(program, executable.kernel(Native.string(call.kernelName()))).address();
  }

  private static KernelHandle make(ProgramHandle program, Kernel kernel) {
    KernelHandle made = new KernelHandle(program, kernel.arguments());
    return made.register(made);
  }

  public static long createKernelsInProgram(long a) {
    CreateKernelsInProgram call = new CreateKernelsInProgram(a);
    ProgramHandle program = Handles.program(call.program());
    Program executable = program.executable();
    List<String> names = executable.kernelNames();
    if (call.kernels() != 0) {
      if (Integer.compareUnsigned(call.numKernels(), names.size()) < 0) {
        throw new ClException(ErrorCode.CL_INVALID_VALUE, "there are " + names.size() + " kernels");
      }
      for (int i = 0; i < names.size(); i++) {
        long kernel = make(program, executable.kernel(names.get(i))).address();
        Native.putLong(call.kernels() + 8L * i, kernel);
      }
    }
    Native.putIntIfWanted(call.numKernelsRet(), names.size());
    return 0;
  }

  public static long cloneKernel(long a) {
    KernelHandle kernel = Handles.kernel(new CloneKernel(a).sourceKernel());
    KernelHandle made = new KernelHandle(kernel.program(), kernel.arguments().copy());
    return made.register(made).address();
  }

  public static long retainKernel(long a) {
    Handles.kernel(new RetainKernel(a).kernel()).retain();
    return 0;
  }

  public static long releaseKernel(long a) {
    Handles.kernel(new ReleaseKernel(a).kernel()).release();
    return 0;
  }

  public static long setKernelArg(long a) {
    SetKernelArg call = new SetKernelArg(a);
    KernelHandle kernel = Handles.kernel(call.kernel());
    KernelArguments arguments = kernel.arguments();
    KernelParameter parameter = parameter(arguments.kernel(), call.argIndex());
    set(arguments, parameter, call.argSize(), call.argValue());
    if (parameter.kind() == KernelParameter.Kind.LOCAL) {
      kernel.setLocal(parameter.index(), call.argSize());
    } else {
      kernel.setHere(parameter.index());
    }
    return 0;
  }

  /** Sets an argument as {@code clSetKernelArg} does. */
  public static void set(
      KernelArguments arguments, KernelParameter parameter, long size, long value) {
    switch (parameter.kind()) {
      case LOCAL -> {
        if (value != 0) {
          throw wrong(
              ErrorCode.CL_INVALID_ARG_VALUE, parameter, "is local memory, without a value");
        }
        if (size < 0 || (size == 0 && !Platform.is31())) {
          throw wrong(ErrorCode.CL_INVALID_ARG_SIZE, parameter, "needs local memory of some size");
        }
        arguments.set(parameter.index(), LocalMemory.bytes(size));
      }
      case GLOBAL, CONSTANT -> {
        Object memory = value == 0 ? null : memory(Native.getLong(value));
        checkSize(parameter, size, 8);
        arguments.set(parameter.index(), memory);
      }
      case VALUE, STRUCT -> {
        if (value == 0) {
          throw wrong(ErrorCode.CL_INVALID_ARG_VALUE, parameter, "has no value");
        }
        checkSize(parameter, size, parameter.byteSize());
        arguments.set(parameter.index(), Native.at(value, size));
      }
      default -> ImageArguments.set(arguments, parameter, size, value);
    }
  }

  private static @Nullable Object memory(long handle) {
    return handle == 0 ? null : Handles.memory(handle).object();
  }

  /** Returns the parameter of an index. */
  public static KernelParameter parameter(Kernel kernel, int index) {
    List<KernelParameter> parameters = kernel.parameters();
    if (index < 0 || index >= parameters.size()) {
      throw new ClException(
          ErrorCode.CL_INVALID_ARG_INDEX,
          "kernel " + kernel.signature() + " has no argument " + index);
    }
    return parameters.get(index);
  }

  static void checkSize(KernelParameter parameter, long given, long wanted) {
    if (given != wanted) {
      throw wrong(
          ErrorCode.CL_INVALID_ARG_SIZE, parameter, "takes " + wanted + " bytes, not " + given);
    }
  }

  static ClException wrong(ErrorCode code, KernelParameter parameter, String what) {
    return new ClException(code, "argument " + parameter.index() + " " + what);
  }

  public static long setKernelArgSVMPointer(long a) {
    SetKernelArgSVMPointer call = new SetKernelArgSVMPointer(a);
    KernelHandle kernel = Handles.kernel(call.kernel());
    KernelParameter parameter = parameter(kernel.kernel(), call.argIndex());
    setPointer(kernel.arguments(), parameter, call.argValue());
    kernel.setHere(parameter.index());
    return 0;
  }

  /** Sets an argument as {@code clSetKernelArgSVMPointer} does. */
  public static void setPointer(
      KernelArguments arguments, KernelParameter parameter, long pointer) {
    if (!takesPointer(parameter)) {
      throw wrong(ErrorCode.CL_INVALID_ARG_VALUE, parameter, "is no pointer to global memory");
    }
    arguments.set(parameter.index(), new SvmPointer(pointer));
  }

  static boolean takesPointer(KernelParameter parameter) {
    return parameter.kind() == KernelParameter.Kind.GLOBAL
        || parameter.kind() == KernelParameter.Kind.CONSTANT;
  }
}
