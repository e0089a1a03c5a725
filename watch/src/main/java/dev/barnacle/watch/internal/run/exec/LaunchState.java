package dev.barnacle.watch.internal.run.exec;

import dev.barnacle.engine.Launch;
import dev.barnacle.engine.NdRange;
import dev.barnacle.engine.PrintfFormat;
import dev.barnacle.engine.SharedMemory;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Printf;
import dev.barnacle.watch.internal.race.access.Region;
import dev.barnacle.watch.internal.race.shadow.RaceDetector;
import dev.barnacle.watch.internal.run.fault.Faults;
import dev.barnacle.watch.internal.run.fault.LaunchFault;
import dev.barnacle.watch.internal.run.fault.Owners;
import dev.barnacle.watch.internal.run.kernel.KernelCode;
import dev.barnacle.watch.internal.run.kernel.KernelFacts;
import dev.barnacle.watch.internal.run.memory.Naming;
import dev.barnacle.watch.internal.run.memory.WatchedObject;
import dev.barnacle.watch.internal.run.memory.WrittenBytes;
import dev.barnacle.watch.internal.run.pipe.PipeTable;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The state that the threads of one launch share. */
public final class LaunchState {
  /** The largest access that compiled code makes by itself: a vector of sixteen doubles. */
  public static final int SCRATCH_BYTES = 128;

  private final Launch launch;
  private final KernelCode code;
  private final Arena arena;
  private final RaceDetector detector;
  private final Faults faults;
  private final BoundArguments arguments;
  private final AccessFaults accessFaults;
  private final Owners owners;
  private final int subGroupSize;
  private final long deadline;
  private final boolean prints;
  private final @Nullable QueueOperator<WorkItem> queues;
  private final AtomicLong jumps = new AtomicLong();
  private volatile boolean stopped;

  public LaunchState(
      Launch launch,
      KernelCode code,
      Arena arena,
      RaceDetector detector,
      Faults faults,
      Owners owners,
      BoundArguments arguments,
      int subGroupSize,
      long deadline,
      boolean prints,
      @Nullable QueueOperator<WorkItem> queues) {
    this.launch = launch;
    this.code = code;
    this.arena = arena;
    this.detector = detector;
    this.faults = faults;
    this.accessFaults = new AccessFaults(faults);
    this.owners = owners;
    this.arguments = arguments;
    this.subGroupSize = subGroupSize;
    this.deadline = deadline;
    this.prints = prints;
    this.queues = queues;
    for (WatchedObject object : arguments.globals()) {
      owners.add(object);
    }
  }

  public KernelCode code() {
    return code;
  }

  public NdRange range() {
    return launch.range();
  }

  public Arena arena() {
    return arena;
  }

  /** Returns whether the detector is one for a single thread. */
  public boolean isPrecise() {
    return detector.isForOneThread();
  }

  public RaceDetector detector() {
    return detector;
  }

  public Faults faults() {
    return faults;
  }

  AccessFaults accessFaults() {
    return accessFaults;
  }

  QueueOperator<WorkItem> queues() {
    return Objects.requireNonNull(queues);
  }

  long[] arguments() {
    return arguments.words();
  }

  public WatchedObject[] globals() {
    return arguments.globals();
  }

  PipeTable pipes() {
    return arguments.pipes();
  }

  /**
   * Returns a pointer as kernels under watch know it: those into shared virtual memory are
   * addresses.
   */
  long resolve(long pointer) {
    return arguments.resolve(pointer);
  }

  /** Returns the shared memory that a pointer into none has left; null if there is none near by. */
  @Nullable WatchedObject near(long pointer) {
    return arguments.near(pointer);
  }

  /** Returns the shared memory that a pointer is into and that was freed; null if there is none. */
  SharedMemory.@Nullable Kind freed(long pointer) {
    for (SharedMemory memory : launch.shared()) {
      if (memory.state() == SharedMemory.State.FREED && memory.has(pointer)) {
        return memory.kind();
      }
    }
    return null;
  }

