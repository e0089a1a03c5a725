package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.explore.internal.kernel.code.FunctionCode;
import dev.barnacle.explore.internal.kernel.code.LoopHead;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.kernel.code.Targets;
import dev.barnacle.explore.internal.kernel.graph.Clock;
import dev.barnacle.explore.internal.kernel.graph.Event;
import dev.barnacle.explore.internal.kernel.graph.Release;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The state of a work-item in one execution. */
public final class Item {
  /** The activity of a work-item. */
  public enum Status {
    /** It can go on. */
    READY,
    /** It reads an atomic object, and which write is to be chosen or to come. */
    READING,
    /** It has come to a barrier or another function of its group. */
    AT_BARRIER,
    /** It goes round a loop in which nothing changes, by itself or with its group. */
    SPINNING,
    /** Its command is not enqueued yet: another work-item may do so. */
    UNKNOWN,
    /** Its command waits for others. */
    QUEUED,
    /** Its work-group has not begun, and does not. */
    ABSENT,
    /** An assumption of the program is false: of the execution, faults alone count. */
    UNMET,
    /** Its command does not run, as one that it waits for has failed. */
    FAILED,
    /** It has ended. */
    ENDED
  }

  private static final int FRAMES = 8;
  static final long[] NOTHING = {};

  public final Place place;
  Object owner;
  public Status status = Status.READY;

  // The frames of calls: the last is the one that runs.
  int depth;
  FunctionCode[] functions = new FunctionCode[FRAMES];
  int[] next = new int[FRAMES];
  int[] base = new int[FRAMES];
  int[] stack = new int[FRAMES];
  long[] registers;
  final PrivateBytes memory;
  int stackPointer;

  // Happens-before.
  public int time = 1;
  public Clock global = Clock.NONE;
  public Clock local = Clock.NONE;

  /** The same in images, but for what happens before in all of global memory. */
  Clock image = Clock.NONE;

  /** The time of its last fence of images: what it has written since it need not see. */
  int imageFence;

  public Release[] fences = Release.NONE;
  public Release[] readGlobal = Release.NONE;
  public Release[] readLocal = Release.NONE;

  // Loops: what each held when its head was last passed, and how much had been done by then.
  long[][] heads;
  long[] effectsAt;
  int[] visits;

  /** The rounds of each loop since it was last come to. */
  int[] rounds;

  /** The number of kernels that it has enqueued on the device. */
  int enqueued;

  public long effects;
  public long choices;
  long[] choicesAt;

  /** The values that reads of the present operation have taken. */
  long[] taken = NOTHING;

  /** True if its last compare-exchange failed spuriously. */
  boolean spurious;

  /** The atomic object that is read, and which of its bytes ({@link Event#bytes}). */
  public long reading;

  public int readingSize;
  int readingBytes = Event.ATOMIC;

  /** True if it is still to be chosen which write it reads from, or that it waits for another. */
  public boolean undecided;

  /** The number of the first event that was to come when it began to wait. */
  private int since;

  /** The writes that its read may read from and go round a loop in which nothing changes. */
  private int[] idle = {};

  /**
   * The writes that its read does not choose ({@link AtomicAccess#candidates}), as an execution in
   * which a work-item like it chooses them is looked at.
   */
  private int[] refused = {};

  /** The number of times that it has met others. */
  long meetings;

  /** The states in which it last went on from each meeting in a loop. */
  Rounds.Held[] held = Rounds.NONE;

  /** The reads in each round of a loop in which its group goes round for ever. */
  private List<Rounds.Read> lasso = List.of();

  /** The point where its read would begin again, if it may read from a write that comes of it. */
  public @Nullable Revisit revisit;

  /** True if others may notice that it did something: an access of shared memory, a meeting. */
  public boolean acted;

  /** Its accesses since its last read of an atomic object. */
  public Step.Stretch stretch = Step.Stretch.NONE;

  Item(Place place, FunctionCode kernel, int loops) {
    this.place = place;
    this.owner = this;
    functions[0] = kernel;
    depth = 1;
    registers = new long[Math.max(16, kernel.registers)];
    System.arraycopy(place.arguments(), 0, registers, 0, place.arguments().length);
    memory = new PrivateBytes(place.structs());
    stackPointer = place.structs().length;
    heads = new long[loops][];
    effectsAt = new long[loops];
    choicesAt = new long[loops];
    visits = new int[loops];
    rounds = new int[loops];
  }

