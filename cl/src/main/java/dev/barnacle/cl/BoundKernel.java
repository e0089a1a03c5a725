package dev.barnacle.cl;

import dev.barnacle.cl.internal.life.EngineErrors;
import dev.barnacle.cl.internal.life.Lifetime;
import dev.barnacle.cl.internal.memory.AccessedRanges;
import dev.barnacle.cl.internal.memory.PointerArgument;
import dev.barnacle.cl.internal.memory.SvmBlocks;
import dev.barnacle.cl.internal.program.EngineProgram;
import dev.barnacle.cl.internal.program.WatchedProgram;
import dev.barnacle.cl.internal.queue.Command;
import dev.barnacle.cl.internal.queue.CommandBody;
import dev.barnacle.cl.internal.queue.CommandWork;
import dev.barnacle.cl.internal.queue.KernelDuration;
import dev.barnacle.cl.internal.queue.RunningCommand;
import dev.barnacle.engine.Argument;
import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.Launch;
import dev.barnacle.engine.LaunchResult;
import dev.barnacle.engine.NativePlan;
import dev.barnacle.engine.NdRange;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.explore.CommandSet;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.KernelExplorer;
import dev.barnacle.explore.KernelLaunch;
import dev.barnacle.explore.KernelOutcome;
import dev.barnacle.ir.Function;
import dev.barnacle.watch.Report;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A kernel with its arguments. It can be launched many times, and by many threads. */
public final class BoundKernel {
  private final Kernel kernel;
  private final Bindings bindings;
  private final IndirectAccess indirect;
  private final List<Lifetime> held;

  /**
   * The arguments as an engine takes them.
   *
   * @param arguments one for each parameter
   * @param held the memory among them
   * @param pointers those that are addresses
   */
  record Bindings(List<Argument> arguments, List<Lifetime> held, List<PointerArgument> pointers) {}

  BoundKernel(Kernel kernel, Bindings bindings) {
    this(kernel, bindings, IndirectAccess.NONE);
  }

  BoundKernel(Kernel kernel, Bindings bindings, IndirectAccess indirect) {
    this.kernel = kernel;
    this.bindings = bindings;
    this.indirect = indirect;
    List<Lifetime> lifetimes = new ArrayList<>();
    lifetimes.add(kernel.program().lifetime());
    lifetimes.addAll(bindings.held());
    this.held = List.copyOf(lifetimes);
  }

  /** Returns the kernel. */
  public Kernel kernel() {
    return kernel;
  }

  /**
   * Returns the same that may access more memory through pointers which are no arguments ({@code
   * clSetKernelExecInfo}). What it may access is not freed before its launches have ended.
   */
  public BoundKernel reaching(IndirectAccess more) {
    return new BoundKernel(kernel, bindings, indirect.and(more));
  }

  /** Returns the same that may access all allocations of some types. */
  public BoundKernel reaching(SvmType... types) {
    return reaching(IndirectAccess.of(types));
  }

  /** Returns the same that may access some allocations. */
  public BoundKernel reaching(SvmBlock... blocks) {
    return reaching(IndirectAccess.NONE.withUsm(Stream.of(blocks).map(SvmBlock::address).toList()));
  }

  /** Returns the same that may access some buffers, which have device addresses. */
  public BoundKernel reaching(Buffer... buffers) {
    return reaching(
        IndirectAccess.NONE.withBuffers(Stream.of(buffers).map(Buffer::deviceAddress).toList()));
  }

  /**
   * Runs the kernel and returns when all its work-items have ended.
   *
   * @throws ClException if the range does not fit the kernel or the device, or something that the
   *     launch needs is closed
   */
  public RunResult run(NDRange range) {
    if (range.isEmpty()) {
      return new RunResult(range, 0, 0, 0);
    }
    NdRange shape = shape(range);
    List<Argument> arguments = arguments();
    LaunchResult result =
        guarded(
            () ->
                code()
                    .launchAtOnce(
                        kernel.name(),
                        held -> launch(kernel.function(), arguments, shape, device(), held),
                        this::reached));
    return new RunResult(
        new NDRange(range.global(), shape.local(), range.offset()),
        shape.groupCount(),
        result.compileNanos(),
        result.completionNanos());
  }

  /**
   * Runs the kernel under the detectors of data races, barrier divergence and bad accesses, and
   * returns what they found when all its work-items have ended. The buffers are as after {@link
   * #run}.
   *
   * @throws ClException if the range does not fit the kernel or the device, or something that the
   *     launch needs is closed
   */
  public Report check(NDRange range) {
    return check(range, Set.of());
  }

