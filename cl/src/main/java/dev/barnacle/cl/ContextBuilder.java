package dev.barnacle.cl;

import dev.barnacle.cl.internal.program.ClangCompiler;
import dev.barnacle.cl.internal.program.ContextEngine;
import dev.barnacle.cl.internal.program.ProgramReport;
import dev.barnacle.cl.internal.program.WatchedCode;
import dev.barnacle.engine.Engine;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.ByteText;
import dev.barnacle.ir.pass.Pipeline;
import dev.barnacle.ir.pass.PrintAfter;
import dev.barnacle.simd.CompileListener;
import dev.barnacle.simd.PlanPrinter;
import dev.barnacle.simd.SimdEngine;
import dev.barnacle.simd.SimdOptions;
import dev.barnacle.watch.LaunchRecorder;
import dev.barnacle.watch.Report;
import dev.barnacle.watch.WatchEngine;
import dev.barnacle.watch.WatchOptions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Makes contexts. The system property {@code barnacle.engine} says which engine runs kernels where
 * nothing else is said: {@code simd}, or {@code watch} for the one that checks them.
 */
public final class ContextBuilder {
  private Consumer<String> output = ContextBuilder::print;
  private Consumer<String> notices =
      line -> System.getLogger("dev.barnacle").log(System.Logger.Level.WARNING, line);
  private SimdOptions options = SimdOptions.defaults();
  private final List<Pipeline.Listener> passes = new ArrayList<>();
  private WatchOptions watch = WatchOptions.defaults();
  private BiConsumer<String, Report> reports = (kernel, report) -> {};
  private LaunchRecorder recorder = LaunchRecorder.NONE;
  private BiConsumer<CommandType, ClException> failures = (type, failure) -> {};
  private boolean watched;
  private final Set<AddressSpace> zeroed = EnumSet.noneOf(AddressSpace.class);
  private final List<CompileListener> compilations = new ArrayList<>();

