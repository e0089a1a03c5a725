package dev.barnacle.simd.internal.vector.memory;

import dev.barnacle.ir.Load;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;
import dev.barnacle.simd.internal.analysis.PrivateArrays;
import dev.barnacle.simd.internal.plan.region.MemoryForm.Interlaced;
import dev.barnacle.simd.internal.vector.VectorScope;
import java.util.ArrayList;
import java.util.List;

/**
 * Accesses to interleaved private arrays ({@link PrivateArrays}). The memory of lanes that don't
 * run is private too: it may be read, and be written with what it holds, so that LLVM sees plain
 * loads and stores, which it can turn into registers.
 */
final class PrivateAccess {
  private static final long MAX_ALIGNMENT = 64;

  private final VectorScope scope;
  private final LaneAccess access;

  PrivateAccess(VectorScope scope, LaneAccess access) {
    this.scope = scope;
    this.access = access;
  }

  void load(Load i, Interlaced form) {
    Type scalar = i.type().scalar();
    List<String> parts = new ArrayList<>();
    for (int p = 0; p < i.type().lanes(); p++) {
      String address = component(i.pointer(), scalar, p, form.wide());
      parts.add(
          form.wide()
              ? access.load(scalar, scope.lanes(), address, alignment(scalar), null)
              : access.gather(scalar, address, scalar.byteSize()));
    }
    scope.set(i, parts);
  }

  void store(Store i, Interlaced form) {
    Type type = i.value().type();
    Type scalar = type.scalar();
    for (int p = 0; p < type.lanes(); p++) {
      if (!i.writes(p)) {
        continue;
      }
      String value = scope.part(i.value(), p);
      String address = component(i.pointer(), scalar, p, form.wide());
      if (!form.wide()) {
        access.scatter(scalar, value, address, scalar.byteSize());
        continue;
      }
      String text =
          form.owned()
              ? value
              : scope.blendMemory(scope.vectorType(scalar), value, address, alignment(scalar));
      access.store(scalar, scope.lanes(), text, address, alignment(scalar), null);
    }
  }

  private long alignment(Type scalar) {
    return Math.min(MAX_ALIGNMENT, scalar.byteSize() * scope.lanes());
  }

  /** Returns the address of a component of the first lane, or the addresses of all lanes. */
  private String component(Value pointer, Type scalar, int part, boolean wide) {
    String first = wide ? scope.operand(pointer) : scope.part(pointer, 0);
    if (part == 0) {
      return first;
    }
    String type = wide ? "ptr" : scope.vectorType(pointer.type());
    long offset = part * scalar.byteSize() * scope.lanes();
    return scope.out().gep("i8", type, first, "i64", offset);
  }
}
