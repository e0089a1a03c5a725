package dev.barnacle.watch.internal.run.exec;

import dev.barnacle.engine.NdRange;
import dev.barnacle.engine.PrintfFormat;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.watch.internal.race.shadow.Accessor;
import dev.barnacle.watch.internal.run.fault.Fault;
import dev.barnacle.watch.internal.run.fault.Faults;
import dev.barnacle.watch.internal.run.fault.LaunchFault;
import dev.barnacle.watch.internal.run.kernel.GroupShape;
import dev.barnacle.watch.internal.run.kernel.KernelFacts;
import dev.barnacle.watch.internal.run.kernel.Preemption;
import dev.barnacle.watch.internal.run.memory.PrivateArrayMemory;
import dev.barnacle.watch.internal.run.memory.WatchedObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The work-item that a thread runs at the moment: who it is, and where its memory is. One object
 * serves all work-items of a thread one after the other; compiled kernels read its fields.
 */
public final class WorkItem {
  /** Jumps back in loops after which it is looked whether to stop. */
  static final int FUEL = 1 << 14;

  /**
   * Jumps back between two cuts from which on a work-item is taken to run for ever: 2 to the 28.
   */
  private static final int MOST_REFUELS = 1 << 14;

  private static final WorkItemQuery.Kind[] QUERIES = WorkItemQuery.Kind.values();

  /** The arguments: one word a lane. */
  public final long[] arguments;

  /** The lanes of a vector that functions return, and the results of large functions. */
  public final int[] intResults = new int[64];

  public final long[] longResults = new long[64];
  public final float[] floatResults = new float[64];
  public final double[] doubleResults = new double[64];

  /** The local linear id. */
  public int item;

  /** The windows in which reads need no check: {@link CheckElision#numbers}. */
  public final long[] known;

  /** Values kept at cuts. */
  public int[] ints = {};

  public long[] longs = {};
  public float[] floats = {};
  public double[] doubles = {};

  /** Values that functions keep between their parts. */
  public final int[] threadInts;

  public final long[] threadLongs;
  public final float[] threadFloats;
  public final double[] threadDoubles;

  /** Whom a broadcast takes its value from, as each work-item says. */
  public int[] senders = {};

  public final Accessor accessor;
  final CheckElision knownReads;
  final WatchedObject[] globals;
  final LaunchState launch;
  WatchedObject[] locals = {};
  PrivateArrayMemory own;

  private final long scratch;

  private final NdRange range;
  private @Nullable Group group;
  private int x;
  private int y;
  private int z;

  /** Work-items in a row of the group. */
  public int sizeX = 1;

  private int sizeY = 1;
  private int sizeZ = 1;
  private long baseX;
  private long baseY;
  private long baseZ;

  /** Work-items of the group. */
  public int count;

  private int[] stops = {};
  private long[] iterations = {};
  private long iteration;
  private int site;
  private boolean mixed;

  /** True if a work-item of the sweep came to its cut elsewhere, or in another iteration. */
  private boolean apart;

  private int refuels;

  /** The work-item that {@link #refuels} are of; -1 for none. */
  private int refueled;

  private int entries;
  private final @Nullable Preemption preemption;
  private List<PrintfFormat.Argument> printed = new ArrayList<>();

  private final long[] queueOperands = new long[8];
  private int queueOperandCount;

  /** The place of the call that prints at the moment. */
  private int printing;

  private @Nullable List<PrintfFormat.Argument> outer;

  /**
   * Makes one.
   *
   * @param scratch memory that faulty accesses use
   * @param preemption decides where a work-item is preempted; null if none is
   */
  public WorkItem(
      LaunchState launch, Accessor accessor, long scratch, @Nullable Preemption preemption) {
    this.preemption = preemption;
    this.launch = launch;
    this.arguments = launch.arguments();
    this.accessor = accessor;
    this.globals = launch.globals();
    this.knownReads =
        new CheckElision(launch.code().facts().precise() ? 0 : launch.code().facts().places());
    this.known = knownReads.numbers;
    accessor.tellOfPromises(knownReads);
    this.scratch = scratch;
    this.range = launch.range();
    this.own = PrivateArrayMemory.NONE;
    KernelFacts.StateCounts kept = launch.code().facts().functionCounts();
    this.threadInts = new int[kept.ints()];
    this.threadLongs = new long[kept.longs()];
    this.threadFloats = new float[kept.floats()];
    this.threadDoubles = new double[kept.doubles()];
  }

