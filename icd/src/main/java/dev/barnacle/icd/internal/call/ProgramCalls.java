package dev.barnacle.icd.internal.call;

import static dev.barnacle.icd.internal.abi.Cl.*;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.IlModule;
import dev.barnacle.cl.ObjectCode;
import dev.barnacle.cl.Program;
import dev.barnacle.cl.bytes.SourceEncoding;
import dev.barnacle.icd.internal.abi.Callbacks;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.entry.CreateProgramWithBinary;
import dev.barnacle.icd.internal.entry.CreateProgramWithBuiltInKernels;
import dev.barnacle.icd.internal.entry.CreateProgramWithIL;
import dev.barnacle.icd.internal.entry.CreateProgramWithSource;
import dev.barnacle.icd.internal.entry.GetProgramBuildInfo;
import dev.barnacle.icd.internal.entry.GetProgramInfo;
import dev.barnacle.icd.internal.entry.ReleaseProgram;
import dev.barnacle.icd.internal.entry.RetainProgram;
import dev.barnacle.icd.internal.entry.SetProgramReleaseCallback;
import dev.barnacle.icd.internal.entry.SetProgramSpecializationConstant;
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
    CreateProgramWithSource call = new CreateProgramWithSource(a);
    ContextHandle context = Handles.context(call.context());
    int count = call.count();
    long strings = call.strings();
    long lengths = call.lengths();
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
    CreateProgramWithBinary call = new CreateProgramWithBinary(a);
    ContextHandle context = Handles.context(call.context());
    int count = call.numDevices();
    long lengths = call.lengths();
    long binaries = call.binaries();
    long status = call.binaryStatus();
    if (count <= 0 || call.deviceList() == 0 || lengths == 0 || binaries == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no devices or binaries");
    }
    boolean custom =
        checkDevices(context, count, call.deviceList(), true).stream().anyMatch(d -> d.isCustom());
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
    CreateProgramWithBuiltInKernels call = new CreateProgramWithBuiltInKernels(a);
    ContextHandle context = Handles.context(call.context());
    List<DeviceHandle> devices = checkDevices(context, call.numDevices(), call.deviceList(), true);
    if (call.kernelNames() == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no names of kernels");
    }
    List<String> names =
        Arrays.stream(Native.string(call.kernelNames()).split(";", -1)).map(String::strip).toList();
    ProgramHandle made = new ProgramHandle(context, devices, names);
    return made.register(made).address();
  }

  public static long createProgramWithIL(long a) {
    CreateProgramWithIL call = new CreateProgramWithIL(a);
    ContextHandle context = Handles.context(call.context());
    long il = call.il();
    long length = call.length();
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
    Handles.program(new RetainProgram(a).program()).retain();
    return 0;
  }

  public static long releaseProgram(long a) {
    Handles.program(new ReleaseProgram(a).program()).release();
    return 0;
  }

  public static long setProgramReleaseCallback(long a) {
    SetProgramReleaseCallback call = new SetProgramReleaseCallback(a);
    ProgramHandle program = Handles.program(call.program());
    long function = call.pfnNotify();
    long userData = call.userData();
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
    SetProgramSpecializationConstant call = new SetProgramSpecializationConstant(a);
    ProgramHandle program = Handles.program(call.program());
    long size = call.specSize();
    if (size <= 0 || size > Long.BYTES || call.specValue() == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no value of a constant");
    }
    program.specialize(call.specId(), size, Native.bytes(call.specValue(), size));
    return 0;
  }

  public static long getProgramInfo(long a) {
    GetProgramInfo call = new GetProgramInfo(a);
    ProgramHandle program = Handles.program(call.program());
    List<DeviceHandle> devices = program.devices();
    int parameter = call.paramName();
    Info out = Info.of(call);
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
    GetProgramBuildInfo call = new GetProgramBuildInfo(a);
    ProgramHandle program = Handles.program(call.program());
    program.device(call.device());
    int parameter = call.paramName();
    Info out = Info.of(call);
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