  ContextBuilder() {
    String engine = System.getProperty("barnacle.engine", "simd");
    if (!engine.equals("simd") && !engine.equals("watch")) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE,
          "the property barnacle.engine is simd or watch, not '" + engine + "'");
    }
    this.watched = engine.equals("watch");
    String property = System.getProperty("barnacle.simd");
    String environment = System.getenv("BARNACLE_SIMD");
    if (property != null) {
      engineOptions("the property barnacle.simd: ", property);
    } else if (environment != null) {
      engineOptions("the environment's BARNACLE_SIMD: ", environment);
    }
    String watching = System.getenv("BARNACLE_WATCH");
    if (watching != null) {
      this.watch = watchOptions(watching);
    }
  }

  /** Writes to {@link System#out}, whatever its encoding, the bytes that a kernel prints. */
  private static void print(String text) {
    System.out.writeBytes(ByteText.encode(text));
    System.out.flush();
  }

  /**
   * Sends the kernels' {@code printf} output here, the text of one call at a time; calls don't
   * overlap. What is no UTF-8 is as {@link ByteText} has it, which gives the bytes.
   */
  public ContextBuilder output(Consumer<String> sink) {
    this.output = sink;
    return this;
  }

  /**
   * Sends here what users are to know of their kernels, in a line each: that one runs slower than
   * it might, and why. Else it is logged, as a warning of {@code dev.barnacle}. Calls come from
   * threads that compile, and may overlap.
   */
  public ContextBuilder notices(Consumer<String> sink) {
    this.notices = sink;
    return this;
  }

  /**
   * Uses so many threads to run work-groups; the device has as many compute units.
   *
   * @param count at least 1
   */
  public ContextBuilder threads(int count) {
    if (count < 1) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, count + " threads");
    }
    this.options = options.withThreads(count);
    return this;
  }

  /**
   * Sets options of the engine, see {@link SimdOptions}: {@code lanes=4,features=avx2}. What is not
   * named stays as the system property {@code barnacle.simd} says or, where there is none, {@code
   * BARNACLE_SIMD} in the environment.
   *
   * @throws ClException {@code CL_INVALID_VALUE} if they are no options
   */
  public ContextBuilder engineOptions(String text) {
    return engineOptions("", text);
  }

  /** Returns the options of the engine as they stand, with all that has been set so far. */
  public SimdOptions engineOptions() {
    return options;
  }

  private ContextBuilder engineOptions(String place, String text) {
    try {
      this.options = options.with(text);
    } catch (IllegalArgumentException e) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE, place + "engine option " + e.getMessage(), e);
    }
    return this;
  }

  private static WatchOptions watchOptions(String text) {
    try {
      return WatchOptions.defaults().with(text);
    } catch (IllegalArgumentException e) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE, "the environment's BARNACLE_WATCH: " + e.getMessage(), e);
    }
  }

  /**
   * Says how {@link BoundKernel#check} watches kernels. Else they are watched as {@code
   * BARNACLE_WATCH} in the environment says ({@link WatchOptions#with}), or by default.
   */
  public ContextBuilder watch(WatchOptions how) {
    this.watch = how;
    return this;
  }

  /**
   * Makes a context for checks only: all kernels run under the engine that watches them, and no
   * machine code is made.
   */
  public ContextBuilder watched() {
    this.watched = true;
    return this;
  }

  /**
   * Has {@code listener} told of each launch in a context that is {@link #watched}: the kernel's
   * name, and what was found; and with an empty name of what is first found between commands. It is
   * called by many threads at once.
   */
  public ContextBuilder reports(BiConsumer<String, Report> listener) {
    this.reports = listener;
    return this;
  }

  /** Keeps what the launches of a context that is {@link #watched} are given. */
  public ContextBuilder record(LaunchRecorder launches) {
    this.recorder = launches;
    return this;
  }

  /**
   * Has {@code listener} told of each command that ends with an error, before anybody who waits for
   * it: its type, and why. It is called by the threads that run commands, many at once, and must
   * not throw.
   */
  public ContextBuilder failures(BiConsumer<CommandType, ClException> listener) {
    this.failures = listener;
    return this;
  }

  /**
   * Has the local memory of each work-group begin as zeros ({@code
   * CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR}, {@code cl_khr_initialize_memory}), which takes time in
   * each.
   */
  public ContextBuilder initializeLocalMemory() {
    zeroed.add(AddressSpace.LOCAL);
    return this;
  }

  /**
   * Has the private variables of each work-item begin as zeros ({@code
   * CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR}, {@code cl_khr_initialize_memory}).
   */
  public ContextBuilder initializePrivateMemory() {
    zeroed.add(AddressSpace.PRIVATE);
    return this;
  }

  /** Has {@code listener} told of each kernel that is compiled. */
  public ContextBuilder listen(CompileListener listener) {
    compilations.add(listener);
    return this;
  }

  /**
   * Prints the IR of every program that is built, in its text form, after passes of the engine; or
   * the vectoriser's plan of every kernel that is compiled.
   *
   * @param pass the pass's name, or {@code plan}; empty for all passes
   * @throws ClException {@code CL_INVALID_VALUE} if there is no such pass; the message names those
   *     there are
   */
  public ContextBuilder printAfter(String pass, Consumer<String> sink) {
    if (pass.isEmpty() || pass.equals(PlanPrinter.NAME)) {
      compilations.add(new PlanPrinter(sink));
    }
    if (pass.equals(PlanPrinter.NAME)) {
      return this;
    }
    try {
      passes.add(
          pass.isEmpty()
              ? PrintAfter.each(sink)
              : PrintAfter.pass(pass, SimdEngine.passes(), sink));
    } catch (IllegalArgumentException e) {
      String message = e.getMessage() + ", " + PlanPrinter.NAME;
      throw new ClException(ErrorCode.CL_INVALID_VALUE, message, e);
    }
    return this;
  }

  /**
   * Makes the context.
   *
   * @throws ClException {@code CL_INVALID_VALUE} if the computer does not have what the engine's
   *     options ask for
   * @throws MissingOptionException if the JVM lacks an option without which no kernel can run
   */
  public Context create() {
    checkJvm();
    ProgramReport report = new ProgramReport(reports);
    ContextEngine engine =
        watched
            ? ContextEngine.watching(
                new WatchEngine(watch, report::launch, WatchedCode.ofUser()).record(recorder),
                report)
            : ContextEngine.running(simd(), watch);
    return new Context(engine, new ClangCompiler(zeroed), output, zeroed).tellFailures(failures);
  }

  /**
   * Returns the device that contexts made so have, without making one.
   *
   * @throws ClException {@code CL_INVALID_VALUE} if the computer does not have what the engine's
   *     options ask for
   * @throws MissingOptionException if the JVM lacks an option without which no kernel can run
   */
  public Device device() {
    checkJvm();
    if (!watched) {
      return Device.of(SimdEngine.NAME, checked(() -> SimdEngine.limits(options)));
    }
    try (Engine engine = new WatchEngine(watch, reports)) {
      return Device.of(engine.name(), engine.limits());
    }
  }

  /**
   * Returns the device of {@link BuiltInKernels} that contexts made so have beside that one.
   *
   * @throws ClException as {@link #device}
   * @throws MissingOptionException as {@link #device}
   */
  public Device customDevice() {
    return Device.custom(device());
  }

  private static void checkJvm() {
    SimdEngine.missingJvmOption()
        .ifPresent(
            option -> {
              throw new MissingOptionException(option);
            });
  }

  private SimdEngine simd() {
    return checked(() -> new SimdEngine(options, passes, compilations, notices));
  }

  private static <T> T checked(Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException e) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "engine option " + e.getMessage(), e);
    }
  }
}