  /** Starts, or goes on, to run the work-items of a group. */
  public void enter(Group next) {
    group = next;
    accessor.enter(next.order());
    locals = next.locals();
    own = next.own();
    ints = next.ints();
    longs = next.longs();
    floats = next.floats();
    doubles = next.doubles();
    senders = next.senders();
    stops = next.stops();
    iterations = next.iterations();
    GroupShape shape = next.shape();
    sizeX = shape.size(0);
    sizeY = shape.size(1);
    sizeZ = shape.size(2);
    count = shape.items();
    baseX = shape.id(0) * range.local(0) + range.offset(0);
    baseY = shape.id(1) * range.local(1) + range.offset(1);
    baseZ = shape.id(2) * range.local(2) + range.offset(2);
  }

  /** Returns the group that runs. */
  public Group group() {
    if (group == null) {
      throw new IllegalStateException("no group runs");
    }
    return group;
  }

  /** Returns what it does at a place, for reports. */
  Fault.Access access(int place, String what) {
    return new Fault.Access(place, what, group().shape().number(), item);
  }

  AccessFaults accessFaults() {
    return launch.accessFaults();
  }

  Faults faults() {
    return launch.faults();
  }

  /** Returns memory that a faulty access of {@code bytes} bytes uses instead. */
  long scratch(int bytes) {
    if (bytes > LaunchState.SCRATCH_BYTES) {
      throw new IllegalArgumentException("an access of " + bytes + " bytes");
    }
    return scratch;
  }

  /** Goes to the first work-item of the group. */
  public void first() {
    mixed = false;
    apart = false;
    site = Integer.MIN_VALUE;
    item = 0;
    refueled = -1;
    x = 0;
    y = 0;
    z = 0;
    accessor.item(0);
  }

  /**
   * Goes to the next work-item, of this number; if what it returns is {@link #sizeX}, {@link
   * #nextRow} must follow.
   */
  public int next(int number) {
    item = number;
    accessor.item(number);
    return ++x;
  }

  /** Goes to the next row of work-items. */
  public void nextRow() {
    x = 0;
    if (++y == sizeY) {
      y = 0;
      z++;
    }
  }

  /** Goes to a work-item. */
  public void go(int linear) {
    item = linear;
    refueled = -1;
    x = linear % sizeX;
    y = linear / sizeX % sizeY;
    z = linear / (sizeX * sizeY);
    accessor.item(linear);
  }

  /**
   * Notes in which iterations of the loops around it the work-item has come to a cut, before {@link
   * #stopped}.
   */
  public void iteration(long number) {
    iterations[item] = number;
    if (item == 0) {
      iteration = number;
    } else if (number != iteration) {
      apart = true;
    }
  }

  /** Notes at which cut the work-item has stopped. */
  public void stopped(int at) {
    if (at != site || apart) {
      differs(at);
    }
  }

  /** The first of a sweep, or one from which on each has a stop of its own. */
  private void differs(int at) {
    if (item == 0) {
      site = at;
      return;
    }
    if (!mixed) {
      Arrays.fill(stops, 0, item, site);
      mixed = true;
      apart = true;
    }
    stops[item] = at;
  }

  /** Notes for each work-item where it stopped in the last sweep. */
  public void noteStops() {
    if (!mixed) {
      Arrays.fill(stops, 0, count, site);
    }
  }

  /** Is called before atomic operations; returns whether other work-items are to run before it. */
  public boolean isPreempted() {
    return preemption != null && preemption.isNow();
  }

  /** Returns whether the work-items of the last sweep stopped at different cuts. */
  public boolean mixed() {
    return mixed;
  }

  /** Returns where the work-items of the last sweep stopped, unless they are mixed. */
  public int site() {
    return site;
  }

  public long localId0() {
    return x;
  }

  public long localId1() {
    return y;
  }

  public long localId2() {
    return z;
  }

  public long globalId0() {
    return baseX + x;
  }

  public long globalId1() {
    return baseY + y;
  }

  public long globalId2() {
    return baseZ + z;
  }

  public long localSize0() {
    return sizeX;
  }

  public long localSize1() {
    return sizeY;
  }

  public long localSize2() {
    return sizeZ;
  }

  public long groupId0() {
    return group().shape().id(0);
  }

  public long groupId1() {
    return group().shape().id(1);
  }

  public long groupId2() {
    return group().shape().id(2);
  }

  /** Returns the local linear id of local ids; -1 where no work-item of the group has them. */
  public int linearId(long idX, long idY, long idZ) {
    boolean exists = idX >= 0 && idX < sizeX && idY >= 0 && idY < sizeY && idZ >= 0 && idZ < sizeZ;
    return exists ? (int) ((idZ * sizeY + idY) * sizeX + idX) : -1;
  }

