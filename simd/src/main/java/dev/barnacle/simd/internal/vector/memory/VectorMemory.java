package dev.barnacle.simd.internal.vector.memory;

import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.simd.internal.analysis.LaneShape;
import dev.barnacle.simd.internal.emit.MemoryEmitter;
import dev.barnacle.simd.internal.text.LlvmTypes;
import dev.barnacle.simd.internal.vector.Scalarizer;
import dev.barnacle.simd.internal.vector.VectorScope;
import dev.barnacle.simd.internal.vector.memory.ContiguityCandidates.Address;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Emits loads and stores for all lanes that run: neighbouring addresses as one wide access, others
 * as gathers and scatters.
 */
public final class VectorMemory {
  private final VectorScope scope;
  private final Scalarizer scalarizer;
  private final LaneAccess access;
  private final PrivateAccess own;
  private final ContiguityCandidates candidates;
  private final ContiguityCheck contiguity;
  private final AffineAddresses affine;
  private final StridedAccess strided;
  private final InterleavedAccess interleaved;

  public VectorMemory(VectorScope scope, Scalarizer scalarizer) {
    this.scope = scope;
    this.scalarizer = scalarizer;
    this.access = new LaneAccess(scope);
    this.own = new PrivateAccess(scope, access);
    this.candidates = new ContiguityCandidates(scope);
    this.contiguity = new ContiguityCheck(scope, access);
    this.affine = new AffineAddresses(scope);
    this.strided = new StridedAccess(scope, access);
    this.interleaved = new InterleavedAccess(scope, access, affine);
  }

  /** Starts a piece. */
  public void begin(List<Instruction> piece) {
    interleaved.begin(piece);
  }

  public void load(Load i) {
    if (i.isVolatile() || VectorScope.isTruth(i.type())) {
      scalarizer.run(i);
      return;
    }
    List<String> known = interleaved.loaded(i);
    if (known != null) {
      loadTogether(i, known);
      return;
    }
    if (scope.arrays().isInterleaved(i.pointer())) {
      explain(i, "private memory, element by element beside the other lanes'");
      own.load(i);
      return;
    }
    long step = affine.stride(i.pointer());
    int slots = slots(i.type(), step);
    if (slots == i.type().lanes() || (slots > 0 && strided.loadsPart(i.type()))) {
      explain(i, "contiguous");
      scope.set(i, wideLoad(i, affine.first(i.pointer()), slots));
      return;
    }
    List<String> together = interleaved.load(i, step);
    if (together != null) {
      loadTogether(i, together);
      return;
    }
    if (strided.loads(i.type(), step)) {
      explain(i, "wide loads of stride " + step + " bytes");
      scope.set(i, List.of(strided.load(i, affine.first(i.pointer()), step)));
      return;
    }
    Address near = candidates.of(i.pointer(), i.type());
    if (near != null) {
      explain(i, "contiguous where the stride turns out so at run time, else gather");
      scope.part(i.pointer(), 0);
      scope.set(i, List.of(contiguity.load(i, near, l -> gathered(l).getFirst())));
      return;
    }
    explain(i, spread(i.pointer(), "gather"));
    scope.set(i, gathered(i));
  }

  private List<String> gathered(Load i) {
    List<String> parts = new ArrayList<>();
    IntType whole = asInteger(i.type());
    if (whole != null) {
      String words =
          access
              .through(i.pointer())
              .gather(
                  whole,
                  address(i.pointer(), i.type(), 0),
                  scope.module().alignment(i.alignment()));
      int count = i.type().lanes();
      Type scalar = i.type().scalar();
      String wide = wideType(scalar, count);
      String all = scope.out().bitcast(scope.vectorType(whole), words, wide);
      for (int p = 0; p < count; p++) {
        int part = p;
        parts.add(scope.out().shuffle(wide, all, scope.lanes(), l -> l * count + part));
      }
      return parts;
    }
    for (int p = 0; p < i.type().lanes(); p++) {
      parts.add(
          access
              .through(i.pointer())
              .gather(
                  i.type().scalar(),
                  address(i.pointer(), i.type(), p),
                  alignment(scope.module().alignment(i.alignment()), i.type(), p)));
    }
    return parts;
  }

