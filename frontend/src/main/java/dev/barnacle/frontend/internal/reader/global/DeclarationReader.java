package dev.barnacle.frontend.internal.reader.global;

import dev.barnacle.ir.Declaration;
import dev.barnacle.ir.DeclaredType;
import dev.barnacle.llvm.view.LlvmDebugType;
import dev.barnacle.llvm.view.LlvmDebugVariable;
import dev.barnacle.llvm.view.LlvmDebugVariables;
import dev.barnacle.llvm.view.LlvmFunction;
import dev.barnacle.llvm.view.LlvmGlobalVariable;
import dev.barnacle.llvm.view.LlvmInstruction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the source's names and declarations of variables from LLVM's debug information. */
public final class DeclarationReader {
  /** Of types with more parts no names are kept. */
  private static final int MOST_PARTS = 2000;

  private final LlvmDebugVariables variables;

  public DeclarationReader(LlvmDebugVariables variables) {
    this.variables = variables;
  }

  /** The declaration of a variable of {@code byteSize} bytes; null where it is not known. */
  public @Nullable Declaration of(LlvmGlobalVariable source, long byteSize) {
    return variables.of(source).map(v -> declaration(v, byteSize)).orElse(null);
  }

  /** The variables of a function that are in memory. */
  public Map<LlvmInstruction, LlvmDebugVariable> of(LlvmFunction function) {
    return variables.of(function);
  }

  /** The declaration of a variable of which {@code byteSize} bytes lie together. */
  public static @Nullable Declaration declaration(LlvmDebugVariable source, long byteSize) {
    DeclaredType type = type(source.type());
    return type == null || source.start() + byteSize > Math.max(1, type.byteSize())
        ? null
        : new Declaration(source.name(), type, source.start());
  }

  /**
   * Returns the types that pointers among a kernel's parameters point to, and the structs of
   * others.
   */
  public List<Optional<DeclaredType>> parameters(LlvmFunction kernel) {
    return variables.parameters(kernel).stream()
        .map(t -> t.flatMap(p -> Optional.ofNullable(parameter(p))))
        .toList();
  }

  private static @Nullable DeclaredType parameter(LlvmDebugType type) {
    if (type.kind() != LlvmDebugType.Kind.POINTER) {
      return type(type);
    }
    DeclaredType target = type.base().map(DeclarationReader::type).orElse(null);
    return target == null || target.byteSize() == 0 ? null : new DeclaredType.Array(target, 0);
  }

  private static @Nullable DeclaredType type(LlvmDebugType source) {
    return new Types().type(source);
  }

  /** Reads one type, up to so many parts. */
  private static final class Types {
    private int parts;

    @Nullable DeclaredType type(LlvmDebugType source) {
      if (++parts > MOST_PARTS) {
        return null;
      }
      return switch (source.kind()) {
        case SCALAR -> new DeclaredType.Scalar(source.name(), source.byteSize());
        case POINTER -> new DeclaredType.Scalar(pointerName(source), source.byteSize());
        case VECTOR -> vector(source);
        case ARRAY -> array(source);
        case STRUCT -> struct(source);
        case OTHER -> null;
      };
    }

    private static String pointerName(LlvmDebugType source) {
      return source.base().map(LlvmDebugType::name).filter(n -> !n.isEmpty()).orElse("void") + "*";
    }

    private static @Nullable DeclaredType vector(LlvmDebugType source) {
      long laneBytes = source.base().map(LlvmDebugType::byteSize).orElse(0L);
      List<Long> counts = source.counts();
      return laneBytes == 0 || counts.size() != 1
          ? null
          : new DeclaredType.Vector(
              source.name(), Math.toIntExact(counts.getFirst()), laneBytes, source.byteSize());
    }

    private @Nullable DeclaredType array(LlvmDebugType source) {
      DeclaredType type = source.base().map(this::type).orElse(null);
      if (type == null) {
        return null;
      }
      for (long count : source.counts().reversed()) {
        if (type.byteSize() == 0) {
          return null; // elements that lie all at one place
        }
        type = new DeclaredType.Array(type, count);
      }
      return type;
    }

    private @Nullable DeclaredType struct(LlvmDebugType source) {
      List<DeclaredType.Field> fields = new ArrayList<>();
      for (LlvmDebugType.Field field : source.fields()) {
        DeclaredType type = type(field.type());
        if (type == null) {
          return null;
        }
        fields.add(new DeclaredType.Field(field.name(), field.offset(), type));
      }
      return new DeclaredType.Struct(source.name(), source.byteSize(), fields);
    }
  }
}
