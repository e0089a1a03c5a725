package dev.barnacle.explore;

import dev.barnacle.explore.Distinction.Kind;
import dev.barnacle.model.MemoryOrder;
import dev.barnacle.model.MemoryScope;
import java.util.EnumSet;
import java.util.Set;

/**
 * The programs that a comparison of models looks at, beside their size.
 *
 * @param threads the greatest number of threads
 * @param devices the greatest number of devices
 * @param kinds the kinds of operations
 * @param orders the memory orders of accesses and fences; {@link MemoryOrder#NONE} stands for plain
 *     accesses
 * @param scopes the memory scopes of accesses and fences
 * @param global whether there is global memory
 * @param local whether there is local memory
 */
public record ComparisonBounds(
    int threads,
    int devices,
    Set<Kind> kinds,
    Set<MemoryOrder> orders,
    Set<MemoryScope> scopes,
    boolean global,
    boolean local) {
  /** All programs. */
  public static final ComparisonBounds NONE =
      new ComparisonBounds(
          Integer.MAX_VALUE,
          Integer.MAX_VALUE,
          EnumSet.allOf(Kind.class),
          EnumSet.allOf(MemoryOrder.class),
          EnumSet.allOf(MemoryScope.class),
          true,
          true);

  /** Copies the sets. */
  public ComparisonBounds {
    kinds = Set.copyOf(kinds);
    orders = Set.copyOf(orders);
    scopes = Set.copyOf(scopes);
    if (threads < 1 || devices < 1 || !(global || local)) {
      throw new IllegalArgumentException("no program has these bounds");
    }
  }
}
