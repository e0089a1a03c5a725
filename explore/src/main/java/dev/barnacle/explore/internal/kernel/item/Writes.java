package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.Edge;
import dev.barnacle.explore.internal.kernel.code.FunctionCode;
import dev.barnacle.explore.internal.kernel.code.KernelCode;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.kernel.code.Targets;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import dev.barnacle.ir.AddressSpace;
import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The addresses that the writes of work-items go to, where they depend on nothing but ids and
 * arguments: elements of one object are told apart, such as flags of work-groups.
 */
public final class Writes {
  private static final int MOST = 4000;
  private static final int NONE = Integer.MIN_VALUE;

  private final KernelCode code;

  /** For each kernel and each of its operations, the operations that may come after it. */
  private final Map<FunctionCode, BitSet[]> after = new ConcurrentHashMap<>();

  /** For each work-item and each operation of its kernel, where it writes; 0 if not known. */
  private final Map<Integer, long[]> addresses = new ConcurrentHashMap<>();

  /** Makes one for some code. */
  public Writes(KernelCode code) {
    this.code = code;
  }

  /**
   * Returns whether a work-item that may write an object may write some bytes of it.
   *
   * @param objects the object, as {@code Targets} has it
   */
  public boolean mayWrite(Item item, long objects, long address, int bytes) {
    return (item.mayWrite() & objects) != 0
        && isAny(item, (to, size) -> to < address + bytes && address < to + size);
  }

  /** Returns whether a work-item may write bytes of an object other than some. */
  public boolean mayWriteBeside(Item item, MemoryObject object, long address, int bytes) {
    return isAny(
        item,
        (to, size) ->
            Address.object(to) == object.number() && (to < address || to + size > address + bytes));
  }

  /** Returns the memory objects that a work-item stores to, or accesses plainly, at any time. */
  public static long ever(Item item) {
    FunctionCode kernel = item.functions[0];
    return kernel.uses(Targets.Use.STORES, 0) | kernel.uses(Targets.Use.PLAIN, 0);
  }

  /** Tells something of bytes that are written. */
  private interface Test {
    boolean of(long address, int bytes);
  }

  /** Returns whether something holds of a write to come, or it is not known where it goes. */
  private boolean isAny(Item item, Test test) {
    FunctionCode kernel = item.functions[0];
    if (item.depth > 1 || kernel.ops.length > MOST) {
      return true;
    }
    long[] known =
        addresses.computeIfAbsent(item.place.index(), i -> addresses(item.place, kernel));
    BitSet next = after.computeIfAbsent(kernel, Writes::after)[item.next[0]];
    for (int i = next.nextSetBit(0); i >= 0; i = next.nextSetBit(i + 1)) {
      Op op = kernel.ops[i];
      if (isWriting(op) && (known[i] == 0 || test.of(known[i], size(op)))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isWriting(Op op) {
    return switch (op.kind) {
      case STORE -> !op.source.operand(1).isIn(AddressSpace.PRIVATE);
      case MEMORY_COPY, MEMORY_FILL -> !op.source.operand(0).isIn(AddressSpace.PRIVATE);
      case ATOMIC_STORE, ATOMIC_RMW, COMPARE_EXCHANGE, ASYNC_COPY, CALL -> true;
      default -> false;
    };
  }

  private static int size(Op op) {
    return op.lanes * op.elementBytes();
  }

  /** Returns for each operation itself and all that may come after it. */
  private static BitSet[] after(FunctionCode function) {
    BitSet[] sets = new BitSet[function.ops.length];
    for (int i = 0; i < sets.length; i++) {
      sets[i] = new BitSet();
      sets[i].set(i);
    }
    boolean again = true;
    while (again) {
      again = false;
      for (int i = sets.length - 1; i >= 0; i--) {
        int before = sets[i].cardinality();
        Op op = function.ops[i];
        for (Edge edge : op.edges) {
          sets[i].or(sets[edge.target()]);
        }
        if (op.edges.length == 0 && i + 1 < sets.length && op.kind != Op.Kind.RETURN) {
          sets[i].or(sets[i + 1]);
        }
        again |= sets[i].cardinality() != before;
      }
    }
    return sets;
  }

  private long[] addresses(Place place, FunctionCode kernel) {
    Item item = new Item(place, kernel, code.loops());
    BitSet known = new BitSet();
    known.set(0, place.arguments().length);
    long[] found = new long[kernel.ops.length];
    for (int i = 0; i < found.length; i++) {
      Op op = kernel.ops[i];
      if (op.result >= 0 && isPure(op) && isKnown(op, known)) {
        Registers.compute(item, op);
        known.set(op.result, op.result + op.source.type().lanes());
      }
      int pointer =
          switch (op.kind) {
            case STORE, ATOMIC_STORE -> op.b;
            case ATOMIC_RMW, COMPARE_EXCHANGE -> op.a;
            default -> NONE;
          };
      if (pointer != NONE && (pointer < 0 || known.get(pointer))) {
        found[i] = Registers.get(item, pointer);
      }
    }
    return found;
  }

  private static boolean isKnown(Op op, BitSet known) {
    for (int i = 0; i < op.operands.length; i++) {
      int operand = op.operands[i];
      int lanes = op.source.operand(i).type().lanes();
      if (operand >= 0 && known.nextClearBit(operand) < operand + lanes) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether an operation depends on registers alone, and gives something for all. */
  private static boolean isPure(Op op) {
    return switch (op.kind) {
      case BINARY -> !op.divides;
      case NEGATE, COPY, COMPARE, CAST, SELECT, INTRINSIC -> true;
      case EXTRACT, INSERT, SHUFFLE, QUERY -> true;
      case POINTER_ADD -> true;
      default -> false;
    };
  }
}
