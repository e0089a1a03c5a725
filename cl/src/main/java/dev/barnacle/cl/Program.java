package dev.barnacle.cl;

import dev.barnacle.engine.Executable;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Module;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A built program ({@code cl_program}). */
public final class Program implements AutoCloseable {
  private final Context context;
  private final Module module;
  private final String log;
  private final String options;
  private final long buildNanos;
  private final Executable executable;
  private final WatchedProgram watched;
  private final Lifetime lifetime;
  private final Map<String, Kernel> kernels = new LinkedHashMap<>();

  Program(
      Context context,
      ProgramCompiler.Compiled compiled,
      Executable executable,
      Supplier<Module> again,
      String options,
      long buildNanos) {
    this.context = context;
    this.module = compiled.module();
    this.log = compiled.log();
    this.options = options;
    this.buildNanos = buildNanos;
    this.executable = executable;
    this.watched = new WatchedProgram(context, module, executable, again);
    this.lifetime =
        new Lifetime(
            ErrorCode.CL_INVALID_PROGRAM,
            "program",
            () -> {
              executable.close();
              watched.close();
              context.forget(this);
            });
    boolean uniformOnly = GroupUniformity.requiresUniformGroups(options);
    for (Function kernel : module.kernels()) {
      kernels.put(kernel.name(), new Kernel(this, kernel, uniformOnly));
    }
  }

  /** Returns the context that it belongs to. */
  public Context context() {
    return context;
  }

  /** Returns the program's IR, which must not be changed. */
  public Module module() {
    return module;
  }

  /** Returns the compiler's warnings and notes; empty where there are none. */
  public String log() {
    return log;
  }

  /** Returns the options that it was built with. */
  public String options() {
    return options;
  }

  /** Returns what building it took, in nanoseconds. */
  public long buildNanos() {
    return buildNanos;
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

  /** Frees its code once no kernel of it runs any more; closing again does nothing. */
  @Override
  public void close() {
    lifetime.close();
  }

  Executable executable() {
    return executable;
  }

  WatchedProgram watched() {
    return watched;
  }

  /** Begins a use by a kernel. */
  Lifetime.Use use() {
    return lifetime.use();
  }
}
