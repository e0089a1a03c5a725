package dev.barnacle.watch;

import dev.barnacle.engine.DeviceLimits;
import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.Executable;
import dev.barnacle.engine.KernelLimits;
import dev.barnacle.engine.Launch;
import dev.barnacle.engine.LaunchResult;
import dev.barnacle.engine.NdRange;
import dev.barnacle.engine.enqueue.CommandTree;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.ir.CodeOptions;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.KernelInfo;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.analysis.PrivateMemory;
import dev.barnacle.watch.command.CommandNode;
import dev.barnacle.watch.command.UnsetMemory;
import dev.barnacle.watch.internal.WatchPasses;
import dev.barnacle.watch.internal.code.KernelCompiler;
import dev.barnacle.watch.internal.run.TreeMember;
import dev.barnacle.watch.internal.run.WatchedRun;
import dev.barnacle.watch.internal.run.WatchedTree;
import dev.barnacle.watch.internal.run.exec.LoadedKernel;
import dev.barnacle.watch.internal.run.kernel.KernelCode;
import dev.barnacle.watch.internal.run.memory.ProgramMemory;
import dev.barnacle.watch.internal.words.FindingList;
import dev.barnacle.watch.internal.words.Findings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A program whose kernels are watched. */
public final class WatchExecutable implements Executable {
  /** Launches of a kernel on the device, from which on it is run in one order only. */
  private static final int OFTEN = 16;

  private final WatchOptions options;
  private final DeviceLimits limits;
  private final CodeOptions codeOptions;
  private final BiConsumer<String, Report> listener;
  private final LaunchRecorder recorder;
  private final ExecutorService pool;
  private final UnsetMemory unset;
  private final ProgramMemory memory;
  private final KernelCompiler compiler;
  private final Map<Function, LoadedKernel> kernels = new ConcurrentHashMap<>();

  WatchExecutable(
      Module module,
      WatchOptions options,
      DeviceLimits limits,
      BiConsumer<String, Report> listener,
      LaunchRecorder recorder,
      ExecutorService pool,
      UnsetMemory unset,
      CodeStore store) {
    this.unset = unset;
    this.options = options;
    this.limits = limits;
    this.codeOptions = module.options();
    this.listener = listener;
    this.recorder = recorder;
    this.pool = pool;
    this.memory = new ProgramMemory(module);
    this.compiler = new KernelCompiler(module, memory.numbers(), options.sameValueBenign(), store);
  }

  /**
   * Runs a kernel under the detectors. The kernel's results are as those of any engine.
   *
   * @throws EngineException if the launch does not fit the kernel or the device
   */
  public Report check(Launch launch) {
    return check(launch, null, false, Set.of(), Duration.ZERO);
  }

  /**
   * Runs a kernel under the detectors as a command that may race with others.
   *
   * @param command is told what the kernel accesses; null for no command
   * @param once whether it is run in the natural order alone, whatever the options say
   * @param ends what ends the launch as soon as it is found; what the buffers hold then is
   *     unspecified
   * @param limit what each order may take, if that is less than the options say; zero for no other
   *     limit
   * @throws EngineException if the launch does not fit the kernel or the device
   */
  public Report check(
      Launch launch,
      @Nullable CommandNode command,
      boolean once,
      Set<FindingKind> ends,
      Duration limit) {
    checkSize(launch.range());
    long start = System.nanoTime();
    LoadedKernel kernel = compiled(launch.kernel());
    long compiled = System.nanoTime();
    Findings findings = new Findings(kernel.code(), launch.range());
    WatchOptions limited =
        (once ? options.withSchedules(1) : options).withTimeout(shorter(options.timeout(), limit));
    if (kernel.code().facts().enqueues()) {
      return new TreeCheck(launch, command, limited, ends, compiled - start).run();
    }
    new WatchedRun(launch, kernel, memory, unset, limited, findings, command, null, ends).run(pool);
    return new Report(
        findings.all(), findings.benign(), compiled - start, System.nanoTime() - compiled);
  }

  /** The check of a launch that enqueues others on the device. */
  private final class TreeCheck {
    private final Launch launch;
    private final @Nullable CommandNode command;
    private final WatchOptions limited;
    private final Set<FindingKind> ends;
    private final long compileNanos;
    private final FindingList found = new FindingList();
    private final Map<Function, Integer> runs = new HashMap<>();
    private long benign;

    TreeCheck(
        Launch launch,
        @Nullable CommandNode command,
        WatchOptions limited,
        Set<FindingKind> ends,
        long compileNanos) {
      this.launch = launch;
      this.command = command;
      this.limited = limited;
      this.ends = ends;
      this.compileNanos = compileNanos;
    }

