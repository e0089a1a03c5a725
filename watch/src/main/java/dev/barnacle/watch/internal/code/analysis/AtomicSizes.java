package dev.barnacle.watch.internal.code.analysis;

import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds atomic operations of different sizes that may overlap: those through pointers of which it
 * is not known that they begin at different arguments or variables.
 */
final class AtomicSizes {
  /** Stands for what may be any memory. */
  private static final Object ANY = new Object();

  private final Function kernel;

  /** The size of the operations at each beginning; 0 for several. */
  private final Map<Object, Long> sizes = new HashMap<>();

  private AtomicSizes(Function kernel) {
    this.kernel = kernel;
  }

  /** Returns whether there are such operations among a kernel's instructions. */
  static boolean mayMix(Function kernel, Collection<Instruction> instructions) {
    AtomicSizes sizes = new AtomicSizes(kernel);
    for (Instruction instruction : instructions) {
      switch (instruction) {
        case AtomicLoad i -> sizes.add(i.pointer(), i.type());
        case AtomicStore i -> sizes.add(i.pointer(), i.value().type());
        case AtomicRmw i -> sizes.add(i.pointer(), i.type());
        case AtomicCompareExchange i -> sizes.add(i.pointer(), i.type());
        default -> {}
      }
    }
    return sizes.mix();
  }

  private void add(Value pointer, Type type) {
    sizes.merge(root(pointer), type.byteSize(), (a, b) -> a.equals(b) ? a : Long.valueOf(0));
  }

  private boolean mix() {
    return sizes.containsValue(0L)
        || (sizes.containsKey(ANY) && sizes.values().stream().distinct().count() > 1);
  }

  private Object root(Value pointer) {
    Value root = pointer;
    while (root instanceof PointerAdd || root instanceof Cast) {
      root = ((Instruction) root).operand(0);
    }
    boolean known =
        root instanceof GlobalVariable
            || (root instanceof Parameter && kernel.parameters().contains(root));
    return known ? root : ANY;
  }
}
