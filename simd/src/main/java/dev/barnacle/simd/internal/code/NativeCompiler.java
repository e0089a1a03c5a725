package dev.barnacle.simd.internal.code;

import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.SubGroupSizes;
import dev.barnacle.ir.Function;
import dev.barnacle.llvm.error.LlvmException;
import dev.barnacle.llvm.jit.JitCode;
import dev.barnacle.simd.CompileListener;
import dev.barnacle.simd.KernelExplanation;
import dev.barnacle.simd.Optimization;
import dev.barnacle.simd.SimdOptions;
import dev.barnacle.simd.internal.abi.KernelObject;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.cpu.TargetCpu;
import dev.barnacle.simd.internal.kernel.KernelModule;
import dev.barnacle.simd.internal.plan.SubGroupSize;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Makes machine code of kernels, as an engine's options say, or takes it from the cache. This is
 * what is known of compiling by those who launch.
 */
public final class NativeCompiler {
  private final NativeCode code;
  private final Optional<CodeCache> cache;
  private final SimdOptions options;
  private final List<CompileListener> listeners;
  private final Consumer<String> notices;
  private final CompileStep step;

  /**
   * A compiler.
   *
   * @param cache where machine code is kept, if it is
   * @param listeners are told of each kernel that is compiled
   * @param notices takes what users are to know of their kernels
   * @param compiling makes of the usual step the one that is taken
   */
  public NativeCompiler(
      NativeCode code,
      Optional<CodeCache> cache,
      SimdOptions options,
      List<CompileListener> listeners,
      Consumer<String> notices,
      UnaryOperator<CompileStep> compiling) {
    this.code = code;
    this.cache = cache;
    this.options = options;
    this.listeners = List.copyOf(listeners);
    this.notices = notices;
    this.step =
        compiling.apply(
            (kernel, text, effort) ->
                code.compile(kernel, text, effort, options.limit(), this.listeners));
  }

  /** Returns the engine's options. */
  public SimdOptions options() {
    return options;
  }

  /** Returns the processor that code is for. */
  public TargetCpu target() {
    return code.target();
  }

  /** Returns whether somebody looks on, who wants to see each kernel that is asked for. */
  public boolean isWatched() {
    return !listeners.isEmpty();
  }

  /**
   * Returns what is kept of a program's kernels; empty where nothing is.
   *
   * @param identity tells the program from others; empty where that is not known
   */
  public Optional<KeptProgram> kept(String identity) {
    return identity.isEmpty()
        ? Optional.empty()
        : cache.map(c -> c.program(identity, code.target(), options.lanes(), options.limit()));
  }

  /**
   * Returns whether the code of a program's kernels may be made quickly first, and well beside. Not
   * where somebody looks on, who wants to see what runs in the end.
   */
  public boolean mayBeQuick(LoadedProgram program) {
    return options.optimization() == Optimization.AUTO
        && listeners.isEmpty()
        && program.options().optimize();
  }

  /**
   * Takes a kernel from the cache or compiles it, as well as the options ask for.
   *
   * @param waiting whether a launch waits for it
   */
  public CompiledKernel kernel(
      LoadedProgram program, Function kernel, Specialization specialization, boolean waiting) {
    boolean bounded = waiting && options.optimization() == Optimization.AUTO && listeners.isEmpty();
    return kernel(program, kernel, specialization, effort(program), bounded);
  }

  /** Takes quickly made code of a kernel from the cache, or makes it. */
  public CompiledKernel quick(
      LoadedProgram program, Function kernel, Specialization specialization) {
    return kernel(program, kernel, specialization, NativeCode.Effort.QUICK, true);
  }

  private CompiledKernel kernel(
      LoadedProgram program,
      Function kernel,
      Specialization specialization,
      NativeCode.Effort effort,
      boolean bounded) {
    ProgramVariables variables = program.variables();
    // Who wants to see what a kernel becomes has it made again.
    Optional<KernelObject> known =
        listeners.isEmpty()
            ? program.kept().flatMap(k -> k.code(kernel, specialization, effort))
            : Optional.empty();
    if (known.isPresent()) {
      try {
        return linkNow(kernel, known.get(), variables);
      } catch (LlvmException e) {
        known = Optional.empty(); // it was made beside other libraries: it is made anew
      }
    }
    KernelObject object = compile(program, kernel, specialization, effort, bounded);
    // Also where the program has been closed meanwhile.
    program.kept().ifPresent(k -> k.store(kernel, specialization, effort, object));
    return link(kernel, object, variables);
  }

  /** Returns whether the cache seems to have a kernel's code, as well made as is asked for. */
  public boolean isCached(LoadedProgram program, Function kernel, Specialization specialization) {
    return isCached(program, kernel, specialization, effort(program));
  }

  /** Returns whether the cache seems to have quickly made code of a kernel. */
  public boolean isQuickCached(
      LoadedProgram program, Function kernel, Specialization specialization) {
    return isCached(program, kernel, specialization, NativeCode.Effort.QUICK);
  }

  private boolean isCached(
      LoadedProgram program,
      Function kernel,
      Specialization specialization,
      NativeCode.Effort effort) {
    Optional<KeptProgram> kept = program.kept();
    return kept.isPresent() && kept.get().hasCode(kernel, specialization, effort);
  }

  private KernelObject compile(
      LoadedProgram program,
      Function kernel,
      Specialization specialization,
      NativeCode.Effort effort,
      boolean bounded) {
    LimitedCompilation compilation =
        new LimitedCompilation(
            kernel.name(),
            lanes -> {
              KernelModule module =
                  KernelModule.of(
                      kernel,
                      specialization,
                      program.variables().symbols(),
                      program.options(),
                      code.target(),
                      lanes,
                      effort == NativeCode.Effort.FULL);
              CompileListener.tell(
                  listeners, kernel.name(), CompileListener.Stage.PLAN, module.plan());
              return module;
            },
            step,
            SubGroupSize.areUsed(kernel) || SubGroupSizes.required(kernel) > 0);
    try {
      LimitedCompilation.Result made = compilation.run(options.lanes(), effort, bounded);
      KernelExplanation explanation = made.text().explanation().noted(made.note());
      listeners.forEach(l -> l.explained(explanation));
      return new KernelObject(
          made.code().object(), made.text().needs(made.code().stackBytes()), made.note());
    } catch (LlvmException e) {
      throw failure(kernel, e);
    }
  }

  private NativeCode.Effort effort(LoadedProgram program) {
    return !program.options().optimize()
        ? NativeCode.Effort.NONE
        : options.optimization() == Optimization.QUICK
            ? NativeCode.Effort.QUICK
            : NativeCode.Effort.FULL;
  }

  private CompiledKernel link(Function kernel, KernelObject object, ProgramVariables variables) {
    try {
      return linkNow(kernel, object, variables);
    } catch (LlvmException e) {
      throw failure(kernel, e);
    }
  }

  private CompiledKernel linkNow(Function kernel, KernelObject object, ProgramVariables variables) {
    JitCode linked = code.link(kernel.name(), object.object(), variables.imports());
    if (!object.note().isEmpty()) {
      notices.accept("kernel " + kernel.name() + ": " + object.note());
    }
    try {
      return new CompiledKernel(object.needs(), linked);
    } catch (LlvmException e) {
      linked.close();
      throw e;
    }
  }

  private static EngineException failure(Function kernel, LlvmException e) {
    return EngineException.unsupported(
        kernel.location(), "kernel " + kernel.name() + " can't be compiled: " + e.getMessage());
  }
}
