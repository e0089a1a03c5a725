package dev.barnacle.simd.internal.analysis;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Dominators;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.ir.analysis.Piece;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds counters in local memory that a region only adds to in a loop, by an index of few values: a
 * histogram. Lanes may count in copies of their own that are added up when the region ends, since
 * nobody sees the counters before. So a sum need not wait for that of the lane before, where both
 * are of the same counter.
 */
public final class CounterCopies {
  /** The places where lanes count: memory, and copies. */
  public static final int PLACES = 4;

  /** The most values of an index. */
  private static final long MOST_VALUES = 256;

  private final Loops loops;
  private final Set<Value> used = new HashSet<>();

  /**
   * Counters.
   *
   * @param base the local variable or argument
   * @param bytes that an index reaches
   * @param updates the operations that count, in this region
   */
  public record Counters(Value base, long bytes, Set<AtomicRmw> updates) {}

  public CounterCopies(Function kernel) {
    this.loops = new Loops(new Dominators(new ControlFlow(kernel)));
    kernel.instructions().forEach(i -> used.addAll(i.operands()));
  }

  /** Returns the counters of a region; null where it has none, or does more with them. */
  public @Nullable Counters of(BarrierRegions.Region region) {
    Value base = null;
    Set<AtomicRmw> updates = new HashSet<>();
    for (Piece piece : region.pieces()) {
      for (Instruction instruction : piece.instructions()) {
        if (instruction instanceof AtomicRmw rmw && isUpdate(rmw, piece.block())) {
          Value own = ((PointerAdd) rmw.pointer()).operand(0);
          if (base != null && !base.equals(own)) {
            return null;
          }
          base = own;
          updates.add(rmw);
        }
      }
    }
    if (base == null) {
      return null;
    }
    for (Piece piece : region.pieces()) {
      for (Instruction instruction : piece.instructions()) {
        if (!updates.contains(instruction) && mayMeet(instruction, base)) {
          return null;
        }
      }
    }
    return new Counters(base, MOST_VALUES * Integer.BYTES, updates);
  }

  private boolean isUpdate(AtomicRmw rmw, Block block) {
    return rmw.op() == AtomicRmw.Op.ADD
        && rmw.type().equals(Types.I32)
        && !used.contains(rmw)
        && !loops.containing(block).isEmpty()
        && rmw.pointer() instanceof PointerAdd add
        && isLocal(add.operand(0))
        && isFew(AddressParts.scaled(add));
  }

  private static boolean isLocal(Value base) {
    return base.isIn(AddressSpace.LOCAL)
        && (base instanceof GlobalVariable || base instanceof Parameter);
  }

  /** Returns whether an offset is a counter's number, of which there are few. */
  private static boolean isFew(AddressParts.Scaled scaled) {
    if (scaled.scale() != Integer.BYTES
        || !(scaled.index() instanceof Cast cast)
        || cast.op() != Cast.Op.ZEXT) {
      return false;
    }
    Value number = cast.operand(0);
    return number.type().equals(Types.I8)
        || (number instanceof Binary binary
            && binary.op() == Binary.Op.AND
            && binary.operand(1) instanceof IntConstant mask
            && mask.value() >= 0
            && mask.value() < MOST_VALUES);
  }

  private static boolean mayMeet(Instruction instruction, Value base) {
    return switch (instruction) {
      case Load i -> mayReach(i.pointer(), base);
      case Store i -> mayReach(i.pointer(), base);
      case AtomicRmw i -> mayReach(i.pointer(), base);
      case AtomicLoad i -> mayReach(i.pointer(), base);
      case AtomicStore i -> mayReach(i.pointer(), base);
      case Binary _, Unary _, Cast _, Compare _, Select _, Phi _, Intrinsic _, PointerAdd _ ->
          false;
      case ExtractElement _, InsertElement _, Shuffle _, WorkItemQuery _ -> false;
      case Barrier _, Terminator _ -> false;
      default -> true;
    };
  }

  private static boolean mayReach(Value pointer, Value base) {
    if (!(pointer.type() instanceof PointerType type)) {
      return true;
    }
    return switch (type.space()) {
      case GLOBAL, CONSTANT, PRIVATE -> false;
      case LOCAL -> {
        Value root = pointer;
        while (root instanceof PointerAdd add) {
          root = add.operand(0);
        }
        yield !isLocal(root) || root.equals(base);
      }
      default -> true;
    };
  }
}
