package dev.barnacle.simd.internal.vector.memory;

import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.simd.internal.analysis.InterleaveGroup;
import dev.barnacle.simd.internal.analysis.InterleaveGroup.Member;
import dev.barnacle.simd.internal.text.LlvmTypes;
import dev.barnacle.simd.internal.vector.VectorScope;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Emits loads and stores of structures' fields by all lanes, as whole vectors of memory and
 * shuffles ({@link Deinterleave}) instead of gathers and scatters for each field.
 *
 * <p>What lies between the fields is loaded and dropped: both ends of the stretch are a lane's own,
 * so all of it is in their object. Nothing between them is stored.
 */
final class InterleavedAccess {
  private final VectorScope scope;
  private final LaneAccess access;
  private final AffineAddresses affine;
  private final Map<Instruction, List<String>> loaded = new HashMap<>();
  private final Map<InterleaveGroup, Pending> pending = new HashMap<>();

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
  }

  /** Starts a piece. */
  void begin() {
    loaded.clear();
    pending.clear();
  }

  /** Returns the components of a load, which is made together with the others of its group. */
  List<String> load(Load i, InterleaveGroup group) {
    if (!loaded.containsKey(i)) {
      List<String> slots = loadAll(group);
      for (Member member : group.members()) {
        List<String> parts = new ArrayList<>();
        Type type = member.type();
        for (int p = 0; p < type.lanes(); p++) {
          parts.add(cast(slots.get(group.slot(member, p)), integer(group), type.scalar()));
        }
        loaded.put(member.instruction(), parts);
      }
    }
    return Objects.requireNonNull(loaded.get(i));
  }

  /** Takes what is to be stored with the others of its group, and stores it if it is the last. */
  void store(Store i, InterleaveGroup group) {
    Pending open = pending.computeIfAbsent(group, this::open);
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
  }

  private Pending open(InterleaveGroup group) {
    List<@Nullable String> values = new ArrayList<>();
    for (int slot = 0; slot < group.step(); slot++) {
      values.add(null);
    }
    return new Pending(group, lowest(group), values);
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