  /** Returns the work-items of a full sub-group. */
  public int subGroupSize() {
    return subGroupSize;
  }

  /** Makes the local memory of a group. */
  WatchedObject[] localObjects() {
    List<WatchedObject> objects = new ArrayList<>();
    for (GlobalVariable variable : code.locals()) {
      Naming naming = Naming.of(shortName(variable.name()), variable.declaration());
      objects.add(local(naming, variable.byteSize()));
    }
    for (BoundArguments.Local local : arguments.locals()) {
      objects.add(local(local.naming(), local.byteSize()));
    }
    return objects.toArray(WatchedObject[]::new);
  }

  /** Returns a local variable's name in the source: clang calls it {@code kernel.name}. */
  private static String shortName(String name) {
    return name.substring(name.indexOf('.') + 1);
  }

  private WatchedObject local(Naming naming, long byteSize) {
    long size = Math.max(1, byteSize);
    WatchedObject object =
        new WatchedObject(
            arena.allocate(size, 128).address(),
            byteSize,
            AddressSpace.LOCAL,
            naming,
            WatchedObject.Kept.local(
                detector.shadow(Region.LOCAL, size),
                code.zeroesLocal() ? null : new WrittenBytes(size)));
    owners.add(object);
    return object;
  }

  Instruction instruction(int place) {
    return code.places().get(place);
  }

  KernelFacts.AtomicUse atomic(int place) {
    KernelFacts.AtomicUse use = code.facts().atomics().get(place).orElse(null);
    if (use == null) {
      throw new IllegalStateException("place " + place + " is not atomic");
    }
    return use;
  }

  boolean isAtomic(int place) {
    return code.facts().atomics().get(place).isPresent();
  }

  /** Ends the launch at the next occasion. */
  public void stop() {
    stopped = true;
  }

  /**
   * Returns a measure of what the launch has taken so far, which is the same on every machine:
   * accesses that the precise detector has looked at, and jumps back in long loops.
   */
  public long work() {
    return detector.accesses() + jumps.get();
  }

  public boolean stopped() {
    return stopped || faults.isOver();
  }

  /** Ends the work-item's thread where the launch is to end or has used up its time. */
  public void checkStop(WorkItem item, int place) {
    jumps.addAndGet(WorkItem.FUEL);
    checkTime(item, place);
  }

  /** Does the same, at what is no jump back. */
  public void checkTime(WorkItem item, int place) {
    if (isLate()) {
      timeOut(new LaunchFault.TimeoutInLoop(item.access(place, "run")));
    }
    if (stopped()) {
      throw new StopException();
    }
  }

  /** Ends the launch between work-groups where it has used up its time. */
  public void checkTime(long begun, long groups) {
    if (isLate()) {
      timeOut(new LaunchFault.Timeout(begun, groups));
    }
  }

  private boolean isLate() {
    return deadline != Long.MAX_VALUE && System.nanoTime() - deadline > 0;
  }

  /** The first thread that is late says so. */
  private synchronized void timeOut(LaunchFault fault) {
    if (stopped) {
      return;
    }
    stopped = true;
    faults.add(fault);
  }

  /** Ends the launch at a trap of the program. */
  void trap(WorkItem item, int place) {
    stopped = true;
    faults.add(new LaunchFault.Trap(item.access(place, "trap")));
    throw new StopException();
  }

  /** Ends the launch because of a loop that does not end. */
  public void runsAway(WorkItem item, int place, LaunchFault.Loop why) {
    stopped = true;
    faults.add(new LaunchFault.Endless(why, item.access(place, "run")));
    throw new StopException();
  }

  void print(int place, List<PrintfFormat.Argument> values) {
    if (!prints) {
      return;
    }
    Printf printf = (Printf) instruction(place);
    String text = PrintfFormat.format(printf.format(), values);
    synchronized (launch.output()) {
      launch.output().accept(text);
    }
  }

  /** Ends a thread's part of a launch. */
  public static final class StopException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StopException() {
      super("stopped", null, false, false);
    }
  }
}
