package dev.barnacle.simd.internal.vector.memory;

import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.simd.internal.analysis.InterleaveGroup;
import dev.barnacle.simd.internal.analysis.InterleaveGroup.Member;
import dev.barnacle.simd.internal.analysis.InterleaveGroups;
import dev.barnacle.simd.internal.text.LlvmTypes;
import dev.barnacle.simd.internal.vector.VectorScope;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Emits loads and stores of structures' fields by all lanes, as whole vectors of memory and
 * shuffles ({@link Deinterleave}) instead of gathers and scatters for each field.
 *
 * <p>What lies between the fields is loaded and dropped: both ends of the stretch are a lane's own,
 * so all of it is in their object. Nothing between them is stored.
 *
 * <p>LLVM's loop vectoriser calls such a wide access with its shuffles an interleaved access; see
 * {@link dev.barnacle.simd.internal.analysis.InterleaveGroups}.
 */
final class InterleavedAccess {
  /** Elements from lane to lane that are worth it, where at least half of them are accessed. */
  private static final int MOST = 16;

  /** As {@link #MOST}, for fewer elements. */
  private static final int MOST_FOR_FEW = 8;

  private final VectorScope scope;
  private final LaneAccess access;
  private final AffineAddresses affine;
  private final InterleaveGroups groups;
  private final Map<Instruction, List<String>> loaded = new HashMap<>();
  private final Map<Instruction, Pending> pending = new HashMap<>();

  /**
   * Stores that wait for the last of their group.
   *
   * @param address the lowest
   * @param values a vector for each of a lane's elements, as far as they are known
   */
  private record Pending(InterleaveGroup group, String address, List<@Nullable String> values) {}

  InterleavedAccess(VectorScope scope, LaneAccess access, AffineAddresses affine) {
    this.scope = scope;
    this.access = access;
    this.affine = affine;
    this.groups = new InterleaveGroups(scope.module().aliases().classes());
  }

  /** Starts a piece. */
  void begin(List<Instruction> piece) {
    groups.begin(piece);
    loaded.clear();
    pending.clear();
  }

  /** Returns the components of a load that was made together with one before it, or null. */
  @Nullable List<String> loaded(Load i) {
    return loaded.get(i);
  }

  /**
   * Loads together with others, unless that is not worth it.
   *
   * @param stride bytes from lane to lane
   * @return the components, or null
   */
  @Nullable List<String> load(Load i, long stride) {
    if (!isPossible(i.type(), stride)) {
      return null;
    }
    InterleaveGroup group = groups.loads(i, stride);
    if (!pays(group)) {
      return null;
    }
    List<String> slots = loadAll(group);
    for (Member member : group.members()) {
      List<String> parts = new ArrayList<>();
      Type type = member.type();
      for (int p = 0; p < type.lanes(); p++) {
        parts.add(cast(slots.get(group.slot(member, p)), integer(group), type.scalar()));
      }
      loaded.put(member.instruction(), parts);
    }
    return loaded.get(i);
  }

  /**
   * Begins to store together with others, unless that is not worth it.
   *
   * @param stride bytes from lane to lane
   * @return whether it does
   */
  boolean begin(Store i, long stride) {
    if (!isPossible(i.value().type(), stride)) {
      return false;
    }
    InterleaveGroup group = groups.stores(i, stride);
    if (!pays(group) || !canStore(group)) {
      return false;
    }
    List<@Nullable String> values = new ArrayList<>();
    for (int slot = 0; slot < group.step(); slot++) {
      values.add(null);
    }
    Pending open = new Pending(group, lowest(group), values);
    group.members().forEach(m -> pending.put(m.instruction(), open));
    return take(i);
  }

  /** Takes what is to be stored together with others, and stores it if it is the last. */
  boolean take(Store i) {
    Pending open = pending.get(i);
    if (open == null) {
      return false;
    }
    InterleaveGroup group = open.group();
    Member member =
        group.members().stream().filter(m -> m.instruction().equals(i)).findFirst().orElseThrow();
    Type scalar = member.type().scalar();
    for (int p = 0; p < member.type().lanes(); p++) {
      if (i.writes(p)) {
        String part = cast(scope.part(i.value(), p), scalar, integer(group));
        open.values().set(group.slot(member, p), part);
      }
    }
    if (group.last().instruction().equals(i)) {
      storeAll(open);
    }
    return true;
  }

  private boolean isPossible(Type type, long stride) {
    return scope.mask().full() && scope.lanes() > 1 && InterleaveGroup.isPossible(type, stride);
  }