  private void loadTogether(Load i, List<String> parts) {
    explain(i, "fields of structures, wide loads for several");
    scope.set(i, parts);
  }

  public void store(Store i) {
    if (interleaved.take(i)) {
      explain(i, "fields of structures, wide stores for several");
      return;
    }
    Value value = i.value();
    LaneShape where = scope.shape(i.pointer());
    boolean odd = i.isVolatile() || VectorScope.isTruth(value.type());
    if (odd || where.isUniform()) {
      if (where.isUniform() && scope.shape(value).isUniform()) {
        explain(i, "one for all lanes");
        new MemoryEmitter(scope).store(i);
      } else {
        scalarizer.run(i);
      }
      return;
    }
    if (scope.arrays().isInterleaved(i.pointer())) {
      explain(i, "private memory, element by element beside the other lanes'");
      own.store(i);
      return;
    }
    long step = affine.stride(i.pointer());
    int slots = slots(value.type(), step);
    boolean whole = slots == value.type().lanes() && i.components().isEmpty();
    if (whole || (slots > 0 && strided.storesPart(value.type()))) {
      explain(i, i.components().isEmpty() ? "contiguous" : "contiguous, some components");
      wideStore(i, affine.first(i.pointer()), slots);
      return;
    }
    if (interleaved.begin(i, step)) {
      explain(i, "fields of structures, wide stores for several");
      return;
    }
    if (strided.stores(value.type(), step)) {
      explain(i, "wide stores of stride " + step + " bytes");
      strided.store(i, affine.first(i.pointer()), step);
      return;
    }
    Address near = candidates.of(i.pointer(), value.type());
    if (near != null && i.components().isEmpty()) {
      explain(i, "contiguous where the stride turns out so at run time, else scatter");
      scope.part(i.pointer(), 0);
      contiguity.store(i, near, () -> scattered(i));
    } else {
      explain(i, spread(i.pointer(), "scatter"));
      scattered(i);
    }
  }

  /**
   * Returns how many elements there are from one lane's vector to the next's, where these follow
   * each other; 0 where they don't. A vector of three has room for four.
   */
  private static int slots(Type type, long step) {
    boolean follows = step == size(type) || (type.lanes() == 3 && step == type.byteSize());
    return follows ? Math.toIntExact(step / type.scalar().byteSize()) : 0;
  }

  /** Returns the integer as which a small vector moves in one piece, or null if there is none. */
  private static @Nullable IntType asInteger(Type type) {
    if (type.lanes() == 1 || VectorScope.isTruth(type)) {
      return null;
    }
    return switch ((int) (type.lanes() * type.scalar().byteSize())) {
      case 4 -> Types.I32;
      case 8 -> Types.I64;
      default -> null;
    };
  }

  private void scattered(Store i) {
    Value value = i.value();
    IntType whole = i.components().isEmpty() ? asInteger(value.type()) : null;
    if (whole != null) {
      String wide = wideType(value.type().scalar(), value.type().lanes());
      String all = interleave(i, value.type().lanes());
      String words = scope.out().bitcast(wide, all, scope.vectorType(whole));
      access
          .through(i.pointer())
          .scatter(
              whole,
              words,
              address(i.pointer(), value.type(), 0),
              scope.module().alignment(i.alignment()));
      return;
    }
    for (int p = 0; p < value.type().lanes(); p++) {
      if (!i.writes(p)) {
        continue;
      }
      String address = address(i.pointer(), value.type(), p);
      access
          .through(i.pointer())
          .scatter(
              value.type().scalar(),
              scope.part(value, p),
              address,
              alignment(scope.module().alignment(i.alignment()), value.type(), p));
    }
  }

  private void explain(Instruction access, String how) {
    scope
        .module()
        .remarks()
        .access(access, scope.mask().full() ? how : how + ", for the lanes that run");
  }