  private Item(Object owner, Item o) {
    this.owner = owner;
    place = o.place;
    status = o.status;
    depth = o.depth;
    functions = o.functions.clone();
    next = o.next.clone();
    base = o.base.clone();
    stack = o.stack.clone();
    registers = o.registers.clone();
    memory = o.memory.copy();
    stackPointer = o.stackPointer;
    time = o.time;
    global = o.global;
    local = o.local;
    image = o.image;
    imageFence = o.imageFence;
    fences = o.fences;
    readGlobal = o.readGlobal;
    readLocal = o.readLocal;
    heads = o.heads.clone();
    effectsAt = o.effectsAt.clone();
    choicesAt = o.choicesAt.clone();
    visits = o.visits.clone();
    rounds = o.rounds.clone();
    enqueued = o.enqueued;
    effects = o.effects;
    choices = o.choices;
    taken = o.taken;
    spurious = o.spurious;
    reading = o.reading;
    readingSize = o.readingSize;
    readingBytes = o.readingBytes;
    undecided = o.undecided;
    since = o.since;
    idle = o.idle;
    refused = o.refused;
    meetings = o.meetings;
    held = o.held;
    lasso = o.lasso;
    revisit = o.revisit;
    acted = o.acted;
    stretch = o.stretch;
  }

  /** Returns itself if an execution owns it, else a copy that it owns. */
  public Item ownedBy(Object execution) {
    return owner == execution ? this : new Item(execution, this);
  }

  /** Returns the operation that it is at. */
  public Op op() {
    return functions[depth - 1].ops[next[depth - 1]];
  }

  /** Returns the operations of the calls that it is in, outermost first, its present one last. */
  public Op[] callStack() {
    Op[] ops = new Op[depth];
    for (int i = 0; i < depth; i++) {
      ops[i] = functions[i].ops[i < depth - 1 ? next[i] - 1 : next[i]];
    }
    return ops;
  }

  /** Returns the memory objects that it may still write. */
  public long mayWrite() {
    return ahead(Targets.Use.WRITES);
  }

  /** Returns the memory objects that it may still write by atomic operations. */
  public long mayWriteAtomically() {
    return ahead(Targets.Use.ATOMIC_WRITES);
  }

  /** Returns the memory objects that it may still write otherwise than by read-modify-writes. */
  public long mayStore() {
    return ahead(Targets.Use.STORES);
  }

  /** Returns the memory objects that it may still read from another write than the last. */
  public long mayLoad() {
    return ahead(Targets.Use.LOADS);
  }

  /** Returns the memory objects that it may still access otherwise than by atomic operations. */
  public long mayAccessPlainly() {
    return ahead(Targets.Use.PLAIN);
  }

  private long ahead(Targets.Use use) {
    long objects = 0;
    for (int i = 0; i < depth && !hasEnded(); i++) {
      objects |= functions[i].uses(use, next[i]);
    }
    return objects;
  }

  /**
   * Returns the memory objects that it may still access otherwise than by updates that nobody sees.
   *
   * @param phase whether only up to the next barrier of its work-group
   * @param after whether its present operation is left out
   */
  public long mayTouch(boolean phase, boolean after) {
    Targets.Use use = phase ? Targets.Use.TOUCHES_IN_PHASE : Targets.Use.TOUCHES;
    long objects = 0;
    for (int i = 0; i < depth && !hasEnded(); i++) {
      int at = next[i] + (after && i == depth - 1 ? 1 : 0);
      objects |= functions[i].uses(use.ofCall(isUnused(i)), at);
    }
    return objects;
  }

  /** Returns whether the result of a frame's call is not used. */
  private boolean isUnused(int frame) {
    if (frame == 0) {
      return false;
    }
    Op call = functions[frame - 1].ops[next[frame - 1] - 1];
    return call.unused || (call.blindIfUnused && isUnused(frame - 1));
  }

  /** Returns whether it is at an update whose result is not used. */
  public boolean isBlind() {
    return op().blind || (op().blindIfUnused && isUnused(depth - 1));
  }

  /** Waits for a write that is not there yet; the next event has some number. */
  public void await(int event) {
    undecided = false;
    since = event;
  }

  /** Returns whether it waits for a write of an address that is not there yet. */
  public boolean waitsFor(long address) {
    return status == Status.READING && !undecided && reading == address;
  }

  /** Returns whether it waits for a write, and waited for it already when it was made. */
  boolean waitsFor(Event write) {
    return waitsFor(write.address()) && write.number() >= since;
  }

  /** Notes a write with which its read goes round a loop in which nothing changes. */
  public void addIdle(int write) {
    idle = Arrays.copyOf(idle, idle.length + 1);
    idle[idle.length - 1] = write;
  }

  /** Forgets them: it has read. */
  void endWait() {
    idle = new int[0];
    refused = idle;
    revisit = null;
  }

  /** Notes what its read does not choose. */
  public void refuse(int choice) {
    refused = Arrays.copyOf(refused, refused.length + 1);
    refused[refused.length - 1] = choice;
  }

  /** Returns whether its read does not choose something. */
  public boolean refuses(int choice) {
    for (int r : refused) {
      if (r == choice) {
        return true;
      }
    }
    return false;
  }

  /** Returns what its read does not choose. */
  public int[] refused() {
    return refused;
  }

  /** Returns the writes with which its read goes round a loop in which nothing changes. */
  public int[] idle() {
    return idle;
  }

  /** Returns whether its read is no atomic operation. */
  public boolean readsPlainly() {
    return readingBytes != Event.ATOMIC;
  }

