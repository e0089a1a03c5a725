package dev.barnacle.watch;

import dev.barnacle.engine.DeviceLimits;
import dev.barnacle.engine.DeviceMemory;
import dev.barnacle.engine.Engine;
import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.SubGroupSizes;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.pass.Pipeline;
import dev.barnacle.ir.pass.TooLargeException;
import dev.barnacle.watch.command.UnsetMemory;
import dev.barnacle.watch.internal.WatchPasses;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/**
 * The engine that runs kernels as JVM bytecode and finds what is wrong with them: data races,
 * barrier divergence and bad accesses. Nothing that a kernel does can harm the JVM.
 */
public final class WatchEngine implements Engine {
  private static final long LOCAL_BYTES = 1L << 20;

  /** Work-items and the elements of their vectors are computed one by one. */
  private static final int VECTOR_BYTES = 4;

  private final WatchOptions options;
  private final BiConsumer<String, Report> listener;
  private final ExecutorService pool;
  private final AtomicInteger threads = new AtomicInteger();
  private final CodeStore store;
  private final UnsetMemory unset = new UnsetMemory();
  private LaunchRecorder recorder = LaunchRecorder.NONE;

  /** Makes an engine with the default options. */
  public WatchEngine() {
    this(WatchOptions.defaults());
  }

  /** Makes an engine. */
  public WatchEngine(WatchOptions options) {
    this(options, (kernel, report) -> {});
  }

  /**
   * Makes an engine that keeps nothing.
   *
   * @param listener is told of each launch: the kernel's name, and what was found; by many threads
   *     at once
   */
  public WatchEngine(WatchOptions options, BiConsumer<String, Report> listener) {
    this(options, listener, CodeStore.NONE);
  }

  /**
   * Makes an engine.
   *
   * @param listener is told of each launch: the kernel's name, and what was found; by many threads
   *     at once
   * @param store keeps what it compiles of programs that have an {@linkplain Module#identity()
   *     identity}
   */
  public WatchEngine(WatchOptions options, BiConsumer<String, Report> listener, CodeStore store) {
    this.store = store;
    this.options = options;
    this.listener = listener;
    this.pool = Executors.newCachedThreadPool(this::thread);
  }

  /** Returns a new thread; the JDK's own numbering of threads takes long in a cold process. */
  private Thread thread(Runnable work) {
    String name = "barnacle-watch-" + threads.getAndIncrement();
    return Thread.ofPlatform().daemon().name(name).unstarted(work);
  }

  /** Returns what the engine does to a program before it makes code, in order. */
  public static Pipeline passes() {
    return WatchPasses.pipeline();
  }

  /** Tells a recorder of the launches of programs that are loaded from now on. */
  public WatchEngine record(LaunchRecorder launches) {
    this.recorder = launches;
    return this;
  }

  /** Returns which bytes of memory objects nobody has written, as far as it is told of any. */
  public UnsetMemory unsetMemory() {
    return unset;
  }

  @Override
  public String name() {
    return "watch";
  }

  @Override
  public DeviceLimits limits() {
    return new DeviceLimits(
        options.threads(),
        WatchPasses.MAX_GROUP_SIZE,
        LOCAL_BYTES,
        DeviceMemory.ofHost(),
        VECTOR_BYTES);
  }

  @Override
  public WatchExecutable load(Module module) {
    module.kernels().forEach(SubGroupSizes::check);
    prepare(module);
    return new WatchExecutable(module, options, limits(), listener, recorder, pool, unset, store);
  }

  /** Runs the passes: at once, unless it is known that the program passes them. */
  private void prepare(Module module) {
    String passed = module.identity() + "\npassed";
    boolean known = !module.identity().isEmpty() && store.has(passed);
    module.whenRead(WatchEngine::pass);
    if (!known) {
      List<Function> unused = module.functions();
      if (!module.identity().isEmpty()) {
        store.write(passed, new byte[0]);
      }
    }
  }

  private static void pass(Module module) {
    try {
      WatchPasses.pipeline().run(module);
    } catch (TooLargeException e) {
      throw EngineException.unsupported(e.function().location(), e.reason());
    }
  }

  @Override
  public void close() {
    pool.shutdown();
  }
}
