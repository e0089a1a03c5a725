package dev.barnacle.simd.internal.vector.memory;

import dev.barnacle.ir.Load;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;
import dev.barnacle.simd.internal.text.LlvmTypes;
import dev.barnacle.simd.internal.vector.VectorScope;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Emits accesses to a small vector of each lane's own as one access a lane, of the whole vector,
 * and a transposition: a processor does that several times faster than it gathers or scatters each
 * component.
 */
final class RowAccess {
  private final VectorScope scope;
  private final LaneAccess access;

  RowAccess(VectorScope scope, LaneAccess access) {
    this.scope = scope;
    this.access = access;
  }

  /** Returns the components, each a vector with an element a lane. */
  List<String> load(Load i, IntFunction<String> addresses) {
    Type type = i.type();
    List<String> rows =
        access
            .through(i.pointer())
            .loadEach(type, addresses, scope.module().alignment(i.alignment()));
    Deinterleave shuffles = shuffles(type);
    List<List<String>> blocks = new ArrayList<>();
    for (int b = 0; b < scope.lanes() / shuffles.size(); b++) {
      List<String> own = rows.subList(b * shuffles.size(), (b + 1) * shuffles.size());
      blocks.add(shuffles.part(chunks(type, own)));
    }
    List<String> parts = new ArrayList<>();
    for (int p = 0; p < type.lanes(); p++) {
      int part = p;
      parts.add(shuffles.concatenated(blocks.stream().map(b -> b.get(part)).toList()));
    }
    return parts;
  }

  /** Returns rows of a block, put together to vectors of as many elements as the block has rows. */
  private List<String> chunks(Type type, List<String> rows) {
    int each = rows.size() / type.lanes();
    List<String> chunks = new ArrayList<>();
    for (int k = 0; k < type.lanes(); k++) {
      List<String> own = rows.subList(k * each, (k + 1) * each);
      chunks.add(scope.out().concatenated(LlvmTypes.type(type.scalar()), type.lanes(), own));
    }
    return chunks;
  }

  void store(Store i, IntFunction<String> addresses) {
    Value value = i.value();
    Type type = value.type();
    int columns = type.lanes();
    Deinterleave shuffles = shuffles(type);
    int size = shuffles.size();
    List<String> rows = new ArrayList<>();
    for (int b = 0; b < scope.lanes() / size; b++) {
      List<@Nullable String> parts = new ArrayList<>();
      for (int p = 0; p < columns; p++) {
        parts.add(shuffles.cut(scope.part(value, p), scope.lanes(), b * size, size));
      }
      for (String chunk : shuffles.join(parts)) {
        for (int from = 0; from < size; from += columns) {
          rows.add(shuffles.cut(chunk, size, from, columns));
        }
      }
    }
    access
        .through(i.pointer())
        .storeEach(type, rows, addresses, scope.module().alignment(i.alignment()));
  }

  private Deinterleave shuffles(Type type) {
    int bits = scope.module().target().vectorBits();
    int fits = (int) (bits / (Byte.SIZE * type.scalar().byteSize()));
    return new Deinterleave(
        scope.out(), LlvmTypes.type(type.scalar()), Math.min(scope.lanes(), fits));
  }
}
