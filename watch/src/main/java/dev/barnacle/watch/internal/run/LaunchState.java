package dev.barnacle.watch.internal.run;

import dev.barnacle.engine.Launch;
import dev.barnacle.engine.NdRange;
import dev.barnacle.engine.PrintfFormat;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Printf;
import dev.barnacle.watch.FindingKind;
import dev.barnacle.watch.internal.race.access.Region;
import dev.barnacle.watch.internal.race.shadow.RaceDetector;
import dev.barnacle.watch.internal.race.shadow.RaceShadow;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What the threads of one launch share. */
final class LaunchState {
  /** The largest access that compiled code makes by itself: a vector of sixteen doubles. */
  static final int SCRATCH_BYTES = 128;

  private final Launch launch;
  private final KernelCode code;
  private final Arena arena;
  private final RaceDetector detector;
  private final Faults faults;
  private final BoundArguments arguments;
  private final Map<RaceShadow, MemoryObject> owners = new ConcurrentHashMap<>();
  private final int subGroupSize;
  private final long deadline;
  private final boolean prints;
  private final AtomicLong jumps = new AtomicLong();
  private volatile boolean stopped;

  LaunchState(
      Launch launch,
      KernelCode code,
      Arena arena,
      RaceDetector detector,
      Faults faults,
      BoundArguments arguments,
      int subGroupSize,
      long deadline,
      boolean prints) {
    this.launch = launch;
    this.code = code;
    this.arena = arena;
    this.detector = detector;
    this.faults = faults;
    this.arguments = arguments;
    this.subGroupSize = subGroupSize;
    this.deadline = deadline;
    this.prints = prints;
    for (MemoryObject object : arguments.globals()) {
      own(object);
    }
  }

  private void own(MemoryObject object) {
    if (object.races != null) {
      owners.putIfAbsent(object.races, object);
    }
  }

  KernelCode code() {
    return code;
  }

  NdRange range() {
    return launch.range();
  }

  Arena arena() {
    return arena;
  }

  /** Tells whether the detector is one for a single thread. */
  boolean isPrecise() {
    return detector.isForOneThread();
  }

  RaceDetector detector() {
    return detector;
  }

  Faults faults() {
    return faults;
  }

  long[] arguments() {
    return arguments.words();
  }

  MemoryObject[] globals() {
    return arguments.globals();
  }

  /**
   * Returns a pointer as kernels under watch know it: those into shared virtual memory are
   * addresses.
   */
  long resolve(long pointer) {
    return arguments.resolve(pointer);
  }

  /** Tells whether a pointer is into shared virtual memory that was freed. */
  boolean isFreed(long pointer) {
    return launch.freed().stream()
        .anyMatch(m -> pointer >= m.address() && pointer - m.address() < m.byteSize());
  }

  /** Returns the work-items of a full sub-group. */
  int subGroupSize() {
    return subGroupSize;
  }

  /** Makes the local memory of a group. */
  MemoryObject[] localObjects() {
    List<MemoryObject> objects = new ArrayList<>();
    for (GlobalVariable variable : code.locals()) {
      Naming naming = Naming.of(shortName(variable.name()), variable.declaration());
      objects.add(local(naming, variable.byteSize()));
    }
    for (BoundArguments.Local local : arguments.locals()) {
      objects.add(local(local.naming(), local.byteSize()));
    }
    return objects.toArray(MemoryObject[]::new);
  }

  /** Returns a local variable's name in the source: clang calls it {@code kernel.name}. */
  private static String shortName(String name) {
    return name.substring(name.indexOf('.') + 1);
  }

  private MemoryObject local(Naming naming, long byteSize) {
    long size = Math.max(1, byteSize);
    MemoryObject object =
        new MemoryObject(
            arena.allocate(size, 128).address(),
            byteSize,
            AddressSpace.LOCAL,
            naming,
            MemoryObject.Kept.local(detector.shadow(Region.LOCAL, size), new WrittenBytes(size)));
    own(object);
    return object;
  }

  /** Returns the object whose accesses a shadow remembers. */
  @Nullable MemoryObject owner(RaceShadow shadow) {
    return owners.get(shadow);
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

  /** Returns what a private array is called. */
  Naming privateName(int array) {
    Alloca alloca = code.arrays().get(array);
    String name = alloca.name();
    int dot = name.indexOf('.');
    String symbol = name.isEmpty() ? "a private variable" : dot > 0 ? name.substring(0, dot) : name;
    return Naming.of(symbol, alloca.declaration());
  }

  /** Ends the launch at the next occasion. */
  void stop() {
    stopped = true;
  }

  /**
   * Returns a measure of what the launch has taken so far, which is the same on every machine:
   * accesses that the precise detector has looked at, and jumps back in long loops.
   */
  long work() {
    return detector.accesses() + jumps.get();
  }

  boolean stopped() {
    return stopped || faults.isOver();
  }

  /** Ends the work-item's thread where the launch is to end or has used up its time. */
  void checkStop(WorkItem item, int place) {
    jumps.addAndGet(WorkItem.FUEL);
    checkTime(item, place);
  }

  /** Does the same, at what is no jump back. */
  void checkTime(WorkItem item, int place) {
    if (isLate()) {
      timeOut(
          "a work-item is in this loop",
          List.of(new Fault.Access(place, "run", item.group().shape().number(), item.item)));
    }
    if (stopped()) {
      throw new StopException();
    }
  }

  /** Ends the launch between work-groups where it has used up its time. */
  void checkTime(long begun, long groups) {
    if (isLate()) {
      timeOut(begun + " of " + groups + " work-groups have begun", List.of());
    }
  }

  private boolean isLate() {
    return deadline != Long.MAX_VALUE && System.nanoTime() - deadline > 0;
  }

  /** The first thread that is late says so. */
  private synchronized void timeOut(String where, List<Fault.Access> accesses) {
    if (stopped) {
      return;
    }
    stopped = true;
    String what = "the kernel runs longer than it may; " + where;
    faults.add(new Fault(FindingKind.TIMEOUT, what, accesses, null, 0, "", ""));
  }

  /** Ends the launch because of a work-item in a loop that does not end. */
  void runsAway(WorkItem item, int place) {
    runsAway(item, place, "a work-item has run this loop more than 200 million times");
  }

  /** Ends the launch at a trap of the program. */
  void trap(WorkItem item, int place) {
    stopped = true;
    faults.add(
        new Fault(
            FindingKind.TRAP,
            "a work-item comes to __builtin_trap, which ends the launch",
            List.of(new Fault.Access(place, "trap", item.group().shape().number(), item.item)),
            null,
            0,
            "the program says that this is never to happen",
            ""));
    throw new StopException();
  }

  /** Ends the launch because of a loop that does not end. */
  void runsAway(WorkItem item, int place, String what) {
    stopped = true;
    faults.add(
        new Fault(
            FindingKind.NO_PROGRESS,
            what,
            List.of(new Fault.Access(place, "run", item.group().shape().number(), item.item)),
            null,
            0,
            "the loop seems to have no end with these arguments",
            ""));
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
  static final class StopException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StopException() {
      super("stopped", null, false, false);
    }
  }
}
