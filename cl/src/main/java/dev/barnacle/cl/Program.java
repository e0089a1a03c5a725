package dev.barnacle.cl;

import dev.barnacle.cl.internal.life.Lifetime;
import dev.barnacle.cl.internal.program.BuiltProgram;
import dev.barnacle.cl.internal.program.EngineProgram;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Module;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A built program ({@code cl_program}). */
public final class Program extends ClObject {
  private static final Set<String> OF_OBJECTS = Set.of(Module.INITIALIZATION, Module.CLEAN_UP);

  private final Context context;
  private final BuiltProgram parts;
  private final Lifetime lifetime;
  private final Map<String, Kernel> kernels = new LinkedHashMap<>();

  Program(Context context, BuiltProgram parts) {
    this.context = context;
    this.parts = parts;
    Lifetime.Use contextUse = context.keep();
    this.lifetime =
        new Lifetime(
            ErrorCode.CL_INVALID_PROGRAM,
            "program",
            () -> {
              context.free(parts);
              context.forget(this);
              contextUse.close();
            });
    for (Function kernel : parts.module().kernels()) {
      boolean isBlock = kernel.kernel() != null && kernel.kernel().isBlock(); // kernels enqueue it
      if (isBlock || OF_OBJECTS.contains(kernel.name())) {
        continue;
      }
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

  /**
   * Returns whether it has program-scope objects with constructors, which have run when it was
   * built ({@code CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT}).
   */
  public boolean hasConstructors() {
    return parts.module().kernel(Module.INITIALIZATION).isPresent();
  }

  /**
   * Returns whether it has program-scope objects with destructors, which run when it ends ({@code
   * CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT}).
   */
  public boolean hasDestructors() {
    return parts.module().kernel(Module.CLEAN_UP).isPresent();
  }

  /**
   * Has {@code callback} called once the program has ended and its objects are destroyed, before
   * those that were registered earlier, by the thread that ended the last use ({@code
   * clSetProgramReleaseCallback}).
   */
  public void onDestroy(Runnable callback) {
    lifetime.onFree(callback);
  }

  /** Returns whether it is of built-in kernels ({@link Context#builtIn}). */
  public boolean isBuiltIn() {
    return parts.code().isBuiltIn();
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
   *
   * @throws ClException {@code CL_INVALID_OPERATION} if it is of built-in kernels
   */
  public ObjectCode objectCode() {
    return new ObjectCode(parts.object().get());
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

  /** Returns the program as the context's engine has it. */
  EngineProgram code() {
    return parts.code();
  }

  @Override
  Lifetime lifetime() {
    return lifetime;
  }
}
