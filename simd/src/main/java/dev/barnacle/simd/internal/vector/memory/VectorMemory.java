package dev.barnacle.simd.internal.vector.memory;

import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.simd.internal.emit.MemoryEmitter;
import dev.barnacle.simd.internal.plan.region.MemoryForm;
import dev.barnacle.simd.internal.plan.region.MemoryForm.Contiguous;
import dev.barnacle.simd.internal.plan.region.MemoryForm.Interlaced;
import dev.barnacle.simd.internal.plan.region.MemoryForm.Interleaved;
import dev.barnacle.simd.internal.plan.region.MemoryForm.LaneByLane;
import dev.barnacle.simd.internal.plan.region.MemoryForm.Reversed;
import dev.barnacle.simd.internal.plan.region.MemoryForm.RunTimeContiguous;
import dev.barnacle.simd.internal.plan.region.MemoryForm.Spread;
import dev.barnacle.simd.internal.plan.region.MemoryForm.Strided;
import dev.barnacle.simd.internal.plan.region.MemoryForm.Uniform;
import dev.barnacle.simd.internal.text.LlvmTypes;
import dev.barnacle.simd.internal.vector.Scalarizer;
import dev.barnacle.simd.internal.vector.VectorScope;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Emits loads and stores for all lanes that run, in the forms that the plan has for them. */
public final class VectorMemory {
  private final VectorScope scope;
  private final Scalarizer scalarizer;
  private final LaneAccess access;
  private final PrivateAccess own;
  private final ContiguityCheck contiguity;
  private final AffineAddresses affine;
  private final StridedAccess strided;
  private final InterleavedAccess interleaved;
  private final RowAccess rows;

  public VectorMemory(VectorScope scope, Scalarizer scalarizer) {
    this.scope = scope;
    this.scalarizer = scalarizer;
    this.access = new LaneAccess(scope);
    this.own = new PrivateAccess(scope, access);
    this.contiguity = new ContiguityCheck(scope, access);
    this.affine = new AffineAddresses(scope);
    this.strided = new StridedAccess(scope, access);
    this.interleaved = new InterleavedAccess(scope, access, affine);
    this.rows = new RowAccess(scope, access);
  }

  /** Starts a piece. */
  public void begin() {
    interleaved.begin();
  }

  /** Emits a load of another address for each lane. */
  public void load(Load i, MemoryForm form) {
    switch (form) {
      case Uniform _ -> new MemoryEmitter(scope).load(i);
      case LaneByLane _ -> scalarizer.run(i);
      case Interleaved f -> scope.set(i, interleaved.load(i, f.group()));
      case Interlaced f -> own.load(i, f);
      case Contiguous f -> scope.set(i, wideLoad(i, affine.first(i.pointer()), f));
      case Reversed _ -> scope.set(i, List.of(reversedLoad(i)));
      case Strided f ->
          scope.set(i, List.of(strided.load(i, affine.first(i.pointer()), f.stride())));
      case RunTimeContiguous f -> {
        scope.part(i.pointer(), 0);
        String all =
            contiguity.load(i, f.address(), f.window(), l -> gathered(l, f.otherwise()).getFirst());
        scope.set(i, List.of(all));
      }
      case Spread f -> scope.set(i, gathered(i, f));
    }
  }

  private List<String> gathered(Load i, Spread form) {
    List<String> parts = new ArrayList<>();
    IntType whole = form.whole();
    if (form.rows()) {
      return rows.load(i, rowAddresses(i.pointer(), form));
    }
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

  /** Emits a store for the lanes that run. */
  public void store(Store i, MemoryForm form) {
    switch (form) {
      case Uniform _ -> new MemoryEmitter(scope).store(i);
      case LaneByLane _ -> scalarizer.run(i);
      case Interleaved f -> interleaved.store(i, f.group());
      case Interlaced f -> own.store(i, f);
      case Contiguous f -> wideStore(i, affine.first(i.pointer()), f.slots());
      case Reversed _ -> reversedStore(i);
      case Strided f -> strided.store(i, affine.first(i.pointer()), f.stride());
      case RunTimeContiguous f -> {
        scope.part(i.pointer(), 0);
        contiguity.store(i, f.address(), () -> scattered(i, f.otherwise()));
      }
      case Spread f -> scattered(i, f);
    }
  }

  private void scattered(Store i, Spread form) {
    Value value = i.value();
    IntType whole = form.whole();
    if (form.rows()) {
      rows.store(i, rowAddresses(i.pointer(), form));
      return;
    }
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

  private static long alignment(long alignment, Type type, int part) {
    long offset = part * type.scalar().byteSize();
    return offset == 0 ? alignment : Math.min(alignment, Long.lowestOneBit(offset));
  }

  /** Returns each lane's address: steps from the first where the stride is known. */
  private IntFunction<String> rowAddresses(Value pointer, Spread form) {
    if (form.stride() == 0) {
      return access.each(scope.part(pointer, 0));
    }
    String first = affine.first(pointer);
    return l -> scope.out().gep(first, l * form.stride());
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

  private List<String> wideLoad(Load i, String address, Contiguous form) {
    int slots = form.slots();
    if (form.inOrder()) {
      long alignment = scope.module().alignment(i.alignment());
      return List.of(access.through(i.pointer()).loadInOrder(i.type(), address, alignment));
    }
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

  private String reversedLoad(Load i) {
    return access
        .through(i.pointer())
        .loadReversed(i.type(), affine.first(i.pointer()), scope.module().alignment(i.alignment()));
  }

  private void reversedStore(Store i) {
    access
        .through(i.pointer())
        .storeReversed(
            i.value().type(),
            scope.part(i.value(), 0),
            affine.first(i.pointer()),
            scope.module().alignment(i.alignment()));
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
