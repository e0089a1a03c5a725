package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.module.SpirvType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Vectors, arrays and structures (SPIR-V, 3.49.12 "Composite Instructions"). */
final class CompositeLowering implements Lowering {
  private final FunctionCode code;

  CompositeLowering(FunctionCode code) {
    this.code = code;
  }

  @Override
  public boolean lower(SpirvInstruction i) {
    switch (i.name()) {
      case Opcode.VECTOR_EXTRACT_DYNAMIC ->
          code.define(
              "extractelement " + code.typed(i.operand(0)) + ", " + code.typed(i.operand(1)));
      case Opcode.VECTOR_INSERT_DYNAMIC ->
          code.define(
              "insertelement %s, %s, %s"
                  .formatted(
                      code.typed(i.operand(0)),
                      code.typed(i.operand(1)),
                      code.typed(i.operand(2))));
      case Opcode.VECTOR_SHUFFLE -> shuffle(i);
      case Opcode.COMPOSITE_CONSTRUCT -> construct(i);
      case Opcode.COMPOSITE_EXTRACT -> extract(i);
      case Opcode.COMPOSITE_INSERT -> insert(i);
      case Opcode.COPY_LOGICAL -> copyLogical(i);
      default -> {
        return false;
      }
    }
    return true;
  }

  private void shuffle(SpirvInstruction i) {
    SpirvType first = code.type(i.operand(0));
    SpirvType second = code.type(i.operand(1));
    int lanes = first.components();
    String a = code.typed(i.operand(0));
    String b = code.typed(i.operand(1));
    boolean same = lanes == second.components();
    if (!same) {
      lanes = Math.max(lanes, second.components());
      a = padded(first, code.value(i.operand(0)), lanes);
      b = padded(second, code.value(i.operand(1)), lanes);
    }
    List<String> mask = new ArrayList<>();
    for (int index : i.operandsFrom(2)) {
      int last = first.components() + second.components();
      if (index != -1 && (index < 0 || index >= last)) {
        throw i.invalid("there is no component " + Integer.toUnsignedString(index));
      }
      boolean ofSecond = index >= first.components();
      int at = ofSecond && !same ? index - first.components() + lanes : index;
      mask.add(index == -1 ? "i32 poison" : "i32 " + at);
    }
    code.define(
        "shufflevector "
            + a
            + ", "
            + b
            + ", <"
            + mask.size()
            + " x i32> <"
            + String.join(", ", mask)
            + ">");
  }

  private String padded(SpirvType type, String value, int lanes) {
    String wide = "<" + lanes + " x " + type.scalar().llvm() + ">";
    List<String> mask = new ArrayList<>();
    for (int k = 0; k < lanes; k++) {
      mask.add(k < type.components() ? "i32 " + k : "i32 poison");
    }
    return wide
        + " "
        + code.temporary(
            "shufflevector %s %s, %s poison, <%d x i32> <%s>"
                .formatted(type.llvm(), value, type.llvm(), lanes, String.join(", ", mask)));
  }

  private void construct(SpirvInstruction i) {
    SpirvType type = code.resultType();
    if (type instanceof SpirvType.Vector vector) {
      constructVector(i, vector);
      return;
    }
    String whole = "poison";
    List<Integer> parts = i.operandsFrom(0);
    if (parts.isEmpty()) {
      throw i.invalid("has no constituents");
    }
    for (int k = 0; k < parts.size(); k++) {
      String operation =
          "insertvalue " + type.llvm() + " " + whole + ", " + code.typed(parts.get(k)) + ", " + k;
      if (k == parts.size() - 1) {
        code.define(operation);
      } else {
        whole = code.temporary(operation);
      }
    }
  }

  /** Constituents of a vector may be vectors themselves. */
  private void constructVector(SpirvInstruction i, SpirvType.Vector vector) {
    List<String> scalars = new ArrayList<>();
    for (int id : i.operandsFrom(0)) {
      SpirvType part = code.type(id);
      if (!(part instanceof SpirvType.Vector)) {
        scalars.add(code.typed(id));
        continue;
      }
      for (int k = 0; k < part.components(); k++) {
        scalars.add(
            part.scalar().llvm()
                + " "
                + code.temporary("extractelement " + code.typed(id) + ", i32 " + k));
      }
    }
    if (scalars.size() != vector.count()) {
      throw i.invalid(
          "its constituents have " + scalars.size() + " components, not " + vector.count());
    }
    String whole = "poison";
    for (int k = 0; k < scalars.size(); k++) {
      String operation =
          "insertelement " + vector.llvm() + " " + whole + ", " + scalars.get(k) + ", i32 " + k;
      if (k == scalars.size() - 1) {
        code.define(operation);
      } else {
        whole = code.temporary(operation);
      }
    }
  }