    Report run() {
      long start = System.nanoTime();
      WatchedTree tree = new WatchedTree(launch, this::tree, unset, this::run);
      EngineException failure = tree.run();
      tree.findings().forEach(found::add);
      if (failure != null) {
        found.add(FindingList.of(failure, tree.waiting()));
      }
      return new Report(found.all(), benign, compileNanos, System.nanoTime() - start);
    }

    private CommandTree tree() {
      return new CommandTree(WatchExecutable.this, limits, codeOptions, launch.defaultQueue());
    }

    /** Of a kernel that runs very often, all orders are tried for the first few launches. */
    private @Nullable KernelCode run(Launch each, TreeMember member) {
      LoadedKernel kernel = compiled(each.kernel());
      Findings findings = new Findings(kernel.code(), each.range());
      boolean often = runs.merge(each.kernel(), 1, Integer::sum) > OFTEN;
      WatchOptions its = often ? limited.withSchedules(1) : limited;
      new WatchedRun(each, kernel, memory, unset, its, findings, command, member, ends).run(pool);
      findings.all().forEach(found::add);
      benign += findings.benign();
      return found.endsLaunch(ends) ? null : kernel.code();
    }
  }

  /** Returns the shorter time, where zero is none. */
  private static Duration shorter(Duration one, Duration other) {
    if (one.isZero() || other.isZero()) {
      return one.isZero() ? other : one;
    }
    return one.compareTo(other) < 0 ? one : other;
  }

  /**
   * Runs a kernel; what is found is told to the engine's listener, and what keeps work-items from
   * their end (barrier divergence, loops without progress, the timeout) is an error too.
   *
   * @throws EngineException if the launch does not fit the kernel or the device;
   *     BARRIER_DIVERGENCE; TRAP; OUT_OF_RESOURCES if the kernel was stopped
   */
  @Override
  public LaunchResult launch(Launch launch) {
    return launch(launch, null);
  }

  /**
   * The same for a command that may race with others.
   *
   * @param command is told what the kernel accesses; null for no command
   */
  public LaunchResult launch(Launch launch, @Nullable CommandNode command) {
    Consumer<Report> recording = recorder.begin(launch);
    Report report = check(launch, command, false, Set.of(), Duration.ZERO);
    recording.accept(report);
    listener.accept(launch.kernel().name(), report);
    for (Finding finding : report.findings()) {
      if (finding.kind() == FindingKind.BARRIER_DIVERGENCE) {
        throw new EngineException(EngineException.Kind.BARRIER_DIVERGENCE, finding.message());
      }
      if (finding.kind() == FindingKind.TRAP) {
        throw new EngineException(EngineException.Kind.TRAP, finding.message());
      }
      if (finding.kind() == FindingKind.TIMEOUT || finding.kind() == FindingKind.NO_PROGRESS) {
        throw new EngineException(EngineException.Kind.OUT_OF_RESOURCES, finding.message());
      }
    }
    return new LaunchResult(report.compileNanos(), report.kernelNanos());
  }

  @Override
  public KernelLimits limits(Function kernel) {
    KernelInfo info = kernel.kernel();
    long size = WatchPasses.MAX_GROUP_SIZE;
    if (info != null && !info.requiredWorkGroupSize().isEmpty()) {
      size = info.requiredWorkGroupSize().stream().mapToLong(n -> n).reduce(1, (a, b) -> a * b);
    }
    int subGroup = options.subGroupSize(kernel);
    int multiple = (int) Math.min(size, subGroup);
    return new KernelLimits(size, multiple, subGroup, PrivateMemory.byteSize(kernel));
  }

  private LoadedKernel compiled(Function kernel) {
    synchronized (kernels) {
      LoadedKernel code = kernels.get(kernel);
      if (code == null) {
        code = compiler.compile(kernel);
        kernels.put(kernel, code);
      }
      return code;
    }
  }

  private static void checkSize(NdRange range) {
    List<Long> local = range.local();
    long product = 1;
    for (long size : local) {
      product = size > WatchPasses.MAX_GROUP_SIZE ? Long.MAX_VALUE / 4096 : product * size;
    }
    if (product > WatchPasses.MAX_GROUP_SIZE) {
      throw new EngineException(
          EngineException.Kind.INVALID_WORK_GROUP_SIZE,
          "a work-group of "
              + local
              + " work-items is larger than the device's maximum of "
              + WatchPasses.MAX_GROUP_SIZE);
    }
  }

  @Override
  public void close() {
    memory.close();
  }
}
