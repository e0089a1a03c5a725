package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.Children;
import dev.barnacle.explore.internal.kernel.code.Edge;
import dev.barnacle.explore.internal.kernel.code.KernelCode;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.kernel.graph.ScopeRule;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.AddressSpaceTest;
import dev.barnacle.ir.Alloca;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs a work-item up to the next operation that others can tell: a read of an atomic object, a
 * write of one that others wait for, a barrier, or its end. What happens before that is the same
 * whatever the others do, unless there is a data race.
 */
public final class Stepper {
  /** The reasons for which a run of a work-item ends. */
  public enum Stop {
    /** It reads an atomic object: which write is to be chosen. */
    READ,
    /** It came to a barrier or a function of its group. */
    BARRIER,
    /** It ended. */
    ENDED,
    /** It went round a loop in which nothing changed, reading atomic objects. */
    IDLE,
    /** It goes round a loop for ever, by itself. */
    STUCK,
    /** It went round a loop more often than is looked at. */
    BOUND,
    /** It ran for so long that others should be asked whether to go on. */
    PAUSE
  }

  private static final int PAUSE = 200_000;

  private final Synchronization synchronization;
  private final PlainAccess plain;
  private final UnequalSizes unequal;
  private final AtomicAccess atomic;
  private final Writes writes;
  private final Enqueuing enqueuing;
  private final int bound;

  /**
   * Makes one.
   *
   * @param places where the work-items stand
   * @param written the memory objects that some may write
   * @param children the kernels that they may enqueue
   * @param bound how often a loop that reads atomic objects goes round
   */
  public Stepper(
      KernelCode code,
      Place[] places,
      long written,
      ScopeRule scopes,
      Children children,
      int bound) {
    this.bound = bound;
    synchronization = new Synchronization(scopes, places);
    writes = new Writes(code);
    MemoryRules rules = new MemoryRules(code, synchronization);
    atomic = new AtomicAccess(rules, synchronization);
    plain = new PlainAccess(rules, atomic, written);
    unequal = new UnequalSizes(rules, plain);
    enqueuing = new Enqueuing(children, plain);
  }

  /** Returns what says which scopes are inclusive. */
  public Synchronization synchronization() {
    return synchronization;
  }

  /** Returns what says where work-items may write. */
  public Writes writes() {
    return writes;
  }

  /** Returns what reads and writes atomic objects. */
  public AtomicAccess atomic() {
    return atomic;
  }

  /** Returns a work-item that has not begun. */
  public static Item begin(Place place, KernelCode code, dev.barnacle.ir.Function kernel) {
    return new Item(place, code.of(kernel), code.loops());
  }

  /**
   * Runs a work-item.
   *
   * @throws FaultException if it does what it must not; the execution ends
   * @throws ExploreException if it does what cannot be explored
   */
  public Stop run(Execution execution, int index) throws FaultException, ExploreException {
    Item item = execution.own(index);
    item.status = Item.Status.READY;
    for (int i = 0; i < PAUSE; i++) {
      Stop stop = step(execution, item, item.op());
      if (stop != null) {
        return stop;
      }
    }
    return Stop.PAUSE;
  }

  /**
   * Runs a work-item that reads a value, in an execution that is thrown away.
   *
   * @return null if others may notice what it does
   */
  public @Nullable Stop tried(Execution execution, int index, long value)
      throws FaultException, ExploreException {
    Item item = execution.own(index);
    item.acted = false;
    AtomicAccess.give(item, item.op(), value, false);
    Stop stop = run(execution, index);
    return execution.item(index).acted ? null : stop;
  }

  /**
   * Runs a work-item that reads a value, in an execution that is thrown away, up to what others may
   * notice, but for plain stores.
   *
   * @param spurious whether it is a compare-exchange that fails all the same
   * @return PAUSE where it comes to that
   */
  public Stop tried(Execution execution, int index, long value, boolean spurious)
      throws FaultException, ExploreException {
    Item item = execution.own(index);
    AtomicAccess.give(item, item.op(), value, spurious);
    for (int i = 0; i < PAUSE && !isNoticeable(execution, item); i++) {
      Stop stop = step(execution, item, item.op());
      if (stop != null) {
        return stop;
      }
    }
    return Stop.PAUSE;
  }

