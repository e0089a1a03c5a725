package dev.barnacle.icd.internal.handle;

import static dev.barnacle.icd.internal.abi.Cl.*;

import dev.barnacle.cl.BuildException;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.IlModule;
import dev.barnacle.cl.ObjectCode;
import dev.barnacle.cl.Program;
import dev.barnacle.store.Blake3Sum;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * {@code cl_program}: a source or a binary, and what the last build, compilation or link made of
 * it.
 */
public final class ProgramHandle extends Handle {
  private final ContextHandle context;
  private final List<DeviceHandle> devices;
  private final List<Runnable> callbacks = new ArrayList<>();
  private final @Nullable String source;
  private @Nullable IlModule il;

  /** The number of digits of a binary's sum that name it. */
  private static final int SUM = 8;

  private @Nullable String name;
  private @Nullable ObjectCode object;
  private @Nullable Program program;
  private byte @Nullable [] binary;
  private int status = CL_BUILD_NONE;
  private String log = "";
  private String options = "";
  private int kernels;

  /** Makes a program of a source. */
  public ProgramHandle(ContextHandle context, String source) {
    this(context, source, null);
  }

  /** Makes a program of a binary. */
  public ProgramHandle(ContextHandle context, ObjectCode object) {
    this(context, null, object);
  }

  /** Makes a program of built-in kernels for some of the context's devices. */
  public ProgramHandle(ContextHandle context, List<DeviceHandle> devices, List<String> names) {
    this(context, null, null, devices);
    this.program = context.context().builtIn(names.toArray(String[]::new));
  }

  /** Makes a program to be linked. */
  public ProgramHandle(ContextHandle context) {
    this(context, (String) null, null);
  }

  /** Makes a program of an intermediate language. */
  public ProgramHandle(ContextHandle context, IlModule il) {
    this(context, (String) null, null);
    this.il = il;
  }

  private ProgramHandle(
      ContextHandle context, @Nullable String source, @Nullable ObjectCode object) {
    this(context, source, object, context.devices());
  }

  private ProgramHandle(
      ContextHandle context,
      @Nullable String source,
      @Nullable ObjectCode object,
      List<DeviceHandle> devices) {
    super(ErrorCode.CL_INVALID_PROGRAM);
    this.context = context;
    this.devices = List.copyOf(devices);
    this.source = source;
    this.object = object;
    hold(context);
  }

  public ContextHandle context() {
    return context;
  }

  /** Returns those that it is for: of built-in kernels those that it was made for. */
  public List<DeviceHandle> devices() {
    return devices;
  }

  /** Returns one of these by its handle. */
  public DeviceHandle device(long address) {
    DeviceHandle device = Handles.device(address);
    if (!devices.contains(device)) {
      throw new ClException(ErrorCode.CL_INVALID_DEVICE, "the device is not the program's");
    }
    return device;
  }

  /** Returns whether it is of built-in kernels. */
  public synchronized boolean isBuiltIn() {
    return program != null && program.isBuiltIn();
  }

  /** Returns its source; empty for one of binaries. */
  public String sourceText() {
    return source == null ? "" : source;
  }

  /** Returns its source as a header, or an error if it has none. */
  public String headerText() {
    if (source == null) {
      throw new ClException(ErrorCode.CL_INVALID_OPERATION, "a header has no source");
    }
    return source;
  }

  /** Returns its module in an intermediate language; null where it has none. */
  public @Nullable IlModule il() {
    return il;
  }