  /** Returns the part of a type that indexes lead to; of a vector only as the last. */
  private static SpirvType part(SpirvType type, int index, SpirvInstruction i) {
    if (index < 0) {
      throw i.invalid("there is no part " + Integer.toUnsignedString(index));
    }
    SpirvType part =
        switch (type) {
          case SpirvType.Vector v -> index < v.count() ? v.element() : null;
          case SpirvType.Array a -> index < a.count() ? a.element() : null;
          case SpirvType.Struct s -> index < s.members().size() ? s.members().get(index) : null;
          default -> null;
        };
    if (part == null) {
      throw i.invalid("there is no part " + index);
    }
    return part;
  }

  private record Path(List<Integer> aggregate, SpirvType type, int component) {}

  /** Returns the way to a part: through aggregates, and then perhaps to a vector's component. */
  private static Path path(SpirvType whole, List<Integer> indexes, SpirvInstruction i) {
    List<Integer> aggregate = new ArrayList<>();
    SpirvType type = whole;
    for (int index : indexes) {
      SpirvType next = part(type, index, i);
      if (type instanceof SpirvType.Vector) {
        return new Path(aggregate, type, index);
      }
      aggregate.add(index);
      type = next;
    }
    return new Path(aggregate, type, -1);
  }

  private static String joined(List<Integer> indexes) {
    StringBuilder text = new StringBuilder();
    indexes.forEach(index -> text.append(", ").append(index));
    return text.toString();
  }

  private void extract(SpirvInstruction i) {
    if (i.operands() == 2 && BuiltinVariables.component(code, i)) {
      return;
    }
    Path path = path(code.type(i.operand(0)), i.operandsFrom(1), i);
    if (path.component() < 0) {
      if (path.aggregate().isEmpty()) {
        throw i.invalid("has no index");
      }
      code.define("extractvalue " + code.typed(i.operand(0)) + joined(path.aggregate()));
      return;
    }
    String vector = code.value(i.operand(0));
    if (!path.aggregate().isEmpty()) {
      vector =
          code.temporary("extractvalue " + code.typed(i.operand(0)) + joined(path.aggregate()));
    }
    code.define(
        "extractelement " + path.type().llvm() + " " + vector + ", i32 " + path.component());
  }

  private void insert(SpirvInstruction i) {
    Path path = path(code.type(i.operand(1)), i.operandsFrom(2), i);
    String whole = code.typed(i.operand(1));
    String object = code.typed(i.operand(0));
    if (path.component() >= 0) {
      String vector = path.type().llvm();
      if (path.aggregate().isEmpty()) {
        code.define("insertelement %s, %s, i32 %d".formatted(whole, object, path.component()));
        return;
      }
      String old = code.temporary("extractvalue " + whole + joined(path.aggregate()));
      object =
          vector
              + " "
              + code.temporary(
                  "insertelement %s %s, %s, i32 %d"
                      .formatted(vector, old, object, path.component()));
    }
    if (path.aggregate().isEmpty()) {
      throw i.invalid("has no index");
    }
    code.define("insertvalue " + whole + ", " + object + joined(path.aggregate()));
  }

  /** Types of one shape have their members in one order. */
  private void copyLogical(SpirvInstruction i) {
    SpirvType to = code.resultType();
    SpirvType from = code.type(i.operand(0));
    String whole = copied(from, code.value(i.operand(0)), to, i);
    code.setText(i.result(), whole);
  }

  private String copied(SpirvType from, String value, SpirvType to, SpirvInstruction i) {
    if (from.llvm().equals(to.llvm())) {
      return value;
    }
    List<SpirvType> have = members(from);
    List<SpirvType> want = members(to);
    if (have.isEmpty() || have.size() != want.size()) {
      throw i.invalid("the types of its operand and result do not match");
    }
    String whole = "poison";
    for (int k = 0; k < have.size(); k++) {
      String part = code.temporary("extractvalue " + from.llvm() + " " + value + ", " + k);
      String copy = copied(have.get(k), part, want.get(k), i);
      whole =
          code.temporary(
              "insertvalue %s %s, %s %s, %d"
                  .formatted(to.llvm(), whole, want.get(k).llvm(), copy, k));
    }
    return whole;
  }

  private static List<SpirvType> members(SpirvType type) {
    return switch (type) {
      case SpirvType.Struct s -> s.members();
      case SpirvType.Array a when a.count() < 1 << 16 ->
          Collections.nCopies((int) a.count(), a.element());
      default -> List.of();
    };
  }
}
