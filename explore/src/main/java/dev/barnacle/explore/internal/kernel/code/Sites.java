package dev.barnacle.explore.internal.kernel.code;

import dev.barnacle.explore.KernelSite;
import dev.barnacle.explore.MemoryStrength;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Location;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.CallGraph;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The operations of kernels and of what they call that the memory model knows. */
public final class Sites {
  private static final Comparator<Location> BY_PLACE =
      Comparator.comparing(Location::file)
          .thenComparingInt(Location::line)
          .thenComparingInt(Location::column);

  private Sites() {}

  /** Returns the operations and what each says, in the order of the source. */
  public static Map<KernelSite, MemoryStrength> of(List<Function> kernels) {
    Map<KernelSite, MemoryStrength> found = new LinkedHashMap<>();
    for (Function function : functions(kernels)) {
      for (Instruction i : function.instructions()) {
        KernelSite site = KernelSite.of(i);
        MemoryStrength strength = MemoryStrength.of(i);
        if (site != null && strength != null) {
          found.putIfAbsent(site, strength);
        }
      }
    }
    Map<KernelSite, MemoryStrength> sorted = new LinkedHashMap<>();
    found.entrySet().stream()
        .sorted(Comparator.comparing(e -> e.getKey().location(), BY_PLACE))
        .forEach(e -> sorted.put(e.getKey(), e.getValue()));
    return sorted;
  }

  /**
   * Returns the memories that a fence or barrier may order, those first in which atomic operations
   * are, then those that are accessed otherwise.
   */
  public static List<FenceFlag> memories(List<Function> kernels) {
    Map<FenceFlag, Integer> uses = new EnumMap<>(FenceFlag.class);
    for (Function function : functions(kernels)) {
      for (Instruction i : function.instructions()) {
        Value pointer =
            switch (i) {
              case AtomicStore a -> a.operand(1);
              case AtomicLoad a -> a.operand(0);
              case AtomicRmw a -> a.operand(0);
              case AtomicCompareExchange a -> a.operand(0);
              case Load l -> l.operand(0);
              case Store s -> s.operand(1);
              default -> null;
            };
        FenceFlag flag = pointer == null ? null : memory(pointer);
        if (flag != null) {
          uses.merge(flag, i instanceof Load || i instanceof Store ? 1 : 2, Math::max);
        }
      }
    }
    return Stream.of(FenceFlag.GLOBAL, FenceFlag.LOCAL, FenceFlag.IMAGE)
        .sorted(Comparator.comparing(flag -> -uses.getOrDefault(flag, 0)))
        .toList();
  }

  private static @Nullable FenceFlag memory(Value pointer) {
    if (pointer.isIn(AddressSpace.LOCAL)) {
      return FenceFlag.LOCAL;
    }
    return pointer.isIn(AddressSpace.GLOBAL) ? FenceFlag.GLOBAL : null;
  }

  private static Set<Function> functions(List<Function> kernels) {
    Set<Function> functions = new LinkedHashSet<>();
    kernels.forEach(kernel -> functions.addAll(CallGraph.reached(kernel)));
    return functions;
  }

  /** Returns where fences and barriers could be added: before each line of the kernels. */
  public static List<KernelSite> places(List<Function> kernels) {
    Set<Location> lines = new HashSet<>();
    for (Block block : kernels.stream().flatMap(k -> k.blocks().stream()).toList()) {
      Location last = null;
      for (Instruction i : block.instructions()) {
        Location begins = begins(i, last);
        if (begins != null) {
          lines.add(begins);
        }
        last = i.location() == null ? last : i.location();
      }
    }
    List<KernelSite> places = new ArrayList<>();
    lines.stream()
        .sorted(BY_PLACE)
        .forEach(
            l -> {
              places.add(new KernelSite(l, KernelSite.Kind.NEW_FENCE));
              places.add(new KernelSite(l, KernelSite.Kind.NEW_BARRIER));
            });
    return places;
  }

  /**
   * Returns the line that begins with an instruction, null if none does.
   *
   * @param last the place of the instruction before it in its block
   */
  static @Nullable Location begins(Instruction i, @Nullable Location last) {
    Location location = i.location();
    if (location == null || location.inlinedAt() != null || i instanceof Phi) {
      return null;
    }
    boolean same =
        last != null && last.line() == location.line() && last.file().equals(location.file());
    return same ? null : new Location(location.file(), location.line(), 0);
  }
}