  private static boolean isNoticeable(Execution execution, Item item) {
    Op op = item.op();
    return switch (op.kind) {
      case LOAD, MEMORY_FILL -> !isPrivate(execution, item, op.a);
      case MEMORY_COPY -> !isPrivate(execution, item, op.a) || !isPrivate(execution, item, op.b);
      case ATOMIC_STORE, FENCE, PIPE, QUEUE, TRAP, PRINTF -> true;
      default -> false;
    };
  }

  private static boolean isPrivate(Execution execution, Item item, int pointer) {
    return Address.object(Registers.get(item, pointer)) == privateObject(execution, item);
  }

  /** Returns the operand of the read-modify-write that a work-item is at. */
  public long operand(Item item) {
    return Registers.get(item, item.op().b);
  }

  private @Nullable Stop step(Execution execution, Item item, Op op)
      throws FaultException, ExploreException {
    switch (op.kind) {
      case BINARY -> {
        if (op.divides) {
          checkDivision(execution, item, op);
        }
        Registers.compute(item, op);
      }
      case NEGATE, COPY, COMPARE, CAST, SELECT, INTRINSIC -> Registers.compute(item, op);
      case EXTRACT, INSERT, SHUFFLE, QUERY, POINTER_ADD -> Registers.compute(item, op);
      case EXCHANGED -> Registers.set(item, op, 0, item.spurious ? 0 : Registers.get(item, op.a));
      case ASSUMED -> {
        return assume(item, op);
      }
      case PRINTF -> Registers.set(item, op, 0, 0);
      case NOTHING -> {}
      case ALLOCA -> allocate(execution, item, op);
      case SPACE_TEST -> spaceTest(execution, item, op);
      case PIPE -> PipeAccess.run(execution, item, op);
      case LOAD, STORE, MEMORY_COPY, MEMORY_FILL -> {
        if (!plain.run(execution, item, op)) {
          return reading(item);
        }
      }
      case ATOMIC_LOAD, ATOMIC_RMW, COMPARE_EXCHANGE -> {
        UnequalSizes.Answer sizes = unequal.prepare(execution, item, op);
        if (sizes == UnequalSizes.Answer.CHOICE
            || (sizes == UnequalSizes.Answer.EQUAL && atomic.arrive(execution, item, op))) {
          return reading(item);
        }
      }
      case ATOMIC_STORE -> {
        switch (unequal.prepare(execution, item, op)) {
          case CHOICE -> {
            return reading(item);
          }
          case EQUAL -> atomic.store(execution, item, op);
          case DONE -> {}
        }
      }
      case QUEUE -> enqueuing.run(execution, item, op);
      case FENCE -> atomic.fence(execution, item, op);
      case BARRIER, GROUP, ASYNC_COPY, ASYNC_FENCE, WAIT_EVENTS -> {
        item.status = Item.Status.AT_BARRIER;
        return Stop.BARRIER;
      }
      case TRAP -> throw new FaultException(new Fault.Assertion(MemoryRules.part(item, op)));
      case CALL -> {
        item.next[item.depth - 1]++;
        item.call(Objects.requireNonNull(op.callee), op.operands, item.place.constants());
        return null;
      }
      case RETURN -> {
        Stop stop = returned(item, op);
        if (stop == Stop.ENDED) {
          enqueuing.end(execution, item.place.index());
        }
        if (stop == Stop.ENDED && execution.hasCopies()) {
          copiesEnd(execution, item.place.group());
        }
        return stop;
      }
      case REGROUP, REQUIRED -> throw new IllegalStateException(op.kind.toString());
      case UNREACHABLE ->
          throw new ExploreException("control comes to an unreachable place", op.source.location());
      case JUMP -> {
        return jump(item, op.edges[0]);
      }
      case BRANCH -> {
        return jump(item, op.edges[Registers.get(item, op.a) != 0 ? 0 : 1]);
      }
      case SWITCH -> {
        return jump(item, op.chosen(Registers.get(item, op.a)));
      }
    }
    item.next[item.depth - 1]++;
    return null;
  }

