package dev.barnacle.cl;

import dev.barnacle.engine.Executable;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Module;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A built program ({@code cl_program}). */
public final class Program implements AutoCloseable {
  private final Context context;
  private final Parts parts;
  private final WatchedProgram watched;
  private final Lifetime lifetime;
  private final Map<String, Kernel> kernels = new LinkedHashMap<>();

  /**
   * What a program is made of.
   *
   * @param module its IR
   * @param log the compiler's warnings
   * @param options that it was built with
   * @param uniformGroups whether the local size must divide the global size
   * @param executable the program as the engine runs it
   * @param again makes the IR for the engine that checks kernels
   * @param object gives its object code
   * @param buildNanos what building took
   */
  record Parts(
      Module module,
      String log,
      String options,
      boolean uniformGroups,
      Executable executable,
      Supplier<Module> again,
      Supplier<ObjectCode> object,
      long buildNanos) {}

  Program(Context context, Parts parts) {
    this.context = context;
    this.parts = parts;
    this.watched = new WatchedProgram(context, parts.module(), parts.executable(), parts.again());
    Lifetime.Use contextUse = context.keep();
    this.lifetime =
        new Lifetime(
            ErrorCode.CL_INVALID_PROGRAM,
            "program",
            () -> {
              parts.executable().close();
              watched.close();
              context.forget(this);
              contextUse.close();
            });
    for (Function kernel : parts.module().kernels()) {
      kernels.put(kernel.name(), new Kernel(this, kernel, parts.uniformGroups()));
    }
  }

  /** Returns the context that it belongs to. */
  public Context context() {
    return context;
  }

  /** Returns the program's IR, which must not be changed. */
  public Module module() {
    return parts.module();
  }

  /** Returns the compiler's warnings and notes; empty where there are none. */
  public String log() {
    return parts.log();
  }

  /** Returns the options that it was built with. */
  public String options() {
    return parts.options();
  }

  /** Returns what building it took, in nanoseconds. */
  public long buildNanos() {
    return parts.buildNanos();
  }

  /**
   * Returns the program as object code, which {@link Context#load} takes ({@code
   * CL_PROGRAM_BINARIES}). It may have to be compiled again for that.
   */
  public ObjectCode objectCode() {
    return parts.object().get();
  }

  /**
   * Returns the bytes of its program-scope variables ({@code
   * CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE}).
   */
  public long globalVariableBytes() {
    return parts.module().globals().stream()
        .filter(g -> g.space() == AddressSpace.GLOBAL)
        .mapToLong(GlobalVariable::byteSize)
        .sum();
  }

  /** Returns the names of its kernels in order of declaration ({@code CL_PROGRAM_KERNEL_NAMES}). */
  public List<String> kernelNames() {
    return List.copyOf(kernels.keySet());
  }

  /**
   * Returns a kernel ({@code clCreateKernel}).
   *
   * @throws ClException {@code CL_INVALID_KERNEL_NAME} if there is none of that name
   */
  public Kernel kernel(String name) {
    lifetime.check();
    Kernel kernel = kernels.get(name);
    if (kernel == null) {
      throw new ClException(
          ErrorCode.CL_INVALID_KERNEL_NAME,
          "no kernel '"
              + name
              + "' in the program"
              + (kernels.isEmpty()
                  ? ", which has none"
                  : "; it has " + String.join(", ", kernels.keySet())));
    }
    return kernel;
  }

  /** Adds a reference ({@code clRetainProgram}). */
  public void retain() {
    lifetime.retain();
  }

  /** Takes a reference away ({@code clReleaseProgram}). */
  public void release() {
    lifetime.release();
  }

  /** Returns the references from outside ({@code CL_PROGRAM_REFERENCE_COUNT}). */
  public int referenceCount() {
    return lifetime.referenceCount();
  }

  /**
   * Releases the creator's reference; closing again does nothing. The code is freed once there are
   * no references and no kernel of it runs any more.
   */
  @Override
  public void close() {
    lifetime.close();
  }

  /** Says which file and kernels it is of. */
  @Override
  public String toString() {
    return "program "
        + parts.module().name()
        + (kernels.isEmpty() ? " without kernels" : " with " + String.join(", ", kernels.keySet()))
        + lifetime.closedSuffix();
  }

  Executable executable() {
    return parts.executable();
  }

  WatchedProgram watched() {
    return watched;
  }

  Lifetime lifetime() {
    return lifetime;
  }
}
