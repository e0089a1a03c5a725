package dev.barnacle.simd.internal.vector.memory;

import dev.barnacle.ir.Load;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;
import dev.barnacle.simd.internal.text.LlvmTypes;
import dev.barnacle.simd.internal.vector.VectorScope;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Emits accesses by all lanes to every second, third or fourth element: wide loads and stores of
 * which a constant mask leaves out what lies between, and a permutation. A processor does that
 * several times faster than a gather or scatter. Nothing between the lanes' own elements is
 * touched.
 */
final class StridedAccess {
  private final VectorScope scope;
  private final LaneAccess access;

  StridedAccess(VectorScope scope, LaneAccess access) {
    this.scope = scope;
    this.access = access;
  }

  /** Loads an element a lane, the first lane's from {@code address}. */
  String load(Load i, String address, long stride) {
    Type type = i.type();
    int step = (int) (stride / type.byteSize());
    int size = scope.lanes() * step;
    String all =
        access
            .through(i.pointer())
            .load(type, size, address, scope.module().alignment(i.alignment()), own(size, step));
    return scope.out().shuffle(wide(type, size), all, scope.lanes(), l -> l * step);
  }

  /** Stores an element a lane, the first lane's to {@code address}. */
  void store(Store i, String address, long stride) {
    Value value = i.value();
    Type type = value.type();
    int step = (int) (stride / type.byteSize());
    int size = scope.lanes() * step;
    String spread =
        scope
            .out()
            .shuffle(
                wide(type, scope.lanes()),
                scope.part(value, 0),
                size,
                e -> e % step == 0 ? e / step : -1);
    access
        .through(i.pointer())
        .store(
            type, size, spread, address, scope.module().alignment(i.alignment()), own(size, step));
  }

  /** The elements that are the lanes' own. */
  private static String own(int size, int step) {
    return IntStream.range(0, size)
        .mapToObj(e -> "i1 " + (e % step == 0))
        .collect(Collectors.joining(", ", "<", ">"));
  }

  private static String wide(Type type, int size) {
    return LlvmTypes.vector(size, type);
  }
}