  /**
   * Does the same, but ends as soon as something of some kinds is found: what the buffers hold then
   * is unspecified, and what else there is to find is not looked for.
   *
   * @throws ClException if the range does not fit the kernel or the device, or something that the
   *     launch needs is closed
   */
  public Report check(NDRange range, Set<FindingKind> ends) {
    return check(range, ends, Duration.ZERO);
  }

  /**
   * Does the same, and stops a launch that takes longer, which is then a {@link
   * FindingKind#TIMEOUT}.
   *
   * @param limit what each of its orders may take, if that is less than what all launches may; zero
   *     for no other limit
   * @throws ClException if the range does not fit the kernel or the device, or something that the
   *     launch needs is closed
   */
  public Report check(NDRange range, Set<FindingKind> ends, Duration limit) {
    return check(range, false, ends, limit);
  }

  /**
   * Does the same in the natural order of work-items alone.
   *
   * @throws ClException as above
   */
  public Report checkOnce(NDRange range, Set<FindingKind> ends, Duration limit) {
    return check(range, true, ends, limit);
  }

  private Report check(NDRange range, boolean once, Set<FindingKind> ends, Duration limit) {
    if (range.isEmpty()) {
      return new Report(List.of(), 0, 0, 0);
    }
    NdRange shape = shape(range);
    List<Argument> arguments = arguments();
    return guarded(
        () -> {
          WatchedProgram watched = code().watched();
          try (SvmBlocks.Held held = reached()) {
            Launch launch = launch(watched.kernel(kernel.name()), arguments, shape, device(), held);
            return context()
                .engine()
                .atOnce(
                    kernel.name(),
                    command -> watched.executable().check(launch, command, once, ends, limit));
          }
        });
  }

  /**
   * Explores every execution of a launch that the memory model of the program's version allows. The
   * buffers stay as they are.
   *
   * @throws ClException if the range does not fit the kernel or the device, or the kernel has
   *     something that cannot be explored
   */
  public KernelOutcome explore(NDRange range) {
    KernelExplorer explorer = CommandExploration.explorer(scopesMayDiffer());
    return explore(range, explorer, () -> false);
  }

  /**
   * Does the same, and ends when it is asked to.
   *
   * @param stop asked now and then; when it says true the exploration ends, incomplete
   * @throws ClException as above
   */
  public KernelOutcome explore(NDRange range, BooleanSupplier stop) {
    return explore(range, CommandExploration.explorer(scopesMayDiffer()), stop);
  }

  /**
   * Explores with an explorer of one's own.
   *
   * @param stop asked now and then; when it says true the exploration ends, incomplete
   * @throws ClException as above
   */
  public KernelOutcome explore(NDRange range, KernelExplorer explorer, BooleanSupplier stop) {
    if (range.isEmpty()) {
      return new KernelOutcome(
          List.of(), List.of(), List.of(), List.of(), 0, true, List.of(), List.of());
    }
    return exploring(range, commands -> explorer.explore(commands, stop));
  }

  /**
   * Does something with a launch that can be explored, such as a {@code KernelTuner}'s search.
   *
   * @param range must have work-items
   * @throws ClException as above
   */
  public <T> T exploring(NDRange range, Exploration<T> exploration) {
    return launched(
        range,
        launch -> {
          try {
            return exploration.of(CommandSet.of(launch));
          } catch (ExploreException e) {
            throw CommandExploration.error(e);
          }
        });
  }

  /** Does something with a launch; its memory is valid until this returns. */
  <T> T launched(NDRange range, java.util.function.Function<KernelLaunch, T> action) {
    NdRange shape = shape(range);
    List<Argument> arguments = arguments();
    return guarded(
        () -> {
          try (SvmBlocks.Held held = reached()) {
            Function function = code().watched().kernel(kernel.name());
            return action.apply(
                new KernelLaunch(function, shape, arguments).reaching(held.memory()));
          }
        });
  }

  /** Returns whether the program is built for a version in which inclusive scopes may differ. */
  public boolean scopesMayDiffer() {
    return code().watched().scopesMayDiffer();
  }

  private EngineProgram code() {
    return kernel.program().code();
  }

  private Context context() {
    return kernel.program().context();
  }

  private NdRange shape(NDRange range) {
    NdRange shape = new NdRange(range.global(), kernel.localSize(range), range.offset());
    checkItemCount(range, shape);
    return shape;
  }

  private Device device() {
    return kernel.program().context().device();
  }

  /** Returns the arguments as they are now. */
  private List<Argument> arguments() {
    return bindings.pointers().isEmpty()
        ? bindings.arguments()
        : PointerArgument.resolve(
            bindings.arguments(), bindings.pointers(), context().sharedBlocks());
  }

  /** Begins to use the context's shared memory; what the kernel may not access is known as such. */
  private SvmBlocks.Held reached() {
    return context()
        .svmBlocks()
        .hold(b -> !b.type().isUsm() || indirect.has(b.type(), b.bytes()))
        .and(context().addressedBuffers().hold(b -> indirect.has(null, b.bytes())));
  }

