package dev.barnacle.icd.internal.call;

import static dev.barnacle.icd.internal.abi.Arguments.i;
import static dev.barnacle.icd.internal.abi.Arguments.p;
import static dev.barnacle.icd.internal.abi.Cl.*;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.IlModule;
import dev.barnacle.cl.ObjectCode;
import dev.barnacle.cl.Program;
import dev.barnacle.cl.bytes.SourceEncoding;
import dev.barnacle.icd.internal.abi.Callbacks;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.handle.ContextHandle;
import dev.barnacle.icd.internal.handle.DeviceHandle;
import dev.barnacle.icd.internal.handle.Handles;
import dev.barnacle.icd.internal.handle.ProgramHandle;
import dev.barnacle.icd.internal.query.Info;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Programs (OpenCL API, 5.8). */
public final class ProgramCalls {
  private ProgramCalls() {}

  public static long createProgramWithSource(long a) {
    ContextHandle context = Handles.context(p(a, 0));
    int count = i(a, 1);
    long strings = p(a, 2);
    long lengths = p(a, 3);
    if (count <= 0 || strings == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no source");
    }
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (int i = 0; i < count; i++) {
      long string = Native.getLong(strings + 8L * i);
      if (string == 0) {
        throw new ClException(ErrorCode.CL_INVALID_VALUE, "string " + i + " is null");
      }
      long length = lengths == 0 ? 0 : Native.getLong(lengths + 8L * i);
      if (length < 0) {
        throw new ClException(
            ErrorCode.CL_INVALID_VALUE, "a string of " + Long.toUnsignedString(length) + " bytes");
      }
      text.writeBytes(length == 0 ? Native.stringBytes(string) : Native.bytes(string, length));
    }
    ProgramHandle made = new ProgramHandle(context, SourceEncoding.decode(text.toByteArray()));
    return made.register(made).address();
  }

  public static long createProgramWithBinary(long a) {
    ContextHandle context = Handles.context(p(a, 0));
    int count = i(a, 1);
    long lengths = p(a, 3);
    long binaries = p(a, 4);
    long status = p(a, 5);
    if (count <= 0 || p(a, 2) == 0 || lengths == 0 || binaries == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no devices or binaries");
    }
    boolean custom =
        checkDevices(context, count, p(a, 2), true).stream().anyMatch(d -> d.isCustom());
    ClException wrong = null;
    ObjectCode object = null;
    for (int i = 0; i < count; i++) {
      long length = Native.getLong(lengths + 8L * i);
      long binary = Native.getLong(binaries + 8L * i);
      ErrorCode code = null;
      if (length <= 0 || binary == 0) {
        wrong = new ClException(ErrorCode.CL_INVALID_VALUE, "binary " + i + " is empty");
        code = ErrorCode.CL_INVALID_VALUE;
      } else {
        try {
          if (custom) {
            throw new ClException(ErrorCode.CL_INVALID_BINARY, "the custom device takes no binary");
          }
          object = ObjectCode.parse(Native.bytes(binary, length));
        } catch (ClException e) {
          wrong = wrong == null ? e : wrong;
          code = e.code();
        }
      }
      if (status != 0) {
        Native.putInt(status + 4L * i, code == null ? 0 : code.value());
      }
    }
    if (wrong != null || object == null) {
      throw wrong == null ? new ClException(ErrorCode.CL_INVALID_BINARY, "no binary") : wrong;
    }
    ProgramHandle made = new ProgramHandle(context, object);
    return made.register(made).address();
  }

  public static long createProgramWithBuiltInKernels(long a) {
    ContextHandle context = Handles.context(p(a, 0));
    List<DeviceHandle> devices = checkDevices(context, i(a, 1), p(a, 2), true);
    if (p(a, 3) == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no names of kernels");
    }
    List<String> names =
        Arrays.stream(Native.string(p(a, 3)).split(";", -1)).map(String::strip).toList();
    ProgramHandle made = new ProgramHandle(context, devices, names);
    return made.register(made).address();
  }

  public static long createProgramWithIL(long a) {
    ContextHandle context = Handles.context(p(a, 0));
    long il = p(a, 1);
    long length = p(a, 2);
    if (il == 0 || length <= 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no module");
    }
    byte[] bytes = Native.bytes(il, length);
    ProgramHandle made = new ProgramHandle(context, IlModule.of("program.spv", bytes));
    return made.register(made).address();
  }