  /** Sets a specialisation constant ({@code clSetProgramSpecializationConstant}). */
  public synchronized void specialize(int id, long size, byte[] value) {
    IlModule module = il;
    if (module == null) {
      throw new ClException(
          ErrorCode.CL_INVALID_PROGRAM, "the program is of no intermediate language");
    }
    Integer wanted = module.constants().get(id);
    if (wanted != null && size != wanted) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE, "constant " + id + " has " + wanted + " bytes, not " + size);
    }
    long bits = 0;
    for (int i = value.length - 1; i >= 0; i--) {
      bits = bits << Byte.SIZE | (value[i] & 0xff);
    }
    il = module.with(id, bits);
  }

  /** Builds it ({@code clBuildProgram}). */
  public void build(String how) {
    if (isBuiltIn()) {
      throw new ClException(ErrorCode.CL_INVALID_OPERATION, "built-in kernels are not built");
    }
    run(
        how,
        () -> {
          IlModule module = il;
          if (module != null) {
            return loaded(context.context().build(module, how));
          }
          if (source != null) {
            return loaded(context.context().build(sourceName(source), source, how));
          }
          ObjectCode code = object;
          if (code == null) {
            throw new ClException(ErrorCode.CL_INVALID_OPERATION, "the program has been linked");
          }
          ObjectCode whole =
              code.kind() == ObjectCode.Kind.EXECUTABLE
                  ? code
                  : context.context().link(List.of(code), "");
          object = whole;
          return loaded(
              Reports.isWritten()
                  ? context.context().load(shown(whole), names(whole))
                  : context.context().load(whole));
        });
  }

  /**
   * Returns names of their own for the sources of a binary: that of its source where that is known
   * and shown, and else one that is no other program's.
   */
  private UnaryOperator<String> names(ObjectCode code) {
    byte[] bytes = code.binary();
    Optional<KeptSources.Source> kept = KeptSources.find(bytes);
    if (kept.isPresent()) {
      String old = kept.get().name();
      String own = sourceName(kept.get().text());
      return file -> file.equals(old) ? own : file;
    }
    String sum = new Blake3Sum().add(bytes).hex();
    return file -> Reports.isSource(file) ? "binary-" + sum.substring(0, SUM) + ".cl" : file;
  }

  /** Returns the same with the source of a binary, where that is known and shown. */
  private static ObjectCode shown(ObjectCode code) {
    return KeptSources.find(code.binary())
        .map(kept -> code.withTexts(Map.of(kept.name(), kept.text())))
        .orElse(code);
  }

  /** Returns what its source is called, which stays the same when it is built again. */
  private String sourceName(String text) {
    String known = name;
    if (known == null) {
      known = Reports.source(text);
      name = known;
    }
    return known;
  }

  /** Returns what stands for it in a report: its source's name, or a sum of its binary. */
  synchronized String reportName() {
    return name != null ? name : "binary " + new Blake3Sum().add(binary()).hex();
  }

  private String loaded(Program made) {
    program = made;
    Reports.built(name == null ? "" : name, options, made);
    return made.log();
  }

  /** Compiles it ({@code clCompileProgram}). */
  public void compile(Map<String, String> headers, String how) {
    IlModule module = il;
    if (module != null) {
      run(
          how,
          () -> {
            object = context.context().compile(module, how);
            return "";
          });
      return;
    }
    String text = source;
    if (text == null) {
      throw new ClException(ErrorCode.CL_INVALID_OPERATION, "the program has no source");
    }
    run(
        how,
        () -> {
          ObjectCode code = context.context().compile(sourceName(text), text, headers, how);
          object = code;
          return code.log();
        });
  }

  /** Links others into it ({@code clLinkProgram}). */
  public void link(List<ObjectCode> objects, String how) {
    run(
        how,
        () -> {
          ObjectCode code = context.context().link(objects, how);
          object = code;
          if (code.kind() == ObjectCode.Kind.EXECUTABLE) {
            loaded(context.context().load(code));
          }
          return code.log();
        });
  }

  /** Does one of these, with the state that the specification wants before and after. */
  private synchronized void run(String how, Supplier<String> step) {
    if (kernels > 0) {
      throw new ClException(ErrorCode.CL_INVALID_OPERATION, "the program has kernels");
    }
    dispose();
    status = CL_BUILD_ERROR;
    options = how;
    log = "";
    try {
      log = step.get();
      status = CL_BUILD_SUCCESS;
    } catch (BuildException e) {
      log = e.log();
      throw e;
    } catch (ClException e) {
      log = e.detail();
      throw e;
    } catch (RuntimeException e) { // clang can't be run, for example
      log = "Barnacle could not build the program: " + e.getMessage();
      throw e;
    }
  }

  private void dispose() {
    if (program != null) {
      program.close();
    }
    program = null;
    binary = null;
    if (source != null || il != null) {
      object = null;
    }
  }

  /** Returns the program that kernels are made of. */
  public synchronized Program executable() {
    if (program == null) {
      throw new ClException(ErrorCode.CL_INVALID_PROGRAM_EXECUTABLE, "the program is not built");
    }
    return program;
  }

  /** Returns what can be linked. */
  public synchronized ObjectCode linkable() {
    if (object == null || object.kind() == ObjectCode.Kind.EXECUTABLE) {
      throw new ClException(
          ErrorCode.CL_INVALID_OPERATION, "the program holds nothing that can be linked");
    }
    return object;
  }

  /** Returns {@code CL_PROGRAM_BINARIES}: empty where there is none. */
  public synchronized byte[] binary() {
    byte[] known = binary;
    if (known == null) {
      if (object != null) {
        known = object.binary();
      } else {
        known =
            program == null || program.isBuiltIn() ? new byte[0] : program.objectCode().binary();
      }
      if (source != null && known.length > 0) {
        KeptSources.keep(known, new KeptSources.Source(sourceName(source), source));
      }
      binary = known;
    }
    return known;
  }

  /** Returns {@code CL_PROGRAM_BINARY_TYPE}. */
  public synchronized int binaryType() {
    if (program != null && !program.isBuiltIn()) {
      return CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
    }
    if (object == null) {
      return CL_PROGRAM_BINARY_TYPE_NONE;
    }
    return switch (object.kind()) {
      case COMPILED_OBJECT -> CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
      case LIBRARY -> CL_PROGRAM_BINARY_TYPE_LIBRARY;
      case EXECUTABLE -> CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
    };
  }

  /** Returns {@code CL_PROGRAM_BUILD_STATUS}. */
  public synchronized int status() {
    return status;
  }

  public synchronized String log() {
    return log;
  }

  public synchronized String options() {
    return options;
  }

  synchronized void addKernel() {
    kernels++;
  }

  synchronized void removeKernel() {
    kernels--;
  }

  /** Returns whether it is built and has no program-scope objects with destructors. */
  public synchronized boolean isWithoutDestructors() {
    return program != null && !program.hasDestructors();
  }

  /** Has a callback called when it is destroyed, before those that were registered earlier. */
  public synchronized void onDestroy(Runnable callback) {
    callbacks.add(callback);
  }

  /** The callbacks come when the program's objects are destroyed, which commands may put off. */
  @Override
  synchronized void free() {
    Program last = program;
    if (last == null) {
      callbacks.reversed().forEach(Runnable::run);
    } else {
      callbacks.forEach(last::onDestroy);
    }
    dispose();
  }
}