  /** Returns whether it may wait for another write in such a loop. */
  public boolean awaits() {
    return idle.length > 0;
  }

  /** Goes round a loop for ever with its group, in which it reads the same and changes nothing. */
  void loop(List<Rounds.Read> reads) {
    status = Status.SPINNING;
    lasso = reads;
  }

  /** Returns what it reads so. */
  public List<Rounds.Read> lasso() {
    return lasso;
  }

  /** Returns whether its command has not begun. */
  public boolean isQueued() {
    return status == Status.QUEUED || status == Status.UNKNOWN;
  }

  /** Returns whether it does nothing more, or nothing at all. */
  public boolean isOver() {
    return hasEnded() || status == Status.ABSENT;
  }

  private boolean hasEnded() {
    return isDone() || status == Status.UNMET;
  }

  /** Returns whether it has ended, or never runs as its command has failed. */
  public boolean isDone() {
    return status == Status.ENDED || status == Status.FAILED;
  }

  /** Begins: its command waited for others, and all that they did happens before it. */
  public void begin(Clock happened, Clock images) {
    status = Status.READY;
    acted = true;
    global = global.join(happened);
    image = image.join(images);
  }

  /** Returns the clock of what it has done so far in global memory. */
  public Clock done() {
    return global.with(place.index(), time);
  }

  /** Returns the clock of what it has done so far in images. */
  public Clock doneInImages() {
    return global.join(image).with(place.index(), time);
  }

  /** Returns whether it waits for a write that is not there yet. */
  public boolean isWaiting() {
    return status == Status.READING && !undecided;
  }

  /** Returns whether it is at the same operation, called from the same places, as another. */
  public boolean isWith(Item other) {
    if (depth != other.depth) {
      return false;
    }
    for (int i = 0; i < depth; i++) {
      if (functions[i] != other.functions[i] || next[i] != other.next[i]) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether all loops have gone round as often as another's. */
  boolean isInRoundsOf(Item other) {
    return Arrays.equals(rounds, other.rounds);
  }

  /** Returns whether the loops around its operation have gone round as often as another's. */
  public boolean isInRoundOf(Item other) {
    for (Op op : callStack()) {
      for (int loop : op.loops) {
        if (rounds[loop] != other.rounds[loop]) {
          return false;
        }
      }
    }
    return true;
  }

  void call(FunctionCode function, int[] operands, long[] constants) {
    int from = base[depth - 1];
    int to = from + functions[depth - 1].registers;
    if (to + function.registers > registers.length) {
      registers = Arrays.copyOf(registers, 2 * (to + function.registers));
    }
    Arrays.fill(registers, to, to + function.registers, 0);
    int at = to;
    var parameters = function.function.parameters();
    for (int i = 0; i < operands.length; i++) {
      int lanes = parameters.get(i).type().lanes();
      for (int k = 0; k < lanes; k++) {
        int operand = operands[i];
        registers[at++] = operand < 0 ? constants[~operand + k] : registers[from + operand + k];
      }
    }
    if (depth == functions.length) {
      functions = Arrays.copyOf(functions, 2 * depth);
      next = Arrays.copyOf(next, 2 * depth);
      base = Arrays.copyOf(base, 2 * depth);
      stack = Arrays.copyOf(stack, 2 * depth);
    }
    functions[depth] = function;
    next[depth] = 0;
    base[depth] = to;
    stack[depth] = stackPointer;
    depth++;
  }

  /** Makes room in private memory and returns its offset. */
  int allocate(long bytes, long alignment) {
    int at = (int) ((stackPointer + alignment - 1) / alignment * alignment);
    int end = (int) (at + Math.max(1, bytes));
    memory.allocate(at, end);
    stackPointer = end;
    return at;
  }

  /**
   * Passes the head of a loop.
   *
   * @return what the loop did since it was passed before
   */
  Rounds.Round pass(LoopHead loop, boolean back, int bound) {
    int n = loop.number();
    rounds[n] = back ? rounds[n] + 1 : 0;
    int registersLive = loop.live().length;
    long[] now = new long[registersLive + 1 + (stackPointer + 7) / 8];
    int from = base[depth - 1];
    for (int i = 0; i < registersLive; i++) {
      now[i] = registers[from + loop.live()[i]];
    }
    now[registersLive] = stackPointer;
    for (int i = 0; i < stackPointer; i++) {
      now[registersLive + 1 + i / 8] |= (memory.at(i) & 0xffL) << (i % 8 * 8);
    }
    long[] before = heads[n];
    boolean same = back && effectsAt[n] == effects && before != null && Arrays.equals(before, now);
    boolean chose = choicesAt[n] != choices;
    heads[n] = now;
    effectsAt[n] = effects;
    choicesAt[n] = choices;
    if (!back) {
      visits[n] = 0;
      return Rounds.Round.NEW;
    }
    if (same) {
      return chose ? Rounds.Round.IDLE : Rounds.Round.STUCK;
    }
    return chose && ++visits[n] > bound ? Rounds.Round.TOO_MANY : Rounds.Round.NEW;
  }
}