  /**
   * Checks a list of devices and returns them.
   *
   * @param wanted whether there must be one; otherwise null stands for all devices of the context
   */
  static List<DeviceHandle> checkDevices(
      ContextHandle context, int count, long list, boolean wanted) {
    if ((count == 0) != (list == 0) || count < 0 || (wanted && count == 0)) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE, "a list of " + Integer.toUnsignedString(count) + " devices");
    }
    List<DeviceHandle> devices = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      devices.add(context.device(Native.getLong(list + 8L * i)));
    }
    return devices.isEmpty() ? context.devices() : devices.stream().distinct().toList();
  }

  /** Does so for devices that are to compile or link. */
  static void checkCompilers(ContextHandle context, int count, long list, ErrorCode code) {
    if (checkDevices(context, count, list, false).stream().anyMatch(d -> d.isCustom())) {
      throw new ClException(code, "the custom device compiles and links nothing: list the others");
    }
  }

  public static long retainProgram(long a) {
    Handles.program(p(a, 0)).retain();
    return 0;
  }

  public static long releaseProgram(long a) {
    Handles.program(p(a, 0)).release();
    return 0;
  }

  public static long setProgramReleaseCallback(long a) {
    ProgramHandle program = Handles.program(p(a, 0));
    long function = p(a, 1);
    long userData = p(a, 2);
    if (function == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no callback");
    }
    if (program.isWithoutDestructors()) {
      throw new ClException(
          ErrorCode.CL_INVALID_OPERATION,
          "no callback follows the destructors of a program that has none (OpenCL C has none)");
    }
    long address = program.address();
    program.onDestroy(() -> Callbacks.call(function, address, userData));
    return 0;
  }

  public static long setProgramSpecializationConstant(long a) {
    ProgramHandle program = Handles.program(p(a, 0));
    long size = p(a, 2);
    if (size <= 0 || size > Long.BYTES || p(a, 3) == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no value of a constant");
    }
    program.specialize(i(a, 1), size, Native.bytes(p(a, 3), size));
    return 0;
  }

  public static long getProgramInfo(long a) {
    ProgramHandle program = Handles.program(p(a, 0));
    List<DeviceHandle> devices = program.devices();
    int parameter = i(a, 1);
    Info out = Info.of(a, 2);
    switch (parameter) {
      case CL_PROGRAM_REFERENCE_COUNT -> out.int32(program.references());
      case CL_PROGRAM_CONTEXT -> out.handle(program.context());
      case CL_PROGRAM_NUM_DEVICES -> out.int32(devices.size());
      case CL_PROGRAM_DEVICES -> out.handles(devices);
      case CL_PROGRAM_SOURCE -> out.string(program.sourceText());
      case CL_PROGRAM_IL -> out.bytes(il(program));
      case CL_PROGRAM_BINARY_SIZES -> {
        long[] sizes = new long[devices.size()];
        Arrays.fill(sizes, program.binary().length);
        out.longs(sizes);
      }
      case CL_PROGRAM_BINARIES -> binaries(program, devices.size(), out);
      case CL_PROGRAM_NUM_KERNELS -> out.int64(program.executable().kernelNames().size());
      case CL_PROGRAM_KERNEL_NAMES ->
          out.string(String.join(";", program.executable().kernelNames()));
      case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT ->
          out.bool(program.executable().hasConstructors());
      case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT -> out.bool(program.executable().hasDestructors());
      default -> throw Info.unknown(parameter);
    }
    return 0;
  }

  private static byte[] il(ProgramHandle program) {
    IlModule il = program.il();
    return il == null ? new byte[0] : il.bytes();
  }

  /** The answer is written to where the pointers in the program's array point. */
  private static void binaries(ProgramHandle program, int devices, Info out) {
    long[] places = new long[devices];
    if (out.value() != 0 && out.size() >= 8L * devices) {
      places = Native.longs(out.value(), devices);
    }
    out.longs(places);
    for (long place : places) {
      if (place != 0) {
        Native.putBytes(place, program.binary());
      }
    }
  }

  public static long getProgramBuildInfo(long a) {
    ProgramHandle program = Handles.program(p(a, 0));
    program.device(p(a, 1));
    int parameter = i(a, 2);
    Info out = Info.of(a, 3);
    switch (parameter) {
      case CL_PROGRAM_BUILD_STATUS -> out.int32(program.status());
      case CL_PROGRAM_BUILD_OPTIONS -> out.string(program.options());
      case CL_PROGRAM_BUILD_LOG -> out.string(program.log());
      case CL_PROGRAM_BINARY_TYPE -> out.int32(program.binaryType());
      case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE -> out.int64(globalBytes(program));
      default -> throw Info.unknown(parameter);
    }
    return 0;
  }

  private static long globalBytes(ProgramHandle handle) {
    if (handle.binaryType() != CL_PROGRAM_BINARY_TYPE_EXECUTABLE
        || handle.status() != CL_BUILD_SUCCESS) {
      return 0;
    }
    Program program = handle.executable();
    return program.globalVariableBytes();
  }
}