  /** Returns a remark on the addresses of a gather or scatter. */
  private String spread(Value pointer, String how) {
    LaneShape shape = scope.shape(pointer);
    return shape.isVarying() ? how : how + " of stride " + shape.stride() + " bytes";
  }

  private static long size(Type type) {
    return type.lanes() * type.scalar().byteSize();
  }

  private static long alignment(long alignment, Type type, int part) {
    long offset = part * type.scalar().byteSize();
    return offset == 0 ? alignment : Math.min(alignment, Long.lowestOneBit(offset));
  }

  /** Returns the addresses of a component for all lanes. */
  private String address(Value pointer, Type type, int part) {
    String first = scope.part(pointer, 0);
    return part == 0
        ? first
        : scope
            .out()
            .gep(
                "i8",
                scope.vectorType(pointer.type()),
                first,
                "i64",
                part * type.scalar().byteSize());
  }

  // Wide accesses: the components of all lanes in one vector, lane by lane.

  private List<String> wideLoad(Load i, String address, int slots) {
    Type scalar = i.type().scalar();
    int count = i.type().lanes();
    String type = wideType(scalar, slots);
    String wide =
        access
            .through(i.pointer())
            .load(
                scalar,
                scope.lanes() * slots,
                address,
                scope.module().alignment(i.alignment()),
                wideMask(slots, p -> p < count));
    List<String> parts = new ArrayList<>();
    for (int p = 0; p < count; p++) {
      int part = p;
      parts.add(
          slots == 1
              ? wide
              : scope.out().shuffle(type, wide, scope.lanes(), l -> l * slots + part));
    }
    return parts;
  }

  private void wideStore(Store i, String address, int slots) {
    access
        .through(i.pointer())
        .store(
            i.value().type().scalar(),
            scope.lanes() * slots,
            interleave(i, slots),
            address,
            scope.module().alignment(i.alignment()),
            wideMask(slots, p -> writes(i, p)));
  }

  private static boolean writes(Store i, int slot) {
    return slot < i.value().type().lanes() && i.writes(slot);
  }

  /** Puts the components of all lanes that are stored into one vector, lane by lane. */
  private String interleave(Store i, int slots) {
    Value value = i.value();
    Type scalar = value.type().scalar();
    List<String> parts = new ArrayList<>();
    for (int p = 0; p < slots; p++) {
      parts.add(writes(i, p) ? scope.part(value, p) : "poison");
    }
    int padded = Integer.highestOneBit(slots) == slots ? slots : Integer.highestOneBit(slots) * 2;
    while (parts.size() < padded) {
      parts.add("poison");
    }
    if (NarrowInterleave.pays(scalar, slots)) {
      return new NarrowInterleave(scope.out(), scope.lanes()).join(scalar, parts);
    }
    int lanes = scope.lanes();
    String all = scope.out().concatenated(LlvmTypes.type(scalar), lanes, parts);
    return slots == 1
        ? all
        : scope
            .out()
            .shuffle(
                wideType(scalar, padded), all, lanes * slots, e -> e % slots * lanes + e / slots);
  }

  /** Returns which elements of a wide access are accessed; null for all. */
  private @Nullable String wideMask(int slots, IntPredicate accessed) {
    String running = wideMask(slots);
    if (IntStream.range(0, slots).allMatch(accessed)) {
      return running;
    }
    int size = scope.lanes() * slots;
    String own =
        IntStream.range(0, size)
            .mapToObj(e -> "i1 " + accessed.test(e % slots))
            .collect(Collectors.joining(", ", "<", ">"));
    return running == null ? own : scope.out().and(LlvmTypes.vector(size, "i1"), running, own);
  }

  private @Nullable String wideMask(int slots) {
    if (scope.mask().full()) {
      return null;
    }
    if (slots == 1) {
      return scope.mask().text();
    }
    String type = scope.vectorType(Types.I1);
    return scope.out().shuffle(type, scope.mask().text(), scope.lanes() * slots, e -> e / slots);
  }

  private String wideType(Type scalar, int count) {
    return LlvmTypes.vector(scope.lanes() * count, scalar);
  }
}
