package dev.barnacle.frontend.internal.spirv.module;

import java.util.List;
import java.util.stream.Collectors;

/** The value of a constant (SPIR-V, 3.49.7 "Constant-Creation Instructions"). */
public sealed interface ConstantValue {
  /** Returns its type. */
  SpirvType type();

  /** Returns how LLVM's assembly writes it behind its type. */
  String llvm();

  /** Returns of how many scalars its text is. */
  default long leaves() {
    return 1;
  }

  /**
   * A truth value, an integer or a floating-point number.
   *
   * @param bits its bits, and zeros above them
   */
  record Scalar(SpirvType type, long bits) implements ConstantValue {
    @Override
    public String llvm() {
      return switch (type) {
        case SpirvType.Bool b -> bits == 0 ? "false" : "true";
        case SpirvType.FloatType f -> FloatText.of(f.bits(), bits);
        default -> Long.toString(signed());
      };
    }

    /** Returns an integer's value, with its sign. */
    public long signed() {
      int width = type instanceof SpirvType.Int i ? i.bits() : 1;
      return bits << (Long.SIZE - width) >> (Long.SIZE - width);
    }
  }

  /** A vector, array or structure. */
  record Composite(SpirvType type, List<ConstantValue> parts, long leaves)
      implements ConstantValue {
    /** Makes a copy of the list. */
    public Composite {
      parts = List.copyOf(parts);
    }

    @Override
    public String llvm() {
      String inner =
          parts.stream()
              .map(p -> p.type().llvm() + " " + p.llvm())
              .collect(Collectors.joining(", "));
      return switch (type) {
        case SpirvType.Vector v -> "<" + inner + ">";
        case SpirvType.Array a -> "[" + inner + "]";
        case SpirvType.Struct s when s.packed() -> "<{ " + inner + " }>";
        default -> "{ " + inner + " }";
      };
    }
  }

  /** Zeros, or a null pointer. */
  record Null(SpirvType type) implements ConstantValue {
    @Override
    public String llvm() {
      return type instanceof SpirvType.Pointer ? "null" : "zeroinitializer";
    }
  }

  /** A value that may be any. */
  record Undefined(SpirvType type) implements ConstantValue {
    @Override
    public String llvm() {
      return "undef";
    }
  }

  /** A sampler, by the bits that OpenCL C's initialisers have. */
  record Sampler(SpirvType type, int bits) implements ConstantValue {
    @Override
    public String llvm() {
      return Integer.toString(bits);
    }
  }

  /** An address, or a number that is made of one. */
  record Expression(SpirvType type, String llvm) implements ConstantValue {}
}
