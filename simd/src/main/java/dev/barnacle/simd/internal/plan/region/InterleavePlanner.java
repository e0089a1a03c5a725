package dev.barnacle.simd.internal.plan.region;

import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Store;
import dev.barnacle.simd.internal.analysis.InterleaveGroup;
import dev.barnacle.simd.internal.analysis.InterleaveGroups;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the loads and stores of structures' fields that are made together, as whole vectors of
 * memory and shuffles.
 *
 * <p>LLVM's loop vectoriser calls such a wide access with its shuffles an interleaved access; see
 * {@link InterleaveGroups}.
 */
final class InterleavePlanner {
  /** Elements from lane to lane that are worth it, where at least half of them are accessed. */
  private static final int MOST = 16;

  /** As {@link #MOST}, for fewer elements. */
  private static final int MOST_FOR_FEW = 8;

  private final PlanInputs inputs;
  private final InterleaveGroups groups;
  private final Map<Instruction, InterleaveGroup> chosen = new HashMap<>();

  InterleavePlanner(PlanInputs inputs) {
    this.inputs = inputs;
    this.groups = new InterleaveGroups(inputs.aliases());
  }

  /** Starts a piece. */
  void begin(List<Instruction> piece) {
    groups.begin(piece);
    chosen.clear();
  }

  /** Returns the group that an earlier access has put this one into; null if none has. */
  @Nullable InterleaveGroup chosen(Access access) {
    return chosen.get(access.instruction());
  }

  /**
   * Puts an access into a group with later ones, where that pays.
   *
   * @param stride bytes from lane to lane
   * @return null where it does not
   */
  @Nullable InterleaveGroup choose(Access access, long stride, LaneMask mask) {
    if (!mask.full() || inputs.lanes() == 1 || !InterleaveGroup.isPossible(access.type(), stride)) {
      return null;
    }
    InterleaveGroup group =
        access.instruction() instanceof Store store
            ? groups.stores(store, stride)
            : groups.loads((Load) access.instruction(), stride);
    if (!pays(group) || (access.isStore() && !canStore(group))) {
      return null;
    }
    group.members().forEach(m -> chosen.put(m.instruction(), group));
    return group;
  }

  /**
   * Returns whether wide accesses and shuffles take less time than an access of each lane's own.
   */
  private boolean pays(InterleaveGroup group) {
    int used = group.slots().cardinality();
    int bits = inputs.target().vectorBits();
    if (bits >= 512 && group.step() <= MOST_FOR_FEW) {
      return used > 1 || group.step() > MemoryPlanner.MOST_STRIDE;
    }
    int most = bits >= 512 ? MOST : MOST_FOR_FEW * bits / 256;
    return group.step() <= most && 2 * used >= group.step();
  }

  private boolean canStore(InterleaveGroup group) {
    return inputs.target().vectorBits() >= 512 || group.slots().cardinality() == group.step();
  }
}
