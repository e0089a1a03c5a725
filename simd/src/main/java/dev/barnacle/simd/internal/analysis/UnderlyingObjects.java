package dev.barnacle.simd.internal.analysis;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Value;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Finds the kernel arguments that a pointer is based on, as a set of bits: one for each argument,
 * {@link #LOCAL} for local memory. An image's texels come from its argument. A pointer that was
 * loaded from memory, returned by a function or made of an integer is {@link #UNKNOWN}; it may
 * reach whatever its address space allows.
 *
 * <p>LLVM's {@code getUnderlyingObjects} answers the same question within one function.
 */
public final class UnderlyingObjects {
  /** Only parameters before this one have a bit. */
  static final int MAX_PARAMETERS = 62;

  /** The bit for local memory, that of arguments too. */
  static final long LOCAL = 1L << 62;

  /** No set: anything. */
  static final long UNKNOWN = -1;

  private final Function kernel;
  private final Map<Value, Long> known = new HashMap<>();

  UnderlyingObjects(Function kernel) {
    this.kernel = kernel;
  }

  /** Returns the bit of a parameter that points to memory of the launch's arguments, or 0. */
  public static long bit(Parameter parameter) {
    boolean memory =
        parameter.type() instanceof PointerType type
            && (type.space() == AddressSpace.GLOBAL || type.space() == AddressSpace.CONSTANT)
            && parameter.byValueBytes() == 0
            && parameter.index() < MAX_PARAMETERS;
    return memory ? 1L << parameter.index() : 0;
  }

  /**
   * Returns the bit of the image argument whose description {@code pointer} points into, or 0. What
   * it holds doesn't change during a launch; the pointer in it is to the image's texels.
   */
  long description(Value pointer) {
    Value base = pointer;
    while (base instanceof PointerAdd add) {
      base = add.operand(0);
    }
    return base instanceof Parameter p && kernel.isImage(p) ? bit(p) : 0;
  }

  /** Returns what {@code pointer} may come from. */
  long of(Value pointer) {
    Long found = known.get(pointer);
    if (found == null) {
      found = search(pointer);
      known.put(pointer, found);
    }
    return found;
  }

  private long search(Value pointer) {
    long roots = 0;
    Set<Value> seen = new HashSet<>();
    Deque<Value> work = new ArrayDeque<>();
    work.add(pointer);
    while (!work.isEmpty()) {
      Value value = work.pop();
      if (seen.add(value)) {
        roots |= step(value, work);
      }
    }
    return roots;
  }

  /** Returns the root that {@code value} is; or 0, and adds what it is made of to {@code work}. */
  private long step(Value value, Deque<Value> work) {
    if (!(value.type() instanceof PointerType type)) {
      return UNKNOWN;
    }
    if (type.space() == AddressSpace.LOCAL) {
      return LOCAL;
    }
    switch (value) {
      case PointerAdd add -> work.add(add.operand(0));
      case Cast cast when cast.op() == Cast.Op.ADDRSPACECAST || cast.op() == Cast.Op.BITCAST ->
          work.add(cast.operand(0));
      case Select select -> {
        work.add(select.operand(1));
        work.add(select.operand(2));
      }
      case Phi phi -> work.addAll(phi.operands());
      case Load load when description(load.pointer()) != 0 -> {
        return description(load.pointer());
      }
      case Parameter p when kernel.parameters().contains(p) && bit(p) != 0 -> {
        return bit(p);
      }
      case GlobalVariable _ -> {
        return 0; // no argument's memory
      }
      default -> {
        return UNKNOWN;
      }
    }
    return 0;
  }
}
