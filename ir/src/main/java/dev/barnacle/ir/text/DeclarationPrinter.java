package dev.barnacle.ir.text;

import dev.barnacle.ir.Declaration;
import dev.barnacle.ir.DeclaredType;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes what the source calls a variable, as {@code declared "a" at 0 array 8 "int" 4}. */
final class DeclarationPrinter {
  private DeclarationPrinter() {}

  /** Returns the clause with a blank before it; empty for null. */
  static String clause(@Nullable Declaration declaration) {
    return declaration == null
        ? ""
        : " declared "
            + Quoting.quoted(declaration.name())
            + " at "
            + declaration.start()
            + " "
            + type(declaration.type());
  }

  private static String type(DeclaredType type) {
    return switch (type) {
      case DeclaredType.Scalar s -> Quoting.quoted(s.name()) + " " + s.byteSize();
      case DeclaredType.Vector v ->
          "vector "
              + v.lanes()
              + " of "
              + v.laneBytes()
              + " "
              + Quoting.quoted(v.name())
              + " "
              + v.byteSize();
      case DeclaredType.Array a -> "array " + a.count() + " " + type(a.element());
      case DeclaredType.Struct s ->
          "struct "
              + Quoting.quoted(s.name())
              + " "
              + s.byteSize()
              + s.fields().stream()
                  .map(DeclarationPrinter::field)
                  .collect(Collectors.joining(", ", " (", ")"));
    };
  }

  private static String field(DeclaredType.Field field) {
    return Quoting.quoted(field.name()) + " at " + field.offset() + " " + type(field.type());
  }
}