  private Launch launch(
      Function function,
      List<Argument> arguments,
      NdRange shape,
      Device device,
      SvmBlocks.Held shared) {
    return new Launch(
        function,
        shape,
        arguments,
        kernel.program().context().output(),
        device.computeUnits(),
        device.equals(device()) ? List.of() : device.processors(),
        shared.memory(),
        context().deviceQueues().defaultOf(device).map(DeviceCommandQueue::queue).orElse(null));
  }

  private <T> T guarded(Supplier<T> action) {
    kernel.program().context().checkNotClosed();
    Lifetime.Use[] uses = Command.hold(held(device()));
    try {
      return action.get();
    } catch (EngineException e) {
      throw EngineErrors.of(e);
    } finally {
      Command.letGo(uses);
    }
  }

  /** Returns all that a launch needs. */
  List<Lifetime> held() {
    if (bindings.pointers().isEmpty() && indirect.equals(IndirectAccess.NONE)) {
      return held;
    }
    List<Lifetime> all = new ArrayList<>(held);
    all.addAll(PointerArgument.held(bindings.pointers(), indirect, context().sharedBlocks()));
    return all;
  }

  /** Returns the same with the default queue on the device, if there is one. */
  List<Lifetime> held(Device device) {
    Optional<DeviceCommandQueue> queue = context().deviceQueues().defaultOf(device);
    if (queue.isEmpty()) {
      return held();
    }
    List<Lifetime> all = new ArrayList<>(held());
    all.add(queue.get().lifetime());
    return all;
  }

  /**
   * Returns a launch as a command; the range is checked now.
   *
   * @param device that it runs on
   * @throws ClException {@code CL_INVALID_CONTEXT} if the kernel is of another context; and as
   *     {@link #run}
   */
  CommandWork work(Context context, NDRange range, Device device) {
    if (!context().equals(context)) {
      throw new ClException(ErrorCode.CL_INVALID_CONTEXT, "the kernel is of another context");
    }
    return new CommandWork(
        CommandType.NDRANGE_KERNEL,
        command(range, device),
        held(device),
        new AccessedRanges.OfKernel(kernel.name()));
  }

  /**
   * Returns how machine code alone runs a launch that has been run on the context's device before;
   * empty where it can't, or where the launch needs more than its arguments.
   *
   * @throws ClException if the range does not fit the kernel or the device
   */
  public Optional<NativePlan> nativePlan(NDRange range) {
    if (range.isEmpty()
        || !bindings.pointers().isEmpty()
        || !indirect.equals(IndirectAccess.NONE)
        || kernel.program().isBuiltIn()) {
      return Optional.empty();
    }
    Launch launch =
        launch(
            kernel.function(), bindings.arguments(), shape(range), device(), SvmBlocks.Held.NONE);
    return code().executable().nativePlan(launch);
  }

  /** Returns the error that a command ends with if the engine ends it with another one. */
  public static ClException failure(EngineException error) {
    return EngineErrors.of(error);
  }

  private CommandBody command(NDRange range, Device device) {
    kernel.program().context().checkNotClosed();
    if (device.type() == DeviceType.CUSTOM && !kernel.program().isBuiltIn()) {
      throw new ClException(
          ErrorCode.CL_INVALID_PROGRAM_EXECUTABLE,
          "kernel '"
              + kernel.name()
              + "' is no built-in one, and "
              + device.name()
              + " has no others");
    }
    if (range.isEmpty()) {
      return command -> {};
    }
    NdRange shape = shape(range);
    KernelDuration duration = kernel.duration();
    long items = shape.groupCount() * shape.groupSize();
    List<Argument> arguments = arguments();
    EngineProgram.QueuedLaunch launch =
        code()
            .queued(
                held -> launch(kernel.function(), arguments, shape, device, held), this::reached);
    return duration.of(items, command -> run(launch, command));
  }

  private static long run(EngineProgram.QueuedLaunch launch, RunningCommand command) {
    try {
      LaunchResult result = launch.run(command.watched());
      command.ranFor(result.kernelNanos(), result.completionNanos());
      return result.completionNanos();
    } catch (EngineException e) {
      throw EngineErrors.of(e);
    }
  }

  /** Says which kernel it is. */
  @Override
  public String toString() {
    return kernel + " with its arguments";
  }

  private static void checkItemCount(NDRange range, NdRange shape) {
    try {
      Math.multiplyExact(shape.groupCount(), shape.groupSize());
    } catch (ArithmeticException e) {
      throw new ClException(
          ErrorCode.CL_INVALID_GLOBAL_WORK_SIZE,
          "a global size of " + range + " has too many work-items",
          e);
    }
  }
}
