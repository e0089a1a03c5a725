package dev.barnacle.icd.internal.call;

import static dev.barnacle.icd.internal.abi.Arguments.i;
import static dev.barnacle.icd.internal.abi.Arguments.p;

import dev.barnacle.cl.BuildException;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.ObjectCode;
import dev.barnacle.icd.internal.abi.Callbacks;
import dev.barnacle.icd.internal.abi.Native;
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
    ProgramHandle program = Handles.program(p(a, 0));
    checkCompiler(program, i(a, 1), p(a, 2));
    Callback callback = Callback.of(p(a, 4), p(a, 5));
    String options = options(p(a, 3));
    callback.after(program, () -> program.build(options));
    return 0;
  }

  public static long compileProgram(long a) {
    ProgramHandle program = Handles.program(p(a, 0));
    checkCompiler(program, i(a, 1), p(a, 2));
    Map<String, String> headers = headers(i(a, 4), p(a, 5), p(a, 6));
    Callback callback = Callback.of(p(a, 7), p(a, 8));
    String options = options(p(a, 3));
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
    ContextHandle context = Handles.context(p(a, 0));
    ProgramCalls.checkCompilers(context, i(a, 1), p(a, 2), ErrorCode.CL_LINKER_NOT_AVAILABLE);
    int count = i(a, 4);
    if (count <= 0 || p(a, 5) == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no programs to link");
    }
    List<ObjectCode> objects = new ArrayList<>();
    for (ProgramHandle input :
        Handles.list(p(a, 5), count, ProgramHandle.class, ErrorCode.CL_INVALID_PROGRAM)) {
      if (!input.context().equals(context)) {
        throw new ClException(
            ErrorCode.CL_INVALID_PROGRAM, "a program of another context is to be linked");
      }
      objects.add(input.linkable());
    }
    Callback callback = Callback.of(p(a, 6), p(a, 7));
    String options = options(p(a, 3));
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
   * What is called when a step ends.
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