  /** A store has been made: races that it was found in are told if it has changed anything. */
  public void settle() {
    launch.faults().settle();
  }

  /** Answers a question of a dimension (OpenCL C, "Work-Item Functions"). */
  public long query(int kind, int dimension) {
    boolean outside = dimension < 0 || dimension > 2;
    return switch (QUERIES[kind]) {
      case GLOBAL_SIZE -> outside ? 1 : range.global(dimension);
      case GLOBAL_ID ->
          outside ? 0 : dimension == 0 ? globalId0() : dimension == 1 ? globalId1() : globalId2();
      case LOCAL_SIZE -> outside ? 1 : group().shape().size(dimension);
      case ENQUEUED_LOCAL_SIZE -> outside ? 1 : range.local(dimension);
      case LOCAL_ID -> outside ? 0 : dimension == 0 ? x : dimension == 1 ? y : z;
      case NUM_GROUPS -> outside ? 1 : range.groups(dimension);
      case GROUP_ID -> outside ? 0 : group().shape().id(dimension);
      case GLOBAL_OFFSET -> outside ? 0 : range.offset(dimension);
      default -> throw new IllegalStateException("no dimension");
    };
  }

  /** Answers a question of no dimension. */
  public long query(int kind) {
    int subGroup = launch.subGroupSize();
    return switch (QUERIES[kind]) {
      case WORK_DIM -> range.dimensions();
      case GLOBAL_LINEAR_ID ->
          ((globalId2() - range.offset(2)) * range.global(1) + globalId1() - range.offset(1))
                  * range.global(0)
              + globalId0()
              - range.offset(0);
      case LOCAL_LINEAR_ID -> item;
      case SUB_GROUP_SIZE -> Math.min(subGroup, count - item / subGroup * subGroup);
      case MAX_SUB_GROUP_SIZE -> Math.min(subGroup, range.groupSize());
      case NUM_SUB_GROUPS -> Math.ceilDiv(count, subGroup);
      case ENQUEUED_NUM_SUB_GROUPS -> Math.ceilDiv(range.groupSize(), subGroup);
      case SUB_GROUP_ID -> item / subGroup;
      case SUB_GROUP_LOCAL_ID -> item % subGroup;
      default -> throw new IllegalStateException("needs a dimension");
    };
  }

  /**
   * Is called now and then in loops: ends the kernel where it is to stop, and returns after how
   * many jumps to ask again.
   *
   * @param place the jump
   */
  public int refuel(int place) {
    launch.checkStop(this, place);
    if (refueled != item) {
      refueled = item;
      refuels = 0;
    }
    if (++refuels == MOST_REFUELS) {
      launch.runsAway(this, place, LaunchFault.Loop.JUMPS);
    }
    return FUEL;
  }

  /**
   * Is called where a kernel that is cut at splits enters a method: such entries count as jumps.
   *
   * @param place a jump in the method
   * @return after how many jumps in it to ask again
   */
  public int enter(int place) {
    if (++entries == FUEL) {
      entries = 0;
      return refuel(place);
    }
    return FUEL;
  }

  public void argument(double value) {
    printed.add(new PrintfFormat.Argument.Real(value));
  }

  public void argument(long value, int bits) {
    printed.add(new PrintfFormat.Argument.Whole(value, Math.max(8, bits)));
  }

  public void pointerArgument(long pointer) {
    printed.add(
        new PrintfFormat.Argument.Pointer(pointer, () -> PrintedText.of(this, pointer, printing)));
  }

  public void beginVector() {
    outer = printed;
    printed = new ArrayList<>();
  }

  public void endVector() {
    List<PrintfFormat.Argument> elements = printed;
    if (outer == null) {
      throw new IllegalStateException("no vector");
    }
    printed = outer;
    outer = null;
    printed.add(new PrintfFormat.Argument.Vector(elements));
  }

  /** Takes an operand of the operation on queues that follows. */
  public void queueOperand(long value) {
    queueOperands[queueOperandCount++] = value;
  }

  /** Does an operation on queues of the device with the operands given since the last one. */
  public long queue(int place) {
    queueOperandCount = 0;
    return launch.queues().operate(this, place, queueOperands);
  }

  /** Ends the launch at a trap. */
  public void trap(int place) {
    launch.trap(this, place);
  }

  /** Prints the arguments given since the last call. */
  public int print(int place) {
    List<PrintfFormat.Argument> arguments = printed;
    printed = new ArrayList<>();
    printing = place;
    launch.print(place, arguments);
    return 0;
  }
}
