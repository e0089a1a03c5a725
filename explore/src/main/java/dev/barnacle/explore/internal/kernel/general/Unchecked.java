package dev.barnacle.explore.internal.kernel.general;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.UndefConstant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Code that no model looks at: if a kernel may have it, no answer is complete. */
final class Unchecked {
  private final Set<String> limits = new LinkedHashSet<>();

  /** Looks at the code of a work-item. */
  void add(WorkItemCode item) throws ExploreException {
    if (item.drops()) {
      limits.add("faults beside a false assumption are not looked for in a kernel with barriers");
    }
    for (Instruction i : item.function().instructions()) {
      if (i instanceof Barrier b && b.kind() != Barrier.Kind.WORK_GROUP) {
        throw new ExploreException("a .cat file takes no barriers of sub-groups", i.location());
      }
      boolean undefined = i.operands().stream().anyMatch(UndefConstant.class::isInstance);
      if (undefined && !(i instanceof Phi) && !(i instanceof ConditionalBranch)) {
        limits.add("uses of values that nothing was given to are not looked for");
      }
    }
  }

  /** Returns what was found. */
  List<String> limits() {
    return new ArrayList<>(limits);
  }
}
