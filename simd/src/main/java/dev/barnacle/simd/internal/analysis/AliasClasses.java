package dev.barnacle.simd.internal.analysis;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.AsyncCopy;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.MemoryCopy;
import dev.barnacle.ir.MemoryFill;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Value;
import dev.barnacle.simd.internal.abi.SimdLimits;
import dev.barnacle.simd.internal.abi.Specialization;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Partitions the accesses of a kernel into classes that do not alias, and finds the memory that
 * nothing writes while the kernel runs. The launch has found some arguments' memory to overlap with
 * no other's ({@link Specialization#disjoint()}); what is accessed through one of these is then not
 * accessed through another, nor is it local memory. An access outside of its buffer is undefined
 * behaviour, so nothing is lost with it. Of pointers of unknown origin (loaded from memory, made of
 * integers) nothing is known, so they may meet any other.
 *
 * <p>An argument that no instruction of the kernel can write through, and whose memory no other
 * argument reaches, holds the same values throughout the launch. A host or another kernel may write
 * that memory during the launch only if they synchronise with this one (else it is a data race;
 * OpenCL architecture, 3.3.6), so not even this is assumed of kernels that acquire anything from
 * outside their work-group.
 */
public final class AliasClasses {
  private final UnderlyingObjects roots;
  private final long scoped;
  private final long unwritten;
  private final Function kernel;
  private final long copied;
  private final boolean smallObjects;

  /**
   * Looks at a kernel.
   *
   * @param functions the kernel and all that it calls
   */
  public AliasClasses(Function kernel, Set<Function> functions, Specialization launch) {
    this.kernel = kernel;
    this.copied = launch.copied();
    this.smallObjects = launch.smallObjects();
    this.roots = new UnderlyingObjects(kernel);
    long pointers = 0;
    for (Parameter parameter : kernel.parameters()) {
      pointers |= UnderlyingObjects.bit(parameter);
    }
    this.scoped = pointers & launch.disjoint();
    long written = 0;
    for (Function function : functions) {
      for (Instruction instruction : function.instructions()) {
        written |= acquires(instruction) ? UnderlyingObjects.UNKNOWN : written(instruction);
      }
    }
    this.unwritten = scoped & ~written;
  }

  /**
   * Returns whether a pointer is into memory that only the work-items of one group can reach, which
   * one thread runs.
   */
  public static boolean isOfOneGroup(Value pointer) {
    return pointer.isIn(AddressSpace.LOCAL) || pointer.isIn(AddressSpace.PRIVATE);
  }

  /** Returns whether the instruction may make another work-group's or the host's writes visible. */
  private static boolean acquires(Instruction instruction) {
    return switch (instruction) {
      case Fence i -> i.order().acquires() && isWide(i.scope());
      case Barrier i -> isWide(i.scope());
      case AtomicLoad i -> acquires(i.order(), i.scope(), i.pointer());
      case AtomicRmw i -> acquires(i.order(), i.scope(), i.pointer());
      case AtomicCompareExchange i ->
          acquires(i.order(), i.scope(), i.pointer())
              || acquires(i.failureOrder(), i.scope(), i.pointer());
      default -> false;
    };
  }

  private static boolean acquires(MemoryOrder order, MemoryScope scope, Value pointer) {
    return order.acquires() && isWide(scope) && !isOfOneGroup(pointer);
  }

  private static boolean isWide(MemoryScope scope) {
    return scope.compareTo(MemoryScope.WORK_GROUP) > 0;
  }

  private long written(Instruction instruction) {
    return switch (instruction) {
      case Store i -> reached(i.pointer());
      case AtomicStore i -> reached(i.pointer());
      case AtomicRmw i -> reached(i.pointer());
      case AtomicCompareExchange i -> reached(i.pointer());
      case MemoryCopy i -> reached(i.operand(0));
      case MemoryFill i -> reached(i.operand(0));
      case AsyncCopy i -> reached(i.operand(0));
      default -> 0;
    };
  }

  private long reached(Value pointer) {
    return isPrivate(pointer) ? 0 : roots.of(pointer);
  }

  private static boolean isShared(Value pointer) {
    return pointer.type() instanceof PointerType type
        && type.space() != AddressSpace.PRIVATE
        && type.space() != AddressSpace.GENERIC;
  }

  private static boolean isPrivate(Value pointer) {
    return pointer.isIn(AddressSpace.PRIVATE);
  }

  /** Returns whether no write can come between loads through the pointer. */
  public boolean isUnwritten(Value pointer) {
    long from = from(pointer);
    return roots.description(pointer) != 0 || (from != 0 && (from & ~unwritten) == 0);
  }

  /** Returns whether no access through one of the pointers meets one through the other. */
  public boolean areApart(Value first, Value second) {
    if (isPrivate(first) ? isShared(second) : isPrivate(second) && isShared(first)) {
      return true;
    }
    long one = from(first);
    long other = from(second);
    return one != 0 && other != 0 && (one & other) == 0;
  }

  /**
   * Returns whether the pointer reaches only objects of at most {@link SimdLimits#SMALL_OBJECT}
   * bytes.
   */
  public boolean isInSmallObject(Value pointer) {
    return smallObjects && roots.of(pointer) != UnderlyingObjects.UNKNOWN;
  }

  /** Returns the argument that the pointer comes from, if the thread has a copy of its memory. */
  public @Nullable Parameter copied(Value pointer) {
    long from = roots.of(pointer);
    return Long.bitCount(from) == 1 && (from & copied) != 0
        ? kernel.parameters().get(Long.numberOfTrailingZeros(from))
        : null;
  }

  /** Returns the roots of a pointer if there are facts about them all, or 0. */
  public long from(Value pointer) {
    long from = roots.of(pointer);
    return from == UnderlyingObjects.UNKNOWN || (from & ~(scoped | UnderlyingObjects.LOCAL)) != 0
        ? 0
        : from;
  }

  /** Returns the roots that there are facts about, local memory among them. */
  public long known() {
    return scoped | UnderlyingObjects.LOCAL;
  }
}
