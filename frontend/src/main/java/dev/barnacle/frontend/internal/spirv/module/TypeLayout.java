package dev.barnacle.frontend.internal.spirv.module;

import dev.barnacle.frontend.internal.spirv.module.SpirvType.Array;
import dev.barnacle.frontend.internal.spirv.module.SpirvType.Struct;
import dev.barnacle.frontend.internal.spirv.module.SpirvType.Vector;
import java.util.List;

/**
 * Sizes and alignments in memory, as OpenCL C and the target spir64 have them (OpenCL C, 6.3.5).
 */
public final class TypeLayout {
  private static final long POINTER_BYTES = 8;

  private TypeLayout() {}

  /** Returns the bytes from one element of an array of the type to the next. */
  public static long size(SpirvType type) {
    return switch (type) {
      case SpirvType.Bool b -> 1;
      case SpirvType.Int i -> i.bits() / 8;
      case SpirvType.FloatType f -> f.bits() / 8;
      case Vector v -> size(v.element()) * lanes(v);
      case Array a -> size(a.element()) * a.count();
      case Struct s -> s.size();
      case SpirvType.Opaque o -> o.kind() == SpirvType.Opaque.Kind.SAMPLER ? 4 : POINTER_BYTES;
      default -> POINTER_BYTES;
    };
  }

  /** Returns the alignment in bytes. */
  public static long alignment(SpirvType type) {
    return switch (type) {
      case Array a -> alignment(a.element());
      case Struct s -> s.alignment();
      default -> Math.max(1, size(type));
    };
  }

  private static int lanes(Vector vector) {
    return vector.count() == 3 ? 4 : vector.count();
  }

  /** Returns the structure of some members. */
  static Struct struct(int id, List<SpirvType> members, boolean packed) {
    long at = 0;
    long most = 1;
    int depth = 0;
    for (SpirvType member : members) {
      long alignment = packed ? 1 : alignment(member);
      at = up(at, alignment) + size(member);
      most = Math.max(most, alignment);
      depth = Math.max(depth, depth(member));
    }
    return new Struct(id, members, packed, up(at, most), most, depth + 1);
  }

  /** Returns how deep aggregates are nested in a type; 0 for one that is none. */
  static int depth(SpirvType type) {
    return switch (type) {
      case Array a -> a.depth();
      case Struct s -> s.depth();
      default -> 0;
    };
  }

  private static long up(long at, long alignment) {
    return (at + alignment - 1) / alignment * alignment;
  }
}
