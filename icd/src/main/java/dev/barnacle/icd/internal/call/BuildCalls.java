package dev.barnacle.icd.internal.call;

import dev.barnacle.cl.BuildException;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.ObjectCode;
import dev.barnacle.icd.internal.abi.Callbacks;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.entry.BuildProgram;
import dev.barnacle.icd.internal.entry.CompileProgram;
import dev.barnacle.icd.internal.entry.LinkProgram;
import dev.barnacle.icd.internal.handle.ContextHandle;
import dev.barnacle.icd.internal.handle.Handles;
import dev.barnacle.icd.internal.handle.ProgramHandle;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Building, compiling and linking programs (OpenCL API, 5.8.2 to 5.8.5). It is done when the call
 * returns; a callback is called before that.
 */
public final class BuildCalls {
  private BuildCalls() {}

  public static long buildProgram(long a) {
    BuildProgram call = new BuildProgram(a);
    ProgramHandle program = Handles.program(call.program());
    checkCompiler(program, call.numDevices(), call.deviceList());
    Callback callback = Callback.of(call.pfnNotify(), call.userData());
    String options = options(call.options());
    callback.after(program, () -> program.build(options));
    return 0;
  }

  public static long compileProgram(long a) {
    CompileProgram call = new CompileProgram(a);
    ProgramHandle program = Handles.program(call.program());
    checkCompiler(program, call.numDevices(), call.deviceList());
    Map<String, String> headers =
        headers(call.numInputHeaders(), call.inputHeaders(), call.headerIncludeNames());
    Callback callback = Callback.of(call.pfnNotify(), call.userData());
    String options = options(call.options());
    callback.after(program, () -> program.compile(headers, options));
    return 0;
  }

  private static void checkCompiler(ProgramHandle program, int count, long devices) {
    if (!program.isBuiltIn()) {
      ProgramCalls.checkCompilers(
          program.context(), count, devices, ErrorCode.CL_COMPILER_NOT_AVAILABLE);
    }
  }

  private static Map<String, String> headers(int count, long programs, long names) {
    if (count < 0 || (count == 0) != (programs == 0) || (count == 0) != (names == 0)) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "headers and names do not match");
    }
    Map<String, String> headers = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      ProgramHandle header = Handles.program(Native.getLong(programs + 8L * i));
      long name = Native.getLong(names + 8L * i);
      if (name == 0) {
        throw new ClException(ErrorCode.CL_INVALID_VALUE, "header " + i + " has no name");
      }
      headers.put(Native.string(name), header.headerText());
    }
    return headers;
  }

  public static long linkProgram(long a) {
    LinkProgram call = new LinkProgram(a);
    ContextHandle context = Handles.context(call.context());
    ProgramCalls.checkCompilers(
        context, call.numDevices(), call.deviceList(), ErrorCode.CL_LINKER_NOT_AVAILABLE);
    int count = call.numInputPrograms();
    if (count <= 0 || call.inputPrograms() == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no programs to link");
    }
    List<ObjectCode> objects = new ArrayList<>();
    for (ProgramHandle input :
        Handles.list(
            call.inputPrograms(), count, ProgramHandle.class, ErrorCode.CL_INVALID_PROGRAM)) {
      if (!input.context().equals(context)) {
        throw new ClException(
            ErrorCode.CL_INVALID_PROGRAM, "a program of another context is to be linked");
      }
      objects.add(input.linkable());
    }
    Callback callback = Callback.of(call.pfnNotify(), call.userData());
    String options = options(call.options());
    ProgramHandle made = new ProgramHandle(context);
    made.register(made);
    try {
      callback.after(made, () -> made.link(objects, options));
    } catch (BuildException e) {
      throw new PartialResult(e.code(), e.detail(), made.address());
    } catch (ClException e) {
      made.release();
      throw e;
    }
    return made.address();
  }

  private static String options(long address) {
    return address == 0 ? "" : Native.string(address);
  }

  /**
   * The function that is called when a step ends.
   *
   * @param function its address, or 0
   * @param userData what it is given
   */
  private record Callback(long function, long userData) {
    static Callback of(long function, long userData) {
      if (function == 0 && userData != 0) {
        throw new ClException(ErrorCode.CL_INVALID_VALUE, "user data without a callback");
      }
      return new Callback(function, userData);
    }

    /** Does a step, and calls back if it has been done, well or not. */
    void after(ProgramHandle program, Runnable step) {
      try {
        step.run();
      } catch (BuildException e) {
        call(program);
        throw e;
      }
      call(program);
    }

    private void call(ProgramHandle program) {
      if (function != 0) {
        Callbacks.call(function, program.address(), userData);
      }
    }
  }
}
