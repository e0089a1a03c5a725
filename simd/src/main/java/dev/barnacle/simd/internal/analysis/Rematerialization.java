package dev.barnacle.simd.internal.analysis;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides which values that live across barriers are computed again rather than kept: short chains
 * of integer and address arithmetic over ids, parameters and constants.
 *
 * <p>P. Briggs, K. D. Cooper and L. Torczon, "Rematerialization", PLDI 1992, do so for registers.
 */
public final class Rematerialization {
  private static final int MAX_CHAIN = 12;

  private final Map<Instruction, Integer> costs = new HashMap<>();
  private final Set<Instruction> across;

  Rematerialization(Set<Instruction> across) {
    this.across = across;
  }

  /** Returns whether {@code value} is computed again. */
  public boolean covers(Instruction value) {
    return across.contains(value) && cost(value) <= MAX_CHAIN;
  }

  /** Returns what is to be computed for {@code value}, itself last. */
  public List<Instruction> chain(Instruction value) {
    List<Instruction> chain = new ArrayList<>();
    collect(value, chain);
    return chain;
  }

  private static void collect(Instruction value, List<Instruction> chain) {
    if (chain.contains(value) || value instanceof Alloca) {
      return;
    }
    for (Value operand : value.operands()) {
      if (operand instanceof Instruction instruction) {
        collect(instruction, chain);
      }
    }
    chain.add(value);
  }

  private int cost(Instruction value) {
    Integer known = costs.get(value);
    if (known != null) {
      return known;
    }
    costs.put(value, MAX_CHAIN + 1);
    int cost = isSimple(value) ? 1 : MAX_CHAIN + 1;
    for (Value operand : value.operands()) {
      if (cost <= MAX_CHAIN && operand instanceof Instruction instruction) {
        cost += cost(instruction);
      }
    }
    costs.put(value, Math.min(cost, MAX_CHAIN + 1));
    return costs.get(value);
  }

  private static boolean isSimple(Instruction value) {
    return switch (value) {
      case WorkItemQuery q -> q.operands().isEmpty() || q.operand(0) instanceof IntConstant;
      case Alloca a -> true;
      case Cast c -> true;
      case PointerAdd p -> true;
      case Binary b ->
          switch (b.op()) {
            case UDIV, SDIV, UREM, SREM, FDIV, FREM -> false;
            default -> true;
          };
      default -> false;
    };
  }
}