  /**
   * Returns whether wide accesses and shuffles take less time than an access of each lane's own.
   */
  private boolean pays(InterleaveGroup group) {
    int used = group.slots().cardinality();
    int bits = scope.module().target().vectorBits();
    if (bits >= 512 && group.step() <= MOST_FOR_FEW) {
      return used > 1 || group.step() > StridedAccess.MOST;
    }
    int most = bits >= 512 ? MOST : MOST_FOR_FEW * bits / 256;
    return group.step() <= most && 2 * used >= group.step();
  }

  private boolean canStore(InterleaveGroup group) {
    return scope.module().target().vectorBits() >= 512
        || group.slots().cardinality() == group.step();
  }

  /** Elements of a vector: as many as fit into a register, at most one for each lane. */
  private int size(InterleaveGroup group) {
    int bits = scope.module().target().vectorBits();
    return Math.min(scope.lanes(), Math.max(2, bits / (8 * (int) group.elementBytes())));
  }

  private static IntType integer(InterleaveGroup group) {
    return new IntType(8 * (int) group.elementBytes());
  }

  private Deinterleave shuffles(InterleaveGroup group) {
    return new Deinterleave(scope.out(), LlvmTypes.type(integer(group)), size(group));
  }

  private String lowest(InterleaveGroup group) {
    Member first = group.first();
    String address = affine.first(first.pointer());
    long offset = group.toLowest(first);
    return offset == 0 ? address : scope.out().gep(address, offset);
  }

  /** Returns the address of the vector {@code number} of memory. */
  private String address(InterleaveGroup group, String lowest, int number) {
    long offset = group.elementBytes() * number * size(group);
    return offset == 0 ? lowest : scope.out().gep(lowest, offset);
  }

  /** Returns how many elements of the stretch of memory are in a vector of it. */
  private int inside(InterleaveGroup group, int number) {
    int all = (scope.lanes() - 1) * group.step() + group.width();
    return Math.clamp(all - number * size(group), 0, size(group));
  }

  private List<String> loadAll(InterleaveGroup group) {
    String lowest = lowest(group);
    int size = size(group);
    int step = group.step();
    Deinterleave shuffles = shuffles(group);
    List<List<String>> blocks = new ArrayList<>();
    for (int b = 0; b < scope.lanes() / size; b++) {
      List<String> chunks = new ArrayList<>();
      for (int k = 0; k < step; k++) {
        int number = b * step + k;
        int inside = inside(group, number);
        chunks.add(
            inside == 0
                ? "poison"
                : access
                    .through(group.first().pointer())
                    .load(
                        integer(group),
                        size,
                        address(group, lowest, number),
                        scope.module().alignment(group.alignment()),
                        inside == size ? null : mask(size, e -> e < inside)));
      }
      blocks.add(shuffles.part(chunks));
    }
    List<String> slots = new ArrayList<>();
    for (int s = 0; s < step; s++) {
      int slot = s;
      slots.add(shuffles.concatenated(blocks.stream().map(b -> b.get(slot)).toList()));
    }
    return slots;
  }

  private void storeAll(Pending open) {
    InterleaveGroup group = open.group();
    int size = size(group);
    int step = group.step();
    BitSet slots = group.slots();
    Deinterleave shuffles = shuffles(group);
    for (int b = 0; b < scope.lanes() / size; b++) {
      int first = b * size;
      List<@Nullable String> parts = new ArrayList<>();
      for (String value : open.values()) {
        parts.add(value == null ? null : shuffles.cut(value, scope.lanes(), first, size));
      }
      List<String> chunks = shuffles.join(parts);
      for (int k = 0; k < step; k++) {
        int number = b * step + k;
        int start = number * size;
        int inside = inside(group, number);
        if (IntStream.range(0, inside).noneMatch(e -> slots.get((start + e) % step))) {
          continue;
        }
        boolean whole =
            inside == size && IntStream.range(0, size).allMatch(e -> slots.get((start + e) % step));
        access
            .through(group.first().pointer())
            .store(
                integer(group),
                size,
                chunks.get(k),
                address(group, open.address(), number),
                scope.module().alignment(group.alignment()),
                whole ? null : mask(size, e -> e < inside && slots.get((start + e) % step)));
      }
    }
  }

  private interface Elements {
    boolean contain(int element);
  }

  private static String mask(int size, Elements elements) {
    return IntStream.range(0, size)
        .mapToObj(e -> "i1 " + elements.contain(e))
        .collect(Collectors.joining(", ", "<", ">"));
  }

  /** Returns the bits of a vector with an element a lane as another type. */
  private String cast(String vector, Type from, Type to) {
    boolean same = from.equals(to) || !(from instanceof FloatType || to instanceof FloatType);
    return same
        ? vector
        : scope.out().bitcast(scope.vectorType(from), vector, scope.vectorType(to));
  }
}