  /** Notes a division by zero, or one whose quotient the type has not got. */
  private static void checkDivision(Execution x, Item item, Op op) {
    for (int i = 0; i < op.lanes; i++) {
      long divisor = Registers.get(item, op.b, i);
      if (divisor == 0) {
        x.note(new Fault.ZeroDivision(MemoryRules.part(item, op)));
      } else if (op.overflows(Registers.get(item, op.a, i), divisor)) {
        x.note(new Fault.Quotient(MemoryRules.part(item, op), -1L << (op.bits - 1)));
      }
    }
  }

  /** Ends what a work-item does if an assumption of the program is false. */
  private static @Nullable Stop assume(Item item, Op op) {
    if (Registers.get(item, op.a) == 0) {
      item.status = Item.Status.UNMET;
      return Stop.ENDED;
    }
    Registers.copy(item, op);
    item.next[item.depth - 1]++;
    return null;
  }

  private static Stop reading(Item item) {
    item.status = Item.Status.READING;
    item.undecided = true;
    return Stop.READ;
  }

  private @Nullable Stop jump(Item item, Edge edge) {
    Registers.jump(item, edge);
    if (edge.loop() == null) {
      return null;
    }
    return switch (item.pass(edge.loop(), edge.back(), bound)) {
      case NEW -> null;
      case IDLE -> Stop.IDLE;
      case STUCK -> {
        item.status = Item.Status.SPINNING;
        yield Stop.STUCK;
      }
      case TOO_MANY -> Stop.BOUND;
    };
  }

  private @Nullable Stop returned(Item item, Op op) {
    if (item.depth == 1) {
      item.status = Item.Status.ENDED;
      return Stop.ENDED;
    }
    int lanes = op.operands.length == 0 ? 0 : op.lanes;
    long[] values = new long[lanes];
    for (int i = 0; i < lanes; i++) {
      values[i] = Registers.get(item, op.a, i);
    }
    item.depth--;
    item.stackPointer = item.stack[item.depth];
    Op call = item.functions[item.depth - 1].ops[item.next[item.depth - 1] - 1];
    for (int i = 0; i < lanes; i++) {
      Registers.set(item, call, i, values[i]);
    }
    return null;
  }

  /** Notes the copies that nobody has waited for, if a work-group has come to its end. */
  private static void copiesEnd(Execution x, int group) {
    for (int i = 0; i < x.items(); i++) {
      Item item = x.item(i);
      if (item.place.group() == group && item.status != Item.Status.ENDED) {
        return;
      }
    }
    PendingCopy.Group copies = x.copies(group);
    for (PendingCopy copy : copies.pending()) {
      x.note(new Fault.CopyAtEnd(MemoryRules.part(copies.agent(), copy.op())));
    }
  }

  private static void allocate(Execution execution, Item item, Op op) {
    Alloca alloca = (Alloca) op.source;
    int at = item.allocate(alloca.byteSize(), alloca.alignment());
    Registers.set(item, op, 0, Address.of(privateObject(execution, item), at));
  }

  private static int privateObject(Execution execution, Item item) {
    return execution.memory().objects().size() + 1 + item.place.index();
  }

  private static void spaceTest(Execution execution, Item item, Op op) {
    AddressSpace wanted = ((AddressSpaceTest) op.source).space();
    int object = Address.object(Registers.get(item, op.a));
    var known = execution.memory().object(object);
    AddressSpace space = known == null ? AddressSpace.PRIVATE : known.space();
    Registers.set(item, op, 0, object != 0 && space == wanted ? -1 : 0);
  }

  /** Lets work-items that met at a barrier go on; see {@link GroupMeeting}. */
  public void meet(Execution execution, List<Integer> items) throws ExploreException {
    new GroupMeeting(execution, items, synchronization, plain).run();
  }
}
