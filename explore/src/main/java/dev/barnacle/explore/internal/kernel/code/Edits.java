package dev.barnacle.explore.internal.kernel.code;

import dev.barnacle.explore.KernelSite;
import dev.barnacle.explore.MemoryStrength;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Location;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Changes of what the operations of a kernel say to the memory model, and what is added to it.
 *
 * @param strengths what operations say instead of what the program says
 */
public record Edits(Map<KernelSite, MemoryStrength> strengths) {
  /** The program as it stands. */
  public static final Edits NONE = new Edits(Map.of());

  /** Copies the map. */
  public Edits {
    strengths = Map.copyOf(strengths);
  }

  /** Returns what an instruction says to the memory model, null if it says nothing. */
  @Nullable MemoryStrength of(Instruction i) {
    if (!strengths.isEmpty()) {
      KernelSite site = KernelSite.of(i);
      MemoryStrength changed = site == null ? null : strengths.get(site);
      if (changed != null) {
        return changed;
      }
    }
    return MemoryStrength.of(i);
  }

  /** Returns the instructions that are added where a line of the source begins. */
  List<Instruction> before(Location location) {
    List<Instruction> added = new ArrayList<>();
    MemoryStrength fence = strengths.get(new KernelSite(location, KernelSite.Kind.NEW_FENCE));
    if (fence != null) {
      added.add(new Fence(fence.flags(), fence.order(), fence.scope()));
    }
    MemoryStrength barrier = strengths.get(new KernelSite(location, KernelSite.Kind.NEW_BARRIER));
    if (barrier != null) {
      added.add(new Barrier(Barrier.Kind.WORK_GROUP, barrier.flags(), barrier.scope()));
    }
    added.forEach(i -> i.setLocation(location));
    return added;
  }
}
